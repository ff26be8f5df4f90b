//! Chooses the program, the configuration and parameters for a problem, a graph and a device.

mod plan;
pub mod race;

pub use igc_graph::GraphFacts;
pub use plan::Plan;
