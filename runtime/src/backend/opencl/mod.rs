//! Runs programs on OpenCL devices.
//!
//! OpenCL is one of the [GPU APIs](super::gpu), which all run programs in the same way.
//!
//! | module | content |
//! | --- | --- |
//! | [`build`] | the options for the device's dialect, and LLVM as the compiler |
//! | `gpu` | implements the [interface of an API](super::gpu::api::Gpu) |
//! | `device` | lists and selects devices |
//! | `recording` | records and repeats the calls of a run |
//!
//! The public items are for code that measures OpenCL devices, such as the self test and the
//! microbenchmarks in `igc-measure`.

pub mod build;
mod device;
mod gpu;
mod recording;

pub use crate::main_machine::Decisions;
pub use device::{OpenCl, OpenClDevice};
#[cfg(feature = "native")]
pub(in crate::backend) use device::{count, device};
pub use gpu::OpenClGpu;
pub use recording::Recording;

/// A graph on an OpenCL device.
pub type ResidentGraph = super::gpu::ResidentGraph<OpenClGpu>;

/// A program that is ready to run on an OpenCL device.
pub type PreparedProgram = super::gpu::PreparedProgram<OpenClGpu>;
