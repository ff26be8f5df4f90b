//! Every OpenCL device there is.

use igc_opencl::{DeviceInfo, DialectRequest};

/// The environment variable that makes the lack of a device a failure where it is `1`: for a machine
/// that is known to have one.
pub const REQUIRE: &str = "IGC_REQUIRE_DEVICE";

/// The devices; none, and a line that says so, where there is no OpenCL.
///
/// # Panics
///
/// There is none though [`REQUIRE`] is set, or the driver fails.
pub fn all() -> Vec<DeviceInfo> {
    match igc_opencl::devices() {
        Ok(devices) => devices,
        Err(error) if error.is_absence() => {
            let required = std::env::var_os(REQUIRE).is_some_and(|value| value == "1");
            assert!(!required, "{REQUIRE}=1 and no device: {error}");
            println!("not tested, there is no device: {error}");
            vec![]
        }
        Err(error) => panic!("{error}"),
    }
}

/// The device once in each dialect that it can: its own, OpenCL 1.2's, which every device can, and what
/// differs from both on each axis.
pub fn dialects(device: &DeviceInfo) -> Vec<DeviceInfo> {
    let requests =
        ["std=1.2", "subgroups=none", "subgroups=intel", "atomics=ptx", "floats=cas", "wide=locks"];
    let mut all = vec![device.clone()];
    for request in requests {
        let request: DialectRequest = request.parse().expect("it is a dialect");
        if let Ok(device) = device.with_dialect(&request)
            && all.iter().all(|known| known.dialect != device.dialect)
        {
            all.push(device);
        }
    }
    all
}
