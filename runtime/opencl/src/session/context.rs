//! Contexts of devices.
//!
//! PoCL parses its library of built-in functions, several megabytes of LLVM bitcode, once for each context that builds
//! a program, which takes 0.3 s. A process therefore has one context for each processor of PoCL, which all sessions
//! share, and which is kept until the process ends. Other drivers get a context for each session, because a kernel
//! that fails may make its context useless.

use std::process;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use cl_sys::{CL_CONTEXT_PLATFORM, cl_context_properties, clCreateContext, clReleaseContext};

use crate::device::{DeviceId, DeviceInfo};
use crate::error::{OpenClError, check};
use crate::handle::Handle;
use crate::quirks::is_pocl_cpu;

/// A context that is kept.
struct Kept {
    /// The process that created it. The threads of a driver do not survive a fork.
    process: u32,
    device: DeviceId,
    context: Arc<Handle>,
}

static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// Returns a context for a session of a device.
///
/// # Errors
///
/// Returns the error of the driver.
pub(super) fn of(info: &DeviceInfo, id: DeviceId) -> Result<Arc<Handle>, OpenClError> {
    if !is_pocl_cpu(info) {
        return create(info, id);
    }
    // A context is added as a whole, so a panic elsewhere leaves the list complete.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    let is_same = |kept: &&Kept| kept.process == process && kept.device.device == id.device;
    if let Some(kept) = kept.iter().find(is_same) {
        return Ok(Arc::clone(&kept.context));
    }
    let context = create(info, id)?;
    kept.push(Kept { process, device: id, context: Arc::clone(&context) });
    Ok(context)
}

fn create(info: &DeviceInfo, id: DeviceId) -> Result<Arc<Handle>, OpenClError> {
    let properties =
        [CL_CONTEXT_PLATFORM as cl_context_properties, id.platform as cl_context_properties, 0];
    let mut code = 0;
    // SAFETY: the list ends with a zero, the ids come from the loader, and no callback is passed.
    let context = unsafe {
        clCreateContext(properties.as_ptr(), 1, &id.device, None, ptr::null_mut(), &mut code)
    };
    check(code, "clCreateContext", || format!("opening {}", info.name))?;
    Ok(Arc::new(Handle::new(context, clReleaseContext)))
}
