//! Builds kernels in advance, in several processes at a time.
//!
//! Drivers take long to compile kernels, and compile only one at a time in a process. Before a
//! study or a conformance run, several processes can therefore fill the cache of built kernels,
//! igc's own or the driver's. Each of these processes runs a comparison on a tiny graph: it must
//! run each kernel once, because some drivers (PoCL) compile a kernel when it is first launched.
//! Failures are ignored here; the process that later runs the kernels reports them.

use std::collections::VecDeque;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

use igc_compiler::configuration::Configuration;

use super::protocol::Task;
use super::workers::Workers;
use crate::comparison::{RoundOrder, Settings};

/// A graph with almost no work.
const GRAPH: &str = "chain:2";

/// Number of configurations that a process builds at a time. It is small, so that all processes are
/// busy until the end.
const SHARE: usize = 4;

/// A program whose kernels are to be built.
#[derive(Debug, Clone)]
pub struct Kernels {
    /// Name of the program.
    pub program: String,
    /// The source text.
    pub text: String,
    /// The parameters.
    pub params: Vec<(String, String)>,
    /// The configurations to build.
    pub options: Vec<Configuration>,
}

/// Builds the kernels of programs, with one process for each of `builders`. Calls `built` with the
/// number of configurations that have been completed since the last call.
pub fn build_ahead(programs: &[Kernels], builders: Vec<Workers>, mut built: impl FnMut(usize)) {
    let shares = programs.iter().flat_map(|program| {
        program.options.chunks(SHARE).map(move |options| task(program, options.to_vec()))
    });
    let shares = Mutex::new(shares.collect::<VecDeque<Task>>());
    let (done, counts) = channel();
    std::thread::scope(|scope| {
        for workers in builders {
            let (shares, done) = (&shares, done.clone());
            // If the system cannot start a thread, the other builders do its work.
            let _ = Builder::new().spawn_scoped(scope, move || build(workers, shares, &done));
        }
        drop(done);
        counts.iter().for_each(&mut built);
    });
}

/// Builds share after share, and reports the size of each.
fn build(mut workers: Workers, shares: &Mutex<VecDeque<Task>>, done: &Sender<usize>) {
    let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(task) = next() {
        let count = task.options.len();
        // Failures are reported later, by the process that runs the kernels. A builder without a
        // device stops.
        let failed = workers.compare(task, &mut |_| {}).is_err();
        let _ = done.send(count);
        if failed && workers.device().is_err() {
            return;
        }
    }
}

fn task(program: &Kernels, options: Vec<Configuration>) -> Task {
    Task {
        program: program.program.clone(),
        text: program.text.clone(),
        options,
        given_up: vec![],
        completed: vec![],
        graph: GRAPH.into(),
        settings: Settings {
            params: program.params.clone(),
            random_inputs: true,
            warmup: 0,
            repeat: 1,
            check: false,
            repeat_identical: true,
            order: RoundOrder::Listed,
            ..Settings::default()
        },
    }
}
