//! Finds the standard of OpenCL C with which a device builds C11 atomics, by trial.
//!
//! Drivers do not report reliably what they can build. PoCL 3.1 reports OpenCL C 1.2 as its
//! language and builds C11 atomics with `-cl-std=CL3.0` but not with `CL2.0`. Intel's CPU runtime
//! builds them only if a standard is named. Therefore a small kernel that uses C11 atomics at
//! device scope, with acquire and release, is built and run once with each standard, newest first.
//! The first standard that gives the right result is selected and cached on disk. If none does,
//! OpenCL C 1.2 is selected. A device of OpenCL 1.x has no later standard, so it gets OpenCL C 1.2
//! without a trial.
//!
//! The trial does not show that memory orders hold between workgroups. For that, see the device's
//! [capabilities](crate::Capabilities).

use std::collections::HashMap;
use std::sync::Mutex;

use igc_output::{Cache, CacheFolder};

use crate::cache::{self, TRIALS};
use crate::device::DeviceInfo;
use crate::dialect::{C11_STANDARDS, Dialect, OPENCL_C_12};
use crate::error::OpenClError;
use crate::session::Session;

/// The trial kernel. It uses each kind of operation of the device library, on one work-item.
const TRIAL: &str = include_str!("../trial/c11_trial.cl");

/// The final value of the trial's cell, whose initial value is [`TRIAL_START`].
const TRIAL_RESULT: u32 = 47;
const TRIAL_START: u32 = 40;

/// Returns the dialect of a device. Its standard comes from the cache in this process or on disk,
/// or from a trial.
pub(crate) fn dialect(device: &DeviceInfo) -> Dialect {
    Dialect::best(&device.capabilities, standard(device))
}

/// Returns the build option that names the standard of `device`.
fn standard(device: &DeviceInfo) -> &'static str {
    if device.opencl_version.starts_with("OpenCL 1.") {
        return OPENCL_C_12;
    }
    static REMEMBERED: Mutex<Option<HashMap<blake3::Hash, &'static str>>> = Mutex::new(None);
    let key = cache::key(device, TRIAL, "trial");
    // A panic elsewhere leaves the map intact, because entries are only added.
    let mut remembered = REMEMBERED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let remembered = remembered.get_or_insert_default();
    if let Some(standard) = remembered.get(&key) {
        return standard;
    }
    let cache = Cache::open(&CacheFolder::Environment);
    let standard = match cache.load(TRIALS, key).and_then(|bytes| parse_standard(&bytes)) {
        Some(standard) => standard,
        None => match find_standard(device) {
            Some(standard) => {
                cache.store(TRIALS, key, standard.as_bytes());
                standard
            }
            // The device could not be used, so there is no result to store.
            None => return OPENCL_C_12,
        },
    };
    remembered.insert(key, standard);
    standard
}

/// Returns the stored build option. Returns `None` if this version of igc does not know the option.
fn parse_standard(bytes: &[u8]) -> Option<&'static str> {
    let mut known = C11_STANDARDS.iter().chain([&OPENCL_C_12]).copied();
    known.find(|standard| standard.as_bytes() == bytes)
}

/// Tries each standard. Returns `None` if the device failed, because this says nothing about its
/// language.
fn find_standard(device: &DeviceInfo) -> Option<&'static str> {
    let session = Session::open(device).ok()?;
    for options in C11_STANDARDS {
        match trial(&session, options) {
            Ok(true) => return Some(options),
            Ok(false) | Err(OpenClError::Build { .. }) => {}
            Err(_) => return None,
        }
    }
    Some(OPENCL_C_12)
}

/// Builds and runs the trial. Returns whether the result is right.
fn trial(session: &Session, options: &str) -> Result<bool, OpenClError> {
    let program = session.build_quietly(TRIAL, options)?;
    let kernel = program.kernel("c11_trial")?;
    let cell = session.buffer_from(&[TRIAL_START])?;
    kernel.set_buffer(0, &cell)?;
    kernel.launch(1, 1)?;
    Ok(cell.read_u32(0)? == TRIAL_RESULT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_recalled_as_it_was_stored_and_nothing_else_is() {
        for standard in [OPENCL_C_12, "-cl-std=CL3.0", "-cl-std=CL2.0"] {
            assert_eq!(parse_standard(standard.as_bytes()), Some(standard));
        }
        assert_eq!(parse_standard(b"-cl-std=CL9.9"), None);
        assert_eq!(parse_standard(&[0xff]), None);
    }
}
