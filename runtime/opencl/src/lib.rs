//! OpenCL devices, programs and queues; the one crate that talks to libOpenCL.
//!
//! This example lists the devices of a machine, which may have none:
//!
//! ```
//! match igc_opencl::devices() {
//!     Ok(devices) => {
//!         for device in devices {
//!             println!("{}, driver {}", device.summary(), device.driver_version);
//!         }
//!     }
//!     Err(error) if error.is_absence() => println!("no OpenCL device: {error}"),
//!     Err(error) => return Err(error),
//! }
//! # Ok::<(), igc_opencl::OpenClError>(())
//! ```
//!
//! ```text
//! loader, trampolines   find the OpenCL library while the program runs: none is needed to build or start
//! listing, device       which devices there are, and their facts as plain values, among them
//!   claims              what the driver says of atomics and subgroups
//! capabilities, quirks  what the facts come to, and where they are known to be wrong
//! dialect               how OpenCL C is written for a device, found by trying; or as it is asked for
//! session               a device in use; from it come
//!   buffer              memory on the device,
//!   program, kernel     built code, its arguments and launches, with the
//!   cache               that keeps built programs on disk, and
//!   event, calls        when launches ran, and which calls were made
//! ```
//!
//! Nothing of OpenCL's own types shows in the interface. [`devices`] or [`select`] give a
//! [`DeviceInfo`]; [`Session::open`] opens it; the rest are methods.
//!
//! # Why the bindings are used as they are
//!
//! The functions and types come from `cl-sys`, and the vocabulary of statuses and kinds from
//! `ocl::core`. Its wrappers around calls are not used: they panic on a status code that they do not know
//! and when a release fails, as after a device is lost; wait ten seconds for a platform where there is
//! none; and ask the driver about the context again with each buffer.

mod buffer;
mod cache;
mod calls;
mod capabilities;
mod claims;
mod device;
mod dialect;
mod error;
mod event;
mod handle;
mod kernel;
mod listing;
mod loader;
mod program;
mod query;
mod quirks;
mod session;
mod status;
mod trace;
mod trampolines;

pub use buffer::Buffer;
pub use cache::{CACHE_VARIABLE, CacheFolder, cache_folder};
pub use calls::Calls;
pub use capabilities::{Capabilities, MemoryOrder, MemoryScope, Optimisation};
pub use claims::{AtomicCapabilities, FloatAtomics, SubgroupFacts};
pub use device::{DeviceInfo, DeviceKind};
pub use dialect::{Atomics, Dialect, DialectRequest, Floats, Subgroups, Wide};
pub use error::OpenClError;
pub use event::{Event, Timing};
pub use kernel::{Kernel, KernelLimits};
pub use listing::{devices, select};
pub use loader::LIBRARY_VARIABLE;
pub use program::Program;
pub use quirks::Correction;
pub use session::{Session, SessionOptions};
pub use trace::Trace;
