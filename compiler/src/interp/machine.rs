//! The state of a run, and its counters.

use super::access::Shadow;
use super::code::Code;
use super::error::RunError;
use super::findings::Finding;
use super::graph::Graph;
use super::group_memory::GroupMemory;
use super::item::{Geometry, Item};
use super::observer::Observer;
use super::order::Random;
use super::outlined::Outlined;
use super::perturbation::Arithmetic;
use super::settings::Settings;
use super::watching::Watching;
use super::worklist::{View, Worklists};
use crate::data::{self, ArrayData, Inputs, Shape, Sizes};
use crate::ir::*;

/// Number of steps after which the run asks whether it is cancelled.
const STEPS_BEFORE_QUESTION: u64 = 1 << 14;

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The final content of every array of the module, in order.
    pub arrays: Vec<ArrayData>,
    /// The number of kernel launches.
    pub launches: u64,
    /// The number of rounds of all loops of `main`: `pipe`, `iterate` and `while`.
    pub rounds: u64,
    /// What a checked run found.
    pub findings: Vec<Finding>,
    /// The number of steps, as defined by [`Settings::max_steps`].
    pub steps: u64,
}

/// The reason why a run ended early. It is in a box to keep results small.
pub(super) type Stop = Box<RunError>;

/// The state of a run.
pub(super) struct Machine<'a> {
    pub(super) module: &'a Module,
    pub(super) code: &'a Code<'a>,
    pub(super) graph: Graph<'a>,
    pub(super) params: &'a [Value],
    pub(super) arrays: Vec<ArrayData>,
    /// The shape of each array. Arrays that are swapped have the same shape.
    pub(super) shapes: Vec<Shape>,
    pub(super) worklists: Worklists,
    pub(super) random: Random,
    /// The shape of launches of the module.
    pub(super) geometry: Geometry,
    /// The current work-item, or the host.
    pub(super) item: Box<Item>,
    /// Work-items that have ended. Later launches reuse their memory.
    #[expect(clippy::vec_box, reason = "the current work-item is swapped by its pointer")]
    pub(super) idle: Vec<Box<Item>>,
    /// The outlined loop that is running.
    pub(super) outlined: Option<Outlined>,
    /// The local memory of each resident workgroup.
    pub(super) memories: Vec<GroupMemory>,
    /// The accesses to each element, if accesses are checked.
    pub(super) shadow: Option<Shadow>,
    /// The findings so far, in a checked run.
    pub(super) watching: Option<Watching>,
    /// The data for the inputs of the module.
    pub(super) inputs: &'a Inputs,
    /// The operators.
    pub(super) arithmetic: Arithmetic,
    steps: u64,
    max_steps: Option<u64>,
    max_launches: Option<u64>,
    max_rounds: Option<u64>,
    pub(super) observer: &'a dyn Observer,
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        module: &'a Module,
        code: &'a Code<'a>,
        graph: Graph<'a>,
        params: &'a [Value],
        settings: &'a Settings,
        observer: &'a dyn Observer,
    ) -> Result<Self, RunError> {
        let (mut arrays, mut shapes) = (vec![], vec![]);
        let (nodes, edges) = (graph.nodes(), graph.edges().into());
        let sizes = Sizes { nodes, edges, width: module.edges, params };
        for array in &module.arrays {
            let shape = Shape::of(array, sizes)?;
            let len = shape.elements() as usize;
            shapes.push(shape);
            arrays.push(match array.init {
                Init::Fill(value) => ArrayData::fill(value, len),
                Init::Itself => ArrayData::Node((0..graph.nodes()).collect()),
                Init::Degrees(property) => ArrayData::F32(vec![graph.statistic(property)]),
                Init::Weights => data::weights(array, graph.weights, graph.single)?,
                Init::Input => {
                    ArrayData::clone(settings.inputs.array(&array.name, array.ty, len)?)
                }
            });
        }
        let shadow = settings.check_access.then(|| Shadow::new(arrays.iter().map(ArrayData::len)));
        let watched = settings.watched.as_ref();
        let lengths = || arrays.iter().map(ArrayData::len);
        let watching = watched.map(|watched| Watching::new(lengths(), watched));
        let view = View::new(module.arrays.len(), module.worklists.len());
        let mut host = Item { view, ..Item::default() };
        host.frame.start(code.main, &module.main.locals);
        Ok(Machine {
            module,
            code,
            graph,
            params,
            arrays,
            shapes,
            worklists: Worklists::new(module.worklists.len(), settings.max_items.min(MAX_EXTENT)),
            random: Random::new(settings.seed),
            geometry: match module.stage {
                Stage::Parallel => Geometry::ONE,
                Stage::Distributed => settings.geometry(),
            },
            item: Box::new(host),
            idle: vec![],
            outlined: None,
            memories: vec![],
            shadow,
            watching,
            inputs: &settings.inputs,
            arithmetic: Arithmetic(settings.perturbation),
            steps: 0,
            max_steps: settings.max_steps,
            max_launches: settings.max_launches,
            max_rounds: settings.max_rounds,
            observer,
        })
    }

    /// Runs `main`.
    pub(super) fn main(&mut self) -> Result<(), Stop> {
        self.go_on(u64::MAX).map(|_| ())
    }

    /// Returns the result of the run. Each array is the one that its name refers to on the host.
    pub(super) fn outcome(mut self) -> Outcome {
        let empty = || ArrayData::Bool(vec![]);
        let take = |at: &usize| std::mem::replace(&mut self.arrays[*at], empty());
        Outcome {
            arrays: self.item.view.arrays().iter().map(take).collect(),
            launches: self.item.launches,
            rounds: self.item.rounds,
            steps: self.steps,
            findings: self.watching.map(|mut w| w.findings.take()).unwrap_or_default(),
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        if self.steps.is_multiple_of(STEPS_BEFORE_QUESTION) && self.observer.is_cancelled() {
            return Err(Box::new(RunError::Cancelled));
        }
        count(&mut self.steps, self.max_steps, RunError::StepLimit)
    }

    /// Counts a round of a loop. A round is also a step.
    pub(super) fn round(&mut self) -> Result<(), Stop> {
        if self.item.kernel.is_none() {
            count(&mut self.item.rounds, self.max_rounds, RunError::RoundLimit)?;
        }
        self.step()
    }

    /// Counts a launch of a kernel.
    pub(super) fn count_launch(&mut self, kernel: KernelId) -> Result<(), Stop> {
        count(&mut self.item.launches, self.max_launches, RunError::LaunchLimit)?;
        if self.item.position.is_first() {
            self.observer.launched(&self.module.kernels[kernel.index()].name);
        }
        Ok(())
    }

    pub(super) fn broken<T>(&self, message: String) -> Result<T, Stop> {
        let kernel = self.kernel_name(&self.item);
        Err(Box::new(RunError::BrokenPromise { kernel, message }))
    }

    /// Returns the name of the kernel or the outlined loop that a work-item runs, or `main`.
    pub(super) fn kernel_name(&self, item: &Item) -> String {
        let name = match (item.kernel, &self.outlined) {
            (Some(id), _) => &self.module.kernels[id.index()].name,
            (None, Some(outlined)) => &self.module.outlined[outlined.id.index()].name,
            (None, None) => "main",
        };
        name.to_string()
    }
}

/// Increments a counter, or returns the error if the counter is at its limit.
fn count(counter: &mut u64, limit: Option<u64>, error: fn(u64) -> RunError) -> Result<(), Stop> {
    match limit {
        Some(limit) if *counter >= limit => Err(Box::new(error(limit))),
        _ => {
            *counter += 1;
            Ok(())
        }
    }
}
