//! The list of backends, and the selection of a device.
//!
//! [`select`] finds the device that a [`DeviceRequest`] names. It asks each backend in turn; the
//! first one that recognises the selector decides. [`list`] returns the devices of every backend. A
//! new backend needs one line in each of the two lists of this module.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Error;
#[cfg(feature = "opencl")]
use crate::backend::DeviceKind;
#[cfg(feature = "native")]
use crate::backend::native::Native;
use crate::backend::{Backend, Device, ListedDevice, interpreter};

/// Every backend, in the order in which they are asked whether they recognise a selector. A backend
/// that accepts any text, such as OpenCL, must be the last one.
const BACKENDS: &[&dyn Backend] = &[
    &interpreter::Interpreter,
    #[cfg(feature = "native")]
    &Native::new(None),
    #[cfg(feature = "native")]
    &crate::backend::ranks::Ranks,
    #[cfg(feature = "native")]
    &crate::backend::ranks::mpi::Mpi,
    #[cfg(feature = "cuda")]
    &crate::backend::cuda::Cuda,
    #[cfg(feature = "opencl")]
    &crate::backend::opencl::OpenCl,
];

/// Every backend, in the order in which their devices are listed and preferred.
const PREFERENCE: &[&dyn Backend] = &[
    #[cfg(feature = "cuda")]
    &crate::backend::cuda::Cuda,
    #[cfg(feature = "opencl")]
    &crate::backend::opencl::OpenCl,
    #[cfg(feature = "native")]
    &Native::new(None),
    &interpreter::Interpreter,
];

/// A request for a device, which can be sent to another process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceRequest {
    /// The device: `cpu` for the native CPU target, `cuda` or `cuda:1` for a GPU through CUDA,
    /// `interpreter`, `ranks:4` for four ranks of this process, `mpi` for the ranks of MPI; otherwise an
    /// index, a kind, or part of the name of a platform or device of OpenCL. A request without a
    /// selector and a dialect is for the first GPU, or for the native
    /// target if there is none.
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
    if *request == DeviceRequest::default()
        && let Some(device) = PREFERENCE.iter().find_map(|backend| backend.preferred())
    {
        return Ok(device);
    }
    let selector = request.selector.as_deref().map(canonical);
    let (selector, dialect) = (selector.as_deref(), request.dialect.as_deref());
    for backend in BACKENDS {
        match backend.select(selector, dialect) {
            Ok(Some(device)) => return Ok(device),
            Ok(None) => {}
            Err(error) => return Err(with_every_device(error)),
        }
    }
    Err(Error::NoOpenCl)
}

/// Returns a selector with the names that igc gives devices in lower case: `CPU` is `cpu`. Otherwise,
/// such a name would be a part of the name of an OpenCL device. Other selectors stay as they are.
pub fn canonical(selector: &str) -> Cow<'_, str> {
    let name = selector.split(':').next().unwrap_or_default();
    let is_known = ["cpu", "cuda", "gpu", "interpreter", "mpi", "opencl", "ranks"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known) && name != *known);
    if is_known { selector.to_ascii_lowercase().into() } else { selector.into() }
}

/// Adds the devices of the other backends to OpenCL's error about an unknown selector, because
/// OpenCL is asked last.
fn with_every_device(error: Error) -> Error {
    #[cfg(feature = "opencl")]
    if let Error::Device(device) = &error
        && let Some(igc_opencl::OpenClError::NoMatch { request, choices }) =
            device.error.downcast_ref()
    {
        let listed = list().map(|list| list.devices).unwrap_or_default();
        // OpenCL's devices have numbers.
        let others = listed.iter().filter(|listed| listed.selector.parse::<usize>().is_err());
        let others = others.map(|listed| match listed.device.kind() {
            DeviceKind::Interpreter => format!("  {}: the reference interpreter", listed.selector),
            _ => format!("  {}: {}", listed.selector, listed.device.name().name),
        });
        let devices = choices.iter().cloned().chain(others).collect();
        return Error::NoSuchDevice { selector: request.clone(), devices };
    }
    error
}

/// Returns, for each device that a request without a selector passes over although its backend could
/// be the preferred one, the reason in words for the user.
pub fn passed_over() -> impl Iterator<Item = String> {
    PREFERENCE.iter().filter_map(|backend| backend.passed_over())
}

/// The devices of this machine.
pub struct Devices {
    /// The devices, the preferred ones first.
    pub devices: Vec<ListedDevice>,
    /// For each backend without a device on this machine, the reason.
    pub absences: Vec<Error>,
}

/// Lists the devices of every backend.
///
/// # Errors
///
/// Returns an error if a driver fails.
pub fn list() -> Result<Devices, Error> {
    let (mut devices, mut absences) = (vec![], vec![]);
    for backend in PREFERENCE {
        match backend.list() {
            Ok(listed) => devices.extend(listed),
            Err(error) if error.is_absence() => absences.push(error),
            Err(error) => return Err(error),
        }
    }
    Ok(Devices { devices, absences })
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
    use crate::backend::DeviceKind;

    #[test]
    fn the_interpreter_is_selected_by_its_name_and_has_no_dialect() {
        let device = select(&DeviceRequest::of("interpreter")).expect("it is always available");
        assert_eq!(device.name().name, "interpreter");
        let dialect = Some("std=1.2".to_string());
        let request = DeviceRequest { dialect, ..DeviceRequest::of("interpreter") };
        assert!(matches!(select(&request), Err(Error::InterpreterDialect)));
    }

    #[test]
    fn the_former_name_of_the_interpreter_has_a_help() {
        for selector in ["host", "Host"] {
            let Err(error) = select(&DeviceRequest::of(selector)) else { panic!("{selector}") };
            assert!(error.is_device());
            let help = "help: the device `host` is called `interpreter`";
            assert_eq!(error.to_string(), format!("no device matches `{selector}`\n{help}"));
        }
    }

    #[test]
    fn every_listed_device_can_be_selected_and_the_interpreter_is_the_last() {
        let Devices { devices, .. } = list().expect("no driver fails");
        for listed in &devices {
            let selected = select(&DeviceRequest::of(&listed.selector)).expect("it is listed");
            assert_eq!(selected.name(), listed.device.name());
        }
        assert_eq!(devices.last().map(|last| last.device.kind()), Some(DeviceKind::Interpreter));
        let least = 1 + usize::from(cfg!(feature = "native"));
        assert!(devices.len() >= least, "{}", devices.len());
    }

    #[test]
    fn names_of_igc_have_any_case() {
        for (given, canonical_form) in
            [("CPU", "cpu"), ("Cpu:3", "cpu:3"), ("CUDA:1", "cuda:1"), ("OpenCL:0", "opencl:0")]
        {
            assert_eq!(canonical(given), canonical_form);
        }
        for name in ["cpu", "PoCL", "CPUs of X", "0"] {
            assert_eq!(canonical(name), name);
        }
        let device = select(&DeviceRequest::of("Interpreter")).expect("it exists");
        assert_eq!(device.name().name, "interpreter");
    }

    #[test]
    fn the_interpreter_is_never_preferred() {
        let Ok(device) = select(&DeviceRequest::default()) else { return };
        assert_ne!(device.name(), interpreter::Interpreter.name());
    }

    #[cfg(feature = "opencl")]
    #[test]
    fn dialects_are_checked_before_a_device_is_selected() {
        assert_eq!(check_dialect("atomics=12,size=32"), Ok(()));
        assert!(check_dialect("atomics=13").is_err_and(|reason| reason.contains("atomics=13")));
    }
}
