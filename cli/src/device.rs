//! `--device`, `--threads` and `--dialect`: the options that select a device.

use std::num::NonZero;

use clap::Args;
use igc_runtime::backend::interpreter;
use igc_runtime::backend::ranks::mpi::{self, MPI};
use igc_runtime::devices::{DeviceRequest, canonical, passed_over};

use crate::failed::Failed;
use crate::message;
use crate::output::fail;
use crate::rank;
#[cfg(feature = "opencl")]
use {
    crate::output::fail_with,
    igc_opencl::DeviceInfo,
    igc_runtime::backend::opencl::OpenClDevice,
    igc_runtime::devices::{check_dialect, select},
};

/// The selected device and its dialect.
#[derive(Debug, Args)]
pub struct DeviceArguments {
    /// The device: cpu (this machine's processor), cuda or cuda:1 (a GPU of NVIDIA, through CUDA),
    /// cuda:0-3 or gpu:0,2 (several GPUs, which run a program together), interpreter (the reference,
    /// which is slow), gpu, or an OpenCL device: opencl:gpu, an index from `igc devices`, or part of the
    /// name of a platform or device; or mpi (the ranks that mpirun or srun has started, which then are
    /// the default). By default, the environment variable IGC_DEVICE, then
    /// the first GPU, or cpu if there is none. Commands that measure a driver use the first OpenCL
    /// device, and `igc devices` lists all devices
    #[arg(long, value_name = "SELECTOR", value_parser = selector)]
    pub device: Option<String>,
    /// Number of threads of the device cpu; by default, one for each core
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZero<u32>>,
    /// Dialect of OpenCL C, for experiments: choices separated by commas, from atomics=12|20|ptx,
    /// wide=native|locks, floats=native|cas, subgroups=none|khr|intel|ptx, size=N, std=1.2|2.0|3.0,
    /// optimise=on|off, compiler=driver|llvm. By default, the best that the device supports
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

/// Accepts a number of threads.
fn threads(text: &str) -> Result<NonZero<u32>, String> {
    text.parse().map_err(|_| {
        "expected a whole number of at least 1; without `--threads`, there is one thread for each core"
            .into()
    })
}

/// Accepts the text of a dialect.
#[cfg(feature = "opencl")]
fn dialect(text: &str) -> Result<String, String> {
    check_dialect(text).map(|()| text.to_string())
}

/// The environment variable with the device for calls without `--device`.
const DEVICE_VARIABLE: &str = "IGC_DEVICE";

impl DeviceArguments {
    /// Returns the request for the device.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a number of threads, but the device is not `cpu`.
    pub fn request(&self) -> Result<DeviceRequest, Failed> {
        if let Some(world) = rank::several() {
            return self.request_of_ranks(world.ranks());
        }
        let variable = || std::env::var(DEVICE_VARIABLE).ok().filter(|name| !name.is_empty());
        let device = self.device.clone().or_else(variable);
        let device = device.map(|device| canonical(&device).into_owned());
        let selector = match (device.as_deref(), self.threads) {
            (_, None) => device,
            (None | Some("cpu"), Some(threads)) => Some(format!("cpu:{threads}")),
            (Some(other), Some(_)) => {
                return fail(
                    Failed::Usage,
                    format!("`--threads` is for the device `cpu`, not for `{other}`"),
                );
            }
        };
        Ok(DeviceRequest {
            selector,
            #[cfg(feature = "opencl")]
            dialect: self.dialect.clone(),
            #[cfg(not(feature = "opencl"))]
            dialect: None,
        })
    }

    /// Returns the request for all ranks of MPI, which is the only device if a launcher has started several ranks.
    fn request_of_ranks(&self, ranks: usize) -> Result<DeviceRequest, Failed> {
        let device = self.device.as_deref().map(canonical).unwrap_or(MPI.into());
        let is_mpi = device == MPI || device.starts_with("mpi:");
        #[cfg(feature = "opencl")]
        let is_mpi = is_mpi && self.dialect.is_none();
        if !is_mpi {
            return fail(
                Failed::Usage,
                format_args!(
                    "a launcher has started {ranks} ranks of igc, but `{device}` is a device for one process\n\
                     help: leave out `--device` and `--dialect`, or start igc without the launcher"
                ),
            );
        }
        let selector = match self.threads {
            None => device.into_owned(),
            Some(threads) if device.split_once(':').is_none_or(|(_, of)| !mpi::is_gpu(of)) => {
                format!("{MPI}:{threads}")
            }
            Some(_) => {
                let message = format!("`--threads` is for processors, not for `{device}`");
                return fail(Failed::Usage, message);
            }
        };
        Ok(DeviceRequest::of(&selector))
    }

    /// Says why a run without a device does not use an API that would be faster.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`request`](DeviceArguments::request).
    pub fn remark_default(&self) -> Result<(), Failed> {
        if self.request()? == DeviceRequest::default() {
            for reason in passed_over() {
                message::say(format_args!("note: {reason}"));
            }
        }
        Ok(())
    }

    /// Returns the options as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let device = self.device.iter().flat_map(|device| ["--device".into(), device.clone()]);
        let threads = self.threads.iter();
        let threads = threads.flat_map(|threads| ["--threads".into(), threads.to_string()]);
        let words = device.chain(threads);
        #[cfg(feature = "opencl")]
        let words = words
            .chain(self.dialect.iter().flat_map(|dialect| ["--dialect".into(), dialect.clone()]));
        words.collect()
    }

    /// Returns whether the device is the interpreter.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`request`](DeviceArguments::request).
    pub fn is_interpreter(&self) -> Result<bool, Failed> {
        Ok(self.request()?.selector.as_deref() == Some(interpreter::SELECTOR))
    }

    /// Returns the request for an OpenCL device, for commands that measure a device and its driver
    /// rather than a program. Without a selector, this is the first OpenCL device.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`request`](DeviceArguments::request).
    #[cfg(feature = "opencl")]
    pub fn opencl_request(&self) -> Result<DeviceRequest, Failed> {
        let mut request = self.request()?;
        let selector = request.selector.get_or_insert_with(|| "0".into());
        // Otherwise, this may be the same GPU through another API.
        if selector == "gpu" {
            *selector = "opencl:gpu".into();
        }
        Ok(request)
    }

    /// Returns the device of the [request](DeviceArguments::opencl_request) for an OpenCL device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device does not exist, or if it belongs to another backend.
    #[cfg(feature = "opencl")]
    pub fn opencl(&self) -> Result<DeviceInfo, Failed> {
        let device = select(&self.opencl_request()?).or_else(fail_with)?;
        match OpenClDevice::facts_of(&*device) {
            Some(info) => Ok(info.clone()),
            None => fail(
                Failed::Device,
                "this command needs an OpenCL device, because it measures OpenCL's driver\n\
                 help: choose a device that `igc devices` lists by a number",
            ),
        }
    }

    /// Returns the selected device as OpenCL sees it, for measurements of the hardware. The same card
    /// may have been selected through another API.
    ///
    /// # Errors
    ///
    /// Returns an error if the device does not exist, or if OpenCL does not list it.
    #[cfg(feature = "opencl")]
    pub fn opencl_of_hardware(&self) -> Result<DeviceInfo, Failed> {
        let name = select(&self.request()?).or_else(fail_with)?.name().name;
        let devices = igc_opencl::devices().unwrap_or_default();
        match devices.into_iter().find(|device| device.name == name) {
            Some(info) if self.dialect.is_none() => Ok(info),
            _ => self.opencl(),
        }
    }

    /// Returns whether no argument names a device.
    pub fn names_no_device(&self) -> bool {
        #[cfg(feature = "opencl")]
        if self.dialect.is_some() {
            return false;
        }
        self.device.is_none() && self.threads.is_none()
    }

    /// Selects the OpenCL device, or all OpenCL devices if no argument names one.
    #[cfg(feature = "opencl")]
    pub fn opencl_devices(&self) -> Result<Vec<DeviceInfo>, Failed> {
        if self.names_no_device() {
            return igc_opencl::devices().map_err(igc_runtime::Error::from).or_else(fail_with);
        }
        Ok(vec![self.opencl()?])
    }
}
