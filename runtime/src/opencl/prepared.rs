//! A program that is ready to run on a device, as often as wanted.

use std::time::{Duration, Instant};

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_opencl::{Calls, Session, Trace};

use super::build::build;
use super::machine::{Machine, Stop};
use super::obstacles::refuse;
use super::resident::Resident;
use crate::Error;
use crate::report::Timings;
use crate::run::Limits;
use crate::supersteps::StepRecord;
use crate::watch::Watch;

/// A program with its kernels built and its memory allocated.
pub struct Prepared<'a> {
    machine: Machine<'a>,
    session: &'a Session,
    watch: &'a Watch,
    build_time: Duration,
    was_cached: bool,
}

/// What one run did.
#[derive(Debug, Clone)]
pub struct Ran {
    /// How long its phases took.
    pub timings: Timings,
    /// The calls of the driver that `main` made.
    pub calls: Calls,
    /// How often it was started anew because a worklist was too small: if it was, earlier runs had
    /// less room than later ones will.
    pub restarts: u32,
    /// The rounds of its loops, where they were to be recorded.
    pub steps: Option<Vec<StepRecord>>,
}

impl<'a> Prepared<'a> {
    /// Builds the kernels, allocates memory, and brings to the device what it lacks of the graph.
    ///
    /// # Errors
    ///
    /// The device lacks what the program needs; it or its driver fails; or the graph or the parameters
    /// do not fit the program.
    pub fn new(
        resident: &'a Resident<'a>,
        artefact: &'a Artefact,
        params: &[Value],
        limits: &'a Limits,
    ) -> Result<Prepared<'a>, Error> {
        let session = resident.session();
        let graph = &resident.input().graph;
        refuse(artefact, session.device(), graph.nodes(), graph.edges())?;
        let built = build(artefact, session, limits)?;
        let machine = Machine::new(&artefact.schedule, resident, &built, params, limits)?;
        session.finish()?;
        let program = &built.program;
        let (build_time, was_cached) = (program.build_time(), program.was_cached());
        Ok(Prepared { machine, session, watch: &limits.watch, build_time, was_cached })
    }

    /// Runs the program, again and with more room where a worklist had too little.
    ///
    /// # Errors
    ///
    /// The device or its driver fails, or a limit is reached.
    pub fn run_once(&mut self) -> Result<Ran, Error> {
        let _listening = self.watch.listen();
        let mut restarts = 0;
        loop {
            match self.attempt() {
                Ok((timings, calls)) => {
                    let steps = self.machine.take_steps();
                    return Ok(Ran { timings, calls, restarts, steps });
                }
                Err(Stop::Error(error)) => return Err(error),
                Err(Stop::Overflow { worklist, needed }) => {
                    self.machine.enlarge(worklist, needed)?;
                    restarts += 1;
                }
            }
        }
    }

    /// Runs the program, and keeps the calls that `main` made. Worklists have the room that they need, as
    /// after a [run](Prepared::run_once).
    ///
    /// # Errors
    ///
    /// As [`run_once`](Prepared::run_once).
    pub fn record_once(&mut self) -> Result<(Calls, Trace), Error> {
        let _listening = self.watch.listen();
        self.initialise()?;
        let before = self.session.calls();
        let (ended, trace) = self.session.record(|| self.machine.main());
        let calls = self.session.calls().since(&before);
        match ended.and_then(|()| self.machine.check_room()) {
            Ok(()) => Ok((calls, trace)),
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Overflow { .. }) => Err(Error::Internal("a run needed more room".into())),
        }
    }

    /// Makes the calls of a [recorded](Prepared::record_once) run again, from the same initial values. Yields
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
    /// [recorded](Prepared::record_once) run are made again, from the same initial values.
    ///
    /// # Errors
    ///
    /// As [`replay_once`](Prepared::replay_once).
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

    /// Initial values, `main`, and the question whether any worklist ran out of room. The calls are
    /// those of `main`.
    fn attempt(&mut self) -> Result<(Timings, Calls), Stop> {
        let start = Instant::now();
        self.initialise()?;
        let initialise = start.elapsed();
        let before = self.session.calls();
        let start = Instant::now();
        let ended = self.machine.main();
        let calls = self.session.calls().since(&before);
        self.session.finish()?;
        let compute = start.elapsed();
        // An overflow explains what else went wrong after it, so it is asked for first.
        self.machine.check_room()?;
        ended?;
        Ok((Timings { initialise, compute }, calls))
    }

    /// The content of every buffer after the last run, in the order of the schedule. To be asked
    /// before another program runs there: state is [shared](Resident).
    ///
    /// # Errors
    ///
    /// The device fails.
    pub fn arrays(&self) -> Result<Vec<ArrayData>, Error> {
        self.machine.arrays()
    }

    /// How long building or loading the kernels took.
    pub fn build_time(&self) -> Duration {
        self.build_time
    }

    /// Whether the built kernels came from the cache on disk.
    pub fn was_cached(&self) -> bool {
        self.was_cached
    }

    /// How long allocating memory took, and bringing to the device what it lacked of the graph.
    pub fn transfer_time(&self) -> Duration {
        self.machine.transfer_time()
    }

    /// Work-items of a launch and of a workgroup: the largest of the kernels'.
    pub fn geometry(&self) -> (usize, usize) {
        self.machine.geometry()
    }

    /// Kernels launched by the last run.
    pub fn launches(&self) -> u64 {
        self.machine.launches()
    }

    /// Rounds of the loops of the last run.
    pub fn rounds(&self) -> u64 {
        self.machine.rounds()
    }
}
