//! A program with its state on a device: memory, bound kernels, [launches](launch). What `main` does
//! with them is in [`steps`](super::steps).

mod launch;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, check_node_parameter};
use igc_compiler::ir::{GraphArray, MAX_EXTENT, Value};
use igc_compiler::schedule::Schedule;
use igc_opencl::{Buffer, OpenClError, Session};

use super::build::Built;
use super::outlined::{OutlinedLoop, outlined_loops};
use super::recorder::Recorder;
use super::resident::Resident;
use super::state::{State, locks};
use super::worklist::Worklist;
use super::{array_data, more_room};
use crate::Error;
use crate::expression::{Locals, Surroundings};
use crate::input::Input;
use crate::run::Limits;
use crate::watch::Watch;
use launch::BoundKernel;

/// Room that a worklist gets beyond one item for each node, as a share of the nodes and at least.
/// Programs may push a node twice; most do so rarely.
const SPARE_SHARE: u32 = 8;
const SPARE_LEAST: u32 = 1024;

/// Why a repetition did not come to its end.
pub enum Stop {
    /// It cannot.
    Error(Error),
    /// A worklist ran out of room: it can, with more.
    Overflow {
        /// The worklist, by its position.
        worklist: usize,
        /// The capacity that would have been enough so far.
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
    resident: &'a Resident<'a>,
    session: &'a Session,
    pub(super) input: &'a Input,
    params: HashMap<&'a str, Value>,
    graph: HashMap<String, Buffer>,
    /// The locks of atomic accesses to 64 bits.
    locks: Buffer,
    /// The graph's arrays that `main` reads, on the host: most are derived, which takes long. In the
    /// order of [`GraphArray::ALL`].
    host_graph: [OnceCell<std::borrow::Cow<'a, [u32]>>; GraphArray::ALL.len()],
    pub(super) state: HashMap<&'a str, State>,
    pub(super) worklists: Vec<Worklist>,
    kernels: HashMap<&'a str, BoundKernel>,
    /// Outlined loops, by their functions.
    pub(super) outlined: HashMap<&'a str, OutlinedLoop>,
    pub(super) locals: Locals,
    pub(super) launches: u64,
    pub(super) rounds: u64,
    pub(super) max_rounds: u64,
    max_worklist: u32,
    /// Launches since the host last waited for all of them.
    unfinished: u32,
    pub(super) watch: &'a Watch,
    transfer_time: Duration,
    /// Notes rounds, where that is asked for.
    pub(super) recorder: Option<Recorder>,
}

impl<'a> Machine<'a> {
    /// Allocates all memory, brings the graph to the device and finds the kernels.
    pub fn new(
        schedule: &'a Schedule,
        resident: &'a Resident<'a>,
        built: &Built,
        params: &[Value],
        limits: &'a Limits,
    ) -> Result<Machine<'a>, Error> {
        let (session, input) = (resident.session(), resident.input());
        let nodes = input.graph.nodes();
        check_node_params(schedule, params, nodes)?;
        let start = Instant::now();
        let graph = resident.graph_arrays(&schedule.graph.arrays)?;
        let mut state = HashMap::new();
        for buffer in &schedule.buffers {
            state.insert(buffer.name.as_str(), State::new(resident, buffer)?);
        }
        session.finish()?;
        let transfer_time = start.elapsed();
        let spare = (nodes / SPARE_SHARE).max(SPARE_LEAST);
        let capacity = limits.worklist_capacity.unwrap_or(nodes.saturating_add(spare));
        let max_worklist = limits.max_worklist.unwrap_or(MAX_EXTENT).min(MAX_EXTENT);
        let capacity = capacity.clamp(1, max_worklist.max(1));
        let mut worklists = vec![];
        for name in &schedule.worklists {
            worklists.push(Worklist::new(resident, name, capacity)?);
        }
        let mut kernels = HashMap::new();
        for kernel in &schedule.kernels {
            let bound = BoundKernel::new(schedule, session, built, kernel, limits)?;
            kernels.insert(kernel.name.as_str(), bound);
        }
        let outlined = outlined_loops(schedule, session, built, input.graph.edges() as usize)?;
        let names = schedule.params.iter().map(|p| p.name.as_str());
        Ok(Machine {
            schedule,
            resident,
            session,
            input,
            params: names.zip(params.iter().copied()).collect(),
            graph,
            locks: locks(session)?,
            host_graph: Default::default(),
            state,
            worklists,
            kernels,
            outlined,
            locals: Locals::new(),
            launches: 0,
            rounds: 0,
            max_rounds: limits.max_rounds,
            max_worklist,
            unfinished: 0,
            watch: &limits.watch,
            transfer_time,
            recorder: limits.record_steps.then(|| Recorder::new(&schedule.main)),
        })
    }

    /// How long bringing the graph to the device took.
    pub fn transfer_time(&self) -> Duration {
        self.transfer_time
    }

    /// Kernels launched by the last repetition.
    pub fn launches(&self) -> u64 {
        self.launches
    }

    /// Rounds of the loops of the last repetition.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Work-items of a launch and of a workgroup: the largest of the kernels'.
    pub fn geometry(&self) -> (usize, usize) {
        let outlined = self.outlined.values().map(OutlinedLoop::geometry);
        let sizes = self.kernels.values().map(|k| k.geometry).chain(outlined);
        let sizes = sizes.map(|g| (g.global, g.local));
        sizes.max().unwrap_or((0, 0))
    }

    /// Gives all state its initial values.
    pub fn initialise(&mut self) -> Result<(), Error> {
        self.locals.clear();
        (self.launches, self.rounds) = (0, 0);
        for state in self.state.values() {
            state.initialise()?;
        }
        for worklist in &mut self.worklists {
            worklist.reset()?;
        }
        Ok(())
    }

    /// Waits for all kernels launched so far.
    pub(super) fn settle(&mut self) -> Result<(), Error> {
        self.unfinished = 0;
        Ok(self.session.finish()?)
    }

    /// Runs `main`. Kernels may still be running when it returns.
    pub fn main(&mut self) -> Result<(), Stop> {
        if let Some(recorder) = &mut self.recorder {
            recorder.restart();
        }
        let schedule = self.schedule;
        self.block(&schedule.main).map(|_| ())
    }

    /// Finds a worklist that ran out of room, after all kernels are done.
    pub fn check_room(&self) -> Result<(), Stop> {
        for (position, worklist) in self.worklists.iter().enumerate() {
            if let Some(needed) = worklist.missing()? {
                return Err(Stop::Overflow { worklist: position, needed });
            }
        }
        Ok(())
    }

    /// Why a loop is left after more rounds than it may have: it may have gone on for a push that found no
    /// room.
    pub fn too_many_rounds(&self) -> Stop {
        self.check_room().err().unwrap_or_else(|| Error::Rounds(self.max_rounds).into())
    }

    /// Replaces a worklist by one with more room.
    pub fn enlarge(&mut self, worklist: usize, needed: u32) -> Result<(), Error> {
        let old = &self.worklists[worklist];
        let name = old.name.clone();
        let Some(items) = more_room(old.capacity, needed, self.max_worklist) else {
            return Err(Error::Worklist { worklist: name, most: self.max_worklist });
        };
        // The old one goes first, so that there is room for both only where there must be.
        Worklist::release(self.resident, &name);
        self.worklists[worklist] = Worklist::new(self.resident, &name, 1)?;
        match Worklist::new(self.resident, &name, items) {
            Ok(larger) => self.worklists[worklist] = larger,
            Err(Error::OpenCl(error @ OpenClError::TooLarge { .. })) => {
                let error = Box::new(error);
                return Err(Error::WorklistMemory { worklist: name, items, error });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The content of every buffer, in the order of the schedule.
    pub fn arrays(&self) -> Result<Vec<ArrayData>, Error> {
        let content = |state: &State| array_data(state.declared.ty, &state.memory, state.length);
        self.schedule.buffers.iter().map(|buffer| content(self.state(&buffer.name)?)).collect()
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
        self.input.graph.nodes()
    }

    fn edge_count(&self) -> u32 {
        self.input.graph.edges()
    }

    fn param(&self, name: &str) -> Option<Value> {
        self.params.get(name).copied()
    }

    fn load(&self, buffer: &str, index: u32) -> Result<Value, Stop> {
        Ok(self.state(buffer)?.load(index)?)
    }

    fn graph(&self, array: &str, index: u32) -> Result<Value, Stop> {
        let at = GraphArray::ALL.into_iter().position(|a| a.name() == array);
        let at = at.ok_or_else(|| Error::missing("graph array", array))?;
        let array = GraphArray::ALL[at];
        let elements = self.host_graph[at].get_or_init(|| self.input.array(array));
        let element = elements.get(index as usize).copied().unwrap_or(0);
        Ok(Value::from_bits(array.ty(), element.into()))
    }

    fn waiting(&self, worklist: &str) -> Result<u32, Stop> {
        self.pushed(self.worklist(worklist)?)
    }
}

/// A parameter of type `node` must be one of the graph's: kernels do not check it again.
fn check_node_params(schedule: &Schedule, params: &[Value], nodes: u32) -> Result<(), Error> {
    for (param, value) in schedule.params.iter().zip(params) {
        check_node_parameter(&param.name, *value, nodes)?;
    }
    Ok(())
}
