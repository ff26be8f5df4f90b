//! A program that is ready to run on an OpenCL device.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs, Shape, Sizes};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_opencl::{Calls, TimedCall, Timing, Trace};

use super::build::build;
use super::machine::{Machine, Stop, check_memory};
use super::obstacles::refuse;
use super::resident::ResidentGraph;
use crate::Error;
use crate::backend::{Build, Prepared, Repetition, Resident, Timings};
use crate::host::{Host, Target};
use crate::limits::Limits;
use crate::memory::MemoryUse;
use crate::watch::Watch;

/// A program whose kernels are built and whose memory is allocated.
pub struct PreparedProgram {
    machine: Machine,
    host: Host,
    resident: Arc<ResidentGraph>,
    watch: Watch,
    build: Build,
    /// Number of arrays that the program declares.
    declared: usize,
    /// The calls that `main` made in the last run.
    calls: Calls,
}

/// A run whose calls of the driver were recorded.
pub struct Recording {
    /// Number of rounds of the loops of `main`.
    pub rounds: u64,
    /// Counts of the calls that `main` made.
    pub calls: Calls,
    /// The calls themselves.
    pub trace: Trace,
}

impl PreparedProgram {
    /// Builds the kernels, allocates memory, and copies to the device what it lacks of the graph.
    /// The build is complete when this method returns, even if the driver builds a kernel at its
    /// first launch.
    ///
    /// # Errors
    ///
    /// Returns an error if the device lacks what the program needs, if the device or its driver
    /// fails, or if the graph or the parameters do not fit the program.
    pub fn new(
        resident: &Arc<ResidentGraph>,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        limits: &Limits,
    ) -> Result<PreparedProgram, Error> {
        let session = resident.session();
        let graph = &resident.input().graph;
        resident.input().check_edges(&artefact.module)?;
        refuse(artefact, session.device(), graph.nodes(), graph.edges())?;
        let (nodes, edges, width) = (graph.nodes(), graph.edges(), artefact.module.edges);
        let sizes = Sizes { nodes, edges, width, params };
        let shapes = artefact.module.arrays.iter().map(|array| Shape::of(array, sizes));
        let shapes = shapes.collect::<Result<Vec<Shape>, _>>()?;
        check_memory((artefact, &shapes), resident.input(), session.device(), limits)?;
        let (built, eager_build) = timed_build(limits, || build(artefact, session, limits))?;
        let program = (&Arc::new(artefact.clone()), &shapes[..]);
        let _turn = resident.turn();
        let mut machine = Machine::new(program, resident, &built, params, inputs, limits)?;
        machine.initialise_memory()?;
        session.finish()?;
        let ((), lazy_build) = timed_build(limits, || machine.finish_build())?;
        let start = Instant::now();
        {
            let _running = limits.watch.start();
            machine.finish_build_of_fixed_ranges()?;
            // A run starts with empty worklists, and the launches may have pushed items.
            machine.reset_worklists()?;
            session.finish()?;
        }
        let early = Some(&built.program).filter(|program| program.is_early());
        let early_build = early.map_or(Duration::ZERO, |program| program.build_time());
        let time = early_build + eager_build + lazy_build + start.elapsed();
        let build = Build { time, was_cached: built.program.was_cached() };
        let (watch, calls, declared) = (limits.watch.clone(), Calls::default(), artefact.declared);
        let host = Host::new(&artefact.module, resident.input(), params, inputs, limits);
        Ok(PreparedProgram {
            machine,
            host,
            resident: Arc::clone(resident),
            watch,
            build,
            declared,
            calls,
        })
    }

    /// Runs the program and records the calls that `main` makes. An earlier
    /// [run](Prepared::run_once) must have enlarged the worklists.
    ///
    /// # Errors
    ///
    /// Returns an error if the device or its driver fails, if the run reaches a limit, or if a
    /// worklist is too small.
    pub fn record_once(&mut self) -> Result<Recording, Error> {
        self.in_initial_state(|program| {
            let Self { machine, host, resident, .. } = program;
            let session = resident.session();
            let before = session.calls();
            let (ended, trace) = session.record(|| host.run(machine));
            let calls = session.calls().since(&before);
            match ended.and_then(|()| machine.check_room()) {
                Ok(()) => Ok(Recording { rounds: host.rounds(), calls, trace }),
                Err(Stop::Error(error)) => Err(error),
                Err(Stop::Overflow { .. }) => Err(Error::Internal("a run needed more room".into())),
            }
        })
    }

    /// Makes the calls of a [recording](PreparedProgram::record_once) again, from the same initial
    /// values. Returns their duration, and the number of reads that returned other values.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, or if a call of the recording cannot be repeated.
    pub fn replay_once(&mut self, trace: &Trace) -> Result<(Duration, usize), Error> {
        self.in_initial_state(|program| {
            let start = Instant::now();
            let differences = trace.replay()?;
            program.resident.session().settle()?;
            Ok((start.elapsed(), differences))
        })
    }

    /// Makes the calls of a [recording](PreparedProgram::record_once) again, from the same initial
    /// values, and returns the time of each call on the host.
    ///
    /// # Errors
    ///
    /// Returns an error as [`replay_once`](PreparedProgram::replay_once) does.
    pub fn time_calls_once(&mut self, trace: &Trace) -> Result<Vec<TimedCall>, Error> {
        self.in_initial_state(|_| Ok(trace.time_calls()?))
    }

    /// Makes the calls of a [recording](PreparedProgram::record_once) again, from the same initial
    /// values, and returns the times of each launch by the device's clock.
    ///
    /// # Errors
    ///
    /// Returns an error as [`replay_once`](PreparedProgram::replay_once) does.
    pub fn time_kernels_once(&mut self, trace: &Trace) -> Result<Vec<Timing>, Error> {
        self.in_initial_state(|_| Ok(trace.time_kernels()?))
    }

    /// Calls `work` with the program in its initial state, and empties the worklists afterwards: the
    /// host does not know which sizes repeated calls leave.
    fn in_initial_state<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (watch, resident) = (self.watch.clone(), Arc::clone(&self.resident));
        let _turn = resident.turn();
        let _watching = watch.start();
        self.machine.initialise()?;
        self.resident.session().settle()?;
        let result = work(self);
        self.machine.reset_worklists()?;
        self.resident.session().settle()?;
        result
    }

    /// Runs `main` from initial values, and checks that no worklist ran out of room.
    fn attempt(&mut self) -> Result<Timings, Stop> {
        let start = Instant::now();
        self.machine.initialise()?;
        self.resident.session().settle()?;
        let initialise = start.elapsed();
        let before = self.resident.session().calls();
        let start = Instant::now();
        let ended = self.host.run(&mut self.machine);
        self.calls = self.resident.session().calls().since(&before);
        self.resident.session().settle()?;
        let main = start.elapsed();
        // Missing capacity explains any other failure, so it is checked first.
        self.machine.check_room()?;
        ended?;
        Ok(Timings { initialise, main })
    }

    /// Returns the counts of the calls that `main` made in the last run.
    pub fn calls(&self) -> Calls {
        self.calls
    }
}

/// Runs a part of the build under watch, and also returns its duration.
fn timed_build<T>(
    limits: &Limits,
    part: impl FnOnce() -> Result<T, Error>,
) -> Result<(T, Duration), Error> {
    let _building = limits.watch.start_build();
    let start = Instant::now();
    let result = part()?;
    Ok((result, start.elapsed()))
}

impl Prepared for PreparedProgram {
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
        let (watch, resident) = (self.watch.clone(), Arc::clone(&self.resident));
        let _turn = resident.turn();
        let _watching = watch.start();
        let mut restarts = 0;
        loop {
            let ended = self.attempt();
            // The next run, which may be that of another program with the same memory, starts with
            // empty worklists.
            let emptied = self.machine.empty_worklists();
            let emptied = emptied.and_then(|()| Ok(self.resident.session().settle()?));
            match ended {
                Ok(timings) => {
                    emptied?;
                    let (launches, rounds) = (self.host.launches(), self.host.rounds());
                    let steps = self.host.take_steps();
                    let findings = vec![];
                    return Ok(Repetition { timings, launches, rounds, restarts, findings, steps });
                }
                Err(Stop::Error(error)) => return Err(error),
                Err(Stop::Overflow { worklist, needed }) => {
                    emptied?;
                    self.machine.enlarge(worklist, needed)?;
                    restarts += 1;
                }
            }
        }
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        Ok(Cow::Owned(self.machine.array(position)?))
    }
}

impl Resident for Arc<ResidentGraph> {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        limits: &Limits,
    ) -> Result<Box<dyn Prepared>, Error> {
        Ok(Box::new(PreparedProgram::new(self, artefact, params, inputs, limits)?))
    }

    fn release_state(&self) {
        self.forget_memory();
    }
}
