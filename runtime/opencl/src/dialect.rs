//! How OpenCL C is written for a device, found by trying.
//!
//! Drivers do not say reliably what they build: PoCL 3.1 names OpenCL C 1.2 as its language and builds
//! C11 atomics with `-cl-std=CL3.0` but not with `CL2.0`; Intel's CPU runtime has none unless a
//! standard is named. So a small kernel that uses them at device scope, with acquire and release, is
//! built and run once with each standard, newest first. The first that gives the right answer is the
//! device's dialect, and is remembered on disk; a device where none does gets OpenCL C 1.2's `atomic_*`
//! functions and fences. So does, untried, a device whose OpenCL is 1.x: it has no later standard.
//!
//! What the trial can't show is that orders hold between workgroups: a device's claims
//! ([`DeviceInfo::atomic_memory`]) are beside it for whoever needs to know.

use std::collections::HashMap;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::cache::{self, Cache, CacheFolder, Entry};
use crate::device::DeviceInfo;
use crate::error::OpenClError;
use crate::session::Session;

/// The atomic operations that generated code uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Atomics {
    /// OpenCL 1.2's `atomic_*` functions: relaxed, with `mem_fence` for order.
    #[default]
    OpenCl12,
    /// C11's `atomic_*_explicit`, with acquire and release at device scope.
    C11Device,
}

/// The subgroup operations that generated code uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subgroups {
    /// None: a work-item is its own subgroup.
    #[default]
    None,
    /// Those of `cl_khr_subgroups`.
    Khronos,
    /// Warps of 32 work-items, by NVIDIA's PTX in inline assembly.
    Ptx,
}

impl Subgroups {
    /// What a device offers. NVIDIA's driver knows no subgroups of OpenCL, and takes PTX.
    fn of(device: &DeviceInfo) -> Subgroups {
        let khronos = device.extensions.iter().any(|name| name == "cl_khr_subgroups");
        let nvidia = device.platform_vendor.contains("NVIDIA");
        match (nvidia, khronos) {
            (true, _) => Subgroups::Ptx,
            (_, true) => Subgroups::Khronos,
            _ => Subgroups::None,
        }
    }
}

/// How OpenCL C is written and built for a device.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dialect {
    /// Which atomic operations.
    pub atomics: Atomics,
    /// Which subgroup operations.
    pub subgroups: Subgroups,
    /// The options to build every program with, which name the language's standard.
    pub build_options: String,
}

impl std::fmt::Display for Dialect {
    /// For people: `C11 atomics, no subgroups, -cl-std=CL3.0`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let atomics = match self.atomics {
            Atomics::OpenCl12 => "OpenCL 1.2 atomics",
            Atomics::C11Device => "C11 atomics",
        };
        let subgroups = match self.subgroups {
            Subgroups::None => "no subgroups",
            Subgroups::Khronos => "subgroups",
            Subgroups::Ptx => "warps as subgroups",
        };
        write!(f, "{atomics}, {subgroups}, {}", self.build_options)
    }
}

impl Default for Dialect {
    /// What every device takes: OpenCL C 1.2.
    fn default() -> Self {
        Dialect {
            atomics: Atomics::OpenCl12,
            subgroups: Subgroups::None,
            build_options: "-cl-std=CL1.2".to_owned(),
        }
    }
}

/// The standards tried for C11 atomics, newest first.
const C11_STANDARDS: &[&str] = &["-cl-std=CL3.0", "-cl-std=CL2.0"];

/// The trial: each kind of operation that the device library uses, on one work-item.
const TRIAL: &str = include_str!("c11_trial.cl");

/// What the trial leaves in its cell, which starts at [`TRIAL_START`].
const TRIAL_RESULT: u32 = 47;
const TRIAL_START: u32 = 40;

/// The device's dialect: as remembered in this process, or on disk, or found by trying now.
pub(crate) fn of(device: &DeviceInfo) -> Dialect {
    Dialect { subgroups: Subgroups::of(device), ..of_atomics(device) }
}

/// The dialect but for its subgroups, which no trial is needed for.
fn of_atomics(device: &DeviceInfo) -> Dialect {
    if device.opencl_version.starts_with("OpenCL 1.") {
        return Dialect::default();
    }
    static REMEMBERED: Mutex<Option<HashMap<blake3::Hash, Dialect>>> = Mutex::new(None);
    let key = cache::key(device, TRIAL, "trial");
    // A panic elsewhere leaves the map whole: entries are only ever added.
    let mut remembered = REMEMBERED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let remembered = remembered.get_or_insert_default();
    if let Some(dialect) = remembered.get(&key) {
        return dialect.clone();
    }
    let cache = Cache::open(&CacheFolder::Environment);
    let dialect = match cache.load(Entry::Trial, key).and_then(|bytes| recall(&bytes)) {
        Some(dialect) => dialect,
        None => match try_on(device) {
            Some(dialect) => {
                cache.store(Entry::Trial, key, dialect.build_options.as_bytes());
                dialect
            }
            // The device could not be used at all just now: nothing to remember.
            None => return Dialect::default(),
        },
    };
    remembered.insert(key, dialect.clone());
    dialect
}

fn c11(options: &str) -> Dialect {
    Dialect {
        atomics: Atomics::C11Device,
        subgroups: Subgroups::None,
        build_options: options.to_owned(),
    }
}

/// The dialect whose build options were stored, if they are ones that this version stores.
fn recall(bytes: &[u8]) -> Option<Dialect> {
    let options = std::str::from_utf8(bytes).ok()?;
    if C11_STANDARDS.contains(&options) {
        return Some(c11(options));
    }
    (options == Dialect::default().build_options).then(Dialect::default)
}

/// Tries the standards in turn; `None` where the device failed, which says nothing about its language.
fn try_on(device: &DeviceInfo) -> Option<Dialect> {
    let session = Session::open(device).ok()?;
    for options in C11_STANDARDS {
        match trial(&session, options) {
            Ok(true) => return Some(c11(options)),
            Ok(false) | Err(OpenClError::Build { .. }) => {}
            Err(_) => return None,
        }
    }
    Some(Dialect::default())
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
        for dialect in [Dialect::default(), c11("-cl-std=CL3.0"), c11("-cl-std=CL2.0")] {
            assert_eq!(recall(dialect.build_options.as_bytes()), Some(dialect));
        }
        assert_eq!(recall(b"-cl-std=CL9.9"), None);
        assert_eq!(recall(&[0xff]), None);
    }
}
