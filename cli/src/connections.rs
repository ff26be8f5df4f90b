//! Limits NVIDIA's driver to two queues of the hardware, so that it opens a GPU faster.
//!
//! igc has one queue of commands. By default, the driver prepares eight queues of the hardware for
//! each GPU. Two are enough, one for kernels and one for copies. With a single one, each read after
//! a kernel takes longer. The driver reads the number from the environment when it is loaded (CUDA
//! C++ Programming Guide, "CUDA Environment Variables").

use std::env;

/// The driver's variable for the number of hardware queues of a GPU.
const VARIABLE: &str = "CUDA_DEVICE_MAX_CONNECTIONS";

/// Requests two queues, unless the user has chosen a number.
///
/// # Safety
///
/// The process must have no other thread.
pub unsafe fn request_two() {
    if env::var_os(VARIABLE).is_none() {
        // SAFETY: no other thread reads or changes the environment.
        unsafe { env::set_var(VARIABLE, "2") };
    }
}
