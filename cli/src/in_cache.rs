//! The files that igc keeps for each device in the cache folder.

use std::path::PathBuf;

use igc_measure::calibration::file_name;
use igc_runtime::backend::DeviceName;

/// Returns the path of a device's file in a folder of the cache folder, or `None` if there is no
/// cache folder.
pub fn in_cache(folder: &str, device: &DeviceName) -> Option<PathBuf> {
    #[cfg(feature = "opencl")]
    let cache = igc_opencl::cache_folder();
    // Without OpenCL, no device has files.
    #[cfg(not(feature = "opencl"))]
    let cache: Option<PathBuf> = None;
    Some(cache?.join(folder).join(file_name(device)))
}
