//! Limits NVIDIA's driver to one queue of the hardware, so that it opens a GPU faster.
//!
//! igc has one queue of commands. By default, the driver prepares eight queues of the hardware for each
//! GPU. It reads the number from the environment when it is loaded (CUDA C++ Programming Guide, "CUDA
//! Environment Variables").

use std::env;

/// The driver's variable for the number of hardware queues of a GPU.
const VARIABLE: &str = "CUDA_DEVICE_MAX_CONNECTIONS";

/// Requests one queue, unless the user has chosen a number.
///
/// # Safety
///
/// The process must have no other thread.
pub unsafe fn request_one() {
    if env::var_os(VARIABLE).is_none() {
        // SAFETY: no other thread reads or changes the environment.
        unsafe { env::set_var(VARIABLE, "1") };
    }
}
