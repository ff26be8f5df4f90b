//! The calls of a stretch of work, made again without anything between them.
//!
//! What a program costs beside what its driver costs is the question. [`Session::record`] keeps the calls
//! that work on the queue, and their arguments, while they are made; [`Trace::replay`] makes the same
//! calls of the driver in a row, which is what a loop written by hand for this one run would do. The
//! difference is the host's own doing.

use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

use cl_sys::{
    CL_TRUE, clEnqueueFillBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
    clEnqueueWriteBuffer, clFinish, clSetKernelArg,
};

use crate::buffer::Memory;
use crate::error::OpenClError;
use crate::handle::Handle;
use crate::session::{Core, Session};
use crate::status::check_queue;

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
        let unknown = |call: &Call| match call {
            Call::Other(name) => Some(*name),
            _ => None,
        };
        if let Some(call) = self.calls.iter().find_map(unknown) {
            return Err(OpenClError::NotRecorded { call });
        }
        let mut room = vec![0u8; self.calls.iter().map(read_bytes).max().unwrap_or(0)];
        let mut differences = 0;
        self.core.enqueued();
        for call in &self.calls {
            let code = self.make(call, &mut room);
            check_queue(code, "a call that is made again", || "replaying calls".to_owned())?;
            if let Call::Read { found, .. } = call {
                differences += usize::from(room[..found.len()] != found[..]);
            }
        }
        Ok(differences)
    }

    /// Makes one call; what it reads comes to the start of `room`.
    fn make(&self, call: &Call, room: &mut [u8]) -> i32 {
        let (queue, none) = (self.core.queue(), ptr::null_mut());
        // SAFETY: the calls were made before with the same arguments, whose ranges were checked then; the
        // trace keeps kernels and buffers alive, and reads and writes wait, so that host memory is there
        // as long as it is used. `room` is as long as the longest read.
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
                        none,
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
                Call::Finish => clFinish(queue),
                Call::Other(_) => 0,
            }
        }
    }
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
