//! Times at which commands ran, according to the device's clock.

use std::ptr;
use std::sync::Arc;

use cl_sys::{
    CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_START,
    CL_PROFILING_COMMAND_SUBMIT, cl_event, clGetEventProfilingInfo, clReleaseEvent,
    clWaitForEvents,
};

use super::Core;
use crate::error::{OpenClError, check, check_queue};
use crate::handle::Handle;

/// A launch whose times the device records.
pub struct Event {
    handle: Handle,
    // Keeps the context of the event alive.
    _core: Arc<Core>,
}

/// The times of a command in nanoseconds, relative to an arbitrary zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The time at which the host enqueued the command.
    pub queued: u64,
    /// The time at which the command was submitted to the device.
    pub submitted: u64,
    /// The time at which the command started to run.
    pub started: u64,
    /// The time at which the command ended.
    pub ended: u64,
}

impl Timing {
    /// Returns the time from the start to the end of the command in nanoseconds.
    pub fn duration(&self) -> u64 {
        self.ended.saturating_sub(self.started)
    }
}

impl Event {
    pub(crate) fn new(raw: cl_event, core: Arc<Core>) -> Event {
        Event { handle: Handle::new(raw, clReleaseEvent), _core: core }
    }

    /// Waits until the command has ended, and returns its times.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::DeviceLost`] if the command failed, or an error with
    /// `CL_PROFILING_INFO_NOT_AVAILABLE` if the session was opened without profiling.
    pub fn wait(&self) -> Result<Timing, OpenClError> {
        // SAFETY: the call waits for one event, which this value owns.
        let code = unsafe { clWaitForEvents(1, &self.handle.raw()) };
        check_queue(code, "clWaitForEvents", || "waiting for a launch".to_owned())?;
        Ok(Timing {
            queued: self.moment(CL_PROFILING_COMMAND_QUEUED)?,
            submitted: self.moment(CL_PROFILING_COMMAND_SUBMIT)?,
            started: self.moment(CL_PROFILING_COMMAND_START)?,
            ended: self.moment(CL_PROFILING_COMMAND_END)?,
        })
    }

    fn moment(&self, param: u32) -> Result<u64, OpenClError> {
        let mut nanoseconds = 0u64;
        // SAFETY: the value has eight bytes.
        let code = unsafe {
            clGetEventProfilingInfo(
                self.handle.raw(),
                param,
                size_of::<u64>(),
                (&raw mut nanoseconds).cast(),
                ptr::null_mut(),
            )
        };
        check(code, "clGetEventProfilingInfo", || "reading the times of a launch".to_owned())?;
        Ok(nanoseconds)
    }
}
