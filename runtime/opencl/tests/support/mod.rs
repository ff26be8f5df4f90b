//! Shared code of the tests that use devices.

use igc_opencl::DeviceInfo;

/// Runs `test` on each device. Prints a note if no device is available. With
/// `IGC_REQUIRE_DEVICE=1`, the lack of a device is a failure.
pub fn on_each_device(test: impl Fn(&DeviceInfo)) {
    match igc_opencl::devices() {
        Ok(devices) => devices.iter().for_each(|device| {
            println!("on {}", device.summary());
            test(device);
        }),
        Err(error) if error.is_absence() => {
            let required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
            assert!(!required, "a device is required: {error}");
            println!("not tested, there is no device: {error}");
        }
        Err(error) => panic!("{error}"),
    }
}
