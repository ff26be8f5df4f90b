//! Building kernels ahead, several at a time.
//!
//! Drivers take their time to compile a kernel, and do one at a time in a process. So some processes fill
//! the cache of built kernels before anything is measured, and are gone then. They do it as a measuring
//! process would: by a comparison, on next to no graph, in which nothing runs. Whatever goes wrong is left
//! to the measuring process to find.

use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use igc_compiler::passes::Options;
use igc_runtime::bench::{Order, Settings};
use igc_runtime::run::Limits;
use igc_runtime::worker::{Task, Workers};

use super::Event;
use crate::plan::Plan;
use crate::store::Todo;

/// The graph on which nothing runs.
const GRAPH: &str = "chain:2";

/// How many configurations a process builds at a time: few, so that all processes have their share to the
/// end.
const SHARE: usize = 4;

/// Builds what is missing of the tests, a process for each of `builders`.
pub fn build_ahead(
    plan: &Plan,
    todo: &[Todo],
    builders: Vec<Workers>,
    tell: &mut dyn FnMut(Event<'_>),
) {
    if builders.is_empty() {
        return;
    }
    let shares = shares(plan, todo);
    tell(Event::Builds { programs: shares.iter().map(|task| task.options.len()).sum() });
    let shares = Mutex::new(shares);
    let (done, built) = channel();
    std::thread::scope(|scope| {
        for workers in builders {
            let (shares, done) = (&shares, done.clone());
            scope.spawn(move || build(workers, shares, &done));
        }
        drop(done);
        for programs in built {
            tell(Event::Built { programs });
        }
    });
}

/// Builds share after share, and says how many programs each had.
fn build(mut workers: Workers, shares: &Mutex<VecDeque<Task>>, done: &Sender<usize>) {
    let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(task) = next() {
        let programs = task.options.len();
        // See above: of failures the measuring process hears itself. One that has no device ends this.
        let failed = workers.compare(task, &mut |_| {}).is_err();
        let _ = done.send(programs);
        if failed && workers.device().is_err() {
            return;
        }
    }
}

/// What is to be built: each application's configurations once, whatever the graph.
fn shares(plan: &Plan, todo: &[Todo]) -> VecDeque<Task> {
    let mut shares = VecDeque::new();
    for application in 0..plan.programs.len() {
        let mut seen = HashSet::new();
        let tests = todo.iter().filter(|test| test.application == application);
        let left =
            tests.flat_map(|test| test.left.iter().chain(&test.steps)).map(|cell| &cell.options);
        let new: Vec<&Options> = left.filter(|options| seen.insert(*options)).collect();
        for share in new.chunks(SHARE) {
            shares.push_back(task(plan, application, share));
        }
    }
    shares
}

fn task(plan: &Plan, application: usize, share: &[&Options]) -> Task {
    let program = &plan.study.applications[application];
    Task {
        program: program.name.clone(),
        text: program.text.clone(),
        options: share.iter().map(|options| (*options).clone()).collect(),
        given_up: vec![],
        had: vec![],
        graph: GRAPH.into(),
        settings: Settings {
            params: plan.programs[application].params.clone(),
            warmup: 0,
            repeat: 0,
            check: false,
            repeat_identical: true,
            limits: Limits::default(),
            order: Order::Listed,
            budget: None,
        },
    }
}
