//! The sweep: measures what is missing on one device, and writes every finding down as it arrives.
//!
//! Test after test, those on one graph together, so that each graph is loaded once. A worker compares the
//! configurations of a test, [interleaved](igc_runtime::bench); what is lost with a worker is the one run
//! that ended it. The store says what is missing, after every loss anew: nothing here remembers.

use std::collections::HashMap;

use igc_compiler::passes::Options;
use igc_runtime::bench::{Failure, FailureKind, Found, Progress, Settings};
use igc_runtime::run::Limits;
use igc_runtime::worker::{Fault, News, Step, Task, Unanswered, Workers};

use crate::error::{StoreError, SweepError};
use crate::plan::Plan;
use crate::store::{Left, Session, Store, Todo};
use crate::study::Device;

/// What a sweep tells while it goes on.
#[derive(Debug)]
pub enum Event<'a> {
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

/// Measures what is missing on a device. With `retry`, failures are tried again.
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
    retry: bool,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, SweepError> {
    let name = workers.device()?;
    let facts = workers.describe_device()?;
    let session = store.begin(&device.name, &name, &facts)?;
    if retry {
        store.retry_failures(session)?;
    }
    let mut todo = store.todo(session)?;
    // What requires the same of the graph follows each other: the graph is brought to the device once.
    todo.sort_by_key(|test| (test.graph, plan.programs[test.application].requirements.clone()));
    let runs = todo.iter().map(|test| missing(&test.left, plan)).sum();
    tell(Event::Begins { runs });
    let mut sweep = Sweep { store, plan, session, workers, tell, summary: Summary::default() };
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
        let loaded = match self.store.knows_graph(&graph.name)? {
            true => self.workers.load(&spec, &mut |_| {}).map(|_| None),
            false => {
                (self.tell)(Event::Describes { graph: &graph.name });
                self.workers.describe_graph(&spec).map(Some)
            }
        };
        match loaded {
            Ok(Some(properties)) => self.store.note_graph(&graph.name, &properties)?,
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
        let mut left = test.left.clone();
        while !left.is_empty() && self.compare(test, spec, &left)? == Next::Again {
            left = self.store.left_of(self.session, test.graph, test.application)?;
        }
        let left = self.store.left_of(self.session, test.graph, test.application)?;
        let left = missing(&left, self.plan);
        self.summary.left += left;
        (self.tell)(Event::TestDone { left });
        Ok(())
    }

    /// One comparison, until it is done or a worker is lost.
    fn compare(&mut self, test: &Todo, spec: &str, left: &[Left]) -> Result<Next, SweepError> {
        let task = self.task(test, spec, left);
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
        let Log { runs, failures, broken, error, .. } = log;
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
                let blamed = lost.options();
                let to_blame: Vec<&Left> =
                    left.iter().filter(|cell| Some(&cell.options) == blamed).collect();
                // Where it is no single configuration, it is the test: all of them.
                let all = left.iter().collect();
                for cell in if to_blame.is_empty() { all } else { to_blame } {
                    self.store.note_failure(self.session, cell.cell, &lost.failure)?;
                    self.summary.failures += 1;
                    let runs = missing(std::slice::from_ref(cell), self.plan);
                    let (options, failure) = (&cell.options, &lost.failure);
                    (self.tell)(Event::Failed { options, failure, runs });
                }
                Ok(Next::Again)
            }
        }
    }

    fn task(&self, test: &Todo, spec: &str, left: &[Left]) -> Task {
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
                budget: study.budget,
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

/// Writes down what a comparison finds.
struct Log<'a> {
    store: &'a mut Store,
    session: Session,
    /// The cells, and how many runs each lacks.
    cells: HashMap<&'a Options, (i64, usize)>,
    /// The runs noted, by cell and round.
    noted: Vec<(i64, u32)>,
    is_building: bool,
    /// Whether a device has failed while it ran something.
    broken: bool,
    runs: usize,
    failures: usize,
    /// Why nothing can be written down any more.
    error: Option<StoreError>,
}

impl<'a> Log<'a> {
    fn new(store: &'a mut Store, session: Session, left: &'a [Left], repetitions: u32) -> Log<'a> {
        let lacks = |cell: &Left| (repetitions as usize).saturating_sub(cell.had.len());
        Log {
            store,
            session,
            cells: left.iter().map(|cell| (&cell.options, (cell.cell, lacks(cell)))).collect(),
            noted: vec![],
            is_building: false,
            broken: false,
            runs: 0,
            failures: 0,
            error: None,
        }
    }

    fn step(&mut self, step: &Step) {
        self.is_building = matches!(step, Step::Comparing(Progress::Building(_)));
    }

    fn found(&mut self, found: &Found, tell: &mut dyn FnMut(Event<'_>)) {
        if self.error.is_none() {
            self.error = self.note(found, tell).err();
        }
    }

    fn note(&mut self, found: &Found, tell: &mut dyn FnMut(Event<'_>)) -> Result<(), StoreError> {
        let session = self.session;
        match found {
            Found::Ready { options, made } => match self.cells.get(options) {
                Some((cell, _)) => self.store.note_made(session, *cell, made),
                None => Ok(()),
            },
            Found::Accepted { options, verdicts } => match self.cells.get(options) {
                Some((cell, _)) => self.store.note_verdicts(session, *cell, verdicts),
                None => Ok(()),
            },
            Found::Timed { options, sample, work } => {
                let Some((cell, lacks)) = self.cells.get_mut(options) else { return Ok(()) };
                self.store.note_run(session, *cell, sample, work)?;
                self.noted.push((*cell, sample.round));
                *lacks = lacks.saturating_sub(1);
                self.runs += 1;
                tell(Event::Run);
                Ok(())
            }
            Found::Failed { options, failure } => self.note_failure(options, failure, tell),
            Found::Anew => {
                self.store.forget_runs(session, &self.noted)?;
                for (cell, lacks) in self.cells.values_mut() {
                    *lacks += self.noted.iter().filter(|(of, _)| of == cell).count();
                }
                self.runs -= self.noted.len();
                tell(Event::Anew { runs: self.noted.len() });
                self.noted.clear();
                Ok(())
            }
        }
    }

    /// Of a device that has failed before in the same process, a failure says nothing: it is tried again
    /// in another one.
    fn note_failure(
        &mut self,
        options: &Options,
        failure: &Failure,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), StoreError> {
        let Some((cell, lacks)) = self.cells.get(options) else { return Ok(()) };
        let is_device = failure.kind == FailureKind::Device;
        if is_device && self.broken {
            return Ok(());
        }
        self.broken |= is_device && !self.is_building;
        self.store.note_failure(self.session, *cell, failure)?;
        self.failures += 1;
        tell(Event::Failed { options, failure, runs: *lacks });
        Ok(())
    }
}
