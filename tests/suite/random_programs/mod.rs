//! Tests properties that hold for all programs that the checker accepts. The tests use random
//! programs.
//!
//! `IGC_RANDOM_CASES` scales the number of cases, in per cent. A failure shows the smallest failing program that
//! was found, and its seed is [kept]. After a crash, the program is in `target/random-programs/`.

mod cuda;
mod devices;
mod generator;
mod strategies;

use igc_compiler::check;
use igc_compiler::configuration::{Choice, Configuration, Flag};
use igc_compiler::driver::{Failure, compile};
use igc_compiler::interp::{self, RunError};
use igc_compiler::ir::EdgeWidth;
use igc_compiler::lower::lower;
use igc_compiler::model::Model;
use igc_compiler::passes::{self, Settings};
use igc_compiler::remarks::{Outcome, Remark};
use igc_compiler::syntax::{dump, parse, print};
use igc_tests::random::imports::with_imported_functions;
use igc_tests::random::kept;
use igc_tests::random::rewrite::{with_own_functions, with_property_arguments};
use igc_tests::random::run::{
    LaunchOrder, ORDERS, Prepared, compiled, fail, prepare, prepare_text, text_goes_round,
};
use igc_tests::random::strategy::Cases;
use igc_tests::random::{Case, Mode};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use strategies::{configuration, order, outlining};

/// Configures the number of cases as [`kept::config`] does, and shrinks failures further.
pub fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        max_shrink_iters: 20_000,
        max_global_rejects: kept::scaled(1024).max(1024),
        ..kept::config(count)
    }
}

/// Checks that the text of a tree parses to the same tree, and passes the checker.
fn goes_round(case: &Case) -> TestCaseResult {
    let text = case.source();
    let (parsed, found) = parse(&text);
    prop_assert!(found.is_empty(), "{:?}", found);
    let parsed = parsed.expect("no errors were found");
    prop_assert_eq!(dump::program(&parsed), dump::program(&case.program));
    prop_assert_eq!(print::program(&parsed), text);
    Ok(())
}

fn interpretations(case: &Case, same: bool) -> TestCaseResult {
    goes_round(case)?;
    let prepared = prepare(case, &Configuration::default())?;
    text_goes_round(&prepared.compilation)?;
    let reference = prepared.reference()?;
    prepared.every_stage(&reference, &ORDERS, same)?;
    if same {
        own_functions(case, &prepared, &reference)?;
        imported_functions(case, &prepared, &reference)?;
        property_arguments(case, &prepared, &reference)?;
    }
    Ok(())
}

/// Checks that another form of a program has the same results as the program, if both runs end.
fn same_results(
    prepared: &Prepared,
    context: &str,
    other: &Result<interp::Outcome, RunError>,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    match (other, reference) {
        (Ok(other), Ok(reference)) => prepared.compare(context, &other.arrays, &reference.arrays),
        _ => Ok(()),
    }
}

/// Checks that each call of a function has the same meaning as a call of a separate copy.
fn own_functions(
    case: &Case,
    prepared: &Prepared,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    let other = Case { program: with_own_functions(&case.program), graph: case.graph.clone() };
    let own = prepare(&other, &Configuration::default())?.reference()?;
    same_results(prepared, "with own functions", &own, reference)
}

/// Checks that functions have the same meaning if the program imports them from a file.
fn imported_functions(
    case: &Case,
    prepared: &Prepared,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    let Some(bundle) = with_imported_functions(&case.program) else { return Ok(()) };
    let imported = prepare_text(&bundle, &case.graph, &Configuration::default())?.reference()?;
    same_results(prepared, "with imported functions", &imported, reference)
}

/// Checks that kernels that take all properties and globals as parameters have the same meaning.
fn property_arguments(
    case: &Case,
    prepared: &Prepared,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    let other = Case { program: with_property_arguments(&case.program), graph: case.graph.clone() };
    let passed = prepare(&other, &Configuration::default())?.reference()?;
    same_results(prepared, "with arguments", &passed, reference)
}

/// Runs every stage of an optimised program. If `same` is set, each stage must have the same result
/// as the lowered program.
fn optimised(
    case: &Case,
    options: &Configuration,
    order: LaunchOrder,
    same: bool,
) -> TestCaseResult {
    let prepared = prepare(case, options)?;
    text_goes_round(&prepared.compilation)?;
    let reference = prepared.reference()?;
    prepared.every_stage(&reference, &[order], same)
}

/// Returns whether the compiler proves that the only loop of a program computes a fixed point.
fn is_proven(case: &Case) -> Result<bool, TestCaseError> {
    let options = Configuration::parse("async8").expect("the flag exists");
    let remarks = compiled(&case.source(), &options)?.remarks.0;
    let is_applied = |remark: &Remark| remark.outcome == Outcome::Applied;
    Ok(!remarks.is_empty() && remarks.iter().all(is_applied))
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn stages_and_orders_agree(case in Cases(Mode::Deterministic)) {
        interpretations(&case, true)?;
    }

    #[test]
    fn anything_keeps_its_promises(case in Cases(Mode::Free)) {
        interpretations(&case, false)?;
    }

    #[test]
    fn configurations_agree(
        case in Cases(Mode::Deterministic),
        options in configuration(),
        order in order(),
    ) {
        optimised(&case, &options, order, true)?;
    }

    #[test]
    fn outlined_loops_agree(
        case in Cases(Mode::OfMain),
        options in outlining(),
        order in order(),
    ) {
        optimised(&case, &options, order, true)?;
    }

    /// Tests that loops that the compiler proves to compute a fixed point have the same result in
    /// every order and with repeated iterations, and that other loops keep their promises.
    #[test]
    fn proven_fixed_points_agree(
        case in Cases(Mode::FixedPoint),
        options in configuration(),
        repetition in prop::sample::select(Choice::Repetition.flags()),
        order in order(),
    ) {
        let options = options.choosing(repetition);
        let is_proven = is_proven(&case)?;
        if is_proven {
            interpretations(&case, true)?;
        }
        optimised(&case, &options, order, is_proven)?;
    }

    #[test]
    fn anything_keeps_its_promises_when_optimised(
        case in Cases(Mode::Free),
        options in configuration(),
        order in order(),
    ) {
        optimised(&case, &options, order, false)?;
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Tests that the generator makes programs that the checker accepts. The other properties try
    /// fewer programs, because they also run them.
    #[test]
    fn every_program_is_accepted(
        deterministic in Cases(Mode::Deterministic),
        free in Cases(Mode::Free),
    ) {
        for case in [deterministic, free] {
            let found = check::source(&case.source());
            prop_assert!(found.is_ok(), "{:?}", found.err());
        }
    }
}

/// Returns every set of flags that affects passes. `sz256`, the workgroup size, does not.
fn configurations() -> Vec<Configuration> {
    let all = Configuration::all_configurations().into_iter();
    all.filter(|options| !options.is_on(Flag::Sz256)).collect()
}

proptest! {
    #![proptest_config(cases(120))]

    /// Tests that the verifier proves, with all optimisations, that barriers are uniform and queues
    /// are flushed.
    #[test]
    fn every_configuration_is_proven(case in Cases(Mode::Free)) {
        let (checked, _) = check::source(&case.source()).unwrap();
        let lowered = lower(&checked, "random", EdgeWidth::Narrow).unwrap();
        for options in configurations().iter().flat_map(with_async) {
            let model = Model::default();
            let settings = Settings { options: &options, model: &model };
            let result = passes::run(&mut lowered.clone(), &settings, &mut |_, _| {});
            prop_assert!(result.is_ok(), "{options}: {result:?}");
        }
    }
}

/// Returns a configuration, and the same with asynchronous kernels and with runs of `main`.
fn with_async(options: &Configuration) -> [Configuration; 2] {
    let further = options.with(Flag::Async8).and_then(|options| options.with(Flag::Persistent));
    [options.clone(), further.unwrap_or_default()]
}

/// Splits the text of a program into words and signs.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = vec![];
    for c in text.chars() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if word(c) && last.ends_with(word) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

proptest! {
    #![proptest_config(cases(150))]

    /// Tests that programs with a few mistakes either compile or are rejected with diagnostics.
    #[test]
    fn mistakes_are_the_programs(
        case in Cases(Mode::Free),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3), 1..4),
    ) {
        let mut text = tokens(&case.source());
        for (at, other, change) in changes {
            let at = at.index(text.len());
            let other = text[other.index(text.len())].clone();
            match change {
                0 => drop(text.remove(at)),
                1 => text.insert(at, other),
                _ => text[at] = other,
            }
        }
        let text = text.concat();
        match compile("mutant", &text, &Configuration::default()) {
            Err(Failure::Bug(message)) => return fail(format!("{message}\n{text}")),
            Err(failure @ Failure::Model(..)) => return fail(failure.to_string()),
            Err(Failure::Program(found)) => prop_assert!(!found.is_empty()),
            Ok(_) => {}
        }
    }
}
