//! OpenCL devices, as the runtime sees them.

use std::any::Any;
use std::time::Duration;

use igc_compiler::driver::Artefact;
use igc_opencl::{DeviceInfo, DialectRequest, OpenClError, Session};

use super::OpenClGpu;
use super::build;
use crate::backend::gpu::ResidentGraph;
use crate::backend::gpu::api::OpenGpu;
use crate::backend::gpu::build::first_options;
use crate::backend::gpu::early::Early;
use crate::backend::gpu::facts::Facts;
use crate::backend::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Resident};
use crate::crash_note;
use crate::error::Error;
use crate::input::Input;
use crate::run_options::RunOptions;

/// The selector of the first OpenCL device, and the start of the selector of any OpenCL device, such as
/// `opencl:gpu`.
const OPENCL: &str = "opencl";

/// The backend for OpenCL devices. It accepts any selector.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenCl;

impl Backend for OpenCl {
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        let listed = |info: DeviceInfo| ListedDevice {
            selector: info.index.to_string(),
            device: Box::new(OpenClDevice::new(info)),
        };
        Ok(igc_opencl::devices()?.into_iter().map(listed).collect())
    }

    /// Returns the first GPU.
    ///
    /// Starting the drivers takes up to some tenths of a second. They are therefore not started on
    /// a Linux machine without the file of a GPU.
    fn preferred(&self) -> Option<Box<dyn Device>> {
        let gpus = ["nvidiactl", "kfd", "dri", "dxg", "mali0", "kgsl-3d0"];
        let has_file = |name: &&str| std::path::Path::new("/dev").join(name).exists();
        if cfg!(target_os = "linux") && !gpus.iter().any(has_file) {
            return None;
        }
        let mut devices = self.list().ok()?.into_iter();
        Some(devices.find(|listed| listed.device.kind() == DeviceKind::Gpu)?.device)
    }

    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let named = selector.and_then(without_api);
        let mut info = match named {
            Some(selector) => igc_opencl::select(selector)?,
            None => {
                let first = igc_opencl::devices()?.into_iter().next();
                first.ok_or(OpenClError::NoDevice { platforms: vec![] })?
            }
        };
        if let Some(dialect) = dialect {
            let request: DialectRequest = dialect.parse().map_err(Error::Dialect)?;
            info = info.with_dialect(&request)?;
        }
        Ok(Some(Box::new(OpenClDevice::new(info))))
    }

    fn check_dialect(&self, dialect: &str) -> Option<Result<(), String>> {
        Some(dialect.parse::<DialectRequest>().map(|_| ()))
    }
}

/// Returns a device for several ranks: the one with this number among all devices, or among GPUs.
#[cfg(feature = "native")]
pub(in crate::backend) fn device(number: usize, only_gpus: bool) -> Result<OpenClDevice, Error> {
    if !only_gpus {
        return Ok(OpenClDevice::new(igc_opencl::select(&number.to_string())?));
    }
    let missing = || Error::NoSuchGpu { number };
    Ok(OpenClDevice::new(gpus()?.nth(number).ok_or_else(missing)?))
}

/// Returns the number of devices, or of GPUs.
#[cfg(feature = "native")]
pub(in crate::backend) fn count(only_gpus: bool) -> Result<usize, Error> {
    Ok(if only_gpus { gpus()?.count() } else { igc_opencl::devices()?.len() })
}

#[cfg(feature = "native")]
fn gpus() -> Result<impl Iterator<Item = DeviceInfo>, Error> {
    let devices = igc_opencl::devices()?.into_iter();
    Ok(devices.filter(|info| DeviceKind::from(info.kind) == DeviceKind::Gpu))
}

/// Returns the part of a selector that names a device: `gpu` for `opencl:gpu`, and `None` for `opencl`,
/// which means the first device.
fn without_api(selector: &str) -> Option<&str> {
    match selector.strip_prefix(OPENCL) {
        Some("") => None,
        Some(rest) => Some(rest.strip_prefix(':').unwrap_or(selector)),
        None => Some(selector),
    }
}

/// An OpenCL device in one of its dialects.
pub struct OpenClDevice {
    info: DeviceInfo,
    /// The device, if it was opened [early](Device::start_early).
    early: Early<Session>,
}

impl OpenClDevice {
    /// Returns the device with these facts.
    pub fn new(info: DeviceInfo) -> OpenClDevice {
        OpenClDevice { info, early: Early::default() }
    }

    /// Returns the facts about a device of this backend, and `None` for a device of another
    /// backend.
    pub fn facts_of(device: &dyn Device) -> Option<&DeviceInfo> {
        let device: &dyn Any = device;
        device.downcast_ref::<OpenClDevice>().map(|device| &device.info)
    }
}

impl Device for OpenClDevice {
    fn name(&self) -> DeviceName {
        DeviceName::from(&self.info)
    }

    fn kind(&self) -> DeviceKind {
        self.info.kind.into()
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::to_value(&self.info).expect("numbers, strings and lists serialise")
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        Ok(Box::new(ResidentGraph::new(self.open_gpu()?, input)))
    }

    fn start_early(&self, artefact: Option<&Artefact>, run_options: &RunOptions) -> Duration {
        crash_note::opencl_starts();
        let open = || Session::open(&self.info);
        let build = |session: &Session, artefact: &Artefact| {
            let options = first_options(artefact, &Facts::from(&self.info), run_options);
            build::build_early(session, artefact, &options);
        };
        self.early.start(artefact, run_options, open, build, Session::shared)
    }
}

impl From<&DeviceInfo> for DeviceName {
    fn from(info: &DeviceInfo) -> DeviceName {
        DeviceName {
            name: info.name.clone(),
            driver: format!("{} {}", info.platform_name, info.driver_version),
            dialect: info.dialect.to_string(),
        }
    }
}

impl OpenGpu for OpenClDevice {
    type Gpu = OpenClGpu;

    fn open_gpu(&self) -> Result<OpenClGpu, Error> {
        crash_note::opencl_starts();
        Ok(OpenClGpu::new(self.early.take_or(|| Session::open(&self.info))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_may_name_the_api() {
        assert_eq!(without_api("opencl"), None);
        assert_eq!(without_api("opencl:gpu"), Some("gpu"));
        for other in ["gpu", "0", "openclx", "NVIDIA CUDA"] {
            assert_eq!(without_api(other), Some(other));
        }
    }
}
