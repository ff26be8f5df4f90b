//! The list of backends, and the selection of a device.
//!
//! [`select`] finds the device that a [`DeviceRequest`] names. It asks each backend of the list in
//! turn; the first one that recognises the selector decides. A new backend needs one line in the
//! list. A backend that accepts any text, such as OpenCL, must be the last one.

use serde::{Deserialize, Serialize};

use crate::Error;
#[cfg(feature = "native")]
use crate::backend::native::Native;
use crate::backend::{Backend, Device, interpreter};

/// Every backend, in the order in which they are asked for a device.
const BACKENDS: &[&dyn Backend] = &[
    &interpreter::Interpreter,
    #[cfg(feature = "native")]
    &Native::new(None),
    #[cfg(feature = "opencl")]
    &crate::backend::opencl::OpenCl,
];

/// A request for a device, which can be sent to another process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceRequest {
    /// The device: `cpu` for the native CPU target, `host` for the interpreter; otherwise an index,
    /// a kind, or part of the name of a platform or device. A request without a selector and a
    /// dialect is for the first GPU, or for the native target if there is none.
    pub selector: Option<String>,
    /// A dialect to use instead of the best dialect of the device.
    pub dialect: Option<String>,
}

impl DeviceRequest {
    /// Requests the device that a selector names, in its best dialect.
    pub fn of(selector: &str) -> DeviceRequest {
        DeviceRequest { selector: Some(selector.into()), dialect: None }
    }
}

/// Selects the device that a request names.
///
/// # Errors
///
/// Returns an error if there is no such device, if several devices match, or if the device does not
/// support the dialect.
pub fn select(request: &DeviceRequest) -> Result<Box<dyn Device>, Error> {
    #[cfg(feature = "native")]
    if *request == DeviceRequest::default() {
        return Ok(preferred());
    }
    let (selector, dialect) = (request.selector.as_deref(), request.dialect.as_deref());
    for backend in BACKENDS {
        if let Some(device) = backend.select(selector, dialect)? {
            return Ok(device);
        }
    }
    Err(Error::NoOpenCl)
}

/// Returns the first GPU or, if there is none or its driver fails, the native CPU target.
#[cfg(feature = "native")]
fn preferred() -> Box<dyn Device> {
    #[cfg(feature = "opencl")]
    if let Some(gpu) = crate::backend::opencl::OpenClDevice::first_gpu() {
        return Box::new(gpu);
    }
    Box::new(Native::default())
}

/// Checks that some backend understands a dialect. Whether a device supports the dialect is known
/// only when the device is [selected](select).
///
/// # Errors
///
/// Returns the reason in words if no backend understands the dialect.
pub fn check_dialect(dialect: &str) -> Result<(), String> {
    let checked = BACKENDS.iter().filter_map(|backend| backend.check_dialect(dialect));
    checked.reduce(Result::or).unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interpreter_is_selected_by_its_name_and_has_no_dialect() {
        let host = select(&DeviceRequest::of("host")).expect("it is always available");
        assert_eq!(host.name().name, "host");
        let dialect = Some("std=1.2".to_string());
        let request = DeviceRequest { dialect, ..DeviceRequest::of("host") };
        assert!(matches!(select(&request), Err(Error::HostDialect)));
    }

    #[cfg(feature = "opencl")]
    #[test]
    fn dialects_are_checked_before_a_device_is_selected() {
        assert_eq!(check_dialect("atomics=12,size=32"), Ok(()));
        assert!(check_dialect("atomics=13").is_err_and(|reason| reason.contains("atomics=13")));
    }
}
