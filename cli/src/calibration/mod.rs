//! The calibration of a device that is in use: the file that `IGC_CALIBRATION` names, or the
//! device's own file in the cache folder, or none.

#[cfg(feature = "opencl")]
pub mod measure;

use std::env;
use std::path::{Path, PathBuf};

use igc_measure::calibration::{Calibration, CalibrationError};
use igc_runtime::backend::DeviceName;
use igc_runtime::backend::interpreter;
use igc_runtime::run_options::RunOptions;

use crate::in_cache::in_cache;
use crate::limits::LimitArguments;
use crate::message::{self, shown};
use crate::primitives;

/// The environment variable that names a file or turns calibrations off.
pub const VARIABLE: &str = "IGC_CALIBRATION";

/// The value of [`VARIABLE`] that turns calibrations off.
const OFF: &str = "off";

/// Returns the options of a run on a device. They contain the device's policy for primitives, and its
/// calibration unless the arguments turn it off.
pub fn run_options_on(device: &DeviceName, arguments: &LimitArguments, repeat: u32) -> RunOptions {
    let mut run_options = arguments.run_options(repeat);
    if !arguments.no_calibration {
        run_options.calibration = in_use(device).map(|(_, calibration)| calibration.widths);
    }
    run_options.primitives = primitives::in_use(device);
    run_options
}

/// Returns the calibration of a device and its file. Prints a warning for a file that cannot be
/// used.
pub fn in_use(device: &DeviceName) -> Option<(PathBuf, Calibration)> {
    if device.name == interpreter::SELECTOR {
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
    message::say(format_args!(
        "warning: the calibration {} is not used: {error}\n\
         help: `igc devices --calibrate` makes a new one; {VARIABLE}={OFF} turns calibrations off",
        shown(path)
    ));
}

/// Returns the path of a device's calibration, or `None` if there is no cache folder.
fn usual_path(device: &DeviceName) -> Option<PathBuf> {
    in_cache("calibrations", device)
}
