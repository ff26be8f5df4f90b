//! `--device` and `--dialect`: the options that select a device.

use clap::Args;
use igc_runtime::device::DeviceRequest;
#[cfg(feature = "opencl")]
use {
    crate::{Failed, output::fail, run::explain},
    igc_runtime::{DeviceInfo, device::Device},
};

/// The selected device and its dialect.
#[derive(Debug, Args)]
pub struct DeviceArguments {
    /// The device: host (the interpreter), an index from `igc devices`, cpu, gpu, or part of the
    /// name of a platform or device. By default, the first OpenCL device; for `igc devices`, all
    /// devices
    #[arg(long, value_name = "SELECTOR")]
    pub device: Option<String>,
    /// Dialect of OpenCL C, for experiments: choices separated by commas, from atomics=12|20|ptx,
    /// wide=native|locks, floats=native|cas, subgroups=none|khr|intel|ptx, size=N, std=1.2|2.0|3.0,
    /// optimise=on|off. By default, the best that the device supports
    #[cfg(feature = "opencl")]
    #[arg(long, value_name = "CHOICES")]
    pub dialect: Option<igc_runtime::DialectRequest>,
}

impl DeviceArguments {
    /// Returns the request for the device.
    pub fn request(&self) -> DeviceRequest {
        DeviceRequest {
            selector: self.device.clone(),
            #[cfg(feature = "opencl")]
            dialect: self.dialect.clone(),
        }
    }

    /// Returns the selected OpenCL device. Commands that examine devices and drivers use this
    /// function instead of [`DeviceRequest::select`].
    ///
    /// # Errors
    ///
    /// Returns an error if the device does not exist, or if it is the interpreter.
    #[cfg(feature = "opencl")]
    pub fn opencl(&self) -> Result<DeviceInfo, Failed> {
        match self.request().select().or_else(explain)? {
            Device::OpenCl(info) => Ok(*info),
            Device::Host => fail(
                Failed::Device,
                "this command needs an OpenCL device; `host` is the interpreter, which has no driver\n\
                 help: choose a device that `igc devices` lists",
            ),
        }
    }
}
