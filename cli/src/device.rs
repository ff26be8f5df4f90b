//! `--device` and `--dialect`: what device is asked for.

use clap::Args;
use igc_runtime::device::DeviceRequest;
#[cfg(feature = "opencl")]
use {
    crate::{Failed, output::fail, run::explain},
    igc_runtime::{DeviceInfo, device::Device},
};

/// What device is asked for.
#[derive(Debug, Args)]
pub struct DeviceArguments {
    /// host, an index of `igc devices`, cpu, gpu, or part of a platform's or device's name; the first
    /// OpenCL device by default
    #[arg(long, value_name = "SELECTOR")]
    pub device: Option<String>,
    /// Write OpenCL C for the device in another way than the best, for experiments: choices separated
    /// by commas, of atomics=12|20|ptx, wide=native|locks, floats=native|cas,
    /// subgroups=none|khr|intel|ptx, size=N, std=1.2|2.0|3.0, optimise=on|off
    #[cfg(feature = "opencl")]
    #[arg(long, value_name = "CHOICES")]
    pub dialect: Option<igc_runtime::DialectRequest>,
}

impl DeviceArguments {
    /// The request.
    pub fn request(&self) -> DeviceRequest {
        DeviceRequest {
            selector: self.device.clone(),
            #[cfg(feature = "opencl")]
            dialect: self.dialect.clone(),
        }
    }

    /// The OpenCL device that is asked for; the interpreter is refused. For what is about devices and
    /// their drivers, not about programs.
    #[cfg(feature = "opencl")]
    pub fn opencl(&self) -> Result<DeviceInfo, Failed> {
        match self.request().select().or_else(explain)? {
            Device::OpenCl(info) => Ok(*info),
            Device::Host => fail(
                Failed::Device,
                "the interpreter has no driver and no kernels that could be looked at\n\
                 help: `igc devices` lists the OpenCL devices",
            ),
        }
    }
}
