//! A program that is ready to run on a GPU. `run_once` runs it, and measures the time `compute` of the report: the
//! initialisation of state and `main`.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs, Shape, Sizes, check_parameters};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;

use super::api::Gpu;
use super::build::build;
use super::machine::{Machine, Stop, check_memory};
use super::refusal::refuse;
use super::resident::ResidentGraph;
use crate::Error;
use crate::backend::{Build, DeviceArray, Prepared, Repetition, Resident, Timings};
use crate::input::Input;
use crate::main_machine::{MainMachine, Target};
use crate::memory::MemoryUse;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
use crate::watch::Watch;

/// The largest state, in bytes, that the device initialises while the host already starts `main`. A wait
/// takes longer than the initialisation of so little state. With more state, the host waits, so that
/// the times of both parts are known.
const MAX_OVERLAPPED: usize = 16 << 20;

/// A program whose kernels are built and whose memory is allocated.
pub struct PreparedProgram<G: Gpu> {
    pub(in crate::backend) machine: Machine<G>,
    pub(in crate::backend) main: MainMachine,
    pub(in crate::backend) resident: Arc<ResidentGraph<G>>,
    pub(in crate::backend) watch: Watch,
    build: Build,
    /// Number of arrays that the program declares.
    declared: usize,
}

/// A program, its parameters and its inputs.
pub struct Given<'g> {
    pub artefact: &'g Artefact,
    /// The graph of `main`. A rank has a part of this graph.
    pub input: &'g Input,
    /// A value for each parameter, checked by the caller.
    pub params: &'g [Value],
    /// The data of the inputs, for the graph on the device.
    pub inputs: &'g Inputs,
    /// The data of the inputs, for `main`.
    pub seeds: &'g Inputs,
}

impl<G: Gpu> PreparedProgram<G> {
    /// Builds the kernels, allocates memory, and copies to the device what it lacks of the graph.
    /// The build is complete when this method returns, even if the driver builds a kernel at its
    /// first launch.
    ///
    /// # Errors
    ///
    /// Returns an error if the device lacks what the program needs, if the device or its driver
    /// fails, or if the graph or the parameters do not fit the program.
    pub fn new(
        resident: &Arc<ResidentGraph<G>>,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<PreparedProgram<G>, Error> {
        let input = resident.input();
        input.check_edges(&artefact.module)?;
        check_parameters(&artefact.module, params, input.graph.nodes())?;
        let given = Given { artefact, input, params, inputs, seeds: inputs };
        PreparedProgram::of(resident, given, options)
    }

    /// Does the same as [`new`](PreparedProgram::new), with parameters that were checked.
    ///
    /// # Errors
    ///
    /// Returns the same errors.
    pub fn of(
        resident: &Arc<ResidentGraph<G>>,
        program: Given<'_>,
        options: &RunOptions,
    ) -> Result<PreparedProgram<G>, Error> {
        let Given { artefact, input, params, inputs, seeds } = program;
        let device = resident.device();
        let graph = &resident.input().graph;
        refuse(artefact, device.facts(), graph.nodes(), graph.edges())?;
        let (nodes, edges, width) = (graph.nodes(), graph.edges(), artefact.module.edges);
        let sizes = Sizes { nodes, edges, width, params };
        let shapes = Shape::of_all(&artefact.module.arrays, sizes)?;
        check_memory(artefact, &shapes, resident.input(), device.facts(), options)?;
        let (built, eager_build) = timed_build(options, || build(artefact, device, options))?;
        let (program, given) = (Arc::new(artefact.clone()), RunInputs { params, inputs });
        let _turn = resident.turn();
        let mut machine = Machine::new(&program, &shapes, resident, &built, given, options)?;
        machine.initialise_memory()?;
        device.gpu().wait()?;
        let ((), lazy_build) = timed_build(options, || machine.finish_build())?;
        let start = Instant::now();
        {
            let _running = options.watch.start();
            machine.finish_build_of_fixed_ranges()?;
            // A run starts with empty worklists, and the launches may have pushed items.
            machine.reset_worklists()?;
            device.gpu().wait()?;
        }
        let time = built.code.early + eager_build + lazy_build + start.elapsed();
        let build = Build { time, was_cached: built.code.was_cached };
        let (watch, declared) = (options.watch.clone(), artefact.declared);
        let main = MainMachine::new(&artefact.module, input, params, seeds, options);
        Ok(PreparedProgram {
            machine,
            main,
            resident: Arc::clone(resident),
            watch,
            build,
            declared,
        })
    }

    fn gpu(&self) -> &G {
        self.resident.device().gpu()
    }

    /// Initialises the state, and lets `run` execute `main` once. Leaves the worklists empty.
    ///
    /// # Errors
    ///
    /// Returns the reason why the run ended early. After an overflow, [`make_room`](PreparedProgram::make_room) makes
    /// another run possible.
    pub fn run_with(
        &mut self,
        run: impl FnOnce(&mut MainMachine, &mut Machine<G>) -> Result<(), Stop>,
    ) -> Result<Repetition, Stop> {
        let resident = Arc::clone(&self.resident);
        let _turn = resident.turn();
        let ended = self.attempt(run);
        // The next run, which may be that of another program with the same memory, starts with
        // empty worklists.
        let emptied = self.machine.empty_worklists();
        let emptied = emptied.and_then(|()| Ok(self.gpu().wait()?));
        if let Err(Stop::Error(error)) = ended {
            return Err(Stop::Error(error));
        }
        emptied?;
        let timings = ended?;
        let (launches, rounds) = (self.main.launches(), self.main.rounds());
        let steps = self.main.take_steps();
        Ok(Repetition { timings, launches, rounds, restarts: 0, findings: vec![], steps })
    }

    /// Replaces a worklist that has ended a run by a larger one.
    ///
    /// # Errors
    ///
    /// Returns the reason why the run ended if it was another one, or an error if there is not enough memory.
    pub fn make_room(&mut self, stop: Stop) -> Result<(), Error> {
        match stop {
            Stop::Error(error) => Err(error),
            Stop::Overflow { worklist, needed } => self.machine.enlarge(worklist, needed),
        }
    }

    /// Gives the parameters other values, which were checked. Returns `false` if a shape of an array depends on them:
    /// then nothing changes.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape is too large.
    pub fn set_params(&mut self, params: &[Value]) -> Result<bool, Error> {
        let is_bound = self.machine.set_params(params)?;
        if is_bound {
            self.main.set_params(params);
        }
        Ok(is_bound)
    }

    /// Runs `main` from initial values, and checks that no worklist ran out of room.
    fn attempt(
        &mut self,
        run: impl FnOnce(&mut MainMachine, &mut Machine<G>) -> Result<(), Stop>,
    ) -> Result<Timings, Stop> {
        let start = Instant::now();
        let written = self.machine.initialise()?;
        if written > MAX_OVERLAPPED {
            self.gpu().wait()?;
        }
        let initialise = start.elapsed();
        let start = Instant::now();
        let ended = run(&mut self.main, &mut self.machine);
        self.gpu().wait()?;
        let main = start.elapsed();
        // Missing capacity explains any other failure, so it is checked first.
        self.machine.check_room()?;
        ended?;
        Ok(Timings { initialise, main })
    }
}

/// Runs a part of the build under watch, and also returns its duration.
fn timed_build<T>(
    options: &RunOptions,
    part: impl FnOnce() -> Result<T, Error>,
) -> Result<(T, Duration), Error> {
    let _building = options.watch.start_build();
    let start = Instant::now();
    let result = part()?;
    Ok((result, start.elapsed()))
}

impl<G: Gpu> Prepared for PreparedProgram<G> {
    fn build(&self) -> Build {
        self.build
    }

    fn transfer_time(&self) -> Duration {
        self.machine.transfer_time()
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        Some(self.machine.geometry())
    }

    fn memory(&self) -> Option<MemoryUse> {
        Some(self.machine.memory(self.declared))
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let watch = self.watch.clone();
        let _watching = watch.start();
        let mut restarts = 0;
        loop {
            match self.run_with(|main, machine| main.run(machine)) {
                Ok(run) => return Ok(Repetition { restarts, ..run }),
                Err(stop) => self.make_room(stop)?,
            }
            restarts += 1;
        }
    }

    fn rebind(&mut self, params: &[Value]) -> Result<bool, Error> {
        self.machine.check_parameters(params)?;
        self.set_params(params)
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        Ok(Cow::Owned(self.machine.array(position)?))
    }

    fn device_array(&self, position: usize) -> Result<Option<DeviceArray>, Error> {
        self.machine.device_array(position)
    }
}

impl<G: Gpu> Resident for Arc<ResidentGraph<G>> {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        Ok(Box::new(PreparedProgram::new(self, artefact, params, inputs, options)?))
    }

    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(G::EXECUTED, workgroup_size)
    }

    fn release_state(&self) {
        self.forget_memory();
    }
}
