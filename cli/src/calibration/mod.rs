//! Which calibration of a device is in use: one that `IGC_CALIBRATION` names, or the device's own in the
//! cache's folder, or none.

#[cfg(feature = "opencl")]
pub mod measure;

use std::env;
use std::path::{Path, PathBuf};

use igc_measure::calibration::{Calibration, CalibrationError, file_name};
use igc_runtime::backend::DeviceName;
use igc_runtime::backend::interpreter::HOST;
use igc_runtime::limits::Limits;

use crate::limits::LimitArguments;

/// The environment variable that names a file, or switches calibrations off.
pub const VARIABLE: &str = "IGC_CALIBRATION";

/// The value of [`VARIABLE`] that uses none.
const OFF: &str = "off";

/// The limits of a run on a device, with the device's calibration unless that is not wanted.
pub fn limits_on(device: &DeviceName, arguments: &LimitArguments, repeat: u32) -> Limits {
    let mut limits = arguments.limits(repeat);
    if !arguments.no_calibration {
        limits.calibration = in_use(device).map(|(_, calibration)| calibration.widths);
    }
    limits
}

/// The calibration of a device and its file. A file that cannot be used leaves a warning.
pub fn in_use(device: &DeviceName) -> Option<(PathBuf, Calibration)> {
    if device.name == HOST {
        return None;
    }
    let named = env::var_os(VARIABLE).filter(|value| !value.is_empty());
    if named.as_ref().is_some_and(|value| value == OFF) {
        return None;
    }
    let (path, is_named) = match named {
        Some(path) => (PathBuf::from(path), true),
        None => (usual_path(device)?, false),
    };
    match Calibration::read(&path, device) {
        Ok(calibration) => Some((path, calibration)),
        Err(CalibrationError::Unreadable(error))
            if !is_named && error.kind() == std::io::ErrorKind::NotFound =>
        {
            None
        }
        Err(error) => {
            warn(&path, &error);
            None
        }
    }
}

fn warn(path: &Path, error: &CalibrationError) {
    eprintln!(
        "warning: the calibration {} is not used: {error}\n\
         help: `igc devices --calibrate` makes a new one, {VARIABLE}={OFF} uses none",
        path.display()
    );
}

/// Where a device's calibration is kept; `None` where nothing is to be kept, or there is no place.
#[cfg(feature = "opencl")]
pub fn usual_path(device: &DeviceName) -> Option<PathBuf> {
    Some(igc_opencl::cache_folder()?.join("calibrations").join(file_name(device)))
}

#[cfg(not(feature = "opencl"))]
fn usual_path(device: &DeviceName) -> Option<PathBuf> {
    let _ = file_name(device);
    None
}
