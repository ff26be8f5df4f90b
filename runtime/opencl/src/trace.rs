//! The calls of a stretch of work, made again without anything between them.
//!
//! What a program costs beside what its driver costs is the question. [`Session::record`] keeps the calls
//! that work on the queue, and their arguments, while they are made; [`Trace::replay`] makes the same
//! calls of the driver in a row, which is what a loop written by hand for this one run would do. The
//! difference is the host's own doing.

use std::ffi::c_void;
use std::mem::take;
use std::ptr;
use std::rc::Rc;
use std::time::Duration;

use cl_sys::{
    CL_QUEUE_PROFILING_ENABLE, CL_TRUE, cl_command_queue, cl_event, clEnqueueFillBuffer,
    clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer, clFinish, clFlush,
    clSetKernelArg,
};

use crate::buffer::Memory;
use crate::error::OpenClError;
use crate::event::Event;
use crate::handle::Handle;
use crate::session::{Core, Session};
use crate::status::check_queue;

/// How many launches are timed before their times are asked for, so that what the driver keeps stays
/// small.
const MOST_EVENTS: usize = 1024;

/// A call, with all that it needs kept alive.
pub(crate) enum Call {
    SetBuffer {
        kernel: Rc<Handle>,
        index: u32,
        memory: Rc<Memory>,
    },
    SetBytes {
        kernel: Rc<Handle>,
        index: u32,
        bytes: Vec<u8>,
    },
    Launch {
        kernel: Rc<Handle>,
        global: usize,
        local: usize,
    },
    Read {
        memory: Rc<Memory>,
        offset: usize,
        found: Vec<u8>,
    },
    Write {
        memory: Rc<Memory>,
        offset: usize,
        data: Vec<u8>,
    },
    Fill {
        memory: Rc<Memory>,
        offset: usize,
        bytes: usize,
        pattern: Vec<u8>,
    },
    Flush,
    Finish,
    /// One that is not made again: the trace can't be replayed.
    Other(&'static str),
}

/// Calls that were made.
pub struct Trace {
    // Fields drop in this order: kernels and buffers before their context.
    calls: Vec<Call>,
    core: Rc<Core>,
}

impl Session {
    /// Does something and keeps the calls that it makes.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> (T, Trace) {
        self.core().start_recording();
        let result = work();
        let trace = Trace { calls: self.core().end_recording(), core: Rc::clone(self.core()) };
        (result, trace)
    }
}

impl Trace {
    /// Makes the calls again. What kernels and buffers are then is as after the first time, if they were as
    /// before it. Writes that did not wait do so here.
    ///
    /// Yields how many reads read something else than the first time: none, if the work is the same.
    ///
    /// # Errors
    /// The driver's failure; [`OpenClError::NotRecorded`] for a call that is not made again.
    pub fn replay(&self) -> Result<usize, OpenClError> {
        let mut room = self.room()?;
        let mut differences = 0;
        self.core.enqueued();
        for call in &self.calls {
            let code = self.make(call, self.core.queue(), &mut room, ptr::null_mut());
            check_replay(code)?;
            if let Call::Read { found, .. } = call {
                differences += usize::from(room[..found.len()] != found[..]);
            }
        }
        Ok(differences)
    }

    /// Makes the calls again, through a queue that times its commands, and yields how long kernels were at
    /// work in all, by the device's clock: what is left of a replay's time is the driver's.
    ///
    /// # Errors
    /// As [`replay`](Trace::replay).
    pub fn kernel_time(&self) -> Result<Duration, OpenClError> {
        let mut room = self.room()?;
        self.core.finish()?;
        let queue = self.core.new_queue(CL_QUEUE_PROFILING_ENABLE)?;
        let outcome = self.time_kernels(queue.raw(), &mut room);
        // SAFETY: the queue lives. Whatever became of the calls, none is at work on a buffer after this.
        let finished = unsafe { clFinish(queue.raw()) };
        let time = outcome?;
        check_replay(finished)?;
        Ok(time)
    }

    fn time_kernels(
        &self,
        queue: cl_command_queue,
        room: &mut [u8],
    ) -> Result<Duration, OpenClError> {
        let mut events: Vec<Event> = vec![];
        let mut nanoseconds = 0u64;
        for call in &self.calls {
            let mut event = ptr::null_mut();
            check_replay(self.make(call, queue, room, &mut event))?;
            if !event.is_null() {
                events.push(Event::new(event, Rc::clone(&self.core)));
            }
            if events.len() == MOST_EVENTS {
                nanoseconds += durations(take(&mut events))?;
            }
        }
        nanoseconds += durations(events)?;
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// Host memory for the longest read.
    fn room(&self) -> Result<Vec<u8>, OpenClError> {
        let unknown = |call: &Call| match call {
            Call::Other(name) => Some(*name),
            _ => None,
        };
        match self.calls.iter().find_map(unknown) {
            Some(call) => Err(OpenClError::NotRecorded { call }),
            None => Ok(vec![0u8; self.calls.iter().map(read_bytes).max().unwrap_or(0)]),
        }
    }

    /// Makes one call. What it reads comes to the start of `room`; a launch leaves an `event` where that
    /// is not null.
    fn make(
        &self,
        call: &Call,
        queue: cl_command_queue,
        room: &mut [u8],
        event: *mut cl_event,
    ) -> i32 {
        let none = ptr::null_mut();
        // SAFETY: the calls were made before with the same arguments, whose ranges were checked then; the
        // trace keeps kernels and buffers alive, and reads and writes wait, so that host memory is there
        // as long as it is used. `room` is as long as the longest read, the queue is one of the trace's
        // context, and `event` is null or has room for an event.
        unsafe {
            match call {
                Call::SetBuffer { kernel, index, memory } => {
                    let raw = memory.raw();
                    let value: *const c_void = (&raw const raw).cast();
                    clSetKernelArg(kernel.raw(), *index, size_of_val(&raw), value)
                }
                Call::SetBytes { kernel, index, bytes } => {
                    clSetKernelArg(kernel.raw(), *index, bytes.len(), bytes.as_ptr().cast())
                }
                Call::Launch { kernel, global, local } => {
                    let (kernel, offset) = (kernel.raw(), ptr::null());
                    clEnqueueNDRangeKernel(
                        queue,
                        kernel,
                        1,
                        offset,
                        global,
                        local,
                        0,
                        ptr::null(),
                        event,
                    )
                }
                Call::Read { memory, offset, found } => {
                    let (size, to) = (found.len(), room.as_mut_ptr().cast());
                    let memory = memory.raw();
                    clEnqueueReadBuffer(
                        queue,
                        memory,
                        CL_TRUE,
                        *offset,
                        size,
                        to,
                        0,
                        ptr::null(),
                        none,
                    )
                }
                Call::Write { memory, offset, data } => {
                    let (size, from) = (data.len(), data.as_ptr().cast());
                    let memory = memory.raw();
                    clEnqueueWriteBuffer(
                        queue,
                        memory,
                        CL_TRUE,
                        *offset,
                        size,
                        from,
                        0,
                        ptr::null(),
                        none,
                    )
                }
                Call::Fill { memory, offset, bytes, pattern } => {
                    let (size, from) = (pattern.len(), pattern.as_ptr().cast());
                    let memory = memory.raw();
                    clEnqueueFillBuffer(
                        queue,
                        memory,
                        from,
                        size,
                        *offset,
                        *bytes,
                        0,
                        ptr::null(),
                        none,
                    )
                }
                Call::Flush => clFlush(queue),
                Call::Finish => clFinish(queue),
                Call::Other(_) => 0,
            }
        }
    }
}

fn check_replay(code: i32) -> Result<(), OpenClError> {
    check_queue(code, "a call that is made again", || "replaying calls".to_owned())
}

/// How long launches took in all, in nanoseconds.
fn durations(events: Vec<Event>) -> Result<u64, OpenClError> {
    events.iter().map(|event| Ok(event.wait()?.duration())).sum()
}

fn read_bytes(call: &Call) -> usize {
    match call {
        Call::Read { found, .. } => found.len(),
        _ => 0,
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        // Commands that replaying gave may still be running.
        self.core.settle();
    }
}
