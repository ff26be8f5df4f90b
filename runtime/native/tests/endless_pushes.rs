//! Tests that a kernel ends if it pushes without end, and that little address space suffices.

use std::num::NonZero;

use igc_compiler::ir::KernelId;
use igc_compiler::ir::parse::parse;
use igc_native::{Error, GraphArrays, Program, State, Team};

/// Runs a kernel in which each iteration pushes without end. Returns the error.
fn error(nodes: usize, most: u32, threads: usize) -> Error {
    let text = "module endless parallel\n\nworklist list\n\nkernel fill() {\n  forall parallel u: node in \
                nodes {\n    while true {\n      push list u\n    }\n  }\n}\n\nmain {\n  launch \
                fill()\n}\n";
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = Program::compile(&module, threads).expect("it compiles");
    let offsets = vec![0u32; nodes + 1];
    let graph = GraphArrays { out_offsets: offsets.into(), ..GraphArrays::default() };
    let mut team = Team::new(NonZero::new(threads).expect("it is not zero")).expect("it starts");
    let mut state = State::new(&program, graph, &[], most, threads).expect("it fits");
    let launched = state.launch(&program, &mut team, KernelId(0), &[], false);
    launched.expect_err("the worklist has no room for endless pushes")
}

#[test]
fn a_kernel_that_pushes_without_end_ends_when_the_worklist_is_full() {
    // Loops of few iterations run on one thread.
    for (nodes, threads) in [(1, 1), (1, 4), (50_000, 1), (50_000, 4)] {
        for most in [1, 1000, 1_000_000] {
            let error = error(nodes, most, threads);
            let is_full = matches!(error, Error::WorklistFull { most: found, .. } if found == most);
            assert!(is_full, "{nodes} nodes, {threads} threads: {error}");
        }
    }
}
