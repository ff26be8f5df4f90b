//! The messages between `igc tune` and the process in which plans run. Each is one line of JSON.

use igc::auto::GraphFacts;
use igc::race::{Event, Runner};
use igc_runtime::backend::DeviceName;
use serde::{Deserialize, Serialize};

use crate::failed::Failed;

/// A race that the child runs.
#[derive(Debug, Serialize, Deserialize)]
pub struct RaceRequest {
    /// The position of the program among the arguments.
    pub program: usize,
    /// The plans, as they did in a process that was lost. Empty if the child chooses them.
    pub runners: Vec<Runner>,
    /// The time that is left, in seconds.
    pub seconds: f64,
}

/// What a child tells.
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    /// The device is open and the graph is loaded, so the race begins.
    Ready(Ready),
    /// Something has happened to a plan.
    Event {
        /// What has happened.
        event: Event,
        /// The plan as it does now.
        runner: Runner,
    },
    /// The race is over.
    Done {
        /// All plans.
        runners: Vec<Runner>,
    },
    /// There is no result. The reason is on standard error.
    Failed(Failed),
}

/// What the race is about.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ready {
    /// The device.
    pub device: DeviceName,
    /// The graph.
    pub facts: GraphFacts,
    /// The plans.
    pub runners: Vec<Runner>,
}
