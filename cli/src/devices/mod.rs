//! `igc devices`: lists, tests and calibrates devices.

#[cfg(feature = "opencl")]
mod full;
mod list;
#[cfg(feature = "opencl")]
mod opencl;
#[cfg(feature = "opencl")]
mod self_test;

use crate::args::devices::DevicesArguments;
use crate::failed::Failed;

/// Lists, tests or calibrates the devices.
#[cfg(feature = "opencl")]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test {
        self_test::test(arguments)
    } else if arguments.calibrate && arguments.conformance.full {
        full::calibrate(arguments)
    } else if arguments.calibrate {
        crate::calibration::measure::calibrate_all(arguments)
    } else {
        list::list(arguments)
    }
}

/// Lists the devices of a build without OpenCL.
#[cfg(not(feature = "opencl"))]
pub fn devices(arguments: &DevicesArguments) -> Result<(), Failed> {
    if arguments.self_test || arguments.calibrate {
        return crate::output::fail(Failed::Device, igc_runtime::Error::NoOpenCl);
    }
    list::list(arguments)
}
