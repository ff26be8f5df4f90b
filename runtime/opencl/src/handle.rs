//! Owners of OpenCL objects, which release the objects when they are dropped.
//!
//! `ocl::core` also has owners, but they panic if a release fails, which happens after a device is
//! lost. The owners in this module ignore such failures, because the caller could do nothing about
//! them.

use cl_sys::{c_void, cl_int};

/// The owner of an OpenCL object, which releases the object when dropped. All OpenCL objects are
/// opaque pointers.
pub(crate) struct Handle {
    raw: *mut c_void,
    release: unsafe extern "system" fn(*mut c_void) -> cl_int,
}

// SAFETY: a thread may use an OpenCL object that another thread created, and all calls are
// thread-safe, except for those that set arguments of a kernel or launch it (OpenCL 3.0, section
// A.2). The lock of a kernel's arguments guards these.
unsafe impl Send for Handle {}
// SAFETY: see above.
unsafe impl Sync for Handle {}

impl Handle {
    /// Takes ownership of `raw`, which a `clCreate…` function returned. `release` releases it.
    pub(crate) fn new(
        raw: *mut c_void,
        release: unsafe extern "system" fn(*mut c_void) -> cl_int,
    ) -> Handle {
        Handle { raw, release }
    }

    /// Returns the object, to pass it to a call. It is valid as long as this owner lives.
    pub(crate) fn raw(&self) -> *mut c_void {
        self.raw
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the object was created once and is released once, by the function for its type.
        unsafe { (self.release)(self.raw) };
    }
}
