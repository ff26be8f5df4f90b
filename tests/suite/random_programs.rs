//! Tests properties that hold for all programs that the checker accepts. The tests use random
//! programs.
//!
//! `PROPTEST_CASES` scales the number of cases. A failure shows the smallest failing program that
//! was found.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::check;
use igc_compiler::driver::{Failure, compile};
use igc_compiler::interp::{self, RunError};
use igc_compiler::ir::EdgeWidth;
use igc_compiler::lower::lower;
use igc_compiler::model::Model;
use igc_compiler::options::{Flag, Options, PassOrder, ScalarPass};
use igc_compiler::passes::{self, Settings};
use igc_compiler::remarks::{Outcome, Remark};
use igc_compiler::syntax::{dump, parse, print};
use igc_runtime::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::limits::{ArrayLayout, Distribution, Limits};
use igc_runtime::primitives::{GeneratedPolicy, Pushes, Ranking};
use igc_tests::device;
use igc_tests::random::imports::with_imported_functions;
use igc_tests::random::rewrite::{with_own_functions, with_property_arguments};
use igc_tests::random::run::{
    ORDERS, Order, Prepared, compiled, fail, prepare, prepare_text, text_goes_round,
};
use igc_tests::random::strategy::Cases;
use igc_tests::random::{Case, Mode, census};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};

/// Configures the number of cases: `count`, scaled by the ratio of `PROPTEST_CASES` to its default.
pub fn cases(count: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: (u64::from(count) * u64::from(default.cases) / 256).max(1) as u32,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        max_global_rejects: default.cases.max(1024),
        ..default
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
    let prepared = prepare(case, &Options::default())?;
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

/// Checks that each call of a function has the same meaning as a call of a separate copy.
fn own_functions(
    case: &Case,
    prepared: &Prepared,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    let other = Case { program: with_own_functions(&case.program), graph: case.graph.clone() };
    let own = prepare(&other, &Options::default())?.reference()?;
    match (&own, reference) {
        (Ok(own), Ok(reference)) => {
            prepared.compare("with own functions", &own.arrays, &reference.arrays)
        }
        _ => Ok(()),
    }
}

/// Checks that functions have the same meaning if the program imports them from a file.
fn imported_functions(
    case: &Case,
    prepared: &Prepared,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    let Some(bundle) = with_imported_functions(&case.program) else { return Ok(()) };
    let imported = prepare_text(&bundle, &case.graph, &Options::default())?.reference()?;
    match (&imported, reference) {
        (Ok(imported), Ok(reference)) => {
            prepared.compare("with imported functions", &imported.arrays, &reference.arrays)
        }
        _ => Ok(()),
    }
}

/// Checks that kernels that take all properties and globals as parameters have the same meaning.
fn property_arguments(
    case: &Case,
    prepared: &Prepared,
    reference: &Result<interp::Outcome, RunError>,
) -> TestCaseResult {
    let other = Case { program: with_property_arguments(&case.program), graph: case.graph.clone() };
    let passed = prepare(&other, &Options::default())?.reference()?;
    match (&passed, reference) {
        (Ok(passed), Ok(reference)) => {
            prepared.compare("with arguments", &passed.arrays, &reference.arrays)
        }
        _ => Ok(()),
    }
}

/// Generates an order of scalar passes, which is often empty, or ends with the passes after which
/// vector loads are aligned.
fn passes() -> impl Strategy<Value = PassOrder> {
    let pass = || prop::sample::select(ScalarPass::ALL.map(|(_, pass)| pass).to_vec());
    let order = |passes| PassOrder::new(passes).expect("the order is short");
    let orders = prop::collection::vec(pass(), 1..8).prop_map(order);
    let unrolls = vec![ScalarPass::Unroll2, ScalarPass::Unroll4, ScalarPass::Unroll8];
    let aligned = (prop::collection::vec(pass(), 0..4), prop::sample::select(unrolls));
    let aligned = aligned.prop_map(move |(mut passes, unroll)| {
        passes.extend([ScalarPass::Align, unroll, ScalarPass::Vector]);
        order(passes)
    });
    prop_oneof![Just(PassOrder::default()), orders.clone(), orders, aligned]
}

/// Generates one of the 96 configurations, often with an order of visits, virtual warps, shares of
/// the merge path or degree classes, or adaptive, with a representation of the selected nodes, with
/// a way to count, with a filter of duplicates, with wide edges, with narrow state, with hubs in
/// local memory, with runs of `main` in one kernel, with widths of outlined loops, with asynchronous
/// kernels, and with scalar passes.
fn configuration() -> impl Strategy<Value = Options> {
    let mut further = vec![vec![]; 5];
    further.extend(Flag::visits().map(|(_, flag)| vec![flag]));
    further.extend([
        vec![Flag::Classes],
        vec![Flag::Pull, Flag::Classes],
        vec![Flag::Merge],
        vec![Flag::Push, Flag::Merge],
        vec![Flag::Pull, Flag::Merge],
    ]);
    further.extend(Flag::WARPS.map(|(_, warp)| vec![Flag::Push, warp]));
    further.extend(vec![vec![Flag::Adaptive]; 4]);
    further.extend(Flag::WARPS.map(|(_, warp)| vec![Flag::Pull, warp]));
    let configurations = prop::sample::select(Options::all_configurations());
    let one_of = |flags: &[(&str, Flag)]| {
        let flags = flags.iter().map(|(_, flag)| Some(*flag)).chain([None]);
        prop::sample::select(flags.collect::<Vec<_>>())
    };
    let further = prop::sample::select(further);
    let dedup = prop::sample::select(vec![Some(Flag::Dedup), None]);
    let wide = prop::sample::select(vec![Some(Flag::WideEdges), None]);
    let persistent = prop::sample::select(vec![Some(Flag::Persistent), None]);
    let narrow = prop::sample::select(vec![Some(Flag::Narrow), None]);
    let hubs = prop::sample::select(vec![Some(Flag::Hubs), None]);
    let grid = one_of(&Flag::GRIDS);
    let spread = prop::sample::select(vec![Some(Flag::Spread), None]);
    let last = (dedup, wide, narrow, hubs, persistent, grid, one_of(&Flag::ASYNC), spread);
    let flags = (configurations, further, one_of(&Flag::FRONTIERS), one_of(&Flag::COUNTS), last);
    (flags, passes()).prop_map(|((options, further, frontier, count, last), passes)| {
        // Flags that exclude earlier ones are left out.
        further
            .into_iter()
            .chain(frontier)
            .chain(count)
            .chain(last.0)
            .chain(last.1)
            .chain(last.2)
            .chain(last.3)
            .chain(last.4)
            .chain(last.5)
            .chain(last.6)
            .chain(last.7)
            .fold(options, |options, flag| options.with(flag).unwrap_or(options))
            .with_passes(passes)
    })
}

/// Generates a configuration that outlines loops, often with scalar passes, with wide edges or
/// narrow state, with runs of statements, and with a width of the loops.
fn outlining() -> impl Strategy<Value = Options> {
    let mut outlining = Options::all_configurations();
    outlining.retain(|options| options.is_on(Flag::Oitergb));
    let outlining = prop::sample::select(outlining);
    let width = prop::sample::select(vec![None, Some(Flag::WideEdges), Some(Flag::Narrow)]);
    let persistent = prop::sample::select(vec![None, Some(Flag::Persistent)]);
    let grids = Flag::GRIDS.map(|(_, grid)| Some(grid)).into_iter().chain([None]);
    let grid = prop::sample::select(grids.collect::<Vec<_>>());
    let spread = prop::sample::select(vec![None, Some(Flag::Spread)]);
    let flags = (width, persistent, grid, spread);
    (outlining, flags, passes()).prop_map(|(options, (width, persistent, grid, spread), passes)| {
        let flags = width.into_iter().chain(persistent).chain(grid).chain(spread);
        flags
            .fold(options, |options, flag| options.with(flag).unwrap_or(options))
            .with_passes(passes)
    })
}

/// What the runtime chooses when it builds kernels: a layout of arrays in memory, a distribution of
/// iterations, and a policy for primitives.
type Choices = (ArrayLayout, Distribution, GeneratedPolicy);

fn choices() -> impl Strategy<Value = Choices> {
    let distribution = prop::sample::select(vec![Distribution::Block, Distribution::Cyclic]);
    let layout = prop::sample::select(vec![ArrayLayout::ByRow, ArrayLayout::ByElement]);
    let ranking = prop::option::of(prop::sample::select(Ranking::ALL.to_vec()));
    let pushes = prop::sample::select(vec![Pushes::Item, Pushes::ActiveLanes]);
    let policy =
        (ranking, pushes).prop_map(|(ranking, pushes)| GeneratedPolicy { ranking, pushes });
    (layout, distribution, policy)
}

/// Returns the number of barriers that a barrier of the generated code stands for: scans and
/// reductions by a tree have several in their loops.
fn barriers_of_each(policy: &GeneratedPolicy) -> usize {
    match policy.ranking {
        Some(Ranking::HillisSteele | Ranking::BrentKung) => 2,
        _ => 1,
    }
}

/// Generates a seed and the size of a launch: number of workgroups, workgroup size, subgroup size.
fn order() -> impl Strategy<Value = Order> {
    (any::<u64>(), 1u32..5, 1u32..17, 1u32..9)
        .prop_map(|(seed, groups, size, subgroup)| (seed, [groups, size, subgroup]))
}

/// Runs every stage of an optimised program. If `same` is set, each stage must have the same result
/// as the lowered program.
fn optimised(case: &Case, options: &Options, order: Order, same: bool) -> TestCaseResult {
    let prepared = prepare(case, options)?;
    text_goes_round(&prepared.compilation)?;
    let reference = prepared.reference()?;
    prepared.every_stage(&reference, &[order], same)
}

/// Returns whether the compiler proves that the only loop of a program computes a fixed point.
fn is_proven(case: &Case) -> Result<bool, TestCaseError> {
    let options = Options::parse("async8").expect("the flag exists");
    let remarks = compiled(&case.source(), &options)?.remarks.0;
    let is_applied = |remark: &Remark| remark.outcome == Outcome::Applied;
    Ok(!remarks.is_empty() && remarks.iter().all(is_applied))
}

/// Maximum number of barriers that PoCL 3.1 compiles within seconds. Each further barrier under
/// conditions and loops, as in random programs, may double the time.
const MAX_BARRIERS: usize = 8;

/// The same limit for programs of `main`, whose short kernels, branches and loops compile faster.
const MAX_BARRIERS_OF_MAIN: usize = 16;

/// Counts the barriers in OpenCL C: the statements at which workgroups wait.
fn barriers(kernels: &str) -> usize {
    let waits =
        ["igc_workgroup_", "igc_scan(", "igc_flush(", "igc_grid_barrier(", "igc_next_round("];
    waits.iter().map(|wait| kernels.matches(wait).count()).sum()
}

/// Runs a program on devices. It is compiled with flags if it then has few enough barriers, and
/// otherwise without.
fn on_devices(
    case: &Case,
    options: &Options,
    (layout, distribution, primitives): Choices,
    most_barriers: usize,
) -> TestCaseResult {
    let mut prepared = prepare(case, options)?;
    let most_barriers = most_barriers / barriers_of_each(&primitives);
    if barriers(&prepared.compilation.artefact.kernels) > most_barriers {
        let passes = options.passes().clone();
        prepared = prepare(case, &Options::default().with_passes(passes))?;
    }
    let Ok(reference) = prepared.reference()? else { return Ok(()) };
    for device in device::in_one_dialect(&device::all(), case.source().len()) {
        let artefact = &prepared.compilation.artefact;
        let Prepared { input, params, inputs, .. } = &prepared;
        let (array_layout, distribution) = (Some(layout), Some(distribution));
        let primitives = Some(primitives);
        let limits = Limits { array_layout, distribution, primitives, ..Limits::default() };
        match execute_with(artefact, input, params, inputs, &*device, &limits) {
            Ok(execution) => {
                let options = &artefact.schedule.options;
                let context = format!(
                    "with {options}, {layout:?}, {distribution:?}, {primitives:?} on {device}"
                );
                prepared.compare(&context, &execution.arrays, &reference.arrays)?;
            }
            Err(Error::Unsupported { .. }) => {}
            Err(error) => {
                let choices = format!("{options}, {layout:?}, {distribution:?}, {primitives:?}");
                return fail(format!("with {choices} on {device}: {error}"));
            }
        }
    }
    Ok(())
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
        most in prop::sample::select(Flag::ASYNC.to_vec()),
        order in order(),
    ) {
        let options = options.without(Flag::Dedup);
        let options = Flag::ASYNC.iter().fold(options, |options, (_, flag)| options.without(*flag));
        let options = options.with(most.1).expect("no other flag excludes repetition");
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

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn devices_agree(
        case in Cases(Mode::Deterministic),
        options in configuration(),
        choices in choices(),
    ) {
        on_devices(&case, &options, choices, MAX_BARRIERS)?;
    }

    /// Tests that any statements may occur in an outlined loop.
    #[test]
    fn devices_agree_on_what_is_outlined(
        case in Cases(Mode::OfMain),
        options in outlining(),
        choices in choices(),
    ) {
        on_devices(&case, &options, choices, MAX_BARRIERS_OF_MAIN)?;
    }
}

/// Returns every set of flags that affects passes. `sz256`, the workgroup size, does not.
fn configurations() -> Vec<Options> {
    let all = Options::all_configurations().into_iter();
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
fn with_async(options: &Options) -> [Options; 2] {
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
        match compile("mutant", &text, &Options::default()) {
            Err(Failure::Bug(message)) => return fail(format!("{message}\n{text}")),
            Err(failure @ Failure::Model(..)) => return fail(failure.to_string()),
            Err(Failure::Program(found)) => prop_assert!(!found.is_empty()),
            Ok(_) => {}
        }
    }
}

#[test]
fn the_generator_makes_programs() {
    for mode in [Mode::Deterministic, Mode::OfMain, Mode::Free] {
        let case = igc_tests::random::generate(&[], mode);
        assert!(check::source(&case.source()).is_ok(), "{case:?}");
        assert!(compiled(&case.source(), &Options::default()).is_ok());
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
    let pull = Options::parse("pull").unwrap();
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
    }
    println!("{applied} kernels, {selected} of them select nodes, {finished} have ends");
    assert!(finished >= 10 && selected >= finished + 10 && applied >= selected + 10);
}

/// Tests that each representation of selected nodes, each way to count, the filter of duplicates and
/// `persistent` change many random programs.
#[test]
fn programs_have_frontiers_and_counts() {
    let mut runner = TestRunner::deterministic();
    let mut applied = BTreeMap::new();
    for _ in 0..500 {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        let flags = Flag::FRONTIERS.into_iter().chain(Flag::COUNTS);
        for (name, _) in flags.chain([Flag::DEDUP, Flag::PERSISTENT]) {
            let compiled = compiled(&case.source(), &Options::parse(name).unwrap()).unwrap();
            let remarks = compiled.remarks.0.iter();
            let of_flag = remarks.filter(|remark| remark.outcome == Outcome::Applied);
            *applied.entry(name).or_insert(0) += of_flag.count();
        }
    }
    println!("{applied:?}");
    assert!(applied.values().all(|count| *count >= 20), "{applied:?}");
}

/// Tests that many random programs have asynchronous kernels whose items run again.
#[test]
fn programs_have_asynchronous_kernels() {
    let mut runner = TestRunner::deterministic();
    let options = Options::parse("async8").unwrap();
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
    let wide = Options::parse("wide-edges").unwrap();
    let widened = (0..500).filter(|_| {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        let prepared = prepare(&case, &wide).unwrap();
        let artefact = &prepared.compilation.artefact;
        artefact.kernels.contains("out_offsets") && artefact.module.edges == EdgeWidth::Wide
    });
    let count = widened.count();
    println!("{count} programs");
    assert!(count >= 50, "{count}");
}

/// Tests that many random programs have narrow state, so that they are tested with it.
#[test]
fn programs_have_narrow_state() {
    let mut runner = TestRunner::deterministic();
    let narrow = Options::parse("narrow").unwrap();
    let mut widths = BTreeMap::new();
    for _ in 0..500 {
        let case = Cases(Mode::Deterministic).new_tree(&mut runner).unwrap().current();
        for array in compiled(&case.source(), &narrow).unwrap().artefact.module.arrays {
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
        for (name, pass) in ScalarPass::ALL {
            let passes = PassOrder::new(vec![pass]).unwrap();
            let compiled =
                compiled(&case.source(), &Options::default().with_passes(passes)).unwrap();
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
    for _ in 0..3000 {
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
