//! Tests that devices agree with the interpreter.

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_runtime::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::primitives::{GeneratedPolicy, Pushes, Ranking};
use igc_runtime::run_options::{ArrayLayout, Distribution, RunOptions};
use igc_tests::device;
use igc_tests::random::run::{Prepared, fail, prepare};
use igc_tests::random::strategy::Cases;
use igc_tests::random::{Case, Mode};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::cases;
use super::strategies::{configuration, outlining};

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
    options: &Configuration,
    (layout, distribution, primitives): Choices,
    most_barriers: usize,
) -> TestCaseResult {
    let mut prepared = prepare(case, options)?;
    let most_barriers = most_barriers / barriers_of_each(&primitives);
    if barriers(prepared.compilation.artefact.code(Language::OpenCl)) > most_barriers {
        let passes = options.passes.clone();
        prepared = prepare(case, &Configuration::default().with_passes(passes))?;
    }
    let Ok(reference) = prepared.reference()? else { return Ok(()) };
    for device in device::in_one_dialect(&device::all(), case.source().len()) {
        let artefact = &prepared.compilation.artefact;
        let Prepared { input, params, inputs, .. } = &prepared;
        let (array_layout, distribution) = (Some(layout), Some(distribution));
        let primitives = Some(primitives);
        let run_options =
            RunOptions { array_layout, distribution, primitives, ..RunOptions::default() };
        match execute_with(artefact, input, params, inputs, &*device, &run_options) {
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
