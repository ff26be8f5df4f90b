//! `igc devices`: lists, tests and calibrates devices.

#[cfg(feature = "opencl")]
mod list;
#[cfg(feature = "opencl")]
mod self_test;

use igc_runtime::backend::Device;
use igc_runtime::backend::native::Native;

use crate::args::DevicesArguments;
use crate::failed::Failed;

/// Lists, tests or calibrates the devices.
#[cfg(feature = "opencl")]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test {
        self_test::test(arguments)
    } else if arguments.calibrate {
        crate::calibration::measure::calibrate_all(arguments)
    } else {
        list::list(arguments)
    }
}

/// Lists the devices of a build without OpenCL.
#[cfg(not(feature = "opencl"))]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test || arguments.calibrate || arguments.device.device.is_some() {
        return crate::output::fail(Failed::Device, igc_runtime::Error::NoOpenCl);
    }
    if arguments.json {
        return crate::output::print("[]\n");
    }
    crate::output::print(&without_opencl())
}

/// Describes the devices that do not need OpenCL.
fn without_opencl() -> String {
    let cpu = Native::default().name().name;
    format!("cpu: {cpu}, machine code by igc, without a driver\nhost: the reference interpreter\n")
}
