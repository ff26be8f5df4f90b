//! CUDA devices, as the runtime sees them.

use std::any::Any;
use std::time::Duration;

use igc_compiler::driver::{Artefact, Executed};
use igc_cuda::{CudaError, DeviceInfo, Session, nvrtc};

use super::build::source;
use super::{CUDA, CudaGpu};
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

/// The backend for CUDA devices. Its selectors are `cuda`, `cuda:1` and so on, and `gpu` on a machine
/// where CUDA works.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cuda;

/// The selector of a GPU, through whichever API.
const GPU: &str = "gpu";

impl Backend for Cuda {
    /// Returns no device and no error on a machine that has no GPU of NVIDIA.
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        if !igc_cuda::has_driver() {
            return Ok(vec![]);
        }
        let listed = |info: DeviceInfo| ListedDevice {
            selector: selector(info.ordinal),
            device: Box::new(CudaDevice::new(info)),
        };
        Ok(igc_cuda::devices()?.into_iter().map(listed).collect())
    }

    /// Returns the first device, if NVRTC can compile for it.
    ///
    /// Starting the driver takes some tenths of a second. It is therefore not started on a machine
    /// without a GPU of NVIDIA.
    fn preferred(&self) -> Option<Box<dyn Device>> {
        if !is_preferred() {
            return None;
        }
        Some(self.list().ok()?.into_iter().next()?.device)
    }

    /// Returns why a GPU of NVIDIA is not preferred.
    fn passed_over(&self) -> Option<String> {
        let reason = "the GPU is used through OpenCL, because NVRTC, which compiles kernels for CUDA, was \
                      not found\n\
                      help: `pip install nvidia-cuda-nvrtc` installs it; CUDA is mostly faster";
        (igc_cuda::has_driver() && nvrtc::installed().is_none()).then(|| reason.to_owned())
    }

    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let Some(selector) = selector else { return Ok(None) };
        if selector == GPU && dialect.is_none() {
            return Ok(self.preferred());
        }
        let Some(ordinal) = ordinal(selector) else { return Ok(None) };
        if dialect.is_some() {
            return Err(Error::CudaDialect);
        }
        Ok(Some(Box::new(CudaDevice::new(numbered(ordinal)?))))
    }
}

/// Returns the device with this number.
pub(super) fn numbered(ordinal: usize) -> Result<DeviceInfo, CudaError> {
    let devices = igc_cuda::devices()?;
    let choices = devices.iter().map(|device| format!("  {}", device.summary())).collect();
    let found = devices.into_iter().find(|device| device.ordinal == ordinal);
    found.ok_or(CudaError::NoMatch { ordinal, choices })
}

/// Returns the device with this number, for several ranks.
#[cfg(feature = "native")]
pub(in crate::backend) fn device(ordinal: usize) -> Result<CudaDevice, Error> {
    Ok(CudaDevice::new(numbered(ordinal)?))
}

/// Returns the number of devices.
#[cfg(feature = "native")]
pub(in crate::backend) fn count() -> Result<usize, Error> {
    Ok(igc_cuda::devices()?.len())
}

/// Whether a run without a selector uses CUDA.
pub(in crate::backend) fn is_preferred() -> bool {
    igc_cuda::has_driver() && nvrtc::installed().is_some()
}

/// Returns the selector of a device.
fn selector(ordinal: usize) -> String {
    if ordinal == 0 { CUDA.to_owned() } else { format!("{CUDA}:{ordinal}") }
}

/// Returns the number of the device that a selector names. `None` if it is for another backend.
fn ordinal(selector: &str) -> Option<usize> {
    match selector.strip_prefix(CUDA)? {
        "" => Some(0),
        rest => rest.strip_prefix(':')?.parse().ok(),
    }
}

/// A CUDA device.
pub struct CudaDevice {
    info: DeviceInfo,
    /// The device, if it was opened [early](Device::start_early).
    early: Early<Session>,
}

impl CudaDevice {
    /// Returns the device with these facts.
    pub fn new(info: DeviceInfo) -> CudaDevice {
        CudaDevice { info, early: Early::default() }
    }

    /// Returns the facts about a device of this backend, and `None` for a device of another
    /// backend.
    pub fn facts_of(device: &dyn Device) -> Option<&DeviceInfo> {
        let device: &dyn Any = device;
        device.downcast_ref::<CudaDevice>().map(|device| &device.info)
    }
}

impl Device for CudaDevice {
    fn name(&self) -> DeviceName {
        let DeviceInfo { name, driver_version, .. } = &self.info;
        let driver = driver_version.as_ref().map_or(String::new(), |version| format!(" {version}"));
        DeviceName {
            name: name.clone(),
            driver: format!("CUDA {}{driver}", self.info.cuda()),
            dialect: self.info.architecture(),
        }
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Gpu
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::to_value(&self.info).expect("numbers and strings serialise")
    }

    fn executed(&self) -> Executed {
        Executed::Cuda
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        Ok(Box::new(ResidentGraph::new(self.open_gpu()?, input)))
    }

    fn start_early(&self, artefact: Option<&Artefact>, run_options: &RunOptions) -> Duration {
        crash_note::cuda_starts();
        let open = || Session::open(&self.info);
        let build = |session: &Session, artefact: &Artefact| {
            let options = first_options(artefact, &Facts::from(&self.info), run_options);
            session.build_early(source(artefact, &options));
        };
        self.early.start(artefact, run_options, open, build, Session::shared)
    }
}

impl OpenGpu for CudaDevice {
    type Gpu = CudaGpu;

    fn open_gpu(&self) -> Result<CudaGpu, Error> {
        crash_note::cuda_starts();
        Ok(CudaGpu::new(self.early.take_or(|| Session::open(&self.info))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_name_devices_by_number() {
        assert_eq!([0, 1, 12].map(selector), ["cuda", "cuda:1", "cuda:12"]);
        for number in [0, 1, 12] {
            assert_eq!(ordinal(&selector(number)), Some(number));
        }
        assert_eq!(ordinal("cuda:0"), Some(0));
        for other in ["0", "gpu", "NVIDIA CUDA", "cuda1", "cuda:", "cuda:-1", "cuda:x"] {
            assert_eq!(ordinal(other), None);
        }
    }

    #[test]
    fn cuda_devices_have_no_dialect() {
        let refused = Cuda.select(Some("cuda"), Some("atomics=12"));
        assert!(matches!(refused, Err(Error::CudaDialect)));
        assert!(matches!(Cuda.select(None, Some("atomics=12")), Ok(None)));
    }
}
