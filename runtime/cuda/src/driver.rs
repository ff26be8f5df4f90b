//! Opens libcuda, and translates its status codes.

use std::sync::OnceLock;

use cudarc::driver::{DriverError, result, sys};

use crate::error::CudaError;

/// Initialises the driver once. Returns the version of CUDA that it supports, as 13000 for 13.0.
///
/// # Errors
///
/// Returns [`CudaError::NoDriver`] if libcuda is missing, or [`CudaError::NoDevice`] if it finds no
/// device.
pub(crate) fn start() -> Result<i32, CudaError> {
    static STARTED: OnceLock<Result<i32, Failure>> = OnceLock::new();
    STARTED.get_or_init(initialise).clone().map_err(CudaError::from)
}

/// The reason why the driver does not work, which never changes.
#[derive(Clone)]
enum Failure {
    Missing,
    NoDevice(String),
}

impl From<Failure> for CudaError {
    fn from(failure: Failure) -> CudaError {
        match failure {
            Failure::Missing => CudaError::NoDriver,
            Failure::NoDevice(reason) => CudaError::NoDevice { reason },
        }
    }
}

fn initialise() -> Result<i32, Failure> {
    // SAFETY: opening libcuda runs its initialisers, which have no requirements.
    if !unsafe { sys::is_culib_present() } {
        return Err(Failure::Missing);
    }
    result::init().map_err(|error| Failure::NoDevice(words(error)))?;
    let mut version = 0;
    // SAFETY: the pointer is to an integer.
    let code = unsafe { sys::cuDriverGetVersion(&mut version) };
    code.result().map_err(|error| Failure::NoDevice(words(error)))?;
    Ok(version)
}

/// Returns the driver's words for a status code.
pub(crate) fn words(error: DriverError) -> String {
    let text = |text: Result<&std::ffi::CStr, DriverError>| {
        text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let (name, reason) = (text(error.error_name()), text(error.error_string()));
    match (name.is_empty(), reason.is_empty()) {
        (true, _) => format!("status {}", error.0 as u32),
        (_, true) => name,
        _ => format!("{reason} ({name})"),
    }
}

/// Whether a status code means that the context is of no further use: every later call fails, too.
pub(crate) fn is_fatal(code: sys::CUresult) -> bool {
    use sys::CUresult as R;
    matches!(
        code,
        R::CUDA_ERROR_ILLEGAL_ADDRESS
            | R::CUDA_ERROR_LAUNCH_TIMEOUT
            | R::CUDA_ERROR_LAUNCH_FAILED
            | R::CUDA_ERROR_HARDWARE_STACK_ERROR
            | R::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | R::CUDA_ERROR_MISALIGNED_ADDRESS
            | R::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | R::CUDA_ERROR_INVALID_PC
            | R::CUDA_ERROR_ASSERT
            | R::CUDA_ERROR_ECC_UNCORRECTABLE
            | R::CUDA_ERROR_NVLINK_UNCORRECTABLE
            | R::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | R::CUDA_ERROR_DEVICE_NOT_LICENSED
            | R::CUDA_ERROR_DEVICE_UNAVAILABLE
            | R::CUDA_ERROR_UNKNOWN
    )
}
