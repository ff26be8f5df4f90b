//! Records calls to the driver and replays them without any host code in between.
//!
//! Replays measure the overhead of igc's host code. [`Session::record`] records the calls that use
//! the queue, with their arguments. [`Trace::replay`] makes the same calls one after the other, as
//! a hand-written loop for this particular run would do. The difference in time is the overhead.

use std::ffi::c_void;
use std::mem::take;
use std::ptr;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

use cl_sys::{
    CL_QUEUE_PROFILING_ENABLE, CL_TRUE, cl_command_queue, cl_event, clEnqueueFillBuffer,
    clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer, clFinish, clFlush,
    clSetKernelArg,
};

use super::buffer::Memory;
use super::event::{Event, Timing};
use super::kernel::{Argument, KernelObject};
use super::queue::Queue;
use super::{Core, Session};
use crate::error::{OpenClError, check_queue};

/// Maximum number of launches that are timed before their times are read. This limits the memory
/// that the driver uses for events.
const MOST_EVENTS: usize = 1024;

/// A recorded call, with the objects that it uses.
pub(crate) enum Call {
    SetBuffer {
        kernel: Arc<KernelObject>,
        index: u32,
        memory: Arc<Memory>,
    },
    SetBytes {
        kernel: Arc<KernelObject>,
        index: u32,
        bytes: Vec<u8>,
    },
    Launch {
        kernel: Arc<KernelObject>,
        name: String,
        global: usize,
        local: usize,
    },
    Read {
        memory: Arc<Memory>,
        offset: usize,
        found: Vec<u8>,
    },
    Write {
        memory: Arc<Memory>,
        offset: usize,
        data: Vec<u8>,
    },
    Fill {
        memory: Arc<Memory>,
        offset: usize,
        bytes: usize,
        pattern: Vec<u8>,
    },
    Flush,
    Finish,
    /// A call whose arguments are not recorded, so the trace cannot be replayed.
    Other(&'static str),
}

/// The time that a call of the driver took on the host.
#[derive(Debug, Clone)]
pub struct TimedCall {
    /// What the call does.
    pub call: String,
    /// Whether the call launches a kernel.
    pub is_launch: bool,
    /// Time from the first call to the start of this call.
    pub start: Duration,
    /// Time from the start to the end of the call.
    pub time: Duration,
}

/// A sequence of recorded calls.
pub struct Trace {
    // Fields are dropped in this order: kernels and buffers before their context.
    calls: Vec<Call>,
    core: Arc<Core>,
}

impl Session {
    /// Runs `work` and records its calls.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> (T, Trace) {
        self.core().start_recording();
        let result = work();
        let trace = Trace { calls: self.core().end_recording(), core: Arc::clone(self.core()) };
        (result, trace)
    }
}

impl Trace {
    /// Makes the recorded calls again. If kernels and buffers are in the same state as before the
    /// recording, their final state is the same as well. A replay waits after every write, even if
    /// the recorded write did not wait.
    ///
    /// Returns the number of reads whose data differ from the recording. The number is 0 if the
    /// replay does the same work.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::NotRecorded`] if a call cannot be replayed, or the driver's error.
    pub fn replay(&self) -> Result<usize, OpenClError> {
        let mut host_memory = self.read_memory()?;
        let mut differences = 0;
        let (_kernels, mut queue) = self.lock();
        queue.mark_busy();
        for call in &self.calls {
            let code = repeat(call, queue.raw(), &mut host_memory, ptr::null_mut());
            check_replay(code)?;
            if let Call::Read { found, .. } = call {
                differences += usize::from(host_memory[..found.len()] != found[..]);
            }
        }
        Ok(differences)
    }

    /// Makes the recorded calls again, as [`replay`](Trace::replay) does, and then waits for all
    /// commands. Returns the time of each call, and of the wait at the end.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`replay`](Trace::replay).
    pub fn time_calls(&self) -> Result<Vec<TimedCall>, OpenClError> {
        let mut host_memory = self.read_memory()?;
        let mut times = Vec::with_capacity(self.calls.len() + 1);
        let (_kernels, mut queue) = self.lock();
        queue.mark_busy();
        let begin = Instant::now();
        for call in &self.calls {
            let start = begin.elapsed();
            let code = repeat(call, queue.raw(), &mut host_memory, ptr::null_mut());
            let time = begin.elapsed() - start;
            check_replay(code)?;
            let is_launch = matches!(call, Call::Launch { .. });
            times.push(TimedCall { call: call.describe(), is_launch, start, time });
        }
        let start = begin.elapsed();
        queue.finish()?;
        let time = begin.elapsed() - start;
        times.push(TimedCall { call: Call::Finish.describe(), is_launch: false, start, time });
        Ok(times)
    }

    /// Makes the recorded calls again in a queue that times its commands, and returns the total
    /// time of all kernels according to the device's clock. The rest of the time of a replay is the
    /// driver's overhead.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`replay`](Trace::replay).
    pub fn kernel_time(&self) -> Result<Duration, OpenClError> {
        Ok(Duration::from_nanos(self.time_kernels()?.iter().map(Timing::duration).sum()))
    }

    /// Makes the recorded calls again in a queue that times its commands, and returns the times of
    /// each launch according to the device's clock.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`replay`](Trace::replay).
    pub fn time_kernels(&self) -> Result<Vec<Timing>, OpenClError> {
        let mut host_memory = self.read_memory()?;
        let (_kernels, mut usual) = self.lock();
        usual.finish()?;
        let queue = self.core.new_queue(CL_QUEUE_PROFILING_ENABLE)?;
        let outcome = self.time_kernels_in(queue.raw(), &mut host_memory);
        // SAFETY: the queue is alive. After this call, no command of it uses a buffer, even after
        // an error.
        let finished = unsafe { clFinish(queue.raw()) };
        let times = outcome?;
        check_replay(finished)?;
        Ok(times)
    }

    fn time_kernels_in(
        &self,
        queue: cl_command_queue,
        host_memory: &mut [u8],
    ) -> Result<Vec<Timing>, OpenClError> {
        let mut events: Vec<Event> = vec![];
        let mut times = vec![];
        for call in &self.calls {
            let mut event = ptr::null_mut();
            check_replay(repeat(call, queue, host_memory, &mut event))?;
            if !event.is_null() {
                events.push(Event::new(event, Arc::clone(&self.core)));
            }
            if events.len() == MOST_EVENTS {
                times.extend(timings(take(&mut events))?);
            }
        }
        times.extend(timings(events)?);
        Ok(times)
    }

    /// Takes the locks of the kernels and of the queue, so that no other thread makes calls during a
    /// replay. Threads that take the locks of several kernels do so in the order of their addresses.
    fn lock(&self) -> (Vec<MutexGuard<'_, Vec<Argument>>>, MutexGuard<'_, Queue>) {
        let mut kernels: Vec<&Arc<KernelObject>> =
            self.calls.iter().filter_map(Call::kernel).collect();
        kernels.sort_by_key(|kernel| Arc::as_ptr(kernel));
        kernels.dedup_by(|one, other| Arc::ptr_eq(one, other));
        let kernels = kernels.into_iter().map(|kernel| kernel.lock()).collect();
        (kernels, self.core.queue())
    }

    /// Allocates host memory that is large enough for the longest read.
    fn read_memory(&self) -> Result<Vec<u8>, OpenClError> {
        let unknown = |call: &Call| match call {
            Call::Other(name) => Some(*name),
            _ => None,
        };
        match self.calls.iter().find_map(unknown) {
            Some(call) => Err(OpenClError::NotRecorded { call }),
            None => Ok(vec![0u8; self.calls.iter().map(read_bytes).max().unwrap_or(0)]),
        }
    }
}

/// Makes one recorded call. A read writes to the start of `host_memory`. A launch sets `event`
/// if `event` is not null. The caller has [locked](Trace::lock) the trace.
fn repeat(
    call: &Call,
    queue: cl_command_queue,
    host_memory: &mut [u8],
    event: *mut cl_event,
) -> i32 {
    let none = ptr::null_mut();
    // SAFETY: the calls were made before with the same arguments, whose ranges were checked
    // then. The trace keeps kernels and buffers alive. Reads and writes wait, so host memory
    // lives long enough. `host_memory` is as long as the longest read, the queue belongs to the
    // trace's context, and `event` is null or has room for an event.
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
            Call::Launch { kernel, global, local, .. } => {
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
                let (size, to) = (found.len(), host_memory.as_mut_ptr().cast());
                let memory = memory.raw();
                clEnqueueReadBuffer(queue, memory, CL_TRUE, *offset, size, to, 0, ptr::null(), none)
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

fn check_replay(code: i32) -> Result<(), OpenClError> {
    check_queue(code, "a replayed call", || "replaying calls".to_owned())
}

impl Call {
    /// Returns the kernel that the call sets an argument of, or launches.
    fn kernel(&self) -> Option<&Arc<KernelObject>> {
        match self {
            Call::SetBuffer { kernel, .. }
            | Call::SetBytes { kernel, .. }
            | Call::Launch { kernel, .. } => Some(kernel),
            _ => None,
        }
    }

    /// Describes the call in a few words.
    fn describe(&self) -> String {
        match self {
            Call::SetBuffer { .. } | Call::SetBytes { .. } => "set an argument".to_owned(),
            Call::Launch { name, global, local, .. } => {
                format!("launch {name}, {} × {local}", global / local)
            }
            Call::Read { found, .. } => format!("read {} bytes", found.len()),
            Call::Write { data, .. } => format!("write {} bytes", data.len()),
            Call::Fill { bytes, .. } => format!("fill {bytes} bytes"),
            Call::Flush => "flush".to_owned(),
            Call::Finish => "finish".to_owned(),
            Call::Other(name) => (*name).to_owned(),
        }
    }
}

/// Returns the times of launches.
fn timings(events: Vec<Event>) -> Result<Vec<Timing>, OpenClError> {
    events.iter().map(Event::wait).collect()
}

fn read_bytes(call: &Call) -> usize {
    match call {
        Call::Read { found, .. } => found.len(),
        _ => 0,
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        // Commands of a replay may still be running.
        self.core.queue().finish_if_busy();
    }
}
