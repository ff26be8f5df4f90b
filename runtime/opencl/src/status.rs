//! Names of OpenCL's status codes, and the check after a call.

use cl_sys::cl_int;
use num_traits::FromPrimitive;
use ocl::core::Status;

use crate::error::OpenClError;

/// `CL_PLATFORM_NOT_FOUND_KHR`: an ICD loader has not found any driver.
pub(crate) const PLATFORM_NOT_FOUND: cl_int = -1001;

/// Status codes that were added after OpenCL 2.0. `ocl::core` does not have names for them.
const LATER_CODES: &[(cl_int, &str)] =
    &[(-71, "CL_INVALID_SPEC_ID"), (-72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED")];

/// Returns the code's name in the OpenCL headers, followed by its number. Returns only the number
/// if the code has no name.
pub(crate) fn name(code: cl_int) -> String {
    let later = || LATER_CODES.iter().find(|(c, _)| *c == code).map(|(_, name)| (*name).to_owned());
    match Status::from_i32(code).map(|status| format!("{status:?}")).or_else(later) {
        Some(name) => format!("{name} ({code})"),
        None => format!("OpenCL status {code}"),
    }
}

/// Returns an error if `function` returned a failure `code`. `doing` describes the activity.
pub(crate) fn check(
    code: cl_int,
    function: &'static str,
    doing: impl FnOnce() -> String,
) -> Result<(), OpenClError> {
    if code == Status::CL_SUCCESS as cl_int {
        return Ok(());
    }
    Err(OpenClError::Api { function, doing: doing(), code })
}

/// Checks the status of a call on a queue like [`check`], but some codes mean that the device is
/// lost. NVIDIA's drivers report a fault of an earlier kernel as `CL_OUT_OF_RESOURCES`, as
/// `CL_INVALID_COMMAND_QUEUE` (the queue is dead) or as their own code -9999.
pub(crate) fn check_queue(
    code: cl_int,
    function: &'static str,
    doing: impl FnOnce() -> String,
) -> Result<(), OpenClError> {
    match Status::from_i32(code) {
        Some(
            Status::CL_DEVICE_NOT_AVAILABLE
            | Status::CL_INVALID_COMMAND_QUEUE
            | Status::CL_OUT_OF_RESOURCES
            | Status::CL_NV_INVALID_MEM_ACCESS,
        ) => Err(OpenClError::DeviceLost { function, doing: doing(), code }),
        _ => check(code, function, doing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_names_and_unknown_ones_a_number() {
        assert_eq!(name(-54), "CL_INVALID_WORK_GROUP_SIZE (-54)");
        assert_eq!(name(-72), "CL_MAX_SIZE_RESTRICTION_EXCEEDED (-72)");
        assert_eq!(name(-31337), "OpenCL status -31337");
    }

    #[test]
    fn a_fault_on_a_queue_is_a_lost_device_and_elsewhere_is_not() {
        let lost = check_queue(-5, "clFinish", || "waiting".into());
        assert!(matches!(lost, Err(OpenClError::DeviceLost { code: -5, .. })));
        let plain = check(-5, "clCreateBuffer", || "allocating".into());
        assert!(matches!(plain, Err(OpenClError::Api { code: -5, .. })));
        assert!(check_queue(0, "clFinish", || unreachable!()).is_ok());
    }
}
