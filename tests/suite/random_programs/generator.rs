//! Tests that the generator of random programs makes what the properties are about.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::check;
use igc_compiler::codegen::Language;
use igc_compiler::configuration::{Choice, Configuration, Flag, PassOrder, ScalarPass};
use igc_compiler::ir::EdgeWidth;
use igc_compiler::remarks::Outcome;
use igc_tests::random::imports::with_imported_functions;
use igc_tests::random::run::{compiled, prepare};
use igc_tests::random::strategy::Cases;
use igc_tests::random::{Mode, census};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::is_proven;

#[test]
fn the_generator_makes_programs() {
    for mode in [Mode::Deterministic, Mode::OfMain, Mode::Free] {
        let case = igc_tests::random::generate(&[], mode);
        assert!(check::source(&case.source()).is_ok(), "{case:?}");
        assert!(compiled(&case.source(), &Configuration::default()).is_ok());
    }
}

/// Tests that many random programs have functions that a file can contain.
#[test]
fn programs_have_functions_to_import() {
    let mut runner = TestRunner::deterministic();
    let imported = (0..200).filter(|_| {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        with_imported_functions(&case.program).is_some()
    });
    assert!(imported.count() >= 50);
}

/// Tests that random programs have kernels whose edges are visited in other orders, with and
/// without kernels around the visits.
#[test]
fn programs_have_kernels_with_other_orders() {
    let pull = Configuration::parse("pull").unwrap();
    let mut runner = TestRunner::deterministic();
    let (mut applied, mut selected, mut finished) = (0, 0, 0);
    for _ in 0..1000 {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        let compiled = compiled(&case.source(), &pull).unwrap();
        let count = |end| {
            let kernels = &compiled.artefact.module.kernels;
            kernels.iter().filter(|kernel| kernel.name.ends_with(end)).count()
        };
        let remarks = compiled.remarks.0.iter();
        applied += remarks.filter(|remark| remark.outcome == Outcome::Applied).count();
        selected += count("_select");
        finished += count("_finish");
        if finished >= 10 && selected >= finished + 10 && applied >= selected + 10 {
            return;
        }
    }
    panic!("{applied} kernels, {selected} of them select nodes, {finished} have ends");
}

/// Tests that each representation of selected nodes, each way to count and `persistent`
/// change many random programs.
#[test]
fn programs_have_frontiers_and_counts() {
    let mut runner = TestRunner::deterministic();
    let mut applied = BTreeMap::new();
    let flags = [Choice::Frontier, Choice::Counting].map(Choice::flags).concat();
    for _ in 0..500 {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        let is_rare = |flag: &Flag| applied.get(flag).is_none_or(|count| *count < 20);
        let rare: Vec<Flag> =
            flags.iter().copied().chain([Flag::Persistent]).filter(is_rare).collect();
        if rare.is_empty() {
            break;
        }
        for flag in rare {
            let options = Configuration::default().choosing(flag);
            let compiled = compiled(&case.source(), &options).unwrap();
            let remarks = compiled.remarks.0.iter();
            let of_flag = remarks.filter(|remark| remark.outcome == Outcome::Applied);
            *applied.entry(flag).or_insert(0) += of_flag.count();
        }
    }
    println!("{applied:?}");
    assert!(applied.values().all(|count| *count >= 20), "{applied:?}");
}

/// Tests that many random programs have asynchronous kernels whose items run again.
#[test]
fn programs_have_asynchronous_kernels() {
    let mut runner = TestRunner::deterministic();
    let options = Configuration::parse("async8").unwrap();
    let asynchronous = (0..500).filter(|_| {
        let case = Cases(Mode::Free).new_tree(&mut runner).unwrap().current();
        let compiled = compiled(&case.source(), &options).unwrap();
        compiled.remarks.0.iter().any(|remark| remark.outcome == Outcome::Applied)
    });
    let count = asynchronous.count();
    println!("{count} programs");
    assert!(count >= 20, "{count}");
}

/// Tests that many random programs visit edges and have the same results with edges of both widths,
/// so that they are tested with wide edges.
#[test]
fn programs_have_edges_of_any_width() {
    let mut runner = TestRunner::deterministic();
    let wide = Configuration::parse("wide-edges").unwrap();
    let widened = (0..500).filter(|_| {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        let prepared = prepare(&case, &wide).unwrap();
        let artefact = &prepared.compilation.artefact;
        artefact.code(Language::OpenCl).contains("out_offsets")
            && artefact.module.edges == EdgeWidth::Wide
    });
    let count = widened.count();
    println!("{count} programs");
    assert!(count >= 50, "{count}");
}

/// Tests that many random programs have narrow state, so that they are tested with it.
#[test]
fn programs_have_narrow_state() {
    let mut runner = TestRunner::deterministic();
    let narrow = Configuration::parse("narrow").unwrap();
    let mut widths = BTreeMap::new();
    for _ in 0..500 {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        for array in &compiled(&case.source(), &narrow).unwrap().artefact.module.arrays {
            *widths.entry(array.width.bits()).or_insert(0) += 1;
        }
    }
    println!("{widths:?}");
    assert!(widths[&None] >= 10 && widths[&Some(8)] >= 10, "{widths:?}");
}

/// Tests that each scalar pass changes many random programs.
#[test]
fn programs_have_work_for_scalar_passes() {
    let mut runner = TestRunner::deterministic();
    let mut applied = BTreeMap::new();
    for _ in 0..500 {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        let is_rare =
            |(name, _): &(&str, ScalarPass)| applied.get(name).is_none_or(|count| *count < 10);
        let rare: Vec<_> = ScalarPass::ALL.into_iter().filter(is_rare).collect();
        if rare.is_empty() {
            break;
        }
        for (name, pass) in rare {
            let passes = PassOrder::new(vec![pass]).unwrap();
            let compiled =
                compiled(&case.source(), &Configuration::default().with_passes(passes)).unwrap();
            let mut remarks = compiled.remarks.0.iter();
            let is_applied = remarks.any(|remark| remark.outcome == Outcome::Applied);
            *applied.entry(name).or_insert(0) += usize::from(is_applied);
        }
    }
    println!("{applied:?}");
    assert!(applied.values().all(|count| *count >= 10), "{applied:?}");
}

/// Tests that the generator produces every construct, because a construct that it never produces
/// would stay untested.
#[test]
fn programs_have_every_construct() {
    let mut found = BTreeSet::new();
    let mut runner = TestRunner::deterministic();
    let expected = census::expected();
    for _ in 0..20000 {
        let case = Cases(Mode::Free).new_tree(&mut runner).unwrap().current();
        let checked = check::source(&case.source()).expect("it is right by construction").0;
        found.extend(census::census(&checked));
        if found.is_superset(&expected) {
            break;
        }
    }
    println!("{} constructs", expected.len());
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{} of {}: {missing:?}", missing.len(), expected.len());
}

/// Tests that the compiler proves many random loops to compute a fixed point, and that it refuses
/// others.
#[test]
fn programs_have_proven_fixed_points() {
    let mut runner = TestRunner::deterministic();
    let proven = (0..500).filter(|_| {
        let case = Cases(Mode::FixedPoint).new_tree(&mut runner).unwrap().current();
        is_proven(&case).unwrap()
    });
    let count = proven.count();
    println!("{count} programs");
    assert!((100..=400).contains(&count), "{count}");
}
