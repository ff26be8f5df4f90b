//! What a run did: for people and, serialised, for machines.

use std::time::Duration;

use igc_compiler::data::ArrayData;
use serde::{Deserialize, Serialize};

use crate::device::DeviceName;
use crate::supersteps::StepRecord;

/// What an execution leaves, whatever ran it.
#[derive(Debug, Clone, Default)]
pub struct Execution {
    /// The final content of every array of the program, in the order of the schedule's buffers.
    pub arrays: Vec<ArrayData>,
    /// How long building the kernels took; zero where none are built.
    pub build: Duration,
    /// Whether the built kernels came from the cache on disk.
    pub build_cached: bool,
    /// How long bringing the graph to the device took.
    pub transfer_in: Duration,
    /// How long bringing the results back took.
    pub transfer_out: Duration,
    /// The phases of each repetition.
    pub timings: Vec<Timings>,
    /// How many kernels the last repetition launched.
    pub launches: u64,
    /// How many rounds its loops took.
    pub rounds: u64,
    /// How often the run was started anew because a worklist was too small.
    pub restarts: u32,
    /// The calls of the driver that `main` made in the last repetition.
    #[cfg(feature = "opencl")]
    pub calls: igc_opencl::Calls,
    /// How many work-items a launch had, and how many of them a workgroup.
    pub geometry: Option<(usize, usize)>,
    /// The rounds of the loops of every repetition, where they were to be recorded.
    pub steps: Vec<StepRecord>,
}

/// The phases of one repetition.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timings {
    /// Giving the program's state its initial values.
    pub initialise: Duration,
    /// `main`, until the last kernel is done: what studies compare.
    pub compute: Duration,
}

/// What a run did, as `--json` prints it. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The program's name.
    pub program: String,
    /// The optimisations.
    pub options: String,
    /// The device.
    pub device: DeviceName,
    /// The graph.
    pub graph: GraphSummary,
    /// Parameters, by name.
    pub params: Vec<(String, String)>,
    /// How long each phase took.
    pub seconds: Phases,
    /// Edges of the graph divided by the median computation time: a rate for comparison, whether or
    /// not the program looks at every edge.
    #[serde(rename = "arcs_per_second")]
    pub edges_per_second: f64,
    /// Kernels launched by one repetition.
    pub launches: u64,
    /// Rounds of the loops of `main` in one repetition.
    pub rounds: u64,
    /// How often the run was started anew because a worklist was too small.
    pub restarts: u32,
    /// Work-items of a launch, and of a workgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<(usize, usize)>,
    /// Whether a calibration of the device decided that.
    pub calibrated: bool,
    /// The rounds of the loops of every repetition; absent where they were not to be recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepRecord>>,
    /// The oracles' verdicts; absent where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Verdict>>,
}

/// The graph of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GraphSummary {
    /// The specification.
    pub name: String,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of edges.
    #[serde(rename = "arcs")]
    pub edges: u32,
}

/// How long each phase took, in seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Phases {
    /// The program's compilation by igc.
    pub compile: f64,
    /// Loading or generating the graph.
    pub load: f64,
    /// The kernels' compilation by the driver.
    pub build: f64,
    /// Whether that was a look into the cache only.
    pub build_cached: bool,
    /// The graph's way to the device.
    pub transfer_in: f64,
    /// Giving the state its initial values, in the median repetition.
    pub initialise: f64,
    /// The computation, in the median repetition.
    pub compute: f64,
    /// The computation of every repetition.
    pub compute_each: Vec<f64>,
    /// The results' way back.
    pub transfer_out: f64,
    /// The oracle's reading and judging.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<f64>,
}

/// An oracle's verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The oracle.
    pub oracle: String,
    /// Whether it accepts the result.
    pub passed: bool,
    /// Whether it read the graph by itself.
    pub independent: bool,
    /// Why it does not accept the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
