//! `--device` and `--dialect`: the device that a command works on.

use clap::Args;
use igc_runtime::devices::DeviceRequest;
#[cfg(feature = "opencl")]
use {
    crate::failed::Failed,
    crate::output::{fail, fail_with},
    igc_opencl::DeviceInfo,
    igc_runtime::backend::opencl::OpenClDevice,
    igc_runtime::devices::{check_dialect, select},
};

/// The arguments that choose a device.
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
    #[arg(long, value_name = "CHOICES", value_parser = dialect)]
    pub dialect: Option<String>,
}

/// Accepts the text of a dialect.
#[cfg(feature = "opencl")]
fn dialect(text: &str) -> Result<String, String> {
    check_dialect(text).map(|()| text.to_string())
}

impl DeviceArguments {
    /// Returns the request for the device.
    pub fn request(&self) -> DeviceRequest {
        DeviceRequest {
            selector: self.device.clone(),
            #[cfg(feature = "opencl")]
            dialect: self.dialect.clone(),
            #[cfg(not(feature = "opencl"))]
            dialect: None,
        }
    }

    /// Selects the OpenCL device, and refuses devices of other backends. Commands that measure a device
    /// and its driver, rather than a program, need it.
    #[cfg(feature = "opencl")]
    pub fn opencl(&self) -> Result<DeviceInfo, Failed> {
        let device = select(&self.request()).or_else(fail_with)?;
        match OpenClDevice::facts_of(&*device) {
            Some(info) => Ok(info.clone()),
            None => fail(
                Failed::Device,
                "the interpreter has no driver and no kernels that could be looked at\n\
                 help: `igc devices` lists the OpenCL devices",
            ),
        }
    }

    /// Selects the OpenCL device, or all OpenCL devices if the arguments name none.
    #[cfg(feature = "opencl")]
    pub fn opencl_devices(&self) -> Result<Vec<DeviceInfo>, Failed> {
        match (&self.device, &self.dialect) {
            (None, None) => {
                igc_opencl::devices().map_err(igc_runtime::Error::from).or_else(fail_with)
            }
            _ => Ok(vec![self.opencl()?]),
        }
    }
}
