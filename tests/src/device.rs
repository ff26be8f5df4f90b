//! Every OpenCL device there is.

use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_opencl::DeviceInfo;
use igc_runtime::Error;
use igc_runtime::backend::opencl::OpenClDevice;
use igc_runtime::execution::{self, Execution};
use igc_runtime::input::Input;
use igc_runtime::limits::Limits;

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

/// The device in its own dialect, and in the least there is: OpenCL 1.2's atomics, and locks for 64 bits.
/// (`igc devices --self-test` has the dialects between.)
pub fn dialects(device: &DeviceInfo) -> Vec<DeviceInfo> {
    let least = "std=1.2,wide=locks,floats=cas,subgroups=none".parse().expect("it is a dialect");
    let least = device.with_dialect(&least).expect("every device can have it");
    vec![device.clone(), least]
}

/// Each of these devices in one of its [`dialects`], which take turns by this number: building for all of
/// them is what takes long.
pub fn in_one_dialect(devices: &[DeviceInfo], turn: usize) -> Vec<DeviceInfo> {
    let one_of = |device: &DeviceInfo| {
        let mut dialects = dialects(device);
        dialects.swap_remove(turn % dialects.len())
    };
    devices.iter().map(one_of).collect()
}

/// Executes a program on a device, as the runtime does.
///
/// # Errors
///
/// As [`execution::execute`].
pub fn execute(
    artefact: &Artefact,
    input: &Input,
    params: &[Value],
    device: &DeviceInfo,
    limits: &Limits,
) -> Result<Execution, Error> {
    execution::execute(artefact, input, params, &OpenClDevice(device.clone()), limits)
}
