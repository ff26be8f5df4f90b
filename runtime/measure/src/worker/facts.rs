//! The facts that a worker reports about its device, its machine and a graph. The worker may run on
//! another machine than its client.

use std::collections::BTreeMap;

use igc_runtime::backend::Device;
use igc_runtime::graph::{DegreeInfo, Graph, GraphInfo, Weights};
use igc_runtime::input::Input;

use super::protocol::{DeviceFacts, PlanFacts};

/// The file in which Linux reports its version.
const KERNEL_VERSION: &str = "/proc/sys/kernel/osrelease";

/// Describes the device and the machine.
pub fn of_device(device: &dyn Device) -> DeviceFacts {
    let version = std::fs::read_to_string(KERNEL_VERSION).unwrap_or_default();
    let system = [std::env::consts::OS, version.trim(), std::env::consts::ARCH];
    let said: Vec<&str> = system.into_iter().filter(|part| !part.is_empty()).collect();
    DeviceFacts {
        device: device.facts(),
        host: gethostname::gethostname().to_string_lossy().into_owned(),
        system: said.join(" "),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        executed: device.executed(),
    }
}

/// Describes the device and a graph as far as the choice of a plan depends on them.
pub fn for_plan(device: &dyn Device, input: &Input) -> PlanFacts {
    PlanFacts {
        kind: device.kind(),
        executed: device.executed(),
        threads: device.threads(),
        graph: input.facts(),
        weights: input.graph.weights.as_ref().map(Weights::facts),
    }
}

/// Returns what `igc graph info` reports, except for the clustering, as numbers. A fact that is
/// true or false is 1 or 0. Facts about weights are absent if there are no weights.
pub fn of_graph(graph: &Graph) -> BTreeMap<String, f64> {
    let info = GraphInfo::of(graph);
    let mut facts = vec![
        ("nodes", f64::from(info.nodes)),
        ("arcs", info.edges as f64),
        ("self_loops", info.self_loops as f64),
        ("parallel_arcs", info.parallel_edges as f64),
        ("isolated_nodes", f64::from(info.isolated_nodes)),
        ("symmetric", f64::from(u8::from(info.symmetric))),
        ("diameter_at_least", f64::from(info.diameter_at_least)),
        ("bytes", info.bytes as f64),
    ];
    if let Some(weights) = &info.weights {
        facts.push(("weight_least", weights.least));
        facts.push(("weight_greatest", weights.greatest));
    }
    let named = facts.into_iter().map(|(name, value)| (name.to_string(), value));
    let degrees = [
        ("out_degree", &info.out_degree),
        ("in_degree", &info.in_degree),
        ("degree", &info.degree),
    ];
    named.chain(degrees.into_iter().flat_map(|(name, degree)| of_degrees(name, degree))).collect()
}

/// Summarises a distribution of degrees: five-number summary, mean and standard deviation, as in
/// Verstraaten's models ("Analysis and Prediction of GPU Graph Algorithm Performance", section
/// 7.2).
fn of_degrees(name: &str, degree: &DegreeInfo) -> [(String, f64); 7] {
    [
        ("least", degree.least as f64),
        ("lower_quartile", degree.lower_quartile as f64),
        ("median", degree.median as f64),
        ("upper_quartile", degree.upper_quartile as f64),
        ("greatest", degree.greatest as f64),
        ("mean", degree.mean),
        ("standard_deviation", degree.standard_deviation),
    ]
    .map(|(part, value)| (format!("{name}_{part}"), value))
}
