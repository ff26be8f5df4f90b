//! Races: measures plans side by side, and drops slow ones early.
//!
//! Each plan runs once for warming up, when its result is checked, and then in stages. A stage has a few runs of each
//! plan that is left, in turns, so that noise of the machine affects all of them alike. After a stage, only plans near
//! the best one are left: first those within [`STAGES`]`[0].ratio` of its median, then fewer. A run that takes much
//! longer than the best plan so far is cancelled. The race ends when one plan is left, or when its time is over.

use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use igc_runtime::execution::Execution;
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::judge::{Accepted, Judge};
use igc_runtime::report::median;
use igc_runtime::results::{Results, returned};
use igc_runtime::watch::Cancel;

use super::plan::Plan;
use crate::arguments::Arguments;
use crate::error::Error;
use crate::graph::Form;
use crate::problems;
use crate::program::{Program, Source};
use crate::session::Session;

/// A stage of a race.
struct Stage {
    /// Number of runs of each plan.
    runs: u32,
    /// Plans whose median is at most this many times that of the best plan take part in the next stage.
    ratio: f64,
}

/// The stages. A plan that takes five times as long as the best one after two runs stops.
const STAGES: [Stage; 4] = [
    Stage { runs: 2, ratio: 5.0 },
    Stage { runs: 3, ratio: 1.5 },
    Stage { runs: 5, ratio: 1.2 },
    Stage { runs: 9, ratio: 1.0 },
];

/// A run is cancelled when it has taken this many times as long as the best plan so far, and at least [`PATIENCE`].
const CANCEL_RATIO: f64 = 10.0;

/// Shortest time after which a run is cancelled. The first run of a plan includes what drivers do once.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs of a stage continue until they have taken this long, so that short runs are measured well.
const LEAST_TIME: Duration = Duration::from_millis(2);

/// Most runs of a plan in a stage.
const MOST_RUNS: u32 = 20;

/// How a race is run.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Time after which no further stage begins. At least one plan is measured.
    pub budget: Duration,
    /// Whether the oracles check the result of each plan.
    pub check: bool,
}

/// A plan in a race.
#[derive(Debug, Clone)]
pub struct Runner {
    /// The plan.
    pub plan: Plan,
    /// How it is doing.
    pub standing: Standing,
    /// Times of the runs in seconds, without the first one.
    pub times: Vec<f64>,
    /// Time of the first run in seconds.
    first: Option<f64>,
    /// Whether an oracle has accepted its result.
    pub is_checked: bool,
}

/// How a plan does in a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It has not run yet.
    Waiting,
    /// It is one of the fastest so far.
    Racing,
    /// It is slower than others.
    Dropped,
    /// A run was cancelled, because it took much longer than the best plan.
    Cancelled,
    /// It runs the same code as the plan at this position.
    Same(usize),
    /// It cannot run, for this reason.
    Failed(String),
    /// An oracle rejects its result, for this reason.
    Wrong(String),
}

impl Runner {
    /// Returns the median of the times in seconds, if it was measured.
    pub fn median(&self) -> Option<f64> {
        (!self.times.is_empty()).then(|| median(self.times.iter().copied()))
    }
}

/// Something that happens during a race.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// The plan at this position is compiled and built.
    Building(usize),
    /// The plan at this position runs, in this stage of the race, from 0.
    Running(usize, usize),
    /// The plan at this position has new times or a new standing.
    Changed(usize),
}

/// A race of plans on the graph of a session.
pub struct Race<'s> {
    session: &'s mut Session,
    arguments: Arguments,
    rules: Rules,
    /// The program of plans that name none.
    own: Option<Source>,
    runners: Vec<Runner>,
    programs: Vec<Option<Program>>,
    judges: HashMap<Form, (OracleGraph, Accepted)>,
    start: Instant,
}

impl<'s> Race<'s> {
    /// Starts a race. `own` is the program of plans that name none.
    pub fn new(
        session: &'s mut Session,
        plans: Vec<Plan>,
        own: Option<Source>,
        arguments: Arguments,
        rules: Rules,
    ) -> Race<'s> {
        let runner = |plan| Runner {
            plan,
            standing: Standing::Waiting,
            times: vec![],
            first: None,
            is_checked: false,
        };
        let runners: Vec<Runner> = plans.into_iter().map(runner).collect();
        let programs = runners.iter().map(|_| None).collect();
        let (judges, start) = (HashMap::new(), Instant::now());
        Race { session, arguments, rules, own, runners, programs, judges, start }
    }

    /// Returns the plans, as they do now.
    pub fn runners(&self) -> &[Runner] {
        &self.runners
    }

    /// Returns the position of the plan with the least median.
    pub fn best(&self) -> Option<usize> {
        let racing = self.runners.iter().enumerate();
        let racing = racing.filter(|(_, runner)| runner.standing == Standing::Racing);
        let timed = racing.filter_map(|(at, runner)| Some((at, runner.median()?)));
        timed.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    }

    /// Runs the race, and tells every event. Plans that fail drop out.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, if the arguments fit no plan, or if the caller cancels.
    pub fn run(&mut self, tell: &mut dyn FnMut(&Race<'_>, Event)) -> Result<(), Error> {
        let count = self.runners.len();
        for at in 0..count {
            let is_late = self.start.elapsed() > self.rules.budget && self.best().is_some();
            if is_late {
                break;
            }
            tell(self, Event::Building(at));
            self.start_runner(at, tell)?;
            tell(self, Event::Changed(at));
        }
        self.drop_slow(STAGES[0].ratio);
        for (number, stage) in STAGES.iter().enumerate().skip(1) {
            let left: Vec<usize> = (0..count).filter(|at| self.is_racing(*at)).collect();
            if left.len() < 2 || self.start.elapsed() > self.rules.budget {
                break;
            }
            for at in left {
                tell(self, Event::Running(at, number));
                self.time(at, stage.runs)?;
                tell(self, Event::Changed(at));
            }
            self.drop_slow(stage.ratio);
        }
        Ok(())
    }

    fn is_racing(&self, at: usize) -> bool {
        self.runners[at].standing == Standing::Racing
    }

    /// Drops the plans whose median is more than `ratio` times the best one.
    fn drop_slow(&mut self, ratio: f64) {
        let Some(best) = self.best().and_then(|at| self.runners[at].median()) else { return };
        for runner in &mut self.runners {
            let is_slow = runner.median().is_some_and(|time| time > ratio * best);
            if is_slow && runner.standing == Standing::Racing {
                runner.standing = Standing::Dropped;
            }
        }
    }

    /// Builds a plan, checks its first result, and times its first runs.
    fn start_runner(
        &mut self,
        at: usize,
        tell: &mut dyn FnMut(&Race<'_>, Event),
    ) -> Result<(), Error> {
        let plan = &self.runners[at].plan;
        let source = match (&self.own, plan.program.is_empty()) {
            (Some(own), true) => Ok(own.clone()),
            _ => problems::source(&plan.program).map_or_else(|| Source::named(&plan.program), Ok),
        };
        let program = source.and_then(|source| Program::from_source(source, &plan.options));
        let program = match program {
            Ok(program) => program,
            Err(error) => {
                self.runners[at].standing = Standing::Failed(error.to_string());
                return Ok(());
            }
        };
        self.programs[at] = Some(program);
        if let Some(same) = self.same_as(at) {
            self.runners[at].standing = Standing::Same(same);
            return Ok(());
        }
        tell(self, Event::Running(at, 0));
        self.runners[at].standing = Standing::Racing;
        let Some(()) = self.first_run(at)? else { return Ok(()) };
        self.time(at, STAGES[0].runs)
    }

    /// Returns the position of an earlier plan that runs the same code with the same parameters.
    fn same_as(&self, at: usize) -> Option<usize> {
        let identity = |at: usize| {
            let artefact = self.programs[at].as_ref()?.artefact();
            Some(artefact.identity(self.session.device().backend().executed(), None))
        };
        let new = identity(at);
        let params = &self.runners[at].plan.params;
        let is_same = |earlier: &usize| {
            let runner = &self.runners[*earlier];
            !matches!(runner.standing, Standing::Same(_))
                && runner.plan.params == *params
                && identity(*earlier) == new
        };
        (0..at).find(is_same)
    }

    /// Runs a plan for the first time, and checks its result. Returns `None` if it drops out.
    fn first_run(&mut self, at: usize) -> Result<Option<()>, Error> {
        let is_checked = self.rules.check && self.program(at).has_check();
        let program = self.program(at).clone();
        let Some((input, execution)) = self.execute(at, 1, is_checked)? else { return Ok(None) };
        self.runners[at].first = times(&execution).next();
        if !is_checked {
            return Ok(Some(()));
        }
        let schedule = &program.artefact().schedule;
        let form = Form::of(schedule);
        if !self.judges.contains_key(&form) {
            self.judges.insert(form.clone(), (input.for_oracle()?, Accepted::default()));
        }
        let (view, accepted) = &self.judges[&form];
        let names = returned(schedule, true);
        let results = Results::of(names.into_iter().zip(&execution.arrays));
        let judge = Judge::new(view, accepted, self.session.last_params());
        let verdicts = judge.judge(schedule, &results)?;
        match verdicts.into_iter().find(|verdict| !verdict.passed) {
            None => {
                self.runners[at].is_checked = true;
                Ok(Some(()))
            }
            Some(refused) => {
                let reason = refused.reason.unwrap_or_default();
                let reason = format!("{} disagrees: {reason}", refused.oracle);
                self.runners[at].standing = Standing::Wrong(reason);
                Ok(None)
            }
        }
    }

    /// Runs a plan several times, and adds the times.
    fn time(&mut self, at: usize, runs: u32) -> Result<(), Error> {
        let runs = match self.runners[at].median().or(self.runners[at].first) {
            Some(time) => {
                let enough = (LEAST_TIME.as_secs_f64() / time.max(1e-9)).ceil();
                runs.max(enough.min(f64::from(MOST_RUNS)) as u32)
            }
            None => runs,
        };
        let Some((_, execution)) = self.execute(at, runs, false)? else { return Ok(()) };
        self.runners[at].times.extend(times(&execution));
        Ok(())
    }

    fn program(&self, at: usize) -> &Program {
        self.programs[at].as_ref().expect("a plan is compiled before it runs")
    }

    /// Runs a plan. Returns `None` if it fails or takes too long, and drops out.
    fn execute(
        &mut self,
        at: usize,
        runs: u32,
        check: bool,
    ) -> Result<Option<(Input, Execution)>, Error> {
        let program = self.program(at).clone();
        let cancel = Cancel::default();
        let mut arguments = self.arguments.clone().check(check).cancel(&cancel);
        for (name, value) in &self.runners[at].plan.params {
            arguments = arguments.param(name, value);
        }
        self.session
            .prepare(&program, &arguments)
            .map_or_else(|error| self.drop_out(at, error).map(|()| false), |()| Ok(true))?;
        if !self.is_racing(at) {
            return Ok(None);
        }
        let best = self.best().and_then(|best| self.runners[best].median());
        let limit = best.map(|best| {
            let longest = Duration::from_secs_f64(best * CANCEL_RATIO * f64::from(runs));
            longest.max(PATIENCE)
        });
        let user = self.arguments.cancel.clone();
        let session = &mut *self.session;
        let result = within(limit, &cancel, &user, || session.execute(&program, &arguments, runs));
        match result {
            Ok(done) => Ok(Some(done)),
            Err(error) => {
                self.session.reset();
                if user.is_cancelled() {
                    return Err(error);
                }
                self.drop_out(at, error)?;
                Ok(None)
            }
        }
    }

    /// Records why a plan drops out. The caller's mistakes are errors.
    fn drop_out(&mut self, at: usize, error: Error) -> Result<(), Error> {
        self.runners[at].standing = match &error {
            Error::Run(igc_runtime::Error::Cancelled) => Standing::Cancelled,
            _ => Standing::Failed(error.to_string()),
        };
        Ok(())
    }
}

/// Returns the times of whole runs in seconds.
fn times(execution: &Execution) -> impl Iterator<Item = f64> {
    execution.timings.iter().map(|timings| timings.compute().as_secs_f64())
}

/// Does some work, and cancels it after a limit of time or when the user does.
fn within<T>(
    limit: Option<Duration>,
    cancel: &Cancel,
    user: &Cancel,
    work: impl FnOnce() -> T,
) -> T {
    /// How often the request of the user is looked at.
    const LOOK: Duration = Duration::from_millis(20);
    std::thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let start = Instant::now();
        scope.spawn(move || {
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if user.is_cancelled() || limit.is_some_and(|limit| start.elapsed() > limit) {
                    cancel.cancel();
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}
