//! Times and tests what the runtime runs.

pub mod calibration;
pub mod comparison;
pub mod conformance;
pub mod error;
pub mod opencl;
pub mod shard;
pub mod statistics;
pub mod worker;

pub use error::Error;
