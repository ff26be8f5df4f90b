//! Names of OpenCL's status codes.

use cl_sys::cl_int;
use num_traits::FromPrimitive;
use ocl::core::Status;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_names_and_unknown_ones_a_number() {
        assert_eq!(name(-54), "CL_INVALID_WORK_GROUP_SIZE (-54)");
        assert_eq!(name(-72), "CL_MAX_SIZE_RESTRICTION_EXCEEDED (-72)");
        assert_eq!(name(-31337), "OpenCL status -31337");
    }
}
