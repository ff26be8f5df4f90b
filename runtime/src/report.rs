//! The report of a run, for people and, serialised, for other programs.

use igc_compiler::effects::WithoutEffect;
use serde::{Deserialize, Serialize};

use crate::backend::DeviceName;
use crate::input::Input;
use crate::memory::MemoryUse;
use crate::supersteps::StepRecord;
use crate::traffic::Traffic;

/// The report of a run, as `igc run --json` prints it. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Name of the program.
    pub program: String,
    /// The optimisations that were on.
    pub options: String,
    /// The optimisations that were on and have no effect on the program; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_effect: Vec<WithoutEffect>,
    /// The device.
    pub device: DeviceName,
    /// The graph.
    pub graph: GraphSummary,
    /// If the edges of the graph have weights: the names of the edge properties that take their values
    /// from the weights, and none if the program ignores the weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<String>>,
    /// The column of the file that has the weights of the graph: its name, or its number from 1 if columns
    /// have no names; absent without weights, and if the file has no columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_column: Option<String>,
    /// The names of the columns of the file that were not read; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread_columns: Vec<String>,
    /// The parameters by name, with their values; `None` for an optional node that is missing.
    pub params: Vec<(String, Option<String>)>,
    /// Duration of each phase.
    pub seconds: Phases,
    /// Number of edges of the graph divided by the median computation time. This rate allows
    /// comparisons even if the program does not visit every edge.
    #[serde(rename = "arcs_per_second")]
    pub edges_per_second: f64,
    /// Number of kernels that one repetition launched.
    pub launches: u64,
    /// Number of rounds of the loops of `main` in one repetition, including the loops of primitives, such as `sort`.
    pub rounds: u64,
    /// Number of times that the run was restarted because a worklist was too small.
    pub restarts: u32,
    /// Number of work-items of a launch, and of a workgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<(usize, usize)>,
    /// Memory on the device, in bytes; absent for the interpreter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryUse>,
    /// What the ranks exchanged in the last repetition; absent if the device is not several ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traffic: Option<Traffic>,
    /// Whether a calibration of the device decided the size of launches.
    pub calibrated: bool,
    /// The rounds of the loops of every repetition, sorted by their start; absent unless they were
    /// recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepRecord>>,
    /// The oracles' verdicts; absent if the result was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Verdict>>,
}

/// The graph of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GraphSummary {
    /// The specification of the graph.
    pub name: String,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of edges.
    #[serde(rename = "arcs")]
    pub edges: u64,
}

impl GraphSummary {
    /// Summarises a graph.
    pub fn of(input: &Input) -> GraphSummary {
        let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
        GraphSummary { name: input.name.clone(), nodes, edges }
    }
}

/// Durations of the phases of a run, in seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Phases {
    /// Time that igc took to compile the program.
    pub compile: f64,
    /// Time to load the drivers and to open the device.
    pub open: f64,
    /// Time to load or generate the graph. `igc run` does this while it opens the device and builds
    /// the kernels.
    pub load: f64,
    /// Time to reorder the nodes of the graph; absent if the graph has no key `order`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reorder: Option<f64>,
    /// Time that the driver took to build the kernels.
    pub build: f64,
    /// Whether the kernels came from a cache on disk.
    pub build_cached: bool,
    /// Time to copy the graph to the device.
    pub transfer_in: f64,
    /// Time to give the state its initial values, in the median repetition. Zero if the device does
    /// this as a part of `main`.
    pub initialise: f64,
    /// Time of `main`, in the median repetition.
    pub main: f64,
    /// Time of the computation, in the median repetition: from the initialisation of state until
    /// the device has finished `main`.
    pub compute: f64,
    /// Time of the computation in each repetition.
    pub compute_each: Vec<f64>,
    /// Time to copy the results back.
    pub transfer_out: f64,
    /// Time that the oracles took to read the graph and to judge the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<f64>,
}

/// An oracle's verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Name of the oracle.
    pub oracle: String,
    /// Whether the oracle accepts the result.
    pub passed: bool,
    /// Whether the oracle read the graph without the loader's help.
    pub independent: bool,
    /// The reason why the oracle rejects the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Returns the median of the values. It is the mean of the two middle values of an even number of
/// values, and zero if there are no values.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    middle(&values)
}

fn middle(sorted: &[f64]) -> f64 {
    let at = sorted.len() / 2;
    match (sorted.get(at), sorted.len() % 2) {
        (None, _) => 0.0,
        (Some(&upper), 0) => (sorted[at - 1] + upper) / 2.0,
        (Some(&value), _) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([4.0, 1.0, 2.0, 10.0]), 3.0);
        assert_eq!(median([7.0]), 7.0);
        assert_eq!(median([]), 0.0);
    }
}
