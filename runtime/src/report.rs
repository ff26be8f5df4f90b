//! What a run did: for people and, serialised, for machines.

use serde::{Deserialize, Serialize};

use crate::backend::DeviceName;
use crate::input::Input;
use crate::supersteps::StepRecord;

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

impl GraphSummary {
    /// Summarises a graph.
    pub fn of(input: &Input) -> GraphSummary {
        let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
        GraphSummary { name: input.name.clone(), nodes, edges }
    }
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

/// The middle of the values; the mean of the two middle ones of an even number. Zero of none.
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
