//! Which device runs a program.

use serde::{Deserialize, Serialize};

use crate::Error;

/// A device that can run programs.
#[derive(Debug, Clone)]
pub enum Device {
    /// The reference interpreter: slow, and right. Needs no OpenCL.
    Host,
    /// An OpenCL device.
    #[cfg(feature = "opencl")]
    OpenCl(Box<igc_opencl::DeviceInfo>),
}

/// The name by which the interpreter is selected.
pub const HOST: &str = "host";

/// What a report says of the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceName {
    /// The device's name.
    pub name: String,
    /// The driver's name and version.
    pub driver: String,
    /// The dialect in words, or `interpreter`.
    pub dialect: String,
}

/// The device that a selector means: `host`, an index, or part of a platform's or device's name.
/// Without a selector it is the first OpenCL device.
///
/// # Errors
///
/// There is no such device, several match, or there is none at all.
pub fn select(selector: Option<&str>) -> Result<Device, Error> {
    if selector == Some(HOST) {
        return Ok(Device::Host);
    }
    #[cfg(feature = "opencl")]
    {
        let info = match selector {
            Some(selector) => igc_opencl::select(selector)?,
            None => {
                let first = igc_opencl::devices()?.into_iter().next();
                first.ok_or(igc_opencl::OpenClError::NoDevice { platforms: vec![] })?
            }
        };
        Ok(Device::OpenCl(Box::new(info)))
    }
    #[cfg(not(feature = "opencl"))]
    Err(Error::NoOpenCl)
}

/// What device is asked for; another process can be told.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct DeviceRequest {
    /// Which, as [`select`] takes it.
    pub selector: Option<String>,
    /// The dialect in place of the device's best.
    #[cfg(feature = "opencl")]
    pub dialect: Option<igc_opencl::DialectRequest>,
}

impl DeviceRequest {
    /// The device that [`select`] takes this for, in its best dialect.
    pub fn of(selector: &str) -> DeviceRequest {
        DeviceRequest {
            selector: Some(selector.into()),
            #[cfg(feature = "opencl")]
            dialect: None,
        }
    }

    /// The device.
    ///
    /// # Errors
    ///
    /// As [`select`]; the device can't have the dialect; the interpreter has none.
    pub fn select(&self) -> Result<Device, Error> {
        let device = select(self.selector.as_deref())?;
        #[cfg(feature = "opencl")]
        match (device, &self.dialect) {
            (device, None) => Ok(device),
            (Device::Host, Some(_)) => Err(Error::HostDialect),
            (Device::OpenCl(info), Some(request)) => {
                Ok(Device::OpenCl(Box::new(info.with_dialect(request)?)))
            }
        }
        #[cfg(not(feature = "opencl"))]
        Ok(device)
    }
}

/// Every OpenCL device there is.
///
/// # Errors
///
/// There is no loader, no platform or no device.
#[cfg(feature = "opencl")]
pub fn list() -> Result<Vec<igc_opencl::DeviceInfo>, Error> {
    Ok(igc_opencl::devices()?)
}

impl Device {
    /// What a report says of it.
    pub fn name(&self) -> DeviceName {
        match self {
            Device::Host => DeviceName {
                name: HOST.into(),
                driver: format!("igc {} interpreter", env!("CARGO_PKG_VERSION")),
                dialect: "interpreter".into(),
            },
            #[cfg(feature = "opencl")]
            Device::OpenCl(info) => DeviceName::from(&**info),
        }
    }
}

#[cfg(feature = "opencl")]
impl From<&igc_opencl::DeviceInfo> for DeviceName {
    fn from(info: &igc_opencl::DeviceInfo) -> DeviceName {
        DeviceName {
            name: info.name.clone(),
            driver: format!("{} {}", info.platform_name, info.driver_version),
            dialect: info.dialect.to_string(),
        }
    }
}
