//! A configuration that takes part in a comparison.

use igc_compiler::driver::Artefact;
use igc_compiler::options::Options;

use super::Candidate;
use super::found::{Found, Made, Work};
use super::report::{Entry, Failure, FailureKind, Outcome, Sample, Timed};
use super::rounds::Takes;
use crate::Error;
use crate::prepared::Prepared;
use crate::report::{Timings, Verdict};
use crate::supersteps::StepRecord;
use crate::verdict::Judge;

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
    /// There was no time for it.
    Left,
}

/// A configuration that runs.
struct Ready<'a> {
    artefact: &'a Artefact,
    prepared: Prepared<'a>,
    /// Who judges results, if anyone does.
    judge: Option<&'a Judge<'a>>,
    /// On the first result.
    verdicts: Option<Vec<Verdict>>,
    samples: Vec<Sample>,
    restarts: u32,
}

/// What a run did.
struct Ran {
    timings: Timings,
    work: Work,
    /// The rounds of its loops, where they are recorded.
    steps: Option<Vec<StepRecord>>,
    /// The oracles' verdicts, if it was the first run.
    accepted: Option<Vec<Verdict>>,
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
        judge: Option<&'a Judge<'a>>,
    ) -> Contestant<'a> {
        let state = match prepared {
            Ok(prepared) => State::Ready(Box::new(Ready {
                artefact,
                prepared,
                judge,
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

    /// One for which there is no time.
    pub fn left(candidate: &'a Candidate) -> Contestant<'a> {
        Contestant { candidate, state: State::Left }
    }

    /// Takes no part any more, as there is no time for it.
    pub fn leave(&mut self) {
        self.state = State::Left;
    }

    /// Tells how it was made, or why it was not.
    pub fn introduce(&self, tell: &mut dyn FnMut(Found)) {
        let options = self.options().clone();
        match &self.state {
            State::Ready(ready) => {
                let build = ready.prepared.build();
                let made = Made {
                    compile: self.candidate.compile_time.as_secs_f64(),
                    build: build.time.as_secs_f64(),
                    build_cached: build.was_cached,
                    geometry: build.geometry,
                };
                tell(Found::Ready { options, made });
            }
            State::Failed(failure) => tell(Found::Failed { options, failure: failure.clone() }),
            State::Same(_) | State::Left => {}
        }
    }

    /// Its optimisations.
    pub fn options(&self) -> &'a Options {
        &self.candidate.options
    }

    /// Runs once, if it runs at all.
    pub fn run(&mut self, tell: &mut dyn FnMut(Found)) {
        self.timed(tell);
    }

    /// Runs once and has its first result judged.
    fn timed(&mut self, tell: &mut dyn FnMut(Found)) -> Option<Ran> {
        let State::Ready(ready) = &mut self.state else { return None };
        let options = &self.candidate.options;
        match ready.run() {
            Ok(mut ran) => {
                if let Some(verdicts) = ran.accepted.take() {
                    tell(Found::Accepted { options: options.clone(), verdicts });
                }
                Some(ran)
            }
            Err(failure) => {
                tell(Found::Failed { options: options.clone(), failure: failure.clone() });
                self.state = State::Failed(failure);
                None
            }
        }
    }

    /// What came of it, next to the first of the comparison; nothing where there was no time for it.
    pub fn into_entry(self, first: Option<&Entry>) -> Option<Entry> {
        let base = first.and_then(|first| match &first.outcome {
            Outcome::Timed(timed) => Some(&**timed),
            _ => None,
        });
        let outcome = match self.state {
            State::Same(other) => Outcome::Same { same_as: other.to_string() },
            State::Failed(failure) => Outcome::Failed(failure),
            State::Left => return None,
            // Time was up before its first turn.
            State::Ready(ready) if ready.samples.is_empty() => return None,
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
        Some(Entry {
            options: self.candidate.options.to_string(),
            compile: self.candidate.compile_time.as_secs_f64(),
            outcome,
        })
    }
}

impl Ready<'_> {
    fn run(&mut self) -> Result<Ran, Failure> {
        let ran = self.prepared.run_once()?;
        self.restarts += ran.restarts;
        let mut accepted = None;
        if self.verdicts.is_none()
            && let Some(judge) = self.judge
        {
            // At once: the next configuration to run may write where this one's result is.
            let arrays = self.prepared.arrays()?;
            let verdicts = judge.judge(&self.artefact.schedule, &arrays)?;
            if let Some(refused) = verdicts.iter().find(|verdict| !verdict.passed) {
                return Err(refusal(refused));
            }
            self.verdicts = Some(verdicts.clone());
            accepted = Some(verdicts);
        }
        let work = Work {
            launches: self.prepared.launches(),
            rounds: self.prepared.rounds(),
            restarts: ran.restarts,
        };
        Ok(Ran { timings: ran.timings, work, steps: ran.steps, accepted })
    }
}

impl Takes for Contestant<'_> {
    fn is_in(&self) -> bool {
        matches!(self.state, State::Ready(_))
    }

    fn has(&self, round: u32) -> bool {
        self.candidate.had.contains(&round)
    }

    fn take(&mut self, round: u32, position: usize, tell: &mut dyn FnMut(Found)) -> Run {
        let Some(Ran { timings, work, steps, .. }) = self.timed(tell) else { return Run::Plain };
        if let State::Ready(ready) = &mut self.state {
            let initialise = timings.initialise.as_secs_f64();
            let compute = timings.compute.as_secs_f64();
            let sample = Sample { round, position, initialise, compute };
            ready.samples.push(sample);
            let options = self.candidate.options.clone();
            tell(match steps {
                Some(steps) => Found::Recorded { options, sample, work, steps },
                None => Found::Timed { options, sample, work },
            });
        }
        if work.restarts > 0 { Run::Grown } else { Run::Plain }
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
