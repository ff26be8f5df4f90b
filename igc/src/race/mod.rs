//! Races: measures plans side by side, and drops slow ones early.
//!
//! | file | content |
//! | --- | --- |
//! | this one | the order of runs, and which plans are left |
//! | `runs` | the runs of a plan, the check of its result, and why it drops out |
//! | `runner` | the times of a plan, noise and ties |
//!
//! A race has three parts:
//!
//! 1. Every plan starts, in the order of the list: it runs once for warming up, the result is checked, and a few
//!    runs are timed. Oracles check the result, or it is compared with that of the reference interpreter.
//! 2. [`STAGES`] *choose*. A stage times a few more runs of each plan that is left. After a stage, only plans near the
//!    best one are left, and in the end at most [`MOST_FINALISTS`].
//! 3. New runs *judge* the plans that are left. Only these runs count, because the best of several plans was partly lucky
//!    in the runs by which it was chosen. If the machine has become slower meanwhile, so that a plan that was dropped
//!    looks faster than the best one, it is judged, too. Plans that the noise does not separate are ties, and the first
//!    one in the list wins: the one that the rules of `auto` prefer.
//!
//! The runs of a plan within a stage follow each other, because a session keeps few prepared programs, and preparing
//! another one costs as much as many runs. Stages alternate between the order of the list and its reverse,
//! and two rounds judge, so that a slow change of the machine, such as its temperature, favours no plan. The first run
//! after preparing is not timed: it finds cold caches and untouched memory.
//!
//! Parameters that the user gave replace those of plans. A plan whose program lacks a given parameter is left out. A
//! mistake of the user would make every plan fail, so it is one error instead: if no plan runs, and all of them fail
//! because of their input or for the same reason.
//!
//! A run that takes much longer than the best plan so far is cancelled. The race ends when its time is over, but not
//! before a plan has run. A part of the time is reserved for judging.

mod runner;
mod runs;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use igc_compiler::ir::Value;
use igc_runtime::input::OracleGraph;
use igc_runtime::judge::Accepted;
use igc_runtime::reference::Reference;
use serde::{Deserialize, Serialize};

use crate::arguments::Arguments;
use crate::auto::Plan;
use crate::error::Error;
use crate::graph::Form;
use crate::problems;
use crate::program::{Program, Source};
use crate::session::Session;

pub use runner::{Runner, Standing, best};

/// A stage of a race.
struct Stage {
    /// Number of runs of each plan.
    runs: u32,
    /// Plans whose median is at most this many times that of the best plan take part in the next stage.
    ratio: f64,
}

/// The stages that choose. A plan that takes five times as long as the best one after two runs stops.
const STAGES: [Stage; 3] = [
    Stage { runs: 2, ratio: 5.0 },
    Stage { runs: 3, ratio: 1.5 },
    Stage { runs: 5, ratio: FINAL_RATIO },
];

/// Plans whose median is at most this many times that of the best plan are judged.
const FINAL_RATIO: f64 = 1.2;

/// Most plans that are judged.
const MOST_FINALISTS: usize = 4;

/// Number of rounds that judge, and most runs of a plan in each of them.
const JUDGING_ROUNDS: u32 = 2;
const JUDGING_RUNS: u32 = 7;

/// The share of the time after which no stage that chooses begins.
const CHOOSING_SHARE: f64 = 0.6;

/// A run is cancelled when it has taken this many times as long as the best plan so far, and at least [`PATIENCE`].
const CANCEL_RATIO: f64 = 10.0;

/// Shortest time after which a run is cancelled. The first run of a plan includes what drivers do once.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs of a stage continue until they have taken this long, so that short runs are measured well.
const LEAST_TIME: Duration = Duration::from_millis(2);

/// Most runs of a plan in a stage.
const MOST_RUNS: u32 = 20;

/// A plan whose runs take longer has no run for warming up in each stage.
const LONG: Duration = Duration::from_millis(250);

/// Most steps of the interpreter, with whose result those of plans are compared. It takes about a second for them.
const REFERENCE_STEPS: u64 = 1_000_000;

/// How a race is run.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Time for the race. At least one plan is measured.
    pub budget: Duration,
    /// Whether the result of each plan is checked.
    pub check: bool,
}

/// Something that happens during a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The plan at this position is built and starts.
    Starting(usize),
    /// The plan at this position runs again, in this stage of the race. The first stage is 1.
    Running(usize, usize),
    /// The plan at this position has new times or a new standing.
    Changed(usize),
}

/// Whether runs choose plans that are left, or judge them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Choosing,
    Judging,
}

/// Is told what happens during a race.
pub type Tell<'t> = &'t mut dyn FnMut(&Race<'_>, Event);

/// The program of a plan.
struct Compiled {
    program: Program,
    /// The hash of all that the device executes, once it is known. To compute it, the whole program is printed.
    identity: OnceCell<String>,
}

/// A race of plans on the graph of a session.
pub struct Race<'s> {
    session: &'s mut Session,
    arguments: Arguments,
    rules: Rules,
    /// The program of plans that name none.
    own: Option<Source>,
    runners: Vec<Runner>,
    programs: Vec<Option<Compiled>>,
    judges: HashMap<Form, (OracleGraph, Accepted)>,
    /// The results of programs in the interpreter, by the text of the program, with the values of parameters.
    references: HashMap<String, (Vec<Value>, Result<Reference, String>)>,
    /// The first error of a plan, and the plans that the caller is not told about until another plan runs.
    first_error: Option<Error>,
    untold: Vec<usize>,
    start: Instant,
}

impl<'s> Race<'s> {
    /// Prepares a race. `own` is the program of plans that name none. Runners that have run before keep their times.
    pub fn new(
        session: &'s mut Session,
        mut runners: Vec<Runner>,
        own: Option<Source>,
        arguments: Arguments,
        rules: Rules,
    ) -> Race<'s> {
        for Runner { plan, .. } in &mut runners {
            let is_given = |name: &str| arguments.params.iter().any(|(given, _)| given == name);
            plan.params.retain(|(name, _)| !is_given(name));
        }
        let programs = runners.iter().map(|_| None).collect();
        let (judges, references) = (HashMap::new(), HashMap::new());
        let (first_error, untold) = (None, vec![]);
        let start = Instant::now();
        Race {
            session,
            arguments,
            rules,
            own,
            runners,
            programs,
            judges,
            references,
            first_error,
            untold,
            start,
        }
    }

    /// Returns the plans, as they do now.
    pub fn runners(&self) -> &[Runner] {
        &self.runners
    }

    /// Returns the position of the best plan so far.
    pub fn best(&self) -> Option<usize> {
        best(&self.runners)
    }

    /// Compiles the plans, and leaves out those whose program lacks a given parameter. This needs neither the graph nor
    /// the device. [`run`](Race::run) does it otherwise.
    ///
    /// # Errors
    ///
    /// Returns an error if no program compiles, or if the given parameters fit none.
    pub fn compile(&mut self) -> Result<(), Error> {
        for at in 0..self.runners.len() {
            let is_needed = matches!(
                self.runners[at].standing,
                Standing::Waiting | Standing::Racing | Standing::Dropped
            );
            if !is_needed || self.programs[at].is_some() {
                continue;
            }
            match self.compiled(at).and_then(|program| self.fitting(program)) {
                Ok(program) => {
                    self.programs[at] = Some(Compiled { program, identity: OnceCell::new() });
                }
                Err(error) => self.drop_out(at, error)?,
            }
        }
        self.own_mistake()
    }

    /// Runs the race, and tells every event. Plans that fail drop out.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, if the user made a mistake that concerns every plan, or if the
    /// caller cancels.
    pub fn run(&mut self, tell: Tell<'_>) -> Result<(), Error> {
        self.start = Instant::now();
        self.compile()?;
        self.start_all(tell)?;
        self.choose(tell)?;
        self.judge(tell)
    }

    /// Returns the program of a plan.
    fn compiled(&self, at: usize) -> Result<Program, Error> {
        let Plan { program, options, .. } = &self.runners[at].plan;
        let source = match (&self.own, program.is_empty()) {
            (Some(own), true) => own.clone(),
            _ => problems::source(program).map_or_else(|| Source::named(program), Ok)?,
        };
        Program::from_source(source, options)
    }

    /// Returns a program if it accepts the parameters that the user gave.
    fn fitting(&self, program: Program) -> Result<Program, Error> {
        // A plan may have a value that is missing.
        program.accepts_on_some_graph(&self.arguments.params)?;
        Ok(program)
    }

    /// Starts every plan, as long as there is time.
    fn start_all(&mut self, tell: Tell<'_>) -> Result<(), Error> {
        for at in 0..self.runners.len() {
            if self.runners[at].standing != Standing::Waiting {
                continue;
            }
            if self.is_later_than(1.0) && self.best().is_some() {
                break;
            }
            tell(self, Event::Starting(at));
            self.start_runner(at)?;
            let has_run = self.runners[at].first.is_some();
            if has_run {
                for at in std::mem::take(&mut self.untold) {
                    tell(self, Event::Changed(at));
                }
            }
            if !self.untold.contains(&at) {
                tell(self, Event::Changed(at));
            }
        }
        self.own_mistake()?;
        for at in std::mem::take(&mut self.untold) {
            tell(self, Event::Changed(at));
        }
        self.drop_slow(STAGES[0].ratio, tell);
        Ok(())
    }

    /// Returns an error if no plan can run, and the user made a mistake that concerns all of them.
    fn own_mistake(&mut self) -> Result<(), Error> {
        let failed = |runner: &Runner| match &runner.standing {
            Standing::Failed(reason) | Standing::Unfit(reason) => Some(reason.clone()),
            _ => None,
        };
        let is_same = |at: &usize| matches!(self.runners[*at].standing, Standing::Same(_));
        let others: Vec<usize> = (0..self.runners.len()).filter(|at| !is_same(at)).collect();
        let reasons = others.iter().map(|at| failed(&self.runners[*at]));
        let Some(reasons) = reasons.collect::<Option<Vec<_>>>() else { return Ok(()) };
        let is_one = reasons.iter().all(|reason| *reason == reasons[0]);
        let is_input = others.iter().all(|at| self.untold.contains(at));
        match self.first_error.take() {
            Some(error) if is_one || is_input => Err(error),
            error => {
                self.first_error = error;
                Ok(())
            }
        }
    }

    /// Times the plans in stages, and drops slow ones.
    fn choose(&mut self, tell: Tell<'_>) -> Result<(), Error> {
        for (number, stage) in STAGES.iter().enumerate().skip(1) {
            let left = self.left(number % 2 == 1);
            if left.len() < 2 || self.is_later_than(CHOOSING_SHARE) {
                break;
            }
            for at in left {
                tell(self, Event::Running(at, number));
                self.time(at, stage.runs, Purpose::Choosing)?;
                tell(self, Event::Changed(at));
            }
            self.drop_slow(stage.ratio, tell);
        }
        Ok(())
    }

    /// Times the fastest plans again. Plans that are slower than the best one drop out, and ties stay.
    fn judge(&mut self, tell: Tell<'_>) -> Result<(), Error> {
        self.drop_slow(FINAL_RATIO, tell);
        self.drop_all_but(MOST_FINALISTS, tell);
        let finalists = self.left(false);
        for &at in &finalists {
            self.runners[at].judging.clear();
        }
        if !self.judge_these(&finalists, tell)? {
            return Ok(());
        }
        // The machine may have become slower since a plan was dropped.
        let least = self.least().unwrap_or(0.0);
        let is_back = |at: &usize| {
            let runner = &self.runners[*at];
            let was_dropped = runner.standing == Standing::Dropped;
            was_dropped && runner.median().is_some_and(|median| median < least)
        };
        let back: Vec<usize> = (0..self.runners.len()).filter(is_back).collect();
        for &at in &back {
            self.runners[at].standing = Standing::Racing;
        }
        if !back.is_empty() && !self.judge_these(&back, tell)? {
            for at in back {
                self.runners[at].standing = Standing::Dropped;
            }
        }
        let Some(fastest) = self.fastest() else { return Ok(()) };
        let fastest = self.runners[fastest].clone();
        self.drop_if(|runner| !runner.is_as_fast_as(&fastest), tell);
        Ok(())
    }

    /// Judges plans. Returns `false` if there is no time.
    fn judge_these(&mut self, plans: &[usize], tell: Tell<'_>) -> Result<bool, Error> {
        let medians = plans.iter().filter_map(|at| self.runners[*at].median());
        let once = medians.sum::<f64>() * f64::from(JUDGING_ROUNDS);
        let runs = (self.left_time().as_secs_f64() / once.max(1e-9)) as u32;
        // The first run of each round is for warming up.
        let runs = runs.saturating_sub(1).min(JUDGING_RUNS);
        if runs == 0 {
            return Ok(false);
        }
        for round in 0..JUDGING_ROUNDS {
            let mut order = plans.to_vec();
            if round % 2 == 1 {
                order.reverse();
            }
            for at in order.into_iter().filter(|at| self.is_racing(*at)).collect::<Vec<_>>() {
                tell(self, Event::Running(at, STAGES.len()));
                self.time(at, runs, Purpose::Judging)?;
                tell(self, Event::Changed(at));
            }
        }
        Ok(true)
    }

    fn is_racing(&self, at: usize) -> bool {
        self.runners[at].standing == Standing::Racing
    }

    /// Returns the positions of the plans that are left, in the order of the list or in the reverse order.
    fn left(&self, is_reverse: bool) -> Vec<usize> {
        let mut left: Vec<usize> =
            (0..self.runners.len()).filter(|at| self.is_racing(*at)).collect();
        if is_reverse {
            left.reverse();
        }
        left
    }

    /// Returns the positions of the plans that are left and were timed, the fastest first.
    fn ranking(&self) -> Vec<usize> {
        let timed = self.left(false).into_iter();
        let mut timed: Vec<_> =
            timed.filter_map(|at| Some((at, self.runners[at].median()?))).collect();
        timed.sort_by(|a, b| a.1.total_cmp(&b.1));
        timed.into_iter().map(|(at, _)| at).collect()
    }

    fn fastest(&self) -> Option<usize> {
        self.ranking().first().copied()
    }

    /// Returns the least median.
    fn least(&self) -> Option<f64> {
        self.runners[self.fastest()?].median()
    }

    /// Returns whether more than a share of the time is over.
    fn is_later_than(&self, share: f64) -> bool {
        self.start.elapsed() > self.rules.budget.mul_f64(share)
    }

    fn left_time(&self) -> Duration {
        self.rules.budget.saturating_sub(self.start.elapsed())
    }

    /// Drops the plans whose median is more than `ratio` times the best one. The same must hold for the least times,
    /// because other programs make runs slower, but never faster.
    fn drop_slow(&mut self, ratio: f64, tell: Tell<'_>) {
        let Some(least) = self.least() else { return };
        let quickest =
            |runner: &Runner| runner.times().iter().copied().fold(f64::INFINITY, f64::min);
        let left = self.left(false).into_iter().map(|at| quickest(&self.runners[at]));
        let limit = ratio * left.fold(f64::INFINITY, f64::min);
        let is_slow = |runner: &Runner| match runner.median() {
            Some(median) => median > ratio * least && quickest(runner) > limit,
            None => true,
        };
        self.drop_if(is_slow, tell);
    }

    /// Drops all but the fastest plans.
    fn drop_all_but(&mut self, most: usize, tell: Tell<'_>) {
        let Some(&last) = self.ranking().get(most - 1) else { return };
        let Some(limit) = self.runners[last].median() else { return };
        self.drop_if(|runner| runner.median().is_none_or(|time| time > limit), tell);
    }

    fn drop_if(&mut self, is_slow: impl Fn(&Runner) -> bool, tell: Tell<'_>) {
        for at in self.left(false) {
            if is_slow(&self.runners[at]) {
                self.runners[at].standing = Standing::Dropped;
                tell(self, Event::Changed(at));
            }
        }
    }
}
