//! A configuration that takes part in a comparison.

use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_compiler::passes::Options;

use super::Candidate;
use super::report::{Entry, Failure, FailureKind, Outcome, Sample, Timed};
use super::rounds::Takes;
use crate::Error;
use crate::input::OracleGraph;
use crate::prepared::Prepared;
use crate::report::{Timings, Verdict};
use crate::verdict::judge_on;

/// A configuration, and whether it runs.
pub struct Contestant<'a> {
    candidate: &'a Candidate,
    state: State<'a>,
}

/// Whether a configuration runs.
enum State<'a> {
    Ready(Box<Ready<'a>>),
    Same(&'a Options),
    Failed(Failure),
}

/// A configuration that runs.
struct Ready<'a> {
    artefact: &'a Artefact,
    prepared: Prepared<'a>,
    params: &'a [Value],
    /// The oracles' view of the graph, if they are asked.
    oracles: Option<&'a OracleGraph>,
    /// On the first result.
    verdicts: Option<Vec<Verdict>>,
    samples: Vec<Sample>,
    restarts: u32,
}

/// What a run came to, as far as the others are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// Nothing that concerns them.
    Plain,
    /// It needed more memory than the runs before it.
    Grown,
}

impl<'a> Contestant<'a> {
    /// One that is ready to run, unless preparing it failed.
    pub fn new(
        candidate: &'a Candidate,
        artefact: &'a Artefact,
        prepared: Result<Prepared<'a>, Error>,
        params: &'a [Value],
        oracles: Option<&'a OracleGraph>,
    ) -> Contestant<'a> {
        let state = match prepared {
            Ok(prepared) => State::Ready(Box::new(Ready {
                artefact,
                prepared,
                params,
                oracles,
                verdicts: None,
                samples: vec![],
                restarts: 0,
            })),
            Err(error) => State::Failed(Failure::from(&error)),
        };
        Contestant { candidate, state }
    }

    /// One that need not run, since it is the same as another.
    pub fn same(candidate: &'a Candidate, other: &'a Options) -> Contestant<'a> {
        Contestant { candidate, state: State::Same(other) }
    }

    /// One that has failed before it could be prepared.
    pub fn failed(candidate: &'a Candidate, failure: Failure) -> Contestant<'a> {
        Contestant { candidate, state: State::Failed(failure) }
    }

    /// Its optimisations.
    pub fn options(&self) -> &'a Options {
        &self.candidate.options
    }

    /// Runs once, if it runs at all.
    pub fn run(&mut self) {
        self.timed();
    }

    /// Runs once and has its first result judged. Its times, and whether it grew.
    fn timed(&mut self) -> Option<(Timings, Run)> {
        let State::Ready(ready) = &mut self.state else { return None };
        match ready.run() {
            Ok(done) => Some(done),
            Err(failure) => {
                self.state = State::Failed(failure);
                None
            }
        }
    }

    /// What came of it, next to the first of the comparison.
    pub fn into_entry(self, first: Option<&Entry>) -> Entry {
        let base = first.and_then(|first| match &first.outcome {
            Outcome::Timed(timed) => Some(&**timed),
            _ => None,
        });
        let outcome = match self.state {
            State::Same(other) => Outcome::Same { same_as: other.to_string() },
            State::Failed(failure) => Outcome::Failed(failure),
            State::Ready(ready) => {
                let build = ready.prepared.build();
                Outcome::Timed(Box::new(Timed {
                    build: build.time.as_secs_f64(),
                    build_cached: build.was_cached,
                    geometry: build.geometry,
                    launches: ready.prepared.launches(),
                    rounds: ready.prepared.rounds(),
                    restarts: ready.restarts,
                    checks: ready.verdicts,
                    ..Timed::new(ready.samples, base)
                }))
            }
        };
        Entry {
            options: self.candidate.options.to_string(),
            compile: self.candidate.compile_time.as_secs_f64(),
            outcome,
        }
    }
}

impl Ready<'_> {
    fn run(&mut self) -> Result<(Timings, Run), Failure> {
        let ran = self.prepared.run_once()?;
        self.restarts += ran.restarts;
        if self.verdicts.is_none()
            && let Some(graph) = self.oracles
        {
            // At once: the next configuration to run may write where this one's result is.
            let arrays = self.prepared.arrays()?;
            let verdicts = judge_on(&self.artefact.schedule, graph, self.params, &arrays)?;
            if let Some(refused) = verdicts.iter().find(|verdict| !verdict.passed) {
                return Err(refusal(refused));
            }
            self.verdicts = Some(verdicts);
        }
        Ok((ran.timings, if ran.restarts > 0 { Run::Grown } else { Run::Plain }))
    }
}

impl Takes for Contestant<'_> {
    fn is_in(&self) -> bool {
        matches!(self.state, State::Ready(_))
    }

    fn take(&mut self, position: usize) -> Run {
        let Some((timings, run)) = self.timed() else { return Run::Plain };
        if let State::Ready(ready) = &mut self.state {
            let initialise = timings.initialise.as_secs_f64();
            let compute = timings.compute.as_secs_f64();
            ready.samples.push(Sample { position, initialise, compute });
        }
        run
    }

    fn forget(&mut self) {
        if let State::Ready(ready) = &mut self.state {
            ready.samples.clear();
        }
    }
}

fn refusal(verdict: &Verdict) -> Failure {
    let reason = verdict.reason.as_deref().unwrap_or("the result is wrong");
    Failure { kind: FailureKind::Check, reason: format!("{} disagrees: {reason}", verdict.oracle) }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Failure {
        let kind = match error {
            error if error.is_refusal() => FailureKind::Refused,
            error if error.is_device() => FailureKind::Device,
            _ => FailureKind::Input,
        };
        Failure { kind, reason: error.to_string() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::from(&error)
    }
}
