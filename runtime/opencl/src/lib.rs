//! OpenCL devices, programs and queues. Only this crate calls libOpenCL.
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
//! loader                finds the OpenCL library at run time: it is not needed to link or to start
//! listing, device       the available devices, and their properties as plain values
//!   claims              the driver's claims about atomics and subgroups
//! capabilities, quirks  the capabilities of a device, and corrections of wrong claims
//! dialect, trial        the kind of OpenCL C for a device, found by a trial or requested
//! llvm                  LLVM's tools as the compiler, instead of the driver's
//! session               an open device, which creates
//!   buffer              memory on the device
//!   program, kernel     built code, its arguments and launches
//!   event               times of launches
//!   trace               recorded calls that can be replayed
//! cache                 the keys of built programs on disk
//! calls                 counts of calls to the driver
//! ```
//!
//! The interface does not expose OpenCL's types. [`devices`] and [`select`] return a
//! [`DeviceInfo`], [`Session::open`] opens it, and everything else is a method.
//!
//! # Use of the bindings
//!
//! The functions and types come from `cl-sys`, and the names of status codes and device kinds from
//! `ocl::core`. This crate does not use the functions of `ocl::core` that wrap calls, for these
//! reasons:
//!
//! - They panic on unknown status codes, and if a release fails, for example after a device is
//!   lost.
//! - They wait ten seconds for a platform if there is none.
//! - They query the driver about the context again for each buffer.

mod cache;
mod calls;
mod capabilities;
mod claims;
mod device;
mod dialect;
mod driver_cache;
mod error;
mod handle;
mod in_use;
mod listing;
pub mod llvm;
mod loader;
mod query;
mod quirks;
mod session;
mod status;
mod threads;
mod trial;

pub use calls::Calls;
pub use capabilities::{
    Capabilities, Correction, LlvmTarget, MemoryOrder, MemoryScope, Optimisation,
};
pub use claims::{AtomicCapabilities, FloatAtomics, SubgroupFacts};
pub use device::{DeviceInfo, DeviceKind};
pub use dialect::{Atomics, Compiler, Dialect, DialectRequest, Floats, Subgroups, Wide};
pub use driver_cache::{DriverCache, driver_caches, untrusted_driver_caches};
pub use error::OpenClError;
pub use igc_output::CacheFolder;
pub use in_use::driver_in_use;
pub use listing::{devices, select};
pub use loader::LIBRARY_VARIABLE;
pub use session::{
    Binding, Buffer, Event, Kernel, KernelLimits, Program, Session, SessionOptions, TimedCall,
    Timing, Trace,
};
pub use threads::driver_stack;
