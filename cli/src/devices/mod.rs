//! `igc devices`: lists, tests and calibrates devices.

#[cfg(feature = "opencl")]
mod list;
#[cfg(feature = "opencl")]
mod self_test;

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

/// Lists the interpreter, which is the only device of a build without OpenCL.
#[cfg(not(feature = "opencl"))]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test || arguments.calibrate || arguments.device.device.is_some() {
        return crate::output::fail(Failed::Device, igc_runtime::Error::NoOpenCl);
    }
    crate::output::print(if arguments.json { "[]\n" } else { "host: the reference interpreter\n" })
}
