//! The OpenCL devices of this machine.

use igc_opencl::DeviceInfo;

/// The environment variable that makes the lack of a device a failure if it is `1`. It is intended
/// for machines that have a device.
pub const REQUIRE: &str = "IGC_REQUIRE_DEVICE";

/// Returns all OpenCL devices. If there is none, prints a line and returns an empty list.
///
/// # Panics
///
/// Panics if there is no device although [`REQUIRE`] is set, or if the driver fails.
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

/// Returns the device with its own dialect, and with the smallest dialect: OpenCL 1.2's atomics,
/// and locks for 64-bit atomics. `igc devices --self-test` tests the dialects in between.
pub fn dialects(device: &DeviceInfo) -> Vec<DeviceInfo> {
    let least = "std=1.2,wide=locks,floats=cas,subgroups=none".parse().expect("it is a dialect");
    let least = device.with_dialect(&least).expect("every device can have it");
    vec![device.clone(), least]
}

/// Returns each device with one of its [`dialects`]; `turn` selects the dialect. Building programs
/// for all dialects would take too long.
pub fn in_one_dialect(devices: &[DeviceInfo], turn: usize) -> Vec<DeviceInfo> {
    let one_of = |device: &DeviceInfo| {
        let mut dialects = dialects(device);
        dialects.swap_remove(turn % dialects.len())
    };
    devices.iter().map(one_of).collect()
}
