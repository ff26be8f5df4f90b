//! Execution by the reference interpreter.

use std::time::Instant;

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::interp::{self, Outcome, RunError, Settings};
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
    let mut prepared = Prepared::new(artefact, input, params, limits);
    let mut execution = Execution::default();
    for _ in 0..limits.repeat {
        execution.timings.push(prepared.run_once()?);
    }
    execution.launches = prepared.launches();
    execution.rounds = prepared.rounds();
    execution.arrays = prepared.into_arrays();
    Ok(execution)
}

/// A program that is ready to run in the interpreter, as often as wanted.
pub struct Prepared<'a> {
    artefact: &'a Artefact,
    input: &'a Input,
    params: Vec<Value>,
    limits: &'a Limits,
    /// Of the last run.
    outcome: Option<Outcome>,
}

impl<'a> Prepared<'a> {
    /// Notes what is to be run: there is nothing to build.
    pub fn new(
        artefact: &'a Artefact,
        input: &'a Input,
        params: &[Value],
        limits: &'a Limits,
    ) -> Prepared<'a> {
        Prepared { artefact, input, params: params.to_vec(), limits, outcome: None }
    }

    /// Runs the program.
    ///
    /// # Errors
    ///
    /// The parameters or the graph do not fit the program, or a limit is reached.
    pub fn run_once(&mut self) -> Result<Timings, Error> {
        let limits = self.limits;
        let [groups, workgroup_size, subgroup_size] = GEOMETRY;
        let settings = Settings {
            groups,
            workgroup_size,
            subgroup_size,
            max_rounds: Some(limits.max_rounds),
            max_items: limits.max_worklist.unwrap_or(MOST_ITEMS),
            ..Settings::default()
        };
        let _listening = limits.watch.listen();
        let start = Instant::now();
        let launched = || limits.watch.heard();
        let (module, graph) = (&self.artefact.module, self.input.view());
        let outcome = interp::run_watched(module, &graph, &self.params, &settings, &launched);
        self.outcome = Some(outcome.map_err(|error| match error {
            RunError::RoundLimit(rounds) => Error::Rounds(rounds),
            RunError::WorklistLimit { worklist, most } => Error::Worklist { worklist, most },
            other => other.into(),
        })?);
        Ok(Timings { compute: start.elapsed(), ..Timings::default() })
    }

    /// The content of every array after the last run, in the order of the schedule's buffers.
    pub fn arrays(&self) -> &[ArrayData] {
        self.outcome.as_ref().map_or(&[], |outcome| &outcome.arrays)
    }

    fn into_arrays(self) -> Vec<ArrayData> {
        self.outcome.map_or(vec![], |outcome| outcome.arrays)
    }

    /// Kernels launched by the last run.
    pub fn launches(&self) -> u64 {
        self.outcome.as_ref().map_or(0, |outcome| outcome.launches)
    }

    /// Rounds of the loops of the last run.
    pub fn rounds(&self) -> u64 {
        self.outcome.as_ref().map_or(0, |outcome| outcome.rounds)
    }
}
