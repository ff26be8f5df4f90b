//! The host's side of a schedule, step by step.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use igc_compiler::interp::ArrayData;
use igc_compiler::ir::{MAX_EXTENT, Value};
use igc_compiler::schedule::{Argument, Expr, Schedule, Seed, Step, Work};
use igc_opencl::{Buffer, Kernel, OpenClError, Program, Session};

use super::geometry::{Geometry, geometry};
use super::state::{State, graph_arrays};
use super::worklist::Worklist;
use super::{array_data, more_room};
use crate::Error;
use crate::expression::{Locals, Surroundings, evaluate};
use crate::input::Input;
use crate::run::Limits;

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

struct BoundKernel {
    kernel: Kernel,
    arguments: Vec<Argument>,
    geometry: Geometry,
    /// What its parallel loops range over.
    work: Vec<Work>,
    /// Which worklists it reads, by their position.
    reads: Vec<usize>,
    /// Which worklists it pushes to, by their position.
    pushes: Vec<usize>,
}

/// A program with its state on a device.
pub struct Machine<'a> {
    schedule: &'a Schedule,
    session: &'a Session,
    input: &'a Input,
    params: HashMap<&'a str, Value>,
    graph: HashMap<String, Buffer>,
    state: HashMap<&'a str, State>,
    worklists: Vec<Worklist>,
    kernels: HashMap<&'a str, BoundKernel>,
    locals: Locals,
    launches: u64,
    rounds: u64,
    max_rounds: u64,
    transfer_time: Duration,
}

impl<'a> Machine<'a> {
    /// Allocates all memory, brings the graph to the device and finds the kernels.
    pub fn new(
        schedule: &'a Schedule,
        session: &'a Session,
        program: &Program,
        input: &'a Input,
        params: &[Value],
        limits: &Limits,
    ) -> Result<Machine<'a>, Error> {
        let nodes = input.graph.nodes();
        check_node_params(schedule, params, nodes)?;
        let start = Instant::now();
        let graph = graph_arrays(session, schedule, input)?;
        let mut state = HashMap::new();
        for buffer in &schedule.buffers {
            state.insert(buffer.name.as_str(), State::new(session, buffer, input)?);
        }
        session.finish()?;
        let transfer_time = start.elapsed();
        let spare = (nodes / SPARE_SHARE).max(SPARE_LEAST);
        let capacity = limits.worklist_capacity.unwrap_or(nodes.saturating_add(spare));
        let capacity = capacity.clamp(1, MAX_EXTENT);
        let mut worklists = vec![];
        for name in &schedule.worklists {
            worklists.push(Worklist::new(session, name, capacity)?);
        }
        let mut kernels = HashMap::new();
        for kernel in &schedule.kernels {
            let bound = BoundKernel::new(schedule, session, program, kernel)?;
            kernels.insert(kernel.name.as_str(), bound);
        }
        let names = schedule.params.iter().map(|p| p.name.as_str());
        Ok(Machine {
            schedule,
            session,
            input,
            params: names.zip(params.iter().copied()).collect(),
            graph,
            state,
            worklists,
            kernels,
            locals: Locals::new(),
            launches: 0,
            rounds: 0,
            max_rounds: limits.max_rounds,
            transfer_time,
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
        let sizes = self.kernels.values().map(|k| (k.geometry.global, k.geometry.local));
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

    /// Runs `main`. Kernels may still be running when it returns.
    pub fn main(&mut self) -> Result<(), Stop> {
        let schedule = self.schedule;
        self.block(&schedule.main)
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

    /// Replaces a worklist by one with more room.
    pub fn enlarge(&mut self, worklist: usize, needed: u32) -> Result<(), Error> {
        let old = &self.worklists[worklist];
        let capacity = more_room(old.capacity, needed, &old.name)?;
        self.worklists[worklist] = Worklist::new(self.session, &old.name.clone(), capacity)?;
        Ok(())
    }

    /// The content of every buffer, in the order of the schedule.
    pub fn arrays(&self) -> Result<Vec<ArrayData>, Error> {
        let content = |state: &State| array_data(state.declared.ty, &state.memory, state.length);
        self.schedule.buffers.iter().map(|buffer| content(self.state(&buffer.name)?)).collect()
    }

    fn state(&self, name: &str) -> Result<&State, Error> {
        self.state.get(name).ok_or_else(|| Error::missing("buffer", name))
    }

    fn worklist(&self, name: &str) -> Result<usize, Error> {
        let position = self.worklists.iter().position(|w| w.name == name);
        position.ok_or_else(|| Error::missing("worklist", name))
    }

    fn value(&self, expr: &Expr) -> Result<Value, Error> {
        evaluate(expr, &self.locals, self)
    }

    fn holds(&self, condition: &Expr) -> Result<bool, Error> {
        Ok(self.value(condition)?.truth())
    }

    fn block(&mut self, steps: &[Step]) -> Result<(), Stop> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), Stop> {
        match step {
            Step::Set { local, value } => {
                let value = self.value(value)?;
                self.locals.insert(local.clone(), value);
            }
            Step::Store { buffer, index, value } => {
                let (index, value) = (self.value(index)?.index(), self.value(value)?);
                self.state(buffer)?.store(index, value)?;
            }
            Step::Fill { buffer, value } => self.state(buffer)?.fill(self.value(value)?)?,
            Step::Swap { first, second } => self.swap(first, second)?,
            Step::SwapWorklists { first, second } => {
                let positions = [self.worklist(first)?, self.worklist(second)?];
                // A worklist with itself: nothing to do.
                if let Ok([one, other]) = self.worklists.get_disjoint_mut(positions) {
                    one.exchange(other);
                }
            }
            Step::Launch { kernel, args } => self.launch(kernel, args)?,
            Step::If { condition, then, otherwise } => {
                self.block(if self.holds(condition)? { then } else { otherwise })?;
            }
            Step::While { condition, body } => {
                while self.holds(condition)? {
                    self.round()?;
                    self.block(body)?;
                }
            }
            Step::Iterate { body, condition } => loop {
                self.round()?;
                self.block(body)?;
                if !self.holds(condition)? {
                    break;
                }
            },
            Step::Pipe { worklist, once, seed, body } => {
                let worklist = self.worklist(worklist)?;
                if let Some(seed) = seed {
                    self.seed(worklist, seed)?;
                }
                self.pipe(worklist, *once, body)?;
            }
        }
        Ok(())
    }

    fn swap(&mut self, first: &str, second: &str) -> Result<(), Error> {
        if first == second {
            return Ok(());
        }
        match self.state.get_disjoint_mut([first, second]) {
            [Some(one), Some(other)] => std::mem::swap(&mut one.memory, &mut other.memory),
            _ => return Err(Error::missing("buffer", &format!("{first} or {second}"))),
        }
        Ok(())
    }

    fn round(&mut self) -> Result<(), Error> {
        self.rounds += 1;
        if self.rounds > self.max_rounds {
            return Err(Error::Rounds(self.max_rounds));
        }
        Ok(())
    }

    fn pipe(&mut self, worklist: usize, once: bool, body: &[Step]) -> Result<(), Stop> {
        if once {
            self.round()?;
            return self.block(body);
        }
        // The one read of each round: it ends the pipe and finds that room was missing.
        loop {
            let pushed = self.worklists[worklist].pushed()?;
            if pushed > self.worklists[worklist].capacity {
                return Err(Stop::Overflow { worklist, needed: pushed });
            }
            if pushed == 0 {
                return Ok(());
            }
            self.round()?;
            self.block(body)?;
        }
    }

    fn seed(&mut self, worklist: usize, seed: &Seed) -> Result<(), Stop> {
        let nodes = self.input.graph.nodes();
        let items: Vec<u32> = match seed {
            Seed::AllNodes => (0..nodes).collect(),
            Seed::Items(items) => {
                let values = items.iter().map(|item| Ok(self.value(item)?.index()));
                values.collect::<Result<_, Error>>()?
            }
        };
        let target = &mut self.worklists[worklist];
        if let Some(&node) = items.iter().find(|&&node| node >= nodes) {
            let worklist = target.name.clone();
            return Err(Error::SeedNode { worklist, node, nodes }.into());
        }
        if items.len() > target.capacity as usize {
            return Err(Stop::Overflow { worklist, needed: items.len() as u32 });
        }
        Ok(target.seed(&items)?)
    }

    fn launch(&mut self, name: &str, args: &[Expr]) -> Result<(), Error> {
        let values: Vec<Value> =
            args.iter().map(|arg| self.value(arg)).collect::<Result<_, Error>>()?;
        let bound = self.kernels.get(name).ok_or_else(|| Error::missing("kernel", name))?;
        for &worklist in &bound.reads {
            self.worklists[worklist].turn_over();
        }
        for (at, argument) in (0u32..).zip(&bound.arguments) {
            self.bind(&bound.kernel, at, argument, &values)?;
        }
        bound.kernel.launch(self.work_items(bound), bound.geometry.local)?;
        for &worklist in &bound.pushes {
            self.worklists[worklist].may_be_pushed();
        }
        self.launches += 1;
        Ok(())
    }

    /// How many work-items a launch has: one for each element that its loops range over, if that is
    /// known and less than what fits the device. A small frontier is not worth a large launch.
    fn work_items(&self, bound: &BoundKernel) -> usize {
        let Geometry { global, local } = bound.geometry;
        let elements = bound.work.iter().map(|work| match work {
            Work::Nodes => Some(self.node_count()),
            Work::Arcs => Some(self.arc_count()),
            Work::Worklist(name) => self.worklists.iter().find(|w| w.name == *name)?.front_size(),
            Work::Other => None,
        });
        let most = elements.collect::<Option<Vec<u32>>>().and_then(|all| all.into_iter().max());
        most.map_or(global, |most| (most as usize).next_multiple_of(local).clamp(local, global))
    }

    /// Sets one argument; the kernel forgets nothing, so that what did not change costs no call.
    fn bind(
        &self,
        kernel: &Kernel,
        at: u32,
        argument: &Argument,
        values: &[Value],
    ) -> Result<(), Error> {
        let worklist = |name: &str| self.worklist(name).map(|i| &self.worklists[i]);
        match argument {
            Argument::Graph(name) => {
                let buffer = self.graph.get(name);
                kernel.set_buffer(at, buffer.ok_or_else(|| Error::missing("graph array", name))?)?
            }
            Argument::Buffer(name) => kernel.set_buffer(at, &self.state(name)?.memory)?,
            Argument::WorklistFront(name) => kernel.set_buffer(at, worklist(name)?.front())?,
            Argument::WorklistBack(name) => kernel.set_buffer(at, worklist(name)?.back())?,
            Argument::WorklistSizes(name) => kernel.set_buffer(at, worklist(name)?.sizes())?,
            Argument::WorklistTurn(name) => kernel.set_scalar(at, worklist(name)?.turn())?,
            Argument::WorklistCapacity(name) => kernel.set_scalar(at, worklist(name)?.capacity)?,
            Argument::NodeCount => kernel.set_scalar(at, self.node_count())?,
            Argument::ArcCount => kernel.set_scalar(at, self.arc_count())?,
            Argument::Param(name) => {
                let value = self.param(name).ok_or_else(|| Error::missing("parameter", name))?;
                kernel.set_scalar_bytes(at, &value.to_le_bytes())?
            }
            Argument::Launch(position, _) => {
                let value = values.get(*position);
                let missing = || Error::missing("launch argument", &position.to_string());
                kernel.set_scalar_bytes(at, &value.ok_or_else(missing)?.to_le_bytes())?
            }
        }
        Ok(())
    }
}

impl BoundKernel {
    fn new(
        schedule: &Schedule,
        session: &Session,
        program: &Program,
        entry: &igc_compiler::schedule::Kernel,
    ) -> Result<BoundKernel, OpenClError> {
        let kernel = program.kernel(&entry.function)?;
        let limits = kernel.limits();
        let local = (schedule.workgroup_size as usize).min(limits.max_workgroup_size);
        let position = |name: &String| schedule.worklists.iter().position(|w| w == name);
        let reads = entry.arguments.iter().filter_map(|argument| match argument {
            Argument::WorklistFront(name) => position(name),
            _ => None,
        });
        let pushes = entry.arguments.iter().filter_map(|argument| match argument {
            Argument::WorklistBack(name) => position(name),
            _ => None,
        });
        let (reads, pushes) = (reads.collect(), pushes.collect());
        let geometry = geometry(session.device(), local);
        let (arguments, work) = (entry.arguments.clone(), entry.work.clone());
        Ok(BoundKernel { kernel, arguments, geometry, work, reads, pushes })
    }
}

impl Surroundings for Machine<'_> {
    fn node_count(&self) -> u32 {
        self.input.graph.nodes()
    }

    fn arc_count(&self) -> u32 {
        self.input.graph.arcs()
    }

    fn param(&self, name: &str) -> Option<Value> {
        self.params.get(name).copied()
    }

    fn load(&self, buffer: &str, index: u32) -> Result<Value, Error> {
        self.state(buffer)?.load(index)
    }

    fn graph(&self, array: &str, index: u32) -> Result<Value, Error> {
        let found = igc_compiler::ir::GraphArray::ALL.into_iter().find(|a| a.name() == array);
        let found = found.ok_or_else(|| Error::missing("graph array", array))?;
        let element = self.input.array(found).get(index as usize).copied().unwrap_or(0);
        Ok(Value::from_bits(found.ty(), element.into()))
    }
}

/// A parameter of type `node` must be one of the graph's: kernels do not check it again.
fn check_node_params(schedule: &Schedule, params: &[Value], nodes: u32) -> Result<(), Error> {
    for (param, value) in schedule.params.iter().zip(params) {
        if let Value::Node(node) = *value
            && node >= nodes
        {
            let name = param.name.clone();
            return Err(igc_compiler::interp::RunError::ParameterNode { name, node, nodes }.into());
        }
    }
    Ok(())
}
