//! The version of the library.

use std::ffi::c_char;

/// The first number of the version of this header.
pub const IGC_VERSION_MAJOR: i32 = 0;

/// The second number of the version of this header.
pub const IGC_VERSION_MINOR: i32 = 1;

/// The third number of the version of this header.
pub const IGC_VERSION_PATCH: i32 = 0;

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// Returns the version of the library that runs, such as `0.1.0`. Any thread may call this.
#[unsafe(no_mangle)]
pub extern "C" fn igc_version() -> *const c_char {
    VERSION.as_ptr().cast()
}
