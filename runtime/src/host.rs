//! Execution by the reference interpreter.

use std::time::Instant;

use igc_compiler::driver::Artefact;
use igc_compiler::interp::{self, RunError, Settings};
use igc_compiler::ir::Value;

use crate::Error;
use crate::input::Input;
use crate::report::{Execution, Timings};
use crate::run::Limits;

/// What a launch looks like: groups, work-items in each, and in each subgroup. More than one of
/// each, so that strides and barriers are real; few, because each costs a walk over the kernel.
const GEOMETRY: [u32; 3] = [2, 4, 2];

/// How many items a worklist may have where nothing else is said: 1 GiB.
pub const MOST_ITEMS: u32 = 1 << 28;

/// Runs the artefact's IR on the graph.
///
/// # Errors
///
/// The parameters or the graph do not fit the program, or a limit is reached.
pub fn execute(
    artefact: &Artefact,
    input: &Input,
    params: &[Value],
    limits: &Limits,
) -> Result<Execution, Error> {
    let [groups, workgroup_size, subgroup_size] = GEOMETRY;
    let settings = Settings {
        groups,
        workgroup_size,
        subgroup_size,
        max_rounds: Some(limits.max_rounds),
        max_items: limits.max_worklist.unwrap_or(MOST_ITEMS),
        ..Settings::default()
    };
    let mut execution = Execution::default();
    let _listening = limits.watch.listen();
    for _ in 0..limits.repeat {
        let start = Instant::now();
        let launched = || limits.watch.heard();
        let (module, graph) = (&artefact.module, input.view());
        let outcome = interp::run_watched(module, &graph, params, &settings, &launched);
        let outcome = outcome.map_err(|error| match error {
            RunError::RoundLimit(rounds) => Error::Rounds(rounds),
            RunError::WorklistLimit { worklist, most } => Error::Worklist { worklist, most },
            other => other.into(),
        })?;
        let compute = start.elapsed();
        execution.timings.push(Timings { compute, ..Timings::default() });
        execution.launches = outcome.launches;
        execution.rounds = outcome.rounds;
        execution.arrays = outcome.arrays;
    }
    Ok(execution)
}
