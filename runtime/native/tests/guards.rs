//! Tests that an access out of bounds stops the process, as the tests of programs rely on.
//!
//! Such an access needs an error of the pass `bounds`, so the modules here are texts of IR that
//! claim a wrong index to be proven. Each access runs in a process of its own.

#![cfg(all(unix, any(debug_assertions, feature = "test-hooks")))]

use std::num::NonZero;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::{KernelId, Value};
use igc_native::{GraphArrays, Program, State, Team};

/// The environment variable with the statement and the index that the process runs.
const STATEMENT: &str = "IGC_TEST_STATEMENT";
const INDEX: &str = "IGC_TEST_INDEX";

/// The graph 0 → 1 → 2 → 3.
const OFFSETS: [u32; 5] = [0, 1, 2, 3, 3];
const TARGETS: [u32; 3] = [1, 2, 3];

/// Runs a kernel with one statement that uses the index `$at`.
fn run(statement: &str, at: u32) {
    let text = format!(
        "module guarded parallel\n\nparam at: u32\narray small: u32[nodes] = 0u32\n\
         array wide: u64[edges] = 0u64\narray sum: u32[one] = 0u32\nworklist list\n\n\
         kernel touch() {{\n  forall parallel u: node in nodes {{\n    {statement}\n  }}\n}}\n\n\
         main {{\n  launch touch()\n}}\n"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = Program::compile(&module, 1).expect("it compiles");
    let graph = GraphArrays {
        out_offsets: OFFSETS.to_vec().into(),
        targets: TARGETS.to_vec().into(),
        sources: vec![0u32, 1, 2].into(),
        ..GraphArrays::default()
    };
    let one = NonZero::new(1).expect("it is not zero");
    let mut team = Team::new(one).expect("it has no threads to start");
    let mut state = State::new(&program, graph, &[Value::U32(at)], 100, 1).expect("it fits");
    state.launch(&program, &mut team, KernelId(0), &[], false).expect("the worklist has room");
}

/// Runs a statement in another process.
fn run_apart(statement: &str, index: u32) -> ExitStatus {
    let this = std::env::current_exe().expect("the test has a file");
    let mut command = Command::new(this);
    command.args(["--exact", "a_statement_from_the_environment_runs", "--nocapture"]);
    command.env(STATEMENT, statement).env(INDEX, index.to_string());
    command.output().expect("a process starts").status
}

#[test]
fn a_statement_from_the_environment_runs() {
    if let (Ok(statement), Ok(index)) = (std::env::var(STATEMENT), std::env::var(INDEX)) {
        run(&statement, index.parse().expect("it is an index"));
    }
}

/// The statements, and the length of the array that each accesses.
const ACCESSES: [(&str, u32); 7] = [
    ("small[$at] = 1u32", 4),
    ("wide[$at] = 1u64", 3),
    ("sum[0u32] = small[$at]", 4),
    ("atomic add small~[$at], 1u32", 4),
    ("sum[0u32] = u32(@targets[edge($at)])", 3),
    ("sum[0u32] = u32(@out_offsets[node($at)])", 5),
    ("sum[0u32] = u32(@sources[edge($at)])", 3),
];

#[test]
fn every_index_past_the_end_stops_the_process() {
    for (statement, length) in ACCESSES {
        let last = run_apart(statement, length - 1);
        assert!(last.success(), "{statement}, the last index: {last}");
        for index in [length, length + 1, length + 100_000, 1 << 31, u32::MAX] {
            let status = run_apart(statement, index);
            let fault = matches!(status.signal(), Some(libc::SIGSEGV | libc::SIGBUS));
            assert!(fault, "{statement}, {index}: {status}");
        }
    }
}

/// An index that is not proven is checked, so the access has no effect.
#[test]
fn a_checked_index_does_not_fault() {
    for index in [4, u32::MAX] {
        let status = run_apart("small?[$at] = 1u32", index);
        assert!(status.success(), "{index}: {status}");
    }
}
