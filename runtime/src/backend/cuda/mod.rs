//! Runs programs on NVIDIA's GPUs through CUDA.
//!
//! CUDA is one of the [GPU APIs](super::gpu), which all run programs in the same way.
//!
//! | module | content |
//! | --- | --- |
//! | `build` | the source and the options for NVRTC |
//! | `gpu` | implements the [interface of an API](super::gpu::api::Gpu) |
//! | `device` | lists and selects devices |
//! | `foreign` | graphs whose arrays the caller has on a device |

pub mod build;
mod device;
mod foreign;
mod gpu;

pub use device::{Cuda, CudaDevice};
#[cfg(feature = "native")]
pub(in crate::backend) use device::{count, device, is_preferred};
pub use foreign::{CudaArray, CudaWeights, device_of, graph_on_device};
pub use gpu::CudaGpu;
pub use igc_cuda::nvrtc::search_packages;

/// The selector of the first CUDA device. `cuda:1` is the second one.
pub const CUDA: &str = "cuda";
