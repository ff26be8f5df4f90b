//! Building kernels ahead, several at a time.
//!
//! Drivers take their time to compile a kernel, and do one at a time in a process. So some processes fill
//! the cache of built kernels, igc's or the driver's own, before anything is run, and are gone then. They do
//! it as a process that runs them would: by a comparison, on next to no graph. Each runs once, since some
//! drivers (PoCL) compile a kernel when it is first launched. Whatever goes wrong is left to that process to
//! find.

use std::collections::VecDeque;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use igc_compiler::options::Options;

use super::{Task, Workers};
use crate::bench::{Order, Settings};
use crate::run::Limits;

/// A graph on which they are run, and there is next to nothing to do.
const GRAPH: &str = "chain:2";

/// How many configurations a process builds at a time: few, so that all processes have their share to the
/// end.
const SHARE: usize = 4;

/// A program whose kernels are to be built.
#[derive(Debug, Clone)]
pub struct Kernels {
    /// What the program is called.
    pub program: String,
    /// Its text.
    pub text: String,
    /// Its parameters.
    pub params: Vec<(String, String)>,
    /// The configurations in which it is built.
    pub options: Vec<Options>,
}

/// Builds the kernels of programs, a process for each of `builders`; `built` hears of how many
/// configurations are done, a few at a time.
pub fn build_ahead(programs: &[Kernels], builders: Vec<Workers>, mut built: impl FnMut(usize)) {
    let shares = programs.iter().flat_map(|program| {
        program.options.chunks(SHARE).map(move |options| task(program, options.to_vec()))
    });
    let shares = Mutex::new(shares.collect::<VecDeque<Task>>());
    let (done, counts) = channel();
    std::thread::scope(|scope| {
        for workers in builders {
            let (shares, done) = (&shares, done.clone());
            scope.spawn(move || build(workers, shares, &done));
        }
        drop(done);
        counts.iter().for_each(&mut built);
    });
}

/// Builds share after share, and says how many configurations each had.
fn build(mut workers: Workers, shares: &Mutex<VecDeque<Task>>, done: &Sender<usize>) {
    let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(task) = next() {
        let count = task.options.len();
        // See above: of failures, whoever runs them hears. One that has no device ends this.
        let failed = workers.compare(task, &mut |_| {}).is_err();
        let _ = done.send(count);
        if failed && workers.device().is_err() {
            return;
        }
    }
}

fn task(program: &Kernels, options: Vec<Options>) -> Task {
    Task {
        program: program.program.clone(),
        text: program.text.clone(),
        options,
        given_up: vec![],
        had: vec![],
        graph: GRAPH.into(),
        settings: Settings {
            params: program.params.clone(),
            warmup: 0,
            repeat: 1,
            check: false,
            repeat_identical: true,
            limits: Limits::default(),
            order: Order::Listed,
            budget: None,
        },
    }
}
