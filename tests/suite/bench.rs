//! Tests comparisons of configurations: a failure has a reason and does not stop the other
//! configurations, and programs that share device memory do not affect each other.

use std::time::Duration;

use igc_compiler::artefact::Code;
use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Artefact;
use igc_measure::comparison::{
    Candidate, Comparison, FailureKind, Outcome, Settings, Timed, compare,
};
use igc_runtime::backend::Device;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::small::chain;

fn candidate(options: &str, artefact: Result<Artefact, String>) -> Candidate {
    let options = Configuration::parse(options).expect("it is a configuration");
    Candidate {
        options,
        artefact,
        without_effect: vec![],
        compile_time: Duration::ZERO,
        given_up: None,
        completed: vec![],
    }
}

fn settings(repeat: u32, run_options: RunOptions) -> Settings {
    Settings { repeat, run_options, ..Settings::default() }
}

fn compared(candidates: &[Candidate], device: &dyn Device, settings: &Settings) -> Comparison {
    let input = chain(40).load();
    compare(candidates, &input, device, settings, &mut |_| {}).expect("it can be compared")
}

fn timed(outcome: &Outcome) -> &Timed {
    match outcome {
        Outcome::Timed(timed) => timed,
        other => panic!("it has no times: {other:?}"),
    }
}

/// Compares correct candidates with kernels that a driver rejects, with wrong kernels, and with a
/// bug of the compiler.
#[test]
fn who_fails_leaves_a_reason() {
    let program = Program::file("examples/bfs/bfs_wl.ig");
    let right = program.compilation.artefact.clone();
    let mut refused = right.clone();
    let kernels = right.code(Language::OpenCl);
    refused.code = Code::of(Language::OpenCl, format!("{kernels}\n#error no\n"));
    let mut wrong = right.clone();
    let changed = kernels.replace("level_ + v_, depth_", "level_ + v_, depth_ + 1u");
    assert_ne!(changed, kernels);
    wrong.code = Code::of(Language::OpenCl, changed);
    let candidates = [
        candidate("none", Ok(right.clone())),
        candidate("wg", Ok(refused)),
        candidate("sg", Ok(wrong)),
        candidate("fg1", Err("a bug".into())),
        candidate("fg8", Ok(right)),
    ];
    for device in device::with_workgroups() {
        let comparison = compared(&candidates, &*device, &settings(6, RunOptions::default()));
        let outcomes: Vec<&Outcome> =
            comparison.configurations.iter().map(|entry| &entry.outcome).collect();
        let kinds: Vec<FailureKind> =
            comparison.failures().map(|(_, failure)| failure.kind).collect();
        assert_eq!(kinds, [FailureKind::Device, FailureKind::Check, FailureKind::Input]);
        assert_eq!(timed(outcomes[0]).runs.len(), 6);
        assert_eq!(*outcomes[4], Outcome::Same { same_as: "none".into() });
    }
}

/// Runs the same program several times with worklists that are too small. Each run gets larger
/// worklists and does not use the worklists of another run.
#[test]
fn programs_that_share_memory_grow_on_their_own() {
    let artefact = Program::file("examples/bfs/bfs_wl.ig").compilation.artefact;
    let names = ["none", "wg", "sg"];
    let candidates = names.map(|options| candidate(options, Ok(artefact.clone())));
    let run_options = RunOptions { worklist_capacity: Some(1), ..RunOptions::default() };
    let star = Input::load("star:300").expect("it is a generator");
    for device in device::with_workgroups() {
        for warmup in [0, 2] {
            let settings =
                Settings { warmup, repeat_identical: true, ..settings(7, run_options.clone()) };
            let comparison =
                compare(&candidates, &star, &*device, &settings, &mut |_| {}).expect("it can be");
            for entry in &comparison.configurations {
                let timed = timed(&entry.outcome);
                assert!(timed.restarts > 0, "{entry:?}");
                assert_eq!(timed.runs.len(), 7);
                assert_eq!(timed.checks.as_ref().map(|checks| checks[0].passed), Some(true));
            }
        }
    }
}
