//! `igc devices`: lists, tests and calibrates devices.

#[cfg(feature = "opencl")]
mod opencl;
#[cfg(feature = "opencl")]
pub use opencl::{devices, wanted};

/// Lists the interpreter, which is the only device of a build without OpenCL.
#[cfg(not(feature = "opencl"))]
pub fn devices(arguments: &crate::args::DevicesArguments) -> Result<(), crate::Failed> {
    if arguments.self_test || arguments.calibrate || arguments.device.device.is_some() {
        return crate::output::fail(crate::Failed::Device, igc_runtime::Error::NoOpenCl);
    }
    crate::output::print(if arguments.json { "[]\n" } else { "host: the reference interpreter\n" })
}
