//! The files that igc keeps for each device in the cache folder.

use std::path::{Path, PathBuf};

use igc_measure::calibration::file_name;
use igc_runtime::backend::DeviceName;

use crate::failed::Failed;
use crate::message::shown;
use crate::output::fail;

/// Returns the path of a device's file in a folder of the cache folder, or `None` if there is no
/// cache folder.
pub fn in_cache(folder: &str, device: &DeviceName) -> Option<PathBuf> {
    Some(igc_output::cache_folder()?.join(folder).join(file_name(device)))
}

/// Creates the folder of a file in the cache. Only files in the cache get a folder: a mistyped name
/// of an output must not create one.
///
/// # Errors
///
/// Returns an error if the folder cannot be created.
pub fn make_room(path: &Path) -> Result<(), Failed> {
    match path.parent().map_or(Ok(()), igc_output::create_private_folder) {
        Ok(()) => Ok(()),
        Err(error) => fail(Failed::Input, format_args!("{}: {error}", shown(path))),
    }
}

/// Warns if a cache of kernels is not used, or should not be, because other users can write to it.
#[cfg(feature = "opencl")]
pub fn warn() {
    let of_drivers = igc_opencl::untrusted_driver_caches();
    for warning in igc_output::cache_warning().map(String::from).into_iter().chain(of_drivers) {
        crate::message::say(format_args!("warning: {warning}"));
    }
}
