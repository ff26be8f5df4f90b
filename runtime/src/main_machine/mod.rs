//! The main machine: executes `main` of a module, in this process, for every target that runs kernels: the
//! native CPU target and the APIs of GPUs.
//!
//! (Host programs in C, which other applications contain, execute `main` themselves. The compiler prints
//! them: `compiler/src/codegen/host_c/`.)
//!
//! A [`MainMachine`] walks through the statements of `main`, evaluates expressions, counts rounds, prints
//! lines, and records rounds. All references are ids of the IR. A target implements two traits:
//!
//! | trait | content |
//! | --- | --- |
//! | [`Memory`] | what expressions of `main` read: arrays, the graph, and the sizes of worklists |
//! | [`Target`] | what statements of `main` do: launch kernels, change memory, seed worklists, and contract the graph |
//!
//! The calls of these traits use no dynamic dispatch, and a round allocates no memory except for the
//! arguments of launches.
//!
//! The reference interpreter executes `main` itself, because it checks this machine.

#[cfg(feature = "opencl")]
mod decisions;
mod evaluate;
mod recorder;
mod recording;
mod statements;

use std::sync::Arc;

use igc_compiler::data::Inputs;
use igc_compiler::ir::{
    ArrayId, Contraction, GraphArray, KernelId, LocalId, Module, OutlinedId, Value, WorklistId,
};

use crate::Error;
use crate::input::Input;
use crate::run_options::RunOptions;
use crate::supersteps::StepRecord;
#[cfg(feature = "opencl")]
pub use decisions::Decisions;
use recorder::Recorder;
pub use recorder::edges_of;

/// What expressions of `main` read.
pub trait Memory {
    /// The reason why a run ends early.
    type Stop: From<Error>;

    /// Returns the number of nodes of the current graph.
    fn nodes(&self) -> u32;

    /// Returns the number of edges of the current graph.
    fn edges(&self) -> u64;

    /// Returns an element of an array of the current graph as bits, or `None` if the index is past
    /// the end.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the array.
    fn graph(&self, array: GraphArray, index: u64) -> Result<Option<u64>, Self::Stop>;

    /// Returns the number of elements of each row of an array.
    fn row_length(&self, array: ArrayId) -> u32;

    /// Returns an element of a row of an array; an index past the end yields zero.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn load(&self, array: ArrayId, row: u64, element: u32) -> Result<Value, Self::Stop>;

    /// Returns the number of items that wait in the back buffer of a worklist.
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist had no room for all of them, or if the device fails.
    fn waiting(&self, worklist: WorklistId) -> Result<u32, Self::Stop>;
}

/// What statements of `main` do on a device.
pub trait Target: Memory {
    /// Launches a kernel with a value for each of its parameters. If the kernel reads a worklist,
    /// the worklist's buffers are swapped first, unless the kernel reads the same items `again`.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn launch(&mut self, kernel: KernelId, values: &[Value], again: bool)
    -> Result<(), Self::Stop>;

    /// Runs an outlined loop, whose parameters are these locals of `main`. Applies its results to
    /// the progress of the run.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, or if the loop ended early.
    fn outlined(
        &mut self,
        id: OutlinedId,
        passed: &[LocalId],
        progress: &mut Progress,
    ) -> Result<(), Self::Stop>;

    /// Changes arrays or worklists.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn apply(&mut self, change: Change) -> Result<(), Self::Stop>;

    /// Empties a worklist and pushes items.
    ///
    /// # Errors
    ///
    /// Returns an error if an item is not a node of the graph, if the worklist has no room, or if
    /// the device fails.
    fn seed(&mut self, worklist: WorklistId, items: Items<'_>) -> Result<(), Self::Stop>;

    /// Replaces the graph by its quotient, gives the arrays their new content, and empties the
    /// worklists.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, or if there is not enough memory.
    fn contract(&mut self, contraction: &Contraction) -> Result<(), Self::Stop>;

    /// Whether the current graph is a quotient of the input graph.
    fn is_contracted(&self) -> bool;

    /// Counts the edges that leave the first `items` items in the back buffer of a worklist of
    /// nodes. Only recorded runs need this number.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn edges_of_waiting(&mut self, worklist: WorklistId, items: u32) -> Result<u64, Self::Stop>;

    /// Waits for all launches so far. A target whose launches return at their end does nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn settle(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// Checks that all pushes so far had room. A target whose worklists grow does nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if a worklist ran out of room, or if the device fails.
    fn check_room(&self) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// A change of arrays or worklists, with the values that `main` has computed.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// Writes an element of a row. An index past the end has no effect.
    Store { array: ArrayId, row: u64, element: u32, value: Value },
    /// Writes every element of an array.
    Fill(ArrayId, Value),
    /// Swaps the contents of two arrays, which may be the same.
    Swap(ArrayId, ArrayId),
    /// Swaps the contents of two worklists, which may be the same.
    SwapWorklists(WorklistId, WorklistId),
    /// Empties both buffers of a worklist.
    Clear(WorklistId),
    /// Swaps the buffers of a worklist for launches that do not swap them.
    Take(WorklistId),
}

/// The items with which a worklist starts.
#[derive(Debug, Clone, Copy)]
pub enum Items<'i> {
    /// Every node once.
    Nodes,
    /// The words of items: one for each 32 bits, the lower word of a value first.
    Words(&'i [u32]),
}

/// The state of a run on the host.
#[derive(Debug, Default)]
pub struct Progress {
    /// The locals of `main`.
    pub locals: Vec<Value>,
    /// Number of kernels launched.
    pub launches: u64,
    /// Number of rounds of the loops.
    pub rounds: u64,
}

/// A program whose `main` can be executed any number of times.
pub struct MainMachine {
    module: Arc<Module>,
    input: Input,
    params: Vec<Value>,
    inputs: Inputs,
    options: RunOptions,
    progress: Progress,
    /// The record of rounds, if rounds are recorded.
    recorder: Option<Recorder>,
}

/// A run of `main`.
struct Run<'r> {
    module: &'r Module,
    input: &'r Input,
    params: &'r [Value],
    inputs: &'r Inputs,
    options: &'r RunOptions,
    progress: &'r mut Progress,
    recorder: Option<&'r mut Recorder>,
}

impl MainMachine {
    /// Creates a machine for a program with values for its parameters and data for its inputs.
    pub fn new(
        module: &Arc<Module>,
        input: &Input,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> MainMachine {
        MainMachine {
            module: Arc::clone(module),
            input: input.clone(),
            params: params.to_vec(),
            inputs: inputs.clone(),
            options: options.clone(),
            progress: Progress::default(),
            recorder: options.record_steps.then(|| Recorder::new(&module.main.body)),
        }
    }

    /// Gives the parameters other values.
    pub fn set_params(&mut self, params: &[Value]) {
        params.clone_into(&mut self.params);
    }

    /// Executes `main`. The arrays have their initial values, and the worklists are empty. Kernels
    /// may still be running when this method returns.
    ///
    /// # Errors
    ///
    /// Returns the reason why the run ended early.
    pub fn run<T: Target>(&mut self, target: &mut T) -> Result<(), T::Stop> {
        let MainMachine { module, input, params, inputs, options, progress, recorder } = self;
        progress.locals.clear();
        progress.locals.extend(module.main.locals.iter().map(|local| Value::zero(local.ty)));
        (progress.launches, progress.rounds) = (0, 0);
        let mut recorder = recorder.as_mut();
        if let Some(recorder) = &mut recorder {
            recorder.restart();
        }
        let mut run = Run { module, input, params, inputs, options, progress, recorder };
        run.block(target, &module.main.body).map(|_| ())
    }

    /// Returns the number of kernels that the last run launched.
    pub fn launches(&self) -> u64 {
        self.progress.launches
    }

    /// Returns the number of rounds of the loops of the last run.
    pub fn rounds(&self) -> u64 {
        self.progress.rounds
    }

    /// Takes the rounds of the last run, if they are recorded.
    pub fn take_steps(&mut self) -> Option<Vec<StepRecord>> {
        self.recorder.as_mut().map(Recorder::take)
    }
}
