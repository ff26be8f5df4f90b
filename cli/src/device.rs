//! `--device` and `--dialect`: the options that select a device.

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

/// The selected device and its dialect.
#[derive(Debug, Args)]
pub struct DeviceArguments {
    /// The device: cpu (this machine's processor; cpu:N for N threads), host (the interpreter), an
    /// index from `igc devices`, gpu, or part of the name of a platform or device. By default, the
    /// first OpenCL device, or cpu if there is none; for `igc devices`, all devices
    #[arg(long, value_name = "SELECTOR", value_parser = selector)]
    pub device: Option<String>,
    /// Dialect of OpenCL C, for experiments: choices separated by commas, from atomics=12|20|ptx,
    /// wide=native|locks, floats=native|cas, subgroups=none|khr|intel|ptx, size=N, std=1.2|2.0|3.0,
    /// optimise=on|off. By default, the best that the device supports
    #[cfg(feature = "opencl")]
    #[arg(long, value_name = "CHOICES", value_parser = dialect)]
    pub dialect: Option<String>,
}

/// Accepts a selector that names something. The text of a script's empty variable does not.
fn selector(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the selector is empty; `igc devices` lists the devices".into()),
        _ => Ok(text.to_string()),
    }
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

    /// Returns the selected OpenCL device, for commands that measure a device and its driver rather
    /// than a program.
    ///
    /// # Errors
    ///
    /// Returns an error if the device does not exist, or if it belongs to another backend.
    #[cfg(feature = "opencl")]
    pub fn opencl(&self) -> Result<DeviceInfo, Failed> {
        let device = select(&self.request()).or_else(fail_with)?;
        match OpenClDevice::facts_of(&*device) {
            Some(info) => Ok(info.clone()),
            None => fail(
                Failed::Device,
                "this command needs an OpenCL device; `cpu` and `host` have no driver\n\
                 help: choose a device that `igc devices` lists by a number",
            ),
        }
    }

    /// Returns whether the arguments leave the choice of the device to igc.
    pub fn names_no_device(&self) -> bool {
        self.request() == DeviceRequest::default()
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
