//! The measurement of one configuration, from its preparation to its entry in the report.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Artefact;
use igc_runtime::Error;
use igc_runtime::backend::{Prepared, Timings};
use igc_runtime::report::Verdict;
use igc_runtime::results::Results;
use igc_runtime::supersteps::StepRecord;

use super::candidate::Candidate;
use super::event::{Observation, Preparation, RunCounts};
use super::judge::Judges;
use super::report::{Entry, Failure, Outcome, Sample, Timed};
use super::rounds::{Turn, Turns};
use crate::waiting::waited;

/// A configuration of a comparison, with its state.
pub struct Measurement<'a> {
    candidate: &'a Candidate,
    state: State<'a>,
}

/// The state of a configuration.
enum State<'a> {
    Ready(Box<Ready<'a>>),
    Same(&'a Configuration),
    Failed(Failure),
    /// The budget of the comparison was used up.
    NoTime,
}

/// A configuration that runs.
struct Ready<'a> {
    artefact: &'a Artefact,
    prepared: Box<dyn Prepared + 'a>,
    judges: Judges<'a>,
    /// Whether the program has run.
    has_run: bool,
    /// Whether the first result was judged.
    is_judged: bool,
    /// The oracles' verdicts on the first result, if the program names oracles.
    verdicts: Option<Vec<Verdict>>,
    samples: Vec<Sample>,
    /// Counts of the last run.
    launches: u64,
    rounds: u64,
    /// Number of restarts of all runs.
    restarts: u32,
}

/// The measurements of one run.
struct Run {
    timings: Timings,
    counts: RunCounts,
    /// Time that threads waited for a processor, if it is known.
    waited: Option<f64>,
    /// The rounds of its loops, if they are recorded.
    steps: Option<Vec<StepRecord>>,
    /// The oracles' verdicts, if this was the first run.
    accepted: Option<Vec<Verdict>>,
}

impl<'a> Measurement<'a> {
    /// Starts the measurement of a configuration, which has failed if `prepared` is an error.
    pub fn new(
        candidate: &'a Candidate,
        artefact: &'a Artefact,
        prepared: Result<Box<dyn Prepared + 'a>, Error>,
        judges: Judges<'a>,
    ) -> Measurement<'a> {
        let state = match prepared {
            Ok(prepared) => State::Ready(Box::new(Ready {
                artefact,
                prepared,
                judges,
                has_run: false,
                is_judged: false,
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

    /// Skips a configuration that is identical to another one.
    pub fn same(candidate: &'a Candidate, other: &'a Configuration) -> Measurement<'a> {
        Measurement { candidate, state: State::Same(other) }
    }

    /// Notes a configuration that failed before it could be prepared.
    pub fn failed(candidate: &'a Candidate, failure: Failure) -> Measurement<'a> {
        Measurement { candidate, state: State::Failed(failure) }
    }

    /// Skips a configuration because the budget is used up.
    pub fn without_time(candidate: &'a Candidate) -> Measurement<'a> {
        Measurement { candidate, state: State::NoTime }
    }

    /// Reports how the configuration was prepared, or why that failed.
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
            State::Same(same_as) => {
                let same_as = (*same_as).clone();
                tell(Observation::Same { options, same_as });
            }
            State::NoTime => {}
        }
    }

    /// Returns the optimisations of the configuration.
    pub fn options(&self) -> &'a Configuration {
        &self.candidate.options
    }

    /// Runs the program once, without counting the time.
    pub fn run(&mut self, tell: &mut dyn FnMut(Observation)) {
        self.timed(tell);
    }

    /// Runs the program once, and has its first result judged.
    fn timed(&mut self, tell: &mut dyn FnMut(Observation)) -> Option<Run> {
        let State::Ready(ready) = &mut self.state else { return None };
        let options = &self.candidate.options;
        match ready.run() {
            Ok(mut ran) => {
                if let Some(verdicts) = ran.accepted.take() {
                    tell(Observation::Accepted { options: options.clone(), verdicts });
                }
                if !std::mem::replace(&mut ready.has_run, true) {
                    let (seconds, is_judged) =
                        (ran.timings.compute().as_secs_f64(), ready.is_judged);
                    tell(Observation::FirstRun { options: options.clone(), seconds, is_judged });
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

    /// Returns the configuration's entry in the report, compared with the first entry. Returns
    /// `None` if the budget was used up before the configuration was timed.
    pub fn into_entry(self, first: Option<&Entry>) -> Option<Entry> {
        let base = first.and_then(|first| match &first.outcome {
            Outcome::Timed(timed) => Some(&**timed),
            _ => None,
        });
        let outcome = match self.state {
            State::Same(other) => Outcome::Same { same_as: other.to_string() },
            State::Failed(failure) => Outcome::Failed(failure),
            State::NoTime => return None,
            // The budget was used up before the first round.
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
            without_effect: self.candidate.without_effect.clone(),
            compile: self.candidate.compile_time.as_secs_f64(),
            outcome,
        })
    }
}

impl Ready<'_> {
    fn run(&mut self) -> Result<Run, Failure> {
        let before = waited();
        let ran = self.prepared.run_once()?;
        let waited = before.zip(waited()).map(|(before, after)| (after - before).max(0.0));
        (self.launches, self.rounds) = (ran.launches, ran.rounds);
        self.restarts += ran.restarts;
        let mut accepted = None;
        if !self.is_judged && !self.judges.is_empty() {
            // The results are read at once, because the next configuration may use the same memory.
            let module = &self.artefact.module;
            let results = Results::read(&*self.prepared, module, self.judges.needs(module))?;
            self.verdicts = self.judges.judge(module, &results)?;
            self.is_judged = true;
            accepted = self.verdicts.clone();
        }
        let (launches, rounds, restarts) = (ran.launches, ran.rounds, ran.restarts);
        let counts = RunCounts { launches, rounds, restarts };
        Ok(Run { timings: ran.timings, counts, waited, steps: ran.steps, accepted })
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
        let Some(Run { timings, counts, steps, waited, .. }) = self.timed(tell) else {
            return Turn::Normal;
        };
        if let State::Ready(ready) = &mut self.state {
            let initialise = timings.initialise.as_secs_f64();
            let compute = timings.compute().as_secs_f64();
            let sample = Sample { round, position, initialise, compute, waited };
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
