//! Tests that wrong results have no time, and that the reasons for a missing reference are stated.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Executed;
use igc_runtime::backend::Device;
use igc_runtime::backend::interpreter::{Interpreter, Variant};
use igc_runtime::input::Input;

use super::{
    Candidate, Comparison, FailureKind, Outcome, ReferenceSettings, STEPS, Settings, compare,
};

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
    compared_on(&Interpreter, &candidates, text, graph, steps)
}

fn compared_on(
    device: &dyn Device,
    candidates: &[Candidate],
    text: &str,
    graph: &str,
    steps: u64,
) -> Comparison {
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
    compare(candidates, &input, device, &settings, &mut |_| {}).expect("it can be compared")
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

/// Sums of floats with both signs, whose terms differ by several orders of magnitude: one sum for each
/// node, and one of all nodes.
const SIGNED: &str = "input node x: f32;\nnode total: f32 = 0;\nglobal all: f32 = 0;\n\
    kernel add() {\n    forall u in nodes {\n        all += pow(u.x - 0.5, 3.0) / 7.0;\n        \
    forall e in u.out {\n            atomic_add(u.total, pow(e.dst.x - 0.5, 3.0) / 7.0);\n        }\n    }\n}\n\
    main { add(); }\noutput total, all;\n";

/// Devices add floats in any order. All orders are right, and a sum without one of its terms is wrong.
#[test]
fn sums_may_have_another_order_but_no_other_terms() {
    let options = Configuration::default();
    let candidate = |text: &str| Candidate::compile("sums", text, &options, Executed::OpenCl);
    for (text, term, without) in [
        (SUMS, "atomic_add(u.total,", "if e.dst != 3 as node { atomic_add(u.total,"),
        (SIGNED, "atomic_add(u.total,", "if e.dst != 3 as node { atomic_add(u.total,"),
        (SIGNED, "all +=", "if u != 3 as node { all +="),
    ] {
        let (before, after) = text.split_once(term).expect("the program has the sum");
        let (statement, rest) = after.split_once(';').expect("the statement ends");
        let dropped = format!("{before}{without}{statement}; }}{rest}");
        let candidates = [candidate(text), candidate(&dropped)];
        for graph in ["rmat:6", "clique:60", "star:500", "uniform:8"] {
            for seed in 10..30 {
                let device = Variant { seed, ..Variant::default() };
                let comparison = compared_on(&device, &candidates, text, graph, STEPS);
                assert!(comparison.compared, "{graph} {:?}", comparison.unchecked);
                let wanted = [None, Some(FailureKind::Check)];
                assert_eq!(outcomes(&comparison), wanted, "{graph} {seed} {without}");
            }
        }
    }
}
