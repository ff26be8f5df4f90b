//! Which standard of OpenCL C a device builds C11 atomics with, found by trying.
//!
//! Drivers do not say reliably what they build: PoCL 3.1 names OpenCL C 1.2 as its language and builds
//! C11 atomics with `-cl-std=CL3.0` but not with `CL2.0`; Intel's CPU runtime has none unless a
//! standard is named. So a small kernel that uses them at device scope, with acquire and release, is
//! built and run once with each standard, newest first. The first that gives the right answer is the
//! device's, and is remembered on disk; a device where none does gets OpenCL C 1.2. So does, untried,
//! a device whose OpenCL is 1.x: it has no later standard.
//!
//! What the trial can't show is that orders hold between workgroups: for that there are the device's
//! [capabilities](crate::Capabilities).

use std::collections::HashMap;
use std::sync::Mutex;

use super::{C11_STANDARDS, OPENCL_C_12};
use crate::cache::{self, Cache, CacheFolder, Entry};
use crate::device::DeviceInfo;
use crate::error::OpenClError;
use crate::session::Session;

/// The trial: each kind of operation that the device library uses, on one work-item.
const TRIAL: &str = include_str!("c11_trial.cl");

/// What the trial leaves in its cell, which starts at [`TRIAL_START`].
const TRIAL_RESULT: u32 = 47;
const TRIAL_START: u32 = 40;

/// The build options that name the standard.
pub(super) fn standard(device: &DeviceInfo) -> &'static str {
    if device.opencl_version.starts_with("OpenCL 1.") {
        return OPENCL_C_12;
    }
    static REMEMBERED: Mutex<Option<HashMap<blake3::Hash, &'static str>>> = Mutex::new(None);
    let key = cache::key(device, TRIAL, "trial");
    // A panic elsewhere leaves the map whole: entries are only ever added.
    let mut remembered = REMEMBERED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let remembered = remembered.get_or_insert_default();
    if let Some(standard) = remembered.get(&key) {
        return standard;
    }
    let cache = Cache::open(&CacheFolder::Environment);
    let standard = match cache.load(Entry::Trial, key).and_then(|bytes| recall(&bytes)) {
        Some(standard) => standard,
        None => match try_on(device) {
            Some(standard) => {
                cache.store(Entry::Trial, key, standard.as_bytes());
                standard
            }
            // The device could not be used at all just now: nothing to remember.
            None => return OPENCL_C_12,
        },
    };
    remembered.insert(key, standard);
    standard
}

/// The build options that were stored, if they are ones that this version stores.
fn recall(bytes: &[u8]) -> Option<&'static str> {
    let mut known = C11_STANDARDS.iter().chain([&OPENCL_C_12]).copied();
    known.find(|standard| standard.as_bytes() == bytes)
}

/// Tries the standards in turn; `None` where the device failed, which says nothing about its language.
fn try_on(device: &DeviceInfo) -> Option<&'static str> {
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

/// Builds and runs the trial; true where it gives the right answer.
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
            assert_eq!(recall(standard.as_bytes()), Some(standard));
        }
        assert_eq!(recall(b"-cl-std=CL9.9"), None);
        assert_eq!(recall(&[0xff]), None);
    }
}
