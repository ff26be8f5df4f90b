//! The queue of a session, and the state that belongs to its commands.
//!
//! A session has one lock for all of it ([`Core::queue`](super::Core::queue)). A call to the driver
//! holds the lock, so the state always matches the commands in the queue, whichever threads use the
//! session. A call takes the lock once: it takes 20 ns, and a call to a driver at least 200 ns.
//!
//! Dropping the memory of a [`Buffer`](super::Buffer) takes the lock, so a thread that holds the
//! lock must not drop buffers.

use std::collections::HashSet;
use std::sync::Arc;

use cl_sys::{cl_command_queue, clFinish, clFlush};

use super::trace::Call;
use crate::calls::Calls;
use crate::error::{OpenClError, check_queue};
use crate::handle::Handle;

/// An in-order queue, and what the session knows about its commands.
pub(crate) struct Queue {
    // Fields are dropped in this order: memory before the queue.
    /// Memory that is not released before the session ends.
    kept: Vec<Arc<Handle>>,
    handle: Handle,
    /// The calls made so far.
    calls: Calls,
    /// Whether commands may still be running or pending.
    is_busy: bool,
    /// The calls made since recording started. `None` if calls are not recorded.
    trace: Option<Vec<Call>>,
    /// The arguments that the recorded calls set, with the addresses of their kernels.
    set_in_trace: HashSet<(usize, u32)>,
    /// Host memory that pending writes still need.
    in_flight: Vec<Vec<u8>>,
    /// The total size of all live buffers in bytes.
    allocated: u64,
    /// The largest total size of live buffers so far.
    peak: u64,
}

impl Queue {
    /// Takes a queue without commands.
    pub(crate) fn new(handle: Handle) -> Queue {
        Queue {
            kept: vec![],
            handle,
            calls: Calls::default(),
            is_busy: false,
            trace: None,
            set_in_trace: HashSet::new(),
            in_flight: vec![],
            allocated: 0,
            peak: 0,
        }
    }

    /// Returns the driver's queue.
    pub(crate) fn raw(&self) -> cl_command_queue {
        self.handle.raw()
    }

    /// Returns the calls made so far.
    pub(crate) fn calls(&self) -> Calls {
        self.calls
    }

    /// Counts a call.
    pub(crate) fn count(&mut self, change: impl FnOnce(&mut Calls)) {
        change(&mut self.calls);
    }

    /// Returns the total size of all live buffers, and the largest one so far, in bytes.
    pub(crate) fn memory(&self) -> (u64, u64) {
        (self.allocated, self.peak)
    }

    /// Notes a new buffer.
    pub(crate) fn note_allocated(&mut self, bytes: u64) {
        self.allocated += bytes;
        self.peak = self.peak.max(self.allocated);
    }

    /// Notes that a buffer is released.
    pub(crate) fn note_freed(&mut self, bytes: u64) {
        self.allocated = self.allocated.saturating_sub(bytes);
    }

    /// Keeps memory until the session ends, even if all other owners drop it.
    pub(crate) fn keep(&mut self, memory: Arc<Handle>) {
        self.kept.push(memory);
    }

    /// Starts to record the calls that the session makes. Returns the calls of a recording that has
    /// not ended, which the caller must drop after it has released the lock.
    pub(crate) fn start_recording(&mut self) -> Option<Vec<Call>> {
        self.set_in_trace.clear();
        self.trace.replace(Vec::new())
    }

    /// Stops recording and returns the calls made since [`Self::start_recording`].
    pub(crate) fn end_recording(&mut self) -> Vec<Call> {
        self.trace.take().unwrap_or_default()
    }

    /// Returns whether calls are recorded and this is the first one that sets an argument of the
    /// kernel at this address.
    pub(crate) fn is_new_in_recording(&mut self, kernel: usize, index: u32) -> bool {
        self.trace.is_some() && self.set_in_trace.insert((kernel, index))
    }

    /// Records a call, if calls are recorded.
    pub(crate) fn record(&mut self, call: impl FnOnce() -> Call) {
        if let Some(calls) = &mut self.trace {
            calls.push(call());
        }
    }

    /// Returns whether commands may still be running or pending.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Records that a command was enqueued without a wait.
    pub(crate) fn mark_busy(&mut self) {
        self.is_busy = true;
    }

    /// Records that all commands have run, for example after a blocking read of the in-order queue.
    pub(crate) fn mark_idle(&mut self) {
        self.is_busy = false;
        self.in_flight.clear();
    }

    /// Keeps host memory until the commands that read it have run.
    pub(crate) fn keep_until_idle(&mut self, data: Vec<u8>) {
        self.in_flight.push(data);
    }

    /// Submits pending commands to the device, without waiting.
    ///
    /// NVIDIA's driver delays a launch until the host waits. If the driver submits a launch and a
    /// read together, they may take 1.6 times as long as if the device is already running the
    /// launch: 22.6 µs instead of 13.9 µs for a round of a breadth-first search with one node
    /// (H200, driver 580).
    pub(crate) fn flush(&mut self) -> Result<(), OpenClError> {
        if !self.is_busy {
            return Ok(());
        }
        self.count(|calls| calls.flushes += 1);
        self.record(|| Call::Flush);
        // SAFETY: the queue lives as long as this value.
        let code = unsafe { clFlush(self.raw()) };
        check_queue(code, "clFlush", || "submitting commands".to_owned())
    }

    /// Waits until all commands have run.
    pub(crate) fn finish(&mut self) -> Result<(), OpenClError> {
        self.count(|calls| calls.finishes += 1);
        self.record(|| Call::Finish);
        // SAFETY: the queue lives as long as this value.
        let code = unsafe { clFinish(self.raw()) };
        // No command is running any more, even if a command failed.
        self.mark_idle();
        check_queue(code, "clFinish", || "waiting for all commands".to_owned())
    }

    /// Waits if commands may be running. Ignores errors, because the caller cannot report them.
    pub(crate) fn finish_if_busy(&mut self) {
        if self.is_busy {
            let _ = self.finish();
        }
    }
}
