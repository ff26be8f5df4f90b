//! A program that is ready to run in the interpreter. `run_once` runs it, and measures the time `compute` of the report.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs, Shape, Sizes};
use igc_compiler::interp::{self, Observer, Outcome, RunError, Settings};
use igc_compiler::ir::{Module, Value};

use super::Variant;
use crate::Error;
use crate::backend::{Build, Prepared, Repetition, Timings};
use crate::input::Input;
use crate::memory::MemoryUse;
use crate::params::RunInputs;
use crate::run_options::RunOptions;

/// Maximum number of items of a worklist if [`RunOptions::max_worklist`] sets none: 1 GiB.
pub const MAX_ITEMS: u32 = 1 << 28;

/// The shape of a launch: workgroups, work-items per workgroup, and work-items per subgroup. Each
/// is larger than 1, so that strides and barriers have an effect. Each is small, because the
/// interpreter walks over the kernel once per work-item.
const GEOMETRY: [u32; 3] = [2, 4, 2];

/// A program, its graph and its parameters, with the outcome of the last run.
pub(super) struct Interpretation {
    module: Arc<Module>,
    input: Input,
    params: Vec<Value>,
    inputs: Inputs,
    options: RunOptions,
    /// How the interpreter runs the program.
    variant: Variant,
    outcome: Option<Outcome>,
}

impl Interpretation {
    /// Stores the input of the runs. The interpreter does not build anything.
    pub fn new(
        module: Arc<Module>,
        input: Input,
        given: RunInputs<'_>,
        options: RunOptions,
        variant: Variant,
    ) -> Interpretation {
        let (params, inputs) = (given.params.to_vec(), given.inputs.clone());
        Interpretation { module, input, params, inputs, options, variant, outcome: None }
    }

    /// Checks that the arrays of the program fit the memory of the machine. The interpreter
    /// allocates them without a check.
    fn check_memory(&self) -> Result<(), Error> {
        let graph = &self.input.graph;
        let (nodes, edges) = (graph.nodes(), graph.edges());
        let sizes = Sizes { nodes, edges, width: self.module.edges, params: &self.params };
        let mut bytes = 0_u64;
        for array in &self.module.arrays {
            let elements = Shape::of(array, sizes)?.elements();
            bytes = bytes.saturating_add(elements.saturating_mul(array.element_size() as u64));
        }
        Ok(igc_graph::memory::check(bytes).map_err(igc_graph::GraphError::from)?)
    }
}

/// Passes the events of a run on.
struct Events<'a> {
    options: &'a RunOptions,
    input: &'a Input,
}

impl Observer for Events<'_> {
    fn launched(&self, kernel: &str) {
        self.options.watch.finished();
        self.options.watch.launched(kernel);
    }

    fn is_cancelled(&self) -> bool {
        self.options.watch.check().is_err()
    }

    fn printed(&self, line: &str) {
        self.options.prints.line(line);
    }

    fn shown(&self, value: Value) -> Value {
        self.input.shown(value)
    }

    fn text(&self, value: Value) -> String {
        self.input.text(value)
    }
}

impl Prepared for Interpretation {
    fn build(&self) -> Build {
        Build::default()
    }

    fn transfer_time(&self) -> Duration {
        Duration::ZERO
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        None
    }

    fn memory(&self) -> Option<MemoryUse> {
        None
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let options = &self.options;
        self.check_memory()?;
        let [groups, workgroup_size, subgroup_size] = GEOMETRY;
        let Variant { seed, perturbation, max_steps } = self.variant;
        let settings = Settings {
            seed,
            perturbation,
            max_steps,
            groups,
            workgroup_size,
            subgroup_size,
            max_rounds: Some(options.max_rounds),
            max_items: options.max_worklist.unwrap_or(MAX_ITEMS),
            inputs: self.inputs.clone(),
            watched: options.watched.clone(),
            ..Settings::default()
        };
        let _watching = options.watch.start();
        let start = Instant::now();
        let (module, graph) = (&*self.module, self.input.view()?);
        let events = Events { options, input: &self.input };
        let outcome = interp::run_observed(module, &graph, &self.params, &settings, &events);
        let outcome = outcome.map_err(|error| match error {
            RunError::RoundLimit(rounds) => Error::Rounds(rounds),
            RunError::Cancelled => options.watch.check().err().unwrap_or(Error::Cancelled),
            RunError::WorklistLimit { worklist, most } => Error::Worklist { worklist, most },
            other => other.into(),
        })?;
        let timings = Timings { main: start.elapsed(), ..Timings::default() };
        let (launches, rounds) = (outcome.launches, outcome.rounds);
        let findings = outcome.findings.clone();
        self.outcome = Some(outcome);
        Ok(Repetition { timings, launches, rounds, restarts: 0, findings, steps: None })
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        let array = self.outcome.as_ref().and_then(|outcome| outcome.arrays.get(position));
        array.map(Cow::Borrowed).ok_or_else(|| Error::missing("array", &position.to_string()))
    }
}
