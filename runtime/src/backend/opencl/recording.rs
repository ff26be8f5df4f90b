//! Records the calls of the driver that a run makes, and makes them again, for measurements of the
//! host's part of a run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use igc_opencl::{Calls, TimedCall, Timing, Trace};

use super::PreparedProgram;
use crate::Error;
use crate::backend::gpu::Stop;
use crate::main_machine::Target;

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
    /// Runs the program and records the calls that `main` makes. An earlier
    /// [run](Prepared::run_once) must have enlarged the worklists.
    ///
    /// # Errors
    ///
    /// Returns an error if the device or its driver fails, if the run reaches a limit, or if a
    /// worklist is too small.
    pub fn record_once(&mut self) -> Result<Recording, Error> {
        self.in_initial_state(|program| {
            let Self { machine, main, resident, .. } = program;
            let session = resident.session();
            let before = session.calls();
            let (ended, trace) = session.record(|| main.run(machine));
            let calls = session.calls().since(&before);
            match ended.and_then(|()| machine.check_room()) {
                Ok(()) => Ok(Recording { rounds: main.rounds(), calls, trace }),
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
}
