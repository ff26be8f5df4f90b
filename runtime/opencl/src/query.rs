//! Converts the answers of OpenCL's `clGet…Info` functions to plain values.
//!
//! All these functions work the same way: the first call returns the size of the answer, and the
//! second call returns the answer. A driver that does not know a query returns an error, which
//! becomes `None` here. (`ocl::core` has these functions too, but it panics on unknown status codes
//! and does not have the queries after OpenCL 2.0.)

use std::ptr;

use cl_sys::{
    c_void, cl_device_id, cl_int, cl_kernel, cl_platform_id, cl_program, clGetDeviceInfo,
    clGetKernelInfo, clGetKernelWorkGroupInfo, clGetPlatformInfo, clGetProgramBuildInfo, size_t,
};

/// An object that can be queried.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    Platform(cl_platform_id),
    Device(cl_device_id),
    /// A program as built for a device.
    Build(cl_program, cl_device_id),
    Kernel(cl_kernel),
    /// A kernel as built for a device.
    WorkGroup(cl_kernel, cl_device_id),
}

impl Subject {
    /// Makes one of the two calls of a query.
    ///
    /// # Safety
    ///
    /// The handles must be valid, and `value` must have room for `size` bytes or be null.
    unsafe fn get(self, param: u32, size: size_t, value: *mut c_void, got: *mut size_t) -> cl_int {
        // SAFETY: the caller guarantees that the handles are valid and that the memory has room.
        unsafe {
            match self {
                Subject::Platform(p) => clGetPlatformInfo(p, param, size, value, got),
                Subject::Device(d) => clGetDeviceInfo(d, param, size, value, got),
                Subject::Build(p, d) => clGetProgramBuildInfo(p, d, param, size, value, got),
                Subject::Kernel(k) => clGetKernelInfo(k, param, size, value, got),
                Subject::WorkGroup(k, d) => clGetKernelWorkGroupInfo(k, d, param, size, value, got),
            }
        }
    }

    /// Queries the bytes of an answer. Returns the status code if a call fails.
    pub(crate) fn bytes(self, param: u32) -> Result<Vec<u8>, cl_int> {
        let mut size: size_t = 0;
        // SAFETY: the handles come from OpenCL and live as long as the process or their owners.
        let code = unsafe { self.get(param, 0, ptr::null_mut(), &mut size) };
        if code != 0 {
            return Err(code);
        }
        let mut value = vec![0u8; size];
        if size > 0 {
            // SAFETY: the handles are valid as in the first call, and `value` has `size` bytes.
            let code = unsafe { self.get(param, size, value.as_mut_ptr().cast(), ptr::null_mut()) };
            if code != 0 {
                return Err(code);
            }
        }
        Ok(value)
    }

    /// Queries a text. Returns it trimmed and without its terminating zero. Returns an empty text
    /// if the query fails.
    pub(crate) fn text(self, param: u32) -> String {
        text(&self.bytes(param).unwrap_or_default())
    }

    /// Queries an unsigned number of four or eight bytes (`cl_uint`, `cl_ulong`, `size_t`, a bit
    /// set or a boolean). Returns `None` if the query fails.
    pub(crate) fn number(self, param: u32) -> Option<u64> {
        number(&self.bytes(param).ok()?)
    }

    /// Queries a boolean. Returns `None` if the query fails.
    pub(crate) fn flag(self, param: u32) -> Option<bool> {
        self.number(param).map(|value| value != 0)
    }
}

/// Converts C text up to the first zero. Trims the text and replaces bytes that are not UTF-8.
pub(crate) fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
}

/// Converts a native-endian unsigned integer of four or eight bytes. Returns `None` for other
/// lengths.
fn number(bytes: &[u8]) -> Option<u64> {
    match bytes.len() {
        4 => Some(u64::from(u32::from_ne_bytes(bytes.try_into().ok()?))),
        8 => Some(u64::from_ne_bytes(bytes.try_into().ok()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_ends_at_the_first_zero_and_is_trimmed() {
        assert_eq!(text(b" OpenCL C 1.2 \0\0"), "OpenCL C 1.2");
        assert_eq!(text(b"no zero"), "no zero");
        assert_eq!(text(b""), "");
    }

    #[test]
    fn numbers_are_four_or_eight_bytes() {
        assert_eq!(number(&7u32.to_ne_bytes()), Some(7));
        assert_eq!(number(&u64::MAX.to_ne_bytes()), Some(u64::MAX));
        assert_eq!(number(&[1, 2]), None);
    }
}
