//! The sweep: measures everything that is missing on one device, and writes every finding as it
//! arrives.
//!
//! Tests run one after the other. Tests on the same graph are adjacent, so each graph is loaded
//! once. For each test, a worker compares the configurations with
//! [interleaved](igc_measure::comparison) runs. Then it times the steps of further runs of
//! those configurations whose steps the study times. If a worker dies, only its current run is lost. The
//! sweep itself remembers nothing: after each loss, it asks the store again what is missing.

mod build;
mod claims;
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
use igc_runtime::run_options::RunOptions;

use crate::error::{StoreError, SweepError};
use crate::plan::Plan;
use crate::store::{Left, Session, Store, Todo};
use crate::study::Device;
use claims::Claims;
pub use event::{Event, StepSummary, Summary};
use log::{Cells, Log};
use purpose::Purpose;

/// Options of a sweep.
#[derive(Default)]
pub struct Manner {
    /// Whether cells that failed are measured again.
    pub retry: bool,
    /// Workers on the same device that compile kernels in advance. They end before the measurements
    /// start.
    pub builders: Vec<Workers>,
    /// The part of the tests that this sweep measures.
    pub shard: Shard,
}

/// Measures everything that is missing on a device.
///
/// # Errors
///
/// Returns an error if the store cannot be written, if no worker or no device is available, or if
/// another sweep measures the same tests. The store keeps what was measured before.
pub fn sweep(
    store: &mut Store,
    plan: &Plan,
    device: &Device,
    workers: &mut Workers,
    manner: Manner,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, SweepError> {
    let _claims = Claims::on(store.path(), &device.name, manner.shard)?;
    let name = workers.device()?;
    let facts = workers.describe_device()?;
    let session = store.begin(&device.name, &name, &facts)?;
    store.share_cells(session, plan, facts.executed)?;
    if manner.retry {
        store.retry_failures(session)?;
    }
    let mut todo = store.todo(session, plan)?;
    todo.retain(|test| manner.shard.has(test.application, test.graph));
    // Tests with the same requirements of their graph are adjacent, so the graph is copied to the
    // device once.
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

/// The state of a running sweep.
struct Sweep<'a> {
    store: &'a mut Store,
    plan: &'a Plan,
    session: Session,
    workers: &'a mut Workers,
    tell: &'a mut dyn FnMut(Event<'_>),
    /// The cells for which a worker was killed before, each with the purpose of the comparison.
    killed: HashSet<(i64, Purpose)>,
    summary: Summary,
}

/// Returns the number of missing runs of some cells.
fn missing(left: &[Left], plan: &Plan) -> usize {
    let repetitions = plan.study.repetitions as usize;
    left.iter().map(|cell| repetitions.saturating_sub(cell.had.len())).sum()
}

impl Sweep<'_> {
    /// Measures the tests on one graph.
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
                // If the device itself is gone, this returns that error.
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

    /// Measures one test: repeats comparisons until nothing is missing or the budget of time is
    /// spent.
    fn test(&mut self, test: &Todo, spec: &str) -> Result<(), SweepError> {
        let application = &self.plan.study.applications[test.application].name;
        let graph = &self.plan.study.graphs[test.graph].name;
        (self.tell)(Event::Test { application, graph, left: &test.left });
        let start = Instant::now();
        self.complete(test, spec, Purpose::Times, start)?;
        let left = missing(&self.left_of(test, Purpose::Times)?, self.plan);
        // Steps explain times, so they are timed only if all times exist.
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

    /// Repeats comparisons until the test has every measurement of this purpose, or until the time
    /// since `start` exceeds the budget.
    fn complete(
        &mut self,
        test: &Todo,
        spec: &str,
        purpose: Purpose,
        start: Instant,
    ) -> Result<(), SweepError> {
        let mut left = self.left_of(test, purpose)?;
        while !left.is_empty() {
            // The budget for a comparison is the remaining time.
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

    /// Returns the cells of a test that lack measurements of this purpose.
    fn left_of(&self, test: &Todo, purpose: Purpose) -> Result<Vec<Left>, StoreError> {
        let (session, plan) = (self.session, self.plan);
        match purpose {
            Purpose::Times => self.store.left_of(session, plan, test.graph, test.application),
            Purpose::Steps => self.store.steps_left_of(session, plan, test.graph, test.application),
        }
    }

    /// Runs one comparison, until it is finished or the worker is lost.
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
            News::Activity(activity) => {
                log.activity(activity);
                tell(Event::Activity(activity));
            }
            News::Observation(observation) => log.write(observation, tell),
            News::Measured(_) => {}
        };
        let answer = self.workers.compare_once(&task, &mut on_news);
        let Log { cells, runs, disturbed, failures, broken, error, .. } = log;
        self.summary.disturbed += disturbed;
        *self.count(purpose) += runs;
        *self.failures(purpose) += failures;
        error.map_or(Ok(()), Err)?;
        match answer? {
            // Later runs in a process whose device has failed may fail for this reason, so the
            // worker is replaced.
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

    /// Writes a failure after a worker was lost: for the configuration that it was running or, if
    /// that is unknown, for all configurations of the comparison. A kill may have external reasons,
    /// so it is written as a failure only the second time.
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

    /// Returns the counter of measurements of this purpose.
    fn count(&mut self, purpose: Purpose) -> &mut usize {
        match purpose {
            Purpose::Times => &mut self.summary.runs,
            Purpose::Steps => &mut self.summary.steps.recorded,
        }
    }

    /// Returns the counter of failures of this purpose.
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
                inputs: vec![],
                random_inputs: application.random_inputs,
                warmup: study.warmup,
                repeat: if records_steps { study.step_runs } else { study.repetitions },
                check: true,
                // Every application of a study names an oracle.
                reference: None,
                repeat_identical: true,
                run_options: RunOptions { record_steps: records_steps, ..RunOptions::default() },
                order: study.order,
                budget,
            },
        }
    }
}

/// Whether a test continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Again,
    Done,
}
