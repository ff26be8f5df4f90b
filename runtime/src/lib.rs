//! Runs what the igc compiler made: devices, graphs, execution, checks.
//!
//! [`run::run`] is the whole walk: a graph ([`input`]), parameters ([`params`]), a device
//! ([`device`]), the execution, the oracle's verdict ([`verdict`]) and a [`report`].
//!
//! [`bench::compare`] times several configurations of a program side by side. Both walks are made of
//! the same steps: a graph that is [resident](prepared::Resident) on a device, programs that are
//! [prepared](prepared::Prepared) there, runs.
//!
//! [`conformance`] tries every optimisation of many programs on a device, and counts what is right.
//!
//! What takes long or may go wrong with a driver is done by another process: [`worker`].
//!
//! A program is executed in one of two ways that share nothing but the arithmetic of scalars:
//! [`host`] interprets the IR, [`opencl`] launches the OpenCL C as the schedule says. OpenCL is
//! reached through the crate `igc-opencl` alone, which neither needs the OpenCL library to be built
//! nor to start, and which the feature `opencl` leaves out altogether.

pub mod bench;
pub mod calibration;
pub mod conformance;
pub mod device;
pub mod error;
pub mod expression;
pub mod grid;
pub mod host;
pub mod input;
#[cfg(feature = "opencl")]
pub mod opencl;
pub mod params;
pub mod prepared;
pub mod report;
pub mod run;
pub mod shard;
pub mod statistics;
pub mod supersteps;
pub mod verdict;
pub mod watch;
pub mod worker;

pub use error::Error;
pub use igc_graph as graph;
#[cfg(feature = "opencl")]
pub use igc_opencl::{
    DeviceInfo, DeviceKind, DialectRequest, MemoryOrder, MemoryScope, cache_folder,
};
