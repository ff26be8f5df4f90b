//! Checked runs on a small graph.

use igc_compiler::data::{GraphView, WeightsView};
use igc_compiler::driver::Compilation;
use igc_compiler::interp::findings::Finding;
use igc_compiler::interp::{RunError, Settings, run};
use igc_compiler::ir::Value;

/// An undirected, simple and sorted graph: 0-1, 0-2, 1-2, 1-3, 2-3 and 3-4. Node 5 is isolated.
const GRAPH: GraphView<'_> = GraphView {
    offsets: &[0, 2, 5, 8, 11, 12, 12],
    targets: &[1, 2, 0, 2, 3, 0, 1, 3, 1, 2, 4, 3],
    weights: Some(WeightsView::U32(&[4, 1, 4, 2, 5, 1, 2, 8, 5, 8, 3, 3])),
    single: None,
};

/// Returns the findings of a checked run of a program with its defaults, under some order of its
/// iterations.
pub fn findings(compilation: &Compilation, seed: u64) -> Result<Vec<Finding>, RunError> {
    let (module, watched) = compilation.watched();
    let params = module.params.iter().map(|param| param.default.unwrap_or(Value::zero(param.ty)));
    let settings = Settings {
        watched: Some(watched),
        seed,
        max_rounds: Some(1000),
        max_steps: Some(1_000_000),
        ..Settings::default()
    };
    let outcome = run(module, &GRAPH, &params.collect::<Vec<_>>(), &settings)?;
    Ok(outcome.findings)
}
