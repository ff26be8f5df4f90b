//! Owners of OpenCL objects, which release them.
//!
//! `ocl::core`'s own owners panic when a release fails, which it does after a device is lost; these do
//! not: there is nothing more to be done about an object that can't be released.

use cl_sys::{c_void, cl_int};

/// An OpenCL object, released when dropped. All of OpenCL's object types are opaque pointers.
pub(crate) struct Handle {
    raw: *mut c_void,
    release: unsafe extern "system" fn(*mut c_void) -> cl_int,
}

impl Handle {
    /// Owns `raw`, which a `clCreate…` call returned without an error, and which `release` releases.
    pub(crate) fn new(
        raw: *mut c_void,
        release: unsafe extern "system" fn(*mut c_void) -> cl_int,
    ) -> Handle {
        Handle { raw, release }
    }

    /// The object, for a call; valid while this owner lives.
    pub(crate) fn raw(&self) -> *mut c_void {
        self.raw
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the object was created once and is released once, by its own kind's function.
        unsafe { (self.release)(self.raw) };
    }
}
