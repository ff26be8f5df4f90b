//! Tests that prepared programs own what they need: they run on other threads, after everything from
//! which they were made is dropped.

use std::thread;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::ir::Value;
use igc_runtime::backend::interpreter::Interpreter;
use igc_runtime::backend::{Device, Prepared, open};
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::program::Program;

/// Prepares a breadth-first search from each end of a path.
fn searches(device: &dyn Device, flags: &str) -> [Box<dyn Prepared>; 2] {
    let options = Configuration::parse(flags).unwrap();
    let program = Program::file_with("examples/bfs/bfs_wl.ig", &options);
    let resident = open(device, &Input::load("chain:10").unwrap()).unwrap();
    [0, 9].map(|source| {
        let (artefact, params) = (&program.compilation.artefact, [Value::Node(source)]);
        resident.prepare(artefact, &params, &Inputs::default(), &RunOptions::default()).unwrap()
    })
}

/// Runs a program and reads its result, on another thread.
fn result_of(mut search: Box<dyn Prepared>) -> ArrayData {
    let thread = thread::spawn(move || {
        search.run_once().unwrap();
        search.array(0).unwrap().into_owned()
    });
    thread.join().unwrap()
}

fn check(device: &dyn Device, flags: &str) {
    let [from_start, from_end] = searches(device, flags).map(result_of);
    assert_eq!(from_start, ArrayData::U32((0..10).collect()));
    assert_eq!(from_end, ArrayData::U32((0..10).rev().collect()));
}

#[test]
fn prepared_programs_run_on_other_threads_after_their_makers_are_gone() {
    check(&Interpreter, "none");
    for device in device::all() {
        for flags in ["none", "oitergb"] {
            check(&*device, flags);
        }
    }
}
