//! The sweep: measures what is missing on one device, and writes every finding down as it arrives.
//!
//! Test after test, those on one graph together, so that each graph is loaded once. A worker compares the
//! configurations of a test, [interleaved](igc_runtime::bench); what is lost with a worker is the one run
//! that ended it. The store says what is missing, after every loss anew: nothing here remembers.

mod build;
mod log;
mod shard;
#[cfg(all(test, unix))]
mod tests;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use igc_compiler::passes::Options;
use igc_runtime::bench::{Failure, FailureKind, Settings};
use igc_runtime::run::Limits;
use igc_runtime::worker::{Fault, Lost, News, Step, Task, Unanswered, Workers};

use crate::error::{StoreError, SweepError};
use crate::plan::Plan;
use crate::store::{Left, Session, Store, Todo};
use crate::study::Device;
use log::{Cells, Log};
pub use shard::Shard;

/// What a sweep tells while it goes on.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many programs are built ahead.
    Builds {
        /// How many.
        programs: usize,
    },
    /// So many of them more are built.
    Built {
        /// How many.
        programs: usize,
    },
    /// So many runs are missing.
    Begins {
        /// How many.
        runs: usize,
    },
    /// A graph is loaded to be described.
    Describes {
        /// The graph's name.
        graph: &'a str,
    },
    /// It cannot be had: its tests are left out this time.
    NoGraph {
        /// The graph's name.
        graph: &'a str,
        /// Why.
        fault: &'a Fault,
    },
    /// A test's turn begins.
    Test {
        /// The application's name.
        application: &'a str,
        /// The graph's name.
        graph: &'a str,
        /// What is missing of it.
        left: &'a [Left],
    },
    /// What the worker does next.
    Step(&'a Step),
    /// A run is in the store.
    Run,
    /// So many runs do not count after all, and are missing again.
    Anew {
        /// How many.
        runs: usize,
    },
    /// A cell has failed: so many of its runs will not come.
    Failed {
        /// The configuration.
        options: &'a Options,
        /// Why.
        failure: &'a Failure,
        /// How many runs were missing.
        runs: usize,
    },
    /// A worker was killed, as batch systems and the system do: what it was at is tried once more.
    Killed {
        /// How, in words.
        failure: &'a Failure,
    },
    /// A test cannot be measured at all this time.
    NoTest {
        /// Why.
        fault: &'a Fault,
    },
    /// A test's turn is over, for now if runs are left.
    TestDone {
        /// How many runs are left for another time.
        left: usize,
    },
}

/// What a sweep came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Runs that were added.
    pub runs: usize,
    /// Cells that failed.
    pub failures: usize,
    /// Runs left for another time.
    pub left: usize,
    /// The worst of what kept graphs or tests from being measured at all.
    pub trouble: Option<FailureKind>,
}

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
    build::build_ahead(plan, &todo, manner.builders, tell);
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
    /// Cells that a worker was killed over.
    killed: HashSet<i64>,
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
        let loaded = match self.store.knows_graph(graph)? {
            true => self.workers.load(&spec, &mut |_| {}).map(|_| None),
            false => {
                (self.tell)(Event::Describes { graph: &graph.name });
                self.workers.describe_graph(&spec).map(Some)
            }
        };
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
        let mut left = self.left_of(test)?;
        while !left.is_empty() {
            // What is left of the time.
            let budget = self.plan.study.budget.map(|all| all.saturating_sub(start.elapsed()));
            if budget.is_some_and(|budget| budget.is_zero())
                || self.compare(test, spec, &left, budget)? == Next::Done
            {
                break;
            }
            left = self.left_of(test)?;
        }
        let left = missing(&self.left_of(test)?, self.plan);
        self.summary.left += left;
        (self.tell)(Event::TestDone { left });
        Ok(())
    }

    fn left_of(&self, test: &Todo) -> Result<Vec<Left>, StoreError> {
        self.store.left_of(self.session, self.plan, test.graph, test.application)
    }

    /// One comparison, until it is done or a worker is lost.
    fn compare(
        &mut self,
        test: &Todo,
        spec: &str,
        left: &[Left],
        budget: Option<Duration>,
    ) -> Result<Next, SweepError> {
        let task = self.task(test, spec, left, budget);
        let mut log = Log::new(self.store, self.session, left, self.plan.study.repetitions);
        let tell = &mut *self.tell;
        let mut on_news = |news: News<'_>| match news {
            News::Step(step) => {
                log.step(step);
                tell(Event::Step(step));
            }
            News::Found(found) => log.found(found, tell),
        };
        let answer = self.workers.compare_once(&task, &mut on_news);
        let Log { cells, runs, failures, broken, error, .. } = log;
        self.summary.runs += runs;
        self.summary.failures += failures;
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
                self.lost(&lost, &cells)?;
                Ok(Next::Again)
            }
        }
    }

    /// Notes for what a worker was lost: the configuration that it was at, or, where that is not known, all
    /// of the comparison. One that was killed may have had to go for what others do, and is believed the
    /// second time only.
    fn lost(&mut self, lost: &Lost, cells: &Cells<'_>) -> Result<(), StoreError> {
        let failure = &lost.failure;
        let is_blamed = |options| lost.options().is_none_or(|blamed| blamed == options);
        let blamed = cells.iter().filter(|(options, _)| is_blamed(**options));
        if failure.kind == FailureKind::Killed {
            let new = blamed.clone().filter(|(_, (cell, _))| self.killed.insert(*cell)).count();
            if new > 0 {
                (self.tell)(Event::Killed { failure });
                return Ok(());
            }
        }
        for (options, (cell, runs)) in blamed {
            self.store.note_failure(self.session, *cell, failure)?;
            self.summary.failures += 1;
            (self.tell)(Event::Failed { options, failure, runs: *runs });
        }
        Ok(())
    }

    fn task(&self, test: &Todo, spec: &str, left: &[Left], budget: Option<Duration>) -> Task {
        let study = &self.plan.study;
        let application = &study.applications[test.application];
        Task {
            program: application.name.clone(),
            text: application.text.clone(),
            options: left.iter().map(|cell| cell.options.clone()).collect(),
            given_up: vec![],
            had: left.iter().map(|cell| (cell.options.clone(), cell.had.clone())).collect(),
            graph: spec.to_string(),
            settings: Settings {
                params: self.plan.programs[test.application].params.clone(),
                warmup: study.warmup,
                repeat: study.repetitions,
                check: true,
                repeat_identical: true,
                limits: Limits::default(),
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
