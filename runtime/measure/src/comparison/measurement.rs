//! A configuration that takes part in a comparison.

use igc_compiler::driver::Artefact;
use igc_compiler::passes::Options;
use igc_runtime::Error;
use igc_runtime::backend::{Prepared, Timings};
use igc_runtime::report::Verdict;
use igc_runtime::supersteps::StepRecord;

use super::candidate::Candidate;
use super::event::{Observation, Preparation, RunCounts};
use super::judge::Judge;
use super::report::{Entry, Failure, FailureKind, Outcome, Sample, Timed};
use super::rounds::{Turn, Turns};

/// A configuration, and whether it runs.
pub struct Measurement<'a> {
    candidate: &'a Candidate,
    state: State<'a>,
}

/// Whether a configuration runs.
enum State<'a> {
    Ready(Box<Ready<'a>>),
    Same(&'a Options),
    Failed(Failure),
    /// There was no time for it.
    NoTime,
}

/// A configuration that runs.
struct Ready<'a> {
    artefact: &'a Artefact,
    prepared: Box<dyn Prepared + 'a>,
    /// Who judges results, if anyone does.
    judge: Option<&'a Judge<'a>>,
    /// On the first result.
    verdicts: Option<Vec<Verdict>>,
    samples: Vec<Sample>,
    /// Of the last run.
    launches: u64,
    rounds: u64,
    /// Of all runs.
    restarts: u32,
}

/// What a run did.
struct Run {
    timings: Timings,
    counts: RunCounts,
    /// The rounds of its loops, where they are recorded.
    steps: Option<Vec<StepRecord>>,
    /// The oracles' verdicts, if it was the first run.
    accepted: Option<Vec<Verdict>>,
}

impl<'a> Measurement<'a> {
    /// One that is ready to run, unless preparing it failed.
    pub fn new(
        candidate: &'a Candidate,
        artefact: &'a Artefact,
        prepared: Result<Box<dyn Prepared + 'a>, Error>,
        judge: Option<&'a Judge<'a>>,
    ) -> Measurement<'a> {
        let state = match prepared {
            Ok(prepared) => State::Ready(Box::new(Ready {
                artefact,
                prepared,
                judge,
                verdicts: None,
                samples: vec![],
                launches: 0,
                rounds: 0,
                restarts: 0,
            })),
            Err(error) => State::Failed(Failure::from(&error)),
        };
        Measurement { candidate, state }
    }

    /// One that need not run, since it is the same as another.
    pub fn same(candidate: &'a Candidate, other: &'a Options) -> Measurement<'a> {
        Measurement { candidate, state: State::Same(other) }
    }

    /// One that has failed before it could be prepared.
    pub fn failed(candidate: &'a Candidate, failure: Failure) -> Measurement<'a> {
        Measurement { candidate, state: State::Failed(failure) }
    }

    /// One for which there is no time.
    pub fn without_time(candidate: &'a Candidate) -> Measurement<'a> {
        Measurement { candidate, state: State::NoTime }
    }

    /// Takes no part any more, as there is no time for it.
    pub fn run_out_of_time(&mut self) {
        self.state = State::NoTime;
    }

    /// Tells how it was made, or why it was not.
    pub fn report_preparation(&self, tell: &mut dyn FnMut(Observation)) {
        let options = self.options().clone();
        match &self.state {
            State::Ready(ready) => {
                let build = ready.prepared.build();
                let preparation = Preparation {
                    compile: self.candidate.compile_time.as_secs_f64(),
                    build: build.time.as_secs_f64(),
                    build_cached: build.was_cached,
                    geometry: ready.prepared.geometry(),
                };
                tell(Observation::Ready { options, preparation });
            }
            State::Failed(failure) => {
                tell(Observation::Failed { options, failure: failure.clone() })
            }
            State::Same(_) | State::NoTime => {}
        }
    }

    /// Its optimisations.
    pub fn options(&self) -> &'a Options {
        &self.candidate.options
    }

    /// Runs once, if it runs at all.
    pub fn run(&mut self, tell: &mut dyn FnMut(Observation)) {
        self.timed(tell);
    }

    /// Runs once and has its first result judged.
    fn timed(&mut self, tell: &mut dyn FnMut(Observation)) -> Option<Run> {
        let State::Ready(ready) = &mut self.state else { return None };
        let options = &self.candidate.options;
        match ready.run() {
            Ok(mut ran) => {
                if let Some(verdicts) = ran.accepted.take() {
                    tell(Observation::Accepted { options: options.clone(), verdicts });
                }
                Some(ran)
            }
            Err(failure) => {
                tell(Observation::Failed { options: options.clone(), failure: failure.clone() });
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
            State::NoTime => return None,
            // Time was up before its first turn.
            State::Ready(ready) if ready.samples.is_empty() => return None,
            State::Ready(ready) => {
                let build = ready.prepared.build();
                Outcome::Timed(Box::new(Timed {
                    build: build.time.as_secs_f64(),
                    build_cached: build.was_cached,
                    geometry: ready.prepared.geometry(),
                    launches: ready.launches,
                    rounds: ready.rounds,
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
    fn run(&mut self) -> Result<Run, Failure> {
        let ran = self.prepared.run_once()?;
        (self.launches, self.rounds) = (ran.launches, ran.rounds);
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
        let (launches, rounds, restarts) = (ran.launches, ran.rounds, ran.restarts);
        let counts = RunCounts { launches, rounds, restarts };
        Ok(Run { timings: ran.timings, counts, steps: ran.steps, accepted })
    }
}

impl Turns for Measurement<'_> {
    fn is_active(&self) -> bool {
        matches!(self.state, State::Ready(_))
    }

    fn has_run(&self, round: u32) -> bool {
        self.candidate.completed.contains(&round)
    }

    fn take_turn(
        &mut self,
        round: u32,
        position: usize,
        tell: &mut dyn FnMut(Observation),
    ) -> Turn {
        let Some(Run { timings, counts, steps, .. }) = self.timed(tell) else {
            return Turn::Normal;
        };
        if let State::Ready(ready) = &mut self.state {
            let initialise = timings.initialise.as_secs_f64();
            let compute = timings.compute.as_secs_f64();
            let sample = Sample { round, position, initialise, compute };
            ready.samples.push(sample);
            let options = self.candidate.options.clone();
            tell(match steps {
                Some(steps) => Observation::Recorded { options, sample, counts, steps },
                None => Observation::Timed { options, sample, counts },
            });
        }
        if counts.restarts > 0 { Turn::Grown } else { Turn::Normal }
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
