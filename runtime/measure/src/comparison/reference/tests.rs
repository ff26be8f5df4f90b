//! Tests that wrong results have no time, and that the reasons for a missing reference are stated.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Executed;
use igc_runtime::backend::interpreter::Interpreter;

use super::super::{Candidate, Comparison, FailureKind, Outcome, Settings, compare};
use super::*;

/// A sum of products for each node. No oracle knows the result.
const SUMS: &str = "input node x: f32;\nnode total: f32 = 0;\nglobal all: u32 = 0;\n\
    kernel add() {\n    forall u in nodes {\n        forall e in u.out {\n            \
    atomic_add(u.total, sqrt(abs(e.dst.x)) / 3.0);\n            atomic_add(all, 1);\n        }\n    }\n}\n\
    main { add(); }\noutput total, all;\n";

/// Compares a program with itself and with other programs, whose code is thereby wrong.
fn compared(text: &str, others: &[&str], graph: &str, steps: u64) -> Comparison {
    let options = Configuration::default();
    let candidate = |text: &&str| Candidate::compile("sums", text, &options, Executed::OpenCl);
    let candidates: Vec<Candidate> = [text].iter().chain(others).map(candidate).collect();
    let reference = Some(ReferenceSettings { program: "sums".into(), text: text.into(), steps });
    let settings = Settings {
        random_inputs: true,
        repeat: 1,
        warmup: 0,
        repeat_identical: true,
        reference,
        ..Settings::default()
    };
    let input = Input::load(graph).expect("it is a generator");
    compare(&candidates, &input, &Interpreter, &settings, &mut |_| {}).expect("it can be compared")
}

fn outcomes(comparison: &Comparison) -> Vec<Option<FailureKind>> {
    let kind = |outcome: &Outcome| match outcome {
        Outcome::Failed(failure) => Some(failure.kind),
        _ => None,
    };
    comparison.configurations.iter().map(|entry| kind(&entry.outcome)).collect()
}

/// Code that computes something else has no time, although no oracle knows the result.
#[test]
fn a_planted_miscompilation_has_no_time() {
    let wrong_float = SUMS.replace("/ 3.0", "/ 3.001");
    let wrong_integer = SUMS.replace("(all, 1)", "(all, 2)");
    let unlike = SUMS.replace("/ 3.0", "* 0.333333333");
    let others = [&wrong_float[..], &wrong_integer, &unlike];
    let comparison = compared(SUMS, &others, "rmat:6", STEPS);
    assert!(comparison.checked && comparison.compared, "{:?}", comparison.unchecked);
    // A division has an error of up to 2.5 units in the last place, as the product with the
    // reciprocal has here.
    let wrong = Some(FailureKind::Check);
    assert_eq!(outcomes(&comparison), [None, wrong, wrong, None]);
    let reason = &comparison.failures().next().expect("two are wrong").1.reason;
    assert!(
        reason.starts_with("`total` differs from the reference interpreter: element"),
        "{reason}"
    );
}

/// Nothing can tell whether a result is right that depends on the order of execution.
#[test]
fn results_that_are_not_unique_need_an_oracle() {
    let racy = "node last: node = 0 as node;\nkernel write() {\n    forall u in nodes {\n        \
        forall e in u.out { e.dst.last = u; }\n    }\n}\nmain { write(); }\noutput last;\n";
    let comparison = compared(racy, &[], "uniform:6", STEPS);
    assert!(!comparison.checked, "any node may be the last");
    let reason = comparison.unchecked.expect("there is a reason");
    assert!(reason.starts_with("`last` depends on the order of execution"), "{reason}");
}

#[test]
fn large_graphs_have_no_reference() {
    let comparison = compared(SUMS, &[], "uniform:10", 1000);
    assert!(!comparison.checked && !comparison.compared);
    let reason = comparison.unchecked.expect("there is a reason");
    assert!(reason.contains("needs more than 1000 steps"), "{reason}");
}
