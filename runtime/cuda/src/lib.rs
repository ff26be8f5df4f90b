//! CUDA devices, programs and streams. Only this crate calls libcuda and NVRTC.
//!
//! Neither library is needed to build igc or to start it: both are opened when they are first
//! needed. This example lists the devices of a machine, which may have none:
//!
//! ```
//! match igc_cuda::devices() {
//!     Ok(devices) => {
//!         for device in devices {
//!             println!("{}, {}", device.name, device.architecture());
//!         }
//!     }
//!     Err(error) if error.is_absence() => println!("no CUDA device: {error}"),
//!     Err(error) => return Err(error),
//! }
//! # Ok::<(), igc_cuda::CudaError>(())
//! ```
//!
//! ```text
//! driver                opens libcuda, and translates its status codes
//! device                the available devices, and their properties as plain values
//! nvrtc                 finds NVRTC and compiles CUDA C++
//!   places              the folders in which NVRTC may be installed
//! build                 code from the cache or from NVRTC
//! ahead                 code for devices of other machines
//! ptx                   which PTX a driver loads
//! session               an open device, which creates
//!   buffer              memory on the device
//!   program             loaded code and its kernels
//!   foreign             memory of the caller, and copies that the caller keeps
//!   current             the current context of a thread of the caller
//!   kernels             the kernels that every session needs
//!   fills               fills, which wait for the next command
//!   reader              small reads without a copy
//! ```
//!
//! The interface does not expose CUDA's types. [`devices`] returns a [`DeviceInfo`],
//! [`Session::open`] opens it, and everything else is a method.
//!
//! libcuda is called through `cudarc`, which opens it at run time. NVRTC is called through
//! `libloading`, because cudarc opens only the NVRTC that the system's loader finds by name, and a
//! package of Python has it in a folder of its own.

mod ahead;
mod build;
mod device;
mod driver;
mod error;
pub mod nvrtc;
mod ptx;
mod session;

pub use ahead::compile_ahead;
pub use build::Source;
pub use device::{DeviceInfo, devices, has_driver};
pub use error::CudaError;
pub use igc_output::CacheFolder;
pub use session::{
    Argument, Buffer, CheckedWeights, ForeignMemory, Kernel, KernelLimits, Launch, LentMemory,
    Program, Rows, Session, device_of,
};
