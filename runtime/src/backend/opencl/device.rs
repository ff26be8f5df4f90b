//! OpenCL devices, as the runtime sees them.

use std::any::Any;

use igc_opencl::{DeviceInfo, DeviceKind, DialectRequest, OpenClError};

use super::resident::ResidentGraph;
use crate::backend::{Backend, Device, DeviceName, Resident};
use crate::error::{DeviceError, DeviceErrorKind, Error};
use crate::input::Input;

/// The backend for OpenCL devices. It accepts any selector.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenCl;

impl Backend for OpenCl {
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let mut info = match selector {
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
        Ok(Some(Box::new(OpenClDevice(info))))
    }

    fn check_dialect(&self, dialect: &str) -> Option<Result<(), String>> {
        Some(dialect.parse::<DialectRequest>().map(|_| ()))
    }
}

/// An OpenCL device in one of its dialects.
#[derive(Debug, Clone)]
pub struct OpenClDevice(pub DeviceInfo);

impl OpenClDevice {
    /// Returns the first GPU.
    ///
    /// Starting the drivers takes up to some tenths of a second. They are therefore not started on
    /// a Linux machine without the file of a GPU.
    pub fn first_gpu() -> Option<OpenClDevice> {
        let gpus = ["nvidiactl", "kfd", "dri", "dxg", "mali0", "kgsl-3d0"];
        let has_file = |name: &&str| std::path::Path::new("/dev").join(name).exists();
        if cfg!(target_os = "linux") && !gpus.iter().any(has_file) {
            return None;
        }
        let devices = igc_opencl::devices().ok()?;
        devices.into_iter().find(|info| info.kind == DeviceKind::Gpu).map(OpenClDevice)
    }

    /// Returns the facts about a device of this backend, and `None` for a device of another
    /// backend.
    pub fn facts_of(device: &dyn Device) -> Option<&DeviceInfo> {
        let device: &dyn Any = device;
        device.downcast_ref::<OpenClDevice>().map(|OpenClDevice(info)| info)
    }
}

impl Device for OpenClDevice {
    fn name(&self) -> DeviceName {
        DeviceName::from(&self.0)
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::to_value(&self.0).expect("numbers, strings and lists serialise")
    }

    fn open<'a>(&self, input: &'a Input) -> Result<Box<dyn Resident + 'a>, Error> {
        Ok(Box::new(ResidentGraph::open(&self.0, input)?))
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

impl From<OpenClError> for Error {
    fn from(error: OpenClError) -> Error {
        let kind = match &error {
            OpenClError::TooLarge { .. } => DeviceErrorKind::OutOfMemory,
            error if error.is_absence() => DeviceErrorKind::Absent,
            _ => DeviceErrorKind::Failed,
        };
        Error::Device(DeviceError { kind, error: Box::new(error) })
    }
}
