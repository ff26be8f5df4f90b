//! The devices of this machine.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[cfg(feature = "cuda")]
use igc_runtime::backend::cuda::device_of;
use igc_runtime::backend::{self, DeviceName};
use igc_runtime::devices::{DeviceRequest, list, select};

use crate::error::{Error, guarded};

/// A device that runs programs. A clone is the same device.
#[derive(Clone)]
pub struct Device(Arc<Selected>);

struct Selected {
    device: Box<dyn backend::Device>,
    /// The names, for which a backend may read files.
    name: DeviceName,
    /// Time that it took to find the device.
    time: Duration,
}

impl Device {
    /// Finds the device that a selector names: `cpu` for this machine's processor, `cpu:4` for 4 of its
    /// threads, `interpreter`, `gpu`, an index, or part of the name of a device.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such device, or if several devices match.
    pub fn open(selector: &str) -> Result<Device, Error> {
        Device::request(&DeviceRequest::of(selector))
    }

    /// Finds the first GPU or, if there is none, this machine's processor.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no device at all.
    pub fn preferred() -> Result<Device, Error> {
        Device::request(&DeviceRequest::default())
    }

    /// Finds the device that a request names.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Device::open), or an error if the device does not support the
    /// dialect.
    pub fn request(request: &DeviceRequest) -> Result<Device, Error> {
        guarded(|| {
            let start = Instant::now();
            let device = select(request)?;
            let name = device.name();
            Ok(Device(Arc::new(Selected { device, name, time: start.elapsed() })))
        })
    }

    /// Returns the number of the CUDA device on which memory of the caller is, as [`Graph::on_cuda`](crate::Graph::on_cuda)
    /// takes it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no CUDA driver, or if the address is not on a device.
    #[cfg(feature = "cuda")]
    pub fn number_of_cuda_memory(address: u64) -> Result<usize, Error> {
        guarded(|| Ok(device_of(address)?))
    }

    /// Lists the devices of this machine, each with the selector that [`open`](Device::open) takes. The preferred devices
    /// come first, and the interpreter is last.
    ///
    /// # Errors
    ///
    /// Returns an error if a driver fails.
    pub fn list() -> Result<Vec<(String, DeviceName)>, Error> {
        guarded(|| {
            let found = list()?.devices.into_iter();
            Ok(found.map(|listed| (listed.selector, listed.device.name())).collect())
        })
    }

    /// Returns the names of the device, its driver and its dialect.
    pub fn name(&self) -> &DeviceName {
        &self.0.name
    }

    pub(crate) fn backend(&self) -> &dyn backend::Device {
        &*self.0.device
    }

    pub(crate) fn selection_time(&self) -> Duration {
        self.0.time
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(self.name()).finish()
    }
}
