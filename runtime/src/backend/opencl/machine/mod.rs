//! A program with its state on a device: memory, kernels and worklists. The files of this folder
//! implement the steps of `main`:
//!
//! - `steps.rs` walks through the schedule,
//! - `launch.rs` launches kernels,
//! - `contract.rs` replaces the graph by its quotient,
//! - `finish_build.rs` makes the driver complete the build before the first run,
//! - `memory.rs` states the memory that a program needs and uses,
//! - `outlined.rs` runs outlined loops,
//! - `recording.rs` measures rounds.

mod contract;
mod finish_build;
mod launch;
mod memory;
mod outlined;
mod recording;
mod steps;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, GraphWords, Inputs, Shape, check_node_parameter, check_range};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::uses::written_arrays;
use igc_compiler::ir::{ArrayId, GraphArray, Value};
use igc_compiler::schedule::{Schedule, Step};
use igc_compiler::target::opencl::SEED_NODES;
use igc_graph::Graph;
use igc_opencl::{Buffer, Kernel, Session};

use super::bound_kernel::BoundKernel;
use super::build::{Built, array_layout};
use super::geometry::{Geometry, geometry};
use super::loops::seeds_nodes;
use super::outlined_loop::{OutlinedLoop, outlined_loops};
use super::resident::ResidentGraph;
use super::state::{State, locks};
use super::worklist::Worklist;
use crate::backend::opencl::expression::{Locals, Surroundings};
use crate::backend::recorder::Recorder;
use crate::error::{DeviceError, DeviceErrorKind, Error};
use crate::input::Input;
use crate::limits::Limits;
use crate::prints::Prints;
use crate::quotient_graph::QuotientGraph;
use crate::watch::Watch;
pub use memory::check_memory;
use memory::{capacity, max_worklist};

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

/// A program with its state on a device.
pub struct Machine<'a> {
    pub(super) schedule: &'a Schedule,
    resident: &'a ResidentGraph<'a>,
    session: &'a Session,
    pub(super) input: &'a Input,
    params: HashMap<&'a str, Value>,
    /// The data for the inputs of the program.
    pub(super) inputs: Inputs,
    /// The arrays of the current graph that kernels read.
    graph: HashMap<String, Buffer>,
    /// The arrays of the input graph.
    input_graph: HashMap<String, Buffer>,
    /// The current graph, if `main` has contracted the input graph.
    quotient: Option<QuotientGraph>,
    /// The locks of atomic accesses to 64-bit values.
    locks: Buffer,
    /// The graph's arrays that `main` reads, on the host, in the order of [`GraphArray::ALL`]. Most
    /// of them are derived, which takes long, so they are computed only when needed.
    host_graph: [OnceCell<GraphWords<'a>>; GraphArray::ALL.len()],
    pub(super) state: HashMap<&'a str, State>,
    pub(super) worklists: Vec<Worklist>,
    kernels: HashMap<&'a str, BoundKernel>,
    /// The kernel that pushes every node to a worklist, with its launch, if `main` needs it.
    seed_nodes: Option<(Kernel, Geometry)>,
    /// The outlined loops by their functions.
    pub(super) outlined: HashMap<&'a str, OutlinedLoop>,
    pub(super) locals: Locals,
    pub(super) launches: u64,
    pub(super) rounds: u64,
    pub(super) max_rounds: u64,
    max_worklist: u32,
    /// Number of launches since the host last waited for the device.
    unfinished: u32,
    pub(super) watch: &'a Watch,
    pub(super) prints: &'a Prints,
    transfer_time: Duration,
    /// The record of rounds, if rounds are recorded.
    pub(super) recorder: Option<Recorder<Step>>,
}

impl<'a> Machine<'a> {
    /// Allocates all memory, copies the graph to the device, and creates the kernels.
    pub fn new(
        (artefact, shapes): (&'a Artefact, &[Shape]),
        resident: &'a ResidentGraph<'a>,
        built: &Built,
        params: &[Value],
        inputs: &Inputs,
        limits: &'a Limits,
    ) -> Result<Machine<'a>, Error> {
        let (session, input, schedule) = (resident.session(), resident.input(), &artefact.schedule);
        let nodes = input.graph.nodes();
        check_params(schedule, params, nodes)?;
        let start = Instant::now();
        let graph = resident.graph_arrays(&schedule.graph)?;
        let (layout, changed) = (array_layout(limits), written_arrays(&artefact.module));
        let mut state = HashMap::new();
        for ((id, buffer), shape) in (0u32..).map(ArrayId).zip(&schedule.buffers).zip(shapes) {
            let is_changed = changed.contains(&id);
            let array = State::new(resident, buffer, (*shape, layout), inputs, is_changed)?;
            state.insert(buffer.name.as_str(), array);
        }
        session.finish()?;
        let transfer_time = start.elapsed();
        let (capacity, max_worklist) = (capacity(limits, nodes), max_worklist(limits));
        let mut worklists = vec![];
        for name in &schedule.worklists {
            worklists.push(Worklist::new(resident, (name, schedule.item_type(name)), capacity)?);
        }
        let mut kernels = HashMap::new();
        for kernel in &schedule.kernels {
            let bound = BoundKernel::new(schedule, session, built, kernel, limits)?;
            kernels.insert(kernel.name.as_str(), bound);
        }
        let seed_nodes = match seeds_nodes(&schedule.main) {
            true => {
                let geometry = geometry(session.device(), built.workgroup_size, limits);
                Some((built.program.kernel(SEED_NODES)?, geometry))
            }
            false => None,
        };
        let outlined = outlined_loops(schedule, session, built, input.graph.edges() as usize)?;
        let names = schedule.params.iter().map(|p| p.name.as_str());
        Ok(Machine {
            schedule,
            resident,
            session,
            input,
            params: names.zip(params.iter().copied()).collect(),
            inputs: inputs.clone(),
            input_graph: graph.clone(),
            graph,
            quotient: None,
            locks: locks(session)?,
            host_graph: Default::default(),
            state,
            worklists,
            kernels,
            seed_nodes,
            outlined,
            locals: Locals::default(),
            launches: 0,
            rounds: 0,
            max_rounds: limits.max_rounds,
            max_worklist,
            unfinished: 0,
            watch: &limits.watch,
            prints: &limits.prints,
            transfer_time,
            recorder: limits.record_steps.then(|| Recorder::new(&schedule.main)),
        })
    }

    /// Returns how long it took to copy the graph to the device.
    pub fn transfer_time(&self) -> Duration {
        self.transfer_time
    }

    /// Returns the number of kernels that the last repetition launched.
    pub fn launches(&self) -> u64 {
        self.launches
    }

    /// Returns the number of rounds of the loops of the last repetition.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the number of work-items of the largest launch, and of its workgroups.
    pub fn geometry(&self) -> (usize, usize) {
        let outlined = self.outlined.values().map(OutlinedLoop::geometry);
        let sizes = self.kernels.values().map(|k| k.geometry).chain(outlined);
        let sizes = sizes.map(|g| (g.global, g.local));
        sizes.max().unwrap_or((0, 0))
    }

    /// Gives all memory a content before anything runs. The launches that
    /// [complete the build](Machine::finish_build) may read state that `main` would overwrite first.
    pub fn initialise_memory(&mut self) -> Result<(), Error> {
        for state in self.state.values() {
            state.initialise()?;
        }
        self.reset_worklists()
    }

    /// Gives the state that `main` may read its initial values. The worklists must be empty.
    pub fn initialise(&mut self) -> Result<(), Error> {
        self.locals.clear();
        (self.launches, self.rounds) = (0, 0);
        self.restore_graph();
        for state in self.state.values() {
            state.initialise_again()?;
        }
        Ok(())
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
    pub(super) fn settle(&mut self) -> Result<(), Error> {
        self.unfinished = 0;
        self.session.finish()?;
        self.watch.finished();
        Ok(())
    }

    /// Runs `main`. Kernels may still be running when this method returns.
    pub fn main(&mut self) -> Result<(), Stop> {
        if let Some(recorder) = &mut self.recorder {
            recorder.restart();
        }
        let schedule = self.schedule;
        self.block(&schedule.main).map(|_| ())
    }

    /// Checks that no worklist ran out of room, after all kernels have finished.
    pub fn check_room(&self) -> Result<(), Stop> {
        for (position, worklist) in self.worklists.iter().enumerate() {
            if let Some(needed) = worklist.missing()? {
                return Err(Stop::Overflow { worklist: position, needed });
            }
        }
        Ok(())
    }

    /// Returns the error for a loop with too many rounds. If a worklist ran out of room, the loop
    /// may have waited for a lost push, so this is the reason.
    pub fn too_many_rounds(&self) -> Stop {
        self.check_room().err().unwrap_or_else(|| Error::Rounds(self.max_rounds).into())
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
        Worklist::release(self.resident, &name);
        let launched = self.kernels.values().map(|bound| &bound.kernel);
        let outlined = self.outlined.values().map(|outlined| &outlined.kernel);
        let seed = self.seed_nodes.iter().map(|(kernel, _)| kernel);
        for kernel in launched.chain(outlined).chain(seed) {
            old.buffers().for_each(|buffer| kernel.forget_buffer(buffer));
        }
        self.worklists[worklist] = Worklist::new(self.resident, (&name, ty), 1)?;
        match Worklist::new(self.resident, (&name, ty), items) {
            Ok(larger) => self.worklists[worklist] = larger,
            Err(Error::Device(error @ DeviceError { kind: DeviceErrorKind::OutOfMemory, .. })) => {
                return Err(Error::WorklistMemory { worklist: name, items, error });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Copies the content of an array to the host, given the position of its buffer in the schedule.
    pub fn array(&self, position: usize) -> Result<ArrayData, Error> {
        let buffer = self.schedule.buffers.get(position);
        let buffer = buffer.ok_or_else(|| Error::missing("array", &position.to_string()))?;
        self.state(&buffer.name)?.content()
    }

    /// Returns the current graph, in the memory of the host.
    pub(super) fn graph_in_use(&self) -> &Graph {
        self.quotient.as_ref().map_or(&self.input.graph, |quotient| &quotient.graph)
    }

    pub(super) fn state(&self, name: &str) -> Result<&State, Error> {
        self.state.get(name).ok_or_else(|| Error::missing("buffer", name))
    }

    pub(super) fn worklist(&self, name: &str) -> Result<usize, Error> {
        let position = self.worklists.iter().position(|w| w.name == name);
        position.ok_or_else(|| Error::missing("worklist", name))
    }
}

impl Surroundings for Machine<'_> {
    type Error = Stop;

    fn node_count(&self) -> u32 {
        self.graph_in_use().nodes()
    }

    fn edge_count(&self) -> Value {
        self.schedule.graph.edges.number(self.graph_in_use().edges())
    }

    fn param(&self, name: &str) -> Option<Value> {
        self.params.get(name).copied()
    }

    fn load(&self, buffer: &str, row: u64, element: u32) -> Result<Value, Stop> {
        let value = self.state(buffer)?.load(row, element)?;
        self.watch.finished();
        Ok(value)
    }

    fn row_length(&self, buffer: &str) -> Result<u32, Stop> {
        Ok(self.state(buffer)?.row_length())
    }

    fn graph(&self, array: &str, index: u64) -> Result<Value, Stop> {
        let at = GraphArray::ALL.into_iter().position(|a| a.name() == array);
        let at = at.ok_or_else(|| Error::missing("graph array", array))?;
        let (array, width) = (GraphArray::ALL[at], self.schedule.graph.edges);
        let (index, missing) = (index as usize, width.value(array.missing()));
        let value =
            |bits: Option<u64>| bits.map_or(missing, |bits| Value::from_bits(missing.ty(), bits));
        if let Some(quotient) = &self.quotient {
            return Ok(value(quotient.array(array, width)?.get(index)));
        }
        if self.host_graph[at].get().is_none() {
            let _ = self.host_graph[at].set(self.input.array(array, width)?);
        }
        Ok(value(self.host_graph[at].get().and_then(|elements| elements.get(index))))
    }

    fn waiting(&self, worklist: &str) -> Result<u32, Stop> {
        self.pushed(self.worklist(worklist)?)
    }
}

/// Returns the new capacity of a worklist that ran out of room: what the run needed so far and some
/// more, because the run was not over. Returns `None` if the worklist already had the maximum
/// capacity.
fn more_room(capacity: u32, needed: u32, most: u32) -> Option<u32> {
    let doubled = capacity.saturating_mul(2);
    let wanted = doubled.max(needed.saturating_add(needed / 4));
    (capacity < most).then(|| wanted.min(most))
}

/// Checks that each parameter is in its range, and that each parameter of type `node` is a node of the
/// graph. Kernels do not check this again.
fn check_params(schedule: &Schedule, params: &[Value], nodes: u32) -> Result<(), Error> {
    for (param, value) in schedule.params.iter().zip(params) {
        check_range(&param.name, param.range, *value)?;
        check_node_parameter(&param.name, param.is_optional_node(), *value, nodes)?;
    }
    Ok(())
}
