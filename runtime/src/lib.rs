//! Runs what the igc compiler made: devices, graphs, execution, checks.

pub mod backend;
pub mod devices;
pub mod error;
pub mod execution;
pub mod grid;
pub mod input;
pub mod limits;
pub mod params;
pub mod report;
pub mod run;
pub mod supersteps;
pub mod verdict;
pub mod watch;

pub use error::Error;
pub use igc_graph as graph;
