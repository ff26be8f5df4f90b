//! Measurements of OpenCL devices themselves.

#[cfg(feature = "opencl")]
mod bandwidth;
#[cfg(feature = "opencl")]
mod barrier;
#[cfg(feature = "opencl")]
mod host_cost;
#[cfg(feature = "opencl")]
mod launch;
#[cfg(feature = "opencl")]
mod micro;
mod options;
#[cfg(feature = "opencl")]
pub mod self_test;

#[cfg(feature = "opencl")]
pub use bandwidth::{CalibrationSettings, calibrate};
#[cfg(feature = "opencl")]
pub use barrier::{BarrierSettings, BarrierTimes, time_barriers};
#[cfg(feature = "opencl")]
pub use host_cost::{HostCost, Multiple, time_host_cost};
#[cfg(feature = "opencl")]
pub use launch::{LaunchCosts, LaunchSettings, LaunchTimes, Utilisation, time_launches};
#[cfg(feature = "opencl")]
pub use micro::{MicroSettings, MicroTimes, Speedup, time_micro};
pub use options::{MAX_BARRIERS, Microbenchmark};
