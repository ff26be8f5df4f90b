//! The current context of a thread, which belongs to the caller.
//!
//! CUDA's runtime, PyTorch and CuPy take the device of the current context as the current device of a thread. Objects of igc
//! are dropped in threads of the caller, and arrays of the caller are read there. Without this file, such a call would change
//! the device on which PyTorch allocates its next tensor.

use std::ptr;

use cudarc::driver::{result, sys};

/// Restores the current context of the thread when it is dropped. It must be dropped in the same thread.
pub(crate) struct CallersContext {
    before: sys::CUcontext,
}

impl CallersContext {
    /// Notes the current context of this thread. The driver was started.
    pub(crate) fn keep() -> CallersContext {
        // A thread that never used CUDA has no context.
        let before = result::ctx::get_current().ok().flatten().unwrap_or(ptr::null_mut());
        CallersContext { before }
    }
}

impl Drop for CallersContext {
    fn drop(&mut self) {
        let now = result::ctx::get_current().ok().flatten().unwrap_or(ptr::null_mut());
        // A session that ends may have closed its own context, which was current before.
        if now != self.before {
            // SAFETY: the context was current, and its owner keeps it meanwhile. If the device is lost, no context works.
            let _ = unsafe { result::ctx::set_current(self.before) };
        }
    }
}
