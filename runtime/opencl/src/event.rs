//! When a command ran, by the device's own clock.

use std::ptr;
use std::rc::Rc;

use cl_sys::{
    CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_START,
    CL_PROFILING_COMMAND_SUBMIT, cl_event, clGetEventProfilingInfo, clReleaseEvent,
    clWaitForEvents,
};

use crate::error::OpenClError;
use crate::handle::Handle;
use crate::session::Core;
use crate::status::{check, check_queue};

/// A launch that records when it ran.
pub struct Event {
    handle: Handle,
    // Keeps the context alive that the event belongs to.
    _core: Rc<Core>,
}

/// Moments of a command, in nanoseconds of a clock with an arbitrary zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Given by the host.
    pub queued: u64,
    /// Handed to the device.
    pub submitted: u64,
    /// Begun.
    pub started: u64,
    /// Ended.
    pub ended: u64,
}

impl Timing {
    /// Nanoseconds from the beginning to the end on the device.
    pub fn duration(&self) -> u64 {
        self.ended.saturating_sub(self.started)
    }
}

impl Event {
    pub(crate) fn new(raw: cl_event, core: Rc<Core>) -> Event {
        Event { handle: Handle::new(raw, clReleaseEvent), _core: core }
    }

    /// Waits for the command, and tells when it ran.
    ///
    /// # Errors
    /// [`OpenClError::DeviceLost`] where it failed; `CL_PROFILING_INFO_NOT_AVAILABLE` where the session
    /// does not time its commands.
    pub fn wait(&self) -> Result<Timing, OpenClError> {
        // SAFETY: one event, which this value owns.
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
        // SAFETY: the answer is eight bytes.
        let code = unsafe {
            clGetEventProfilingInfo(
                self.handle.raw(),
                param,
                size_of::<u64>(),
                (&raw mut nanoseconds).cast(),
                ptr::null_mut(),
            )
        };
        check(code, "clGetEventProfilingInfo", || "reading when a launch ran".to_owned())?;
        Ok(nanoseconds)
    }
}
