//! The keys of built programs and of dialect trials in the [cache](igc_output::Cache).

use blake3::Hash;
use igc_output::{Entry, key as hash};

use crate::device::DeviceInfo;

/// Binaries from the driver.
pub(crate) const PROGRAMS: Entry = Entry("programs");

/// Build options found by dialect trials.
pub(crate) const TRIALS: Entry = Entry("trials");

/// Code that LLVM's tools compiled.
pub(crate) const COMPILED: Entry = Entry("compiled");

/// Returns the key of a program or trial, a hash of everything that its result depends on.
pub(crate) fn key(device: &DeviceInfo, source: &str, options: &str) -> Hash {
    hash(&[
        &device.platform_name,
        &device.platform_version,
        &device.name,
        &device.driver_version,
        options,
        source,
    ])
}
