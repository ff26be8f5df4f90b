//! A program that is ready to run on an OpenCL device.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use igc_compiler::driver::Artefact;
use igc_compiler::interp::ArrayData;
use igc_compiler::ir::Value;
use igc_opencl::{Calls, Session, Trace};

use super::build::build;
use super::machine::{Machine, Stop};
use super::obstacles::refuse;
use super::resident::ResidentGraph;
use crate::Error;
use crate::backend::{Build, Prepared, Repetition, Resident, Timings};
use crate::limits::Limits;
use crate::watch::Watch;

/// A program with its kernels built and its memory allocated.
pub struct PreparedProgram<'a> {
    machine: Machine<'a>,
    session: &'a Session,
    watch: &'a Watch,
    build: Build,
    /// The calls of `main` in the last run.
    calls: Calls,
}

/// A run whose calls of the driver were recorded.
pub struct Recording {
    /// Number of rounds of the loops of `main`.
    pub rounds: u64,
    /// Number of calls that `main` made.
    pub calls: Calls,
    /// The calls.
    pub trace: Trace,
}

impl<'a> PreparedProgram<'a> {
    /// Builds the kernels, allocates memory, and brings to the device what it lacks of the graph.
    ///
    /// # Errors
    ///
    /// The device lacks what the program needs; it or its driver fails; or the graph or the parameters
    /// do not fit the program.
    pub fn new(
        resident: &'a ResidentGraph<'a>,
        artefact: &'a Artefact,
        params: &[Value],
        limits: &'a Limits,
    ) -> Result<PreparedProgram<'a>, Error> {
        let session = resident.session();
        let graph = &resident.input().graph;
        refuse(artefact, session.device(), graph.nodes(), graph.edges())?;
        let built = build(artefact, session, limits)?;
        let machine = Machine::new(&artefact.schedule, resident, &built, params, limits)?;
        session.finish()?;
        let program = &built.program;
        let build = Build { time: program.build_time(), was_cached: program.was_cached() };
        let (watch, calls) = (&limits.watch, Calls::default());
        Ok(PreparedProgram { machine, session, watch, build, calls })
    }

    /// Runs the program, and keeps the calls that `main` made. Worklists have the room that they need, as
    /// after a [run](Prepared::run_once).
    ///
    /// # Errors
    ///
    /// As [`run_once`](Prepared::run_once).
    pub fn record_once(&mut self) -> Result<Recording, Error> {
        let _listening = self.watch.listen();
        self.initialise()?;
        let before = self.session.calls();
        let (ended, trace) = self.session.record(|| self.machine.main());
        let calls = self.session.calls().since(&before);
        match ended.and_then(|()| self.machine.check_room()) {
            Ok(()) => Ok(Recording { rounds: self.machine.rounds(), calls, trace }),
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Overflow { .. }) => Err(Error::Internal("a run needed more room".into())),
        }
    }

    /// Makes the calls of a [recorded](PreparedProgram::record_once) run again, from the same initial values. Yields
    /// how long they took, and how many reads found something else.
    ///
    /// # Errors
    ///
    /// The device fails, or calls of that run cannot be made again.
    pub fn replay_once(&mut self, trace: &Trace) -> Result<(Duration, usize), Error> {
        let _listening = self.watch.listen();
        self.initialise()?;
        let start = Instant::now();
        let differences = trace.replay()?;
        self.session.finish()?;
        Ok((start.elapsed(), differences))
    }

    /// How long kernels are at work, by the device's clock, when the calls of a
    /// [recorded](PreparedProgram::record_once) run are made again, from the same initial values.
    ///
    /// # Errors
    ///
    /// As [`replay_once`](PreparedProgram::replay_once).
    pub fn time_kernels_once(&mut self, trace: &Trace) -> Result<Duration, Error> {
        let _listening = self.watch.listen();
        self.initialise()?;
        Ok(trace.kernel_time()?)
    }

    /// Gives all state its initial values, and waits until it has them.
    fn initialise(&mut self) -> Result<(), Error> {
        self.machine.initialise()?;
        Ok(self.session.finish()?)
    }

    /// Initial values, `main`, and the question whether any worklist ran out of room.
    fn attempt(&mut self) -> Result<Timings, Stop> {
        let start = Instant::now();
        self.initialise()?;
        let initialise = start.elapsed();
        let before = self.session.calls();
        let start = Instant::now();
        let ended = self.machine.main();
        self.calls = self.session.calls().since(&before);
        self.session.finish()?;
        let compute = start.elapsed();
        // An overflow explains what else went wrong after it, so it is asked for first.
        self.machine.check_room()?;
        ended?;
        Ok(Timings { initialise, compute })
    }

    /// The calls of the driver that `main` made in the last run.
    pub fn calls(&self) -> Calls {
        self.calls
    }
}

impl Prepared for PreparedProgram<'_> {
    fn build(&self) -> Build {
        self.build
    }

    fn transfer_time(&self) -> Duration {
        self.machine.transfer_time()
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        Some(self.machine.geometry())
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let _listening = self.watch.listen();
        let mut restarts = 0;
        loop {
            match self.attempt() {
                Ok(timings) => {
                    let (launches, rounds) = (self.machine.launches(), self.machine.rounds());
                    let steps = self.machine.take_steps();
                    return Ok(Repetition { timings, launches, rounds, restarts, steps });
                }
                Err(Stop::Error(error)) => return Err(error),
                Err(Stop::Overflow { worklist, needed }) => {
                    self.machine.enlarge(worklist, needed)?;
                    restarts += 1;
                }
            }
        }
    }

    fn arrays(&self) -> Result<Cow<'_, [ArrayData]>, Error> {
        Ok(Cow::Owned(self.machine.arrays()?))
    }
}

impl Resident for ResidentGraph<'_> {
    fn prepare<'a>(
        &'a self,
        artefact: &'a Artefact,
        params: &[Value],
        limits: &'a Limits,
    ) -> Result<Box<dyn Prepared + 'a>, Error> {
        Ok(Box::new(PreparedProgram::new(self, artefact, params, limits)?))
    }

    fn release_state(&self) {
        self.forget_memory();
    }
}
