//! The sweep: measures what is missing on one device, and writes every finding down as it arrives.
//!
//! Test after test, those on one graph together, so that each graph is loaded once. A worker compares the
//! configurations of a test, [interleaved](igc_measure::comparison), and then times the steps of one more run of
//! those whose steps are asked for; what is lost with a worker is the one run that ended it. The store says
//! what is missing, after every loss anew: nothing here remembers.

mod build;
mod event;
mod log;
mod purpose;
#[cfg(all(test, unix))]
mod tests;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use igc_measure::comparison::{FailureKind, Settings};
use igc_measure::shard::Shard;
use igc_measure::worker::{Fault, Lost, News, Task, Unanswered, Workers};
use igc_runtime::limits::Limits;

use crate::error::{StoreError, SweepError};
use crate::plan::Plan;
use crate::store::{Left, Session, Store, Todo};
use crate::study::Device;
pub use event::{Event, StepSummary, Summary};
use log::{Cells, Log};
use purpose::Purpose;

/// How a sweep is made.
#[derive(Default)]
pub struct Manner {
    /// Failures are tried again.
    pub retry: bool,
    /// Workers on the same device that [build kernels ahead](build), each a process. They are gone when
    /// the measuring begins.
    pub builders: Vec<Workers>,
    /// Measures some of the tests only.
    pub shard: Shard,
}

/// Measures what is missing on a device.
///
/// # Errors
///
/// The store cannot be written, or there is no worker or no device to be had. What was measured before is
/// in the store.
pub fn sweep(
    store: &mut Store,
    plan: &Plan,
    device: &Device,
    workers: &mut Workers,
    manner: Manner,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, SweepError> {
    let name = workers.device()?;
    let facts = workers.describe_device()?;
    let session = store.begin(&device.name, &name, &facts)?;
    if manner.retry {
        store.retry_failures(session)?;
    }
    let mut todo = store.todo(session, plan)?;
    todo.retain(|test| manner.shard.has(test.application, test.graph));
    // What requires the same of the graph follows each other: the graph is brought to the device once.
    todo.sort_by_key(|test| (test.graph, plan.programs[test.application].requirements.clone()));
    build::build(plan, &todo, manner.builders, tell);
    let runs = todo.iter().map(|test| missing(&test.left, plan)).sum();
    tell(Event::Begins { runs });
    let (killed, summary) = (HashSet::new(), Summary::default());
    let mut sweep = Sweep { store, plan, session, workers, tell, killed, summary };
    for tests in todo.chunk_by(|one, other| one.graph == other.graph) {
        sweep.graph(tests)?;
    }
    Ok(sweep.summary)
}

/// A sweep that goes on.
struct Sweep<'a> {
    store: &'a mut Store,
    plan: &'a Plan,
    session: Session,
    workers: &'a mut Workers,
    tell: &'a mut dyn FnMut(Event<'_>),
    /// Cells that a worker was killed over, and at what.
    killed: HashSet<(i64, Purpose)>,
    summary: Summary,
}

/// How many runs are missing.
fn missing(left: &[Left], plan: &Plan) -> usize {
    let repetitions = plan.study.repetitions as usize;
    left.iter().map(|cell| repetitions.saturating_sub(cell.had.len())).sum()
}

impl Sweep<'_> {
    /// The tests on one graph.
    fn graph(&mut self, tests: &[Todo]) -> Result<(), SweepError> {
        let Some(first) = tests.first() else { return Ok(()) };
        let graph = &self.plan.study.graphs[first.graph];
        let spec = graph.resolved();
        let is_known = self.store.knows_graph(graph)?;
        let mut load = || match is_known {
            true => self.workers.load(&spec, &mut |_| {}).map(|_| None),
            false => {
                (self.tell)(Event::Describes { graph: &graph.name });
                self.workers.describe_graph(&spec).map(Some)
            }
        };
        let is_killed = |fault: &Fault| fault.failure.kind == FailureKind::Killed;
        let mut loaded = load();
        if loaded.as_ref().is_err_and(is_killed) {
            loaded = load();
        }
        match loaded {
            Ok(Some(properties)) => self.store.note_graph(graph, &properties)?,
            Ok(None) => {}
            Err(fault) => {
                // Where there is no device any more, that is the trouble.
                self.workers.device()?;
                (self.tell)(Event::NoGraph { graph: &graph.name, fault: &fault });
                self.trouble(fault.failure.kind);
                let left = tests.iter().map(|test| missing(&test.left, self.plan));
                self.summary.left += left.sum::<usize>();
                self.summary.steps.left += tests.iter().map(|test| test.steps.len()).sum::<usize>();
                return Ok(());
            }
        }
        for test in tests {
            self.test(test, &spec)?;
        }
        Ok(())
    }

    fn trouble(&mut self, kind: FailureKind) {
        self.summary.trouble = self.summary.trouble.max(Some(kind));
    }

    /// One test: as many comparisons as it takes until nothing is missing or time is up.
    fn test(&mut self, test: &Todo, spec: &str) -> Result<(), SweepError> {
        let application = &self.plan.study.applications[test.application].name;
        let graph = &self.plan.study.graphs[test.graph].name;
        (self.tell)(Event::Test { application, graph, left: &test.left });
        let start = Instant::now();
        self.complete(test, spec, Purpose::Times, start)?;
        let left = missing(&self.left_of(test, Purpose::Times)?, self.plan);
        // The steps are there to explain times.
        if left == 0 && !self.left_of(test, Purpose::Steps)?.is_empty() {
            let configurations = self.left_of(test, Purpose::Steps)?.len();
            (self.tell)(Event::Records { configurations });
            self.complete(test, spec, Purpose::Steps, start)?;
        }
        self.summary.left += left;
        self.summary.steps.left += self.left_of(test, Purpose::Steps)?.len();
        (self.tell)(Event::TestDone { left });
        Ok(())
    }

    /// As many comparisons as it takes until nothing of that sort is missing of a test or the time since
    /// its start is up.
    fn complete(
        &mut self,
        test: &Todo,
        spec: &str,
        purpose: Purpose,
        start: Instant,
    ) -> Result<(), SweepError> {
        let mut left = self.left_of(test, purpose)?;
        while !left.is_empty() {
            // What is left of the time.
            let budget = self.plan.study.budget.map(|all| all.saturating_sub(start.elapsed()));
            if budget.is_some_and(|budget| budget.is_zero())
                || self.compare(test, spec, purpose, &left, budget)? == Next::Done
            {
                break;
            }
            left = self.left_of(test, purpose)?;
        }
        Ok(())
    }

    /// What of that sort is missing of a test.
    fn left_of(&self, test: &Todo, purpose: Purpose) -> Result<Vec<Left>, StoreError> {
        let (session, plan) = (self.session, self.plan);
        match purpose {
            Purpose::Times => self.store.left_of(session, plan, test.graph, test.application),
            Purpose::Steps => self.store.steps_left_of(session, plan, test.graph, test.application),
        }
    }

    /// One comparison, until it is done or a worker is lost.
    fn compare(
        &mut self,
        test: &Todo,
        spec: &str,
        purpose: Purpose,
        left: &[Left],
        budget: Option<Duration>,
    ) -> Result<Next, SweepError> {
        let task = self.task(test, spec, purpose, left, budget);
        let repetitions = task.settings.repeat;
        let mut log = Log::new(self.store, self.session, purpose, left, repetitions);
        let tell = &mut *self.tell;
        let mut on_news = |news: News<'_>| match news {
            News::Step(step) => {
                log.step(step);
                tell(Event::Step(step));
            }
            News::Observation(observation) => log.observe(observation, tell),
        };
        let answer = self.workers.compare_once(&task, &mut on_news);
        let Log { cells, runs, failures, broken, error, .. } = log;
        *self.count(purpose) += runs;
        *self.failures(purpose) += failures;
        error.map_or(Ok(()), Err)?;
        match answer? {
            // What runs after a device has failed in the same process may fail for that reason.
            Ok(_) if broken => {
                self.workers.dismiss();
                Ok(Next::Again)
            }
            Ok(_) => Ok(Next::Done),
            Err(Unanswered::Failed(fault)) => {
                (self.tell)(Event::NoTest { fault: &fault });
                self.trouble(fault.failure.kind);
                Ok(Next::Done)
            }
            Err(Unanswered::Lost(lost)) => {
                self.lost(&lost, &cells, purpose)?;
                Ok(Next::Again)
            }
        }
    }

    /// Notes for what a worker was lost: the configuration that it was at, or, where that is not known, all
    /// of the comparison. One that was killed may have had to go for what others do, and is believed the
    /// second time only.
    fn lost(&mut self, lost: &Lost, cells: &Cells<'_>, purpose: Purpose) -> Result<(), StoreError> {
        let failure = &lost.failure;
        let is_blamed = |options| lost.options().is_none_or(|blamed| blamed == options);
        let blamed = cells.iter().filter(|(options, _)| is_blamed(**options));
        if failure.kind == FailureKind::Killed {
            let killed = &mut self.killed;
            let new = blamed.clone().filter(|(_, (cell, _))| killed.insert((*cell, purpose)));
            if new.count() > 0 {
                (self.tell)(Event::Killed { failure });
                return Ok(());
            }
        }
        for (options, (cell, runs)) in blamed {
            purpose.fail(self.store, self.session, *cell, failure)?;
            *self.failures(purpose) += 1;
            (self.tell)(purpose.failed(options, failure, *runs));
        }
        Ok(())
    }

    /// How much was found.
    fn count(&mut self, purpose: Purpose) -> &mut usize {
        match purpose {
            Purpose::Times => &mut self.summary.runs,
            Purpose::Steps => &mut self.summary.steps.recorded,
        }
    }

    /// How much failed.
    fn failures(&mut self, purpose: Purpose) -> &mut usize {
        match purpose {
            Purpose::Times => &mut self.summary.failures,
            Purpose::Steps => &mut self.summary.steps.failures,
        }
    }

    fn task(
        &self,
        test: &Todo,
        spec: &str,
        purpose: Purpose,
        left: &[Left],
        budget: Option<Duration>,
    ) -> Task {
        let records_steps = purpose == Purpose::Steps;
        let study = &self.plan.study;
        let application = &study.applications[test.application];
        Task {
            program: application.name.clone(),
            text: application.text.clone(),
            options: left.iter().map(|cell| cell.options.clone()).collect(),
            given_up: vec![],
            completed: left.iter().map(|cell| (cell.options.clone(), cell.had.clone())).collect(),
            graph: spec.to_string(),
            settings: Settings {
                params: self.plan.programs[test.application].params.clone(),
                warmup: study.warmup,
                repeat: if records_steps { 1 } else { study.repetitions },
                check: true,
                repeat_identical: true,
                limits: Limits { record_steps: records_steps, ..Limits::default() },
                order: study.order,
                budget,
            },
        }
    }
}

/// Whether a test goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Again,
    Done,
}
