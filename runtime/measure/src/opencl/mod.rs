//! Measurements of OpenCL devices themselves, rather than of programs.
//!
//! - [`self_test`] checks the device library.
//! - [`calibrate`] measures how wide launches should be.
//! - [`FullBench`] measures single configurations of a much larger space.
//! - [`time_barriers`] measures and checks the grid barrier of outlined loops.
//! - [`time_launches`] measures the cost of launches, and the utilisation of the device.
//! - [`time_micro`] runs two microbenchmarks that explain the effect of optimisations.
//! - [`PrimitiveBench`] measures configurations of a primitive.
//! - [`measure_rates`] measures the rates of the operations of graph programs.
//! - [`time_host_cost`] measures what the host adds to the cost of the driver.
//! - [`time_calls`] measures each call of the driver that a run makes.
//!
//! These measurements use [`igc_opencl`] and the OpenCL backend of the runtime directly. Only
//! [`MAX_BARRIERS`] and [`Microbenchmark`] exist without the feature `opencl`.

#[cfg(feature = "opencl")]
mod bandwidth;
#[cfg(feature = "opencl")]
mod barrier;
#[cfg(feature = "opencl")]
mod full;
#[cfg(feature = "opencl")]
mod host_cost;
#[cfg(feature = "opencl")]
mod launch;
#[cfg(feature = "opencl")]
mod micro;
mod options;
#[cfg(feature = "opencl")]
mod prepared;
#[cfg(feature = "opencl")]
mod primitives;
#[cfg(feature = "opencl")]
mod rates;
#[cfg(feature = "opencl")]
pub mod self_test;
#[cfg(feature = "opencl")]
mod timeline;

#[cfg(feature = "opencl")]
pub use bandwidth::{CalibrationSettings, calibrate};
#[cfg(feature = "opencl")]
pub use barrier::{BarrierSettings, BarrierTimes, time_barriers};
#[cfg(feature = "opencl")]
pub use full::{FullBench, sizes};
#[cfg(feature = "opencl")]
pub use host_cost::{HostCost, Multiple, time_host_cost};
#[cfg(feature = "opencl")]
pub use launch::{LaunchCosts, LaunchSettings, LaunchTimes, Utilisation, time_launches};
#[cfg(feature = "opencl")]
pub use micro::{MicroSettings, MicroTimes, Speedup, time_micro};
pub use options::{MAX_BARRIERS, Microbenchmark};
#[cfg(feature = "opencl")]
pub use primitives::PrimitiveBench;
#[cfg(feature = "opencl")]
pub use rates::measure_rates;
#[cfg(feature = "opencl")]
pub use timeline::{TimelineCall, time_calls};

#[cfg(feature = "opencl")]
impl From<igc_opencl::OpenClError> for crate::Error {
    fn from(error: igc_opencl::OpenClError) -> crate::Error {
        crate::Error::Run(error.into())
    }
}
