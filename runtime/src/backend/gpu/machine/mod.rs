//! A program with its state on a device: memory, kernels and worklists. The
//! [main machine](crate::main_machine) executes `main`. The files of this folder implement what
//! `main` does on the device:
//!
//! - `target.rs` has the traits of the main machine,
//! - `launch.rs` launches kernels,
//! - `contract.rs` replaces the graph by its quotient,
//! - `finish_build.rs` makes the driver complete the build before the first run,
//! - `memory.rs` states the memory that a program needs and uses,
//! - `outlined.rs` runs outlined loops,
//! - `seed_nodes.rs` gives a worklist all nodes,
//! - `rank.rs` has what a [rank](crate::backend::ranks) needs besides.

mod contract;
mod finish_build;
mod launch;
mod memory;
mod outlined;
mod rank;
mod seed_nodes;
mod target;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, GraphWords, Inputs, Shape, Sizes, check_parameters};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::uses::written_arrays;
use igc_compiler::ir::{ArrayId, GraphArray, KernelId, Value};
use igc_graph::Graph;

use super::api::Gpu;
use super::bound_kernel::BoundKernel;
use super::build::{Built, array_layout};
use super::memory::Memory;
use super::outlined_loop::{OutlinedLoop, outlined_loops};
use super::resident::{GraphBuffers, ResidentGraph};
use super::state::{State, Writes, locks};
use super::worklist::Worklist;
use crate::backend::DeviceArray;
use crate::error::{DeviceError, DeviceErrorKind, Error};
use crate::params::RunInputs;
use crate::quotient_graph::QuotientGraph;
use crate::run_options::RunOptions;
use crate::watch::Watch;
pub use memory::check_memory;
use memory::{capacity, max_worklist};
#[cfg(feature = "native")]
pub use rank::TakenItems;
use seed_nodes::SeedNodes;

/// The reason why a repetition did not complete.
pub enum Stop {
    /// The repetition failed.
    Error(Error),
    /// A worklist ran out of room. A repetition with a larger worklist can succeed.
    Overflow {
        /// Position of the worklist.
        worklist: usize,
        /// The capacity that would have sufficed so far.
        needed: u32,
    },
}

impl<E: Into<Error>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Error(error.into())
    }
}

/// A program with its state on a device. Arrays, worklists, kernels and outlined loops are in the
/// order of their ids.
pub struct Machine<G: Gpu> {
    artefact: Arc<Artefact>,
    resident: Arc<ResidentGraph<G>>,
    params: Vec<Value>,
    /// The arrays of the current graph that kernels read.
    graph: GraphBuffers<G>,
    /// The arrays of the input graph.
    input_graph: GraphBuffers<G>,
    /// The current graph, if `main` has contracted the input graph.
    quotient: Option<QuotientGraph>,
    /// The locks of atomic accesses to 64-bit values.
    locks: Memory<G>,
    /// The graph's arrays that `main` reads, on the host, in the order of [`GraphArray::ALL`]. Most
    /// of them are derived, which takes long, so they are computed only when needed.
    host_graph: [OnceLock<GraphWords>; GraphArray::ALL.len()],
    state: Vec<State<G>>,
    worklists: Vec<Worklist<G>>,
    spare: rank::Spare<G>,
    /// The kernels, except for those that only outlined loops run.
    kernels: Vec<Option<BoundKernel<G>>>,
    /// What gives a worklist all nodes, if `main` needs it.
    seed_nodes: Option<SeedNodes<G>>,
    outlined: Vec<OutlinedLoop<G>>,
    max_rounds: u64,
    max_worklist: u32,
    /// Number of launches since the host last waited for the device.
    unfinished: u32,
    watch: Watch,
    transfer_time: Duration,
}

impl<G: Gpu> Machine<G> {
    /// Allocates all memory, copies the graph to the device, and creates the kernels.
    pub fn new(
        artefact: &Arc<Artefact>,
        shapes: &[Shape],
        resident: &Arc<ResidentGraph<G>>,
        built: &Built<G>,
        RunInputs { params, inputs }: RunInputs<'_>,
        options: &RunOptions,
    ) -> Result<Machine<G>, Error> {
        let (device, input, module) = (resident.device(), resident.input(), &artefact.module);
        let nodes = input.graph.nodes();
        let start = Instant::now();
        let graph = resident.graph_arrays(&artefact.interface.graph_arrays(), module.edges)?;
        let state = arrays(artefact, shapes, resident, inputs, options)?;
        device.gpu().wait()?;
        let transfer_time = start.elapsed();
        let capacity = capacity(options, nodes);
        let worklists = module.worklists.iter();
        let worklists = worklists
            .map(|worklist| Worklist::new(resident, &worklist.name, worklist.ty, capacity));
        let worklists = worklists.collect::<Result<_, Error>>()?;
        let ids = (0..module.kernels.len() as u32).map(KernelId);
        let kernels = ids.map(|id| BoundKernel::new(artefact, id, device, built, options));
        let outlined = outlined_loops(artefact, device, built, input.graph.edges() as usize)?;
        let seed_nodes = match module.seeds_nodes() {
            true => Some(SeedNodes::new(resident, built, &outlined, options)?),
            false => None,
        };
        Ok(Machine {
            artefact: Arc::clone(artefact),
            resident: Arc::clone(resident),
            params: params.to_vec(),
            input_graph: graph.clone(),
            graph,
            quotient: None,
            locks: locks(device)?,
            host_graph: Default::default(),
            state,
            worklists,
            spare: rank::Spare::default(),
            kernels: kernels.collect::<Result<_, _>>()?,
            seed_nodes,
            outlined,
            max_rounds: options.max_rounds,
            max_worklist: max_worklist(options),
            unfinished: 0,
            watch: options.watch.clone(),
            transfer_time,
        })
    }

    fn gpu(&self) -> &G {
        self.resident.device().gpu()
    }

    /// Checks that values of the parameters fit the program and the graph.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not.
    pub fn check_parameters(&self, params: &[Value]) -> Result<(), Error> {
        let (module, graph) = (&self.artefact.module, &self.resident.input().graph);
        Ok(check_parameters(module, params, graph.nodes())?)
    }

    /// Gives the parameters other values, which were checked. Returns `false` and changes nothing if the length of an
    /// array depends on them.
    ///
    /// # Errors
    ///
    /// Returns an error if an array would be too large.
    pub fn set_params(&mut self, params: &[Value]) -> Result<bool, Error> {
        let (module, graph) = (&self.artefact.module, &self.resident.input().graph);
        let (nodes, edges) = (graph.nodes(), graph.edges());
        let sizes = Sizes { nodes, edges, width: module.edges, params };
        let shapes = Shape::of_all(&module.arrays, sizes)?;
        if !self.state.iter().zip(shapes).all(|(state, shape)| state.has_shape(shape)) {
            return Ok(false);
        }
        params.clone_into(&mut self.params);
        Ok(true)
    }

    /// Returns how long it took to copy the graph to the device.
    pub fn transfer_time(&self) -> Duration {
        self.transfer_time
    }

    /// Returns the number of work-items of the largest launch, and of its workgroups.
    pub fn geometry(&self) -> (usize, usize) {
        let outlined = self.outlined.iter().map(OutlinedLoop::geometry);
        let sizes = self.launched().map(|kernel| kernel.geometry).chain(outlined);
        let sizes = sizes.map(|g| (g.global, g.local));
        sizes.max().unwrap_or((0, 0))
    }

    /// The kernels that the host launches.
    fn launched(&self) -> impl Iterator<Item = &BoundKernel<G>> {
        self.kernels.iter().flatten()
    }

    /// Gives all memory a content before anything runs. The launches that
    /// [complete the build](Machine::finish_build) may read state that `main` would overwrite first.
    pub fn initialise_memory(&mut self) -> Result<(), Error> {
        for state in &self.state {
            state.initialise()?;
        }
        self.reset_worklists()
    }

    /// Gives the state that `main` may read its initial values. The worklists must be empty. Returns
    /// the number of bytes that the device has to write.
    pub fn initialise(&mut self) -> Result<usize, Error> {
        self.restore_graph();
        self.state.iter().map(|state| state.initialise_again()).sum()
    }

    /// Empties the worklists, whose sizes the host need not know.
    pub fn reset_worklists(&mut self) -> Result<(), Error> {
        self.worklists.iter_mut().try_for_each(Worklist::reset)
    }

    /// Empties the worklists after a run.
    pub fn empty_worklists(&mut self) -> Result<(), Error> {
        self.worklists.iter_mut().try_for_each(Worklist::empty)
    }

    /// Waits for all kernels launched so far.
    fn wait(&mut self) -> Result<(), Error> {
        self.unfinished = 0;
        self.gpu().wait()?;
        self.watch.finished();
        Ok(())
    }

    /// Replaces a worklist by a larger one.
    pub fn enlarge(&mut self, worklist: usize, needed: u32) -> Result<(), Error> {
        let old = &self.worklists[worklist];
        let (name, ty) = (old.name.clone(), old.ty);
        let Some(items) = more_room(old.capacity, needed, self.max_worklist) else {
            return Err(Error::Worklist { worklist: name, most: self.max_worklist });
        };
        // The old buffers are freed before the larger ones are allocated, so that memory need not
        // hold both.
        Worklist::release(&self.resident, &name);
        let launched = self.launched().map(|bound| &bound.kernel);
        let outlined = self.outlined.iter().map(|outlined| &outlined.kernel);
        let seed = self.seed_nodes.iter().map(|seed| &seed.kernel);
        for kernel in launched.chain(outlined).chain(seed) {
            old.buffers().for_each(|memory| self.gpu().forget(kernel, memory.buffer()));
        }
        self.worklists[worklist] = Worklist::new(&self.resident, &name, ty, 1)?;
        match Worklist::new(&self.resident, &name, ty, items) {
            Ok(larger) => self.worklists[worklist] = larger,
            Err(Error::Device(error @ DeviceError { kind: DeviceErrorKind::OutOfMemory, .. })) => {
                return Err(Error::WorklistMemory { worklist: name, items, error });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Copies the content of an array to the host.
    pub fn array(&self, position: usize) -> Result<ArrayData, Error> {
        let state = self.state.get(position);
        state.ok_or_else(|| Error::missing("array", &position.to_string()))?.content()
    }

    /// Returns a copy of an array in memory of the device that the caller keeps, or `None` if the API cannot.
    pub fn device_array(&self, position: usize) -> Result<Option<DeviceArray>, Error> {
        let state = self.state.get(position);
        let state = state.ok_or_else(|| Error::missing("array", &position.to_string()))?;
        state.hand_out(self.resident.device().gpu())
    }

    /// Returns the current graph, in the memory of the host.
    fn graph_in_use(&self) -> &Graph {
        self.quotient.as_ref().map_or(&self.resident.input().graph, |quotient| &quotient.graph)
    }
}

/// Allocates the arrays of a program.
fn arrays<G: Gpu>(
    artefact: &Artefact,
    shapes: &[Shape],
    resident: &ResidentGraph<G>,
    inputs: &Inputs,
    options: &RunOptions,
) -> Result<Vec<State<G>>, Error> {
    let (layout, changed) = (array_layout(options), written_arrays(&artefact.module));
    let arrays = (0u32..).map(ArrayId).zip(&artefact.module.arrays).zip(shapes);
    let arrays = arrays.map(|((id, array), shape)| {
        let is_overwritten = artefact.overwritten.contains(&id);
        let writes = Writes { is_changed: changed.contains(&id), is_overwritten };
        State::new(resident, array, *shape, layout, inputs, writes)
    });
    arrays.collect()
}

/// Returns the new capacity of a worklist that ran out of room: what the run needed so far and some
/// more, because the run was not over. Returns `None` if the worklist already had the maximum
/// capacity.
fn more_room(capacity: u32, needed: u32, most: u32) -> Option<u32> {
    let doubled = capacity.saturating_mul(2);
    let wanted = doubled.max(needed.saturating_add(needed / 4));
    (capacity < most).then(|| wanted.min(most))
}
