//! Properties that hold for every study, including studies with failures.

use std::collections::BTreeMap;

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{Failure, FailureKind};
use igc_study::analysis::{Measurements, Verdict, advise, analyse};
use igc_study::{Cell, Dataset, Outcome, Test};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

/// Generates times, most of which are similar.
fn time() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => 0.5..2.0f64,
        2 => (-9..9i32).prop_map(|exponent| 10f64.powi(exponent)),
        1 => Just(1.0),
    ]
}

fn outcome(time: impl Strategy<Value = f64> + 'static) -> impl Strategy<Value = Outcome> {
    let failure = Failure::new(FailureKind::Hung, "silence".into());
    prop_oneof![
        // A few runs within a per cent of each other, so that some differences are significant.
        6 => (time, vec(0.99..1.01f64, 1..5))
            .prop_map(|(time, runs)| Outcome::Timed(runs.iter().map(|run| run * time).collect())),
        1 => Just(Outcome::Failed(failure)),
    ]
}

fn cell(places: usize, configurations: usize) -> impl Strategy<Value = Cell> {
    (0..places, 0..places, 0..places, 0..configurations).prop_map(
        |(application, input, chip, configuration)| Cell {
            test: Test { application, input, chip },
            configuration,
        },
    )
}

fn dataset(
    cells: impl Strategy<Value = BTreeMap<Cell, Outcome>>,
) -> impl Strategy<Value = Dataset> {
    cells.prop_map(|results| Dataset {
        study: "drawn".into(),
        configurations: Configuration::all_configurations()[..12].to_vec(),
        results,
        steps: vec![],
        ..Dataset::default()
    })
}

/// Generates data sets of up to 2³ tests and twelve configurations, some of which failed or were
/// not tried.
fn sane() -> impl Strategy<Value = Dataset> {
    dataset(btree_map(cell(2, 12), outcome(time()), 0..96))
}

/// Generates data sets with implausible times and with indices that do not exist.
fn insane() -> impl Strategy<Value = Dataset> {
    let nonsense = prop_oneof![time(), any::<f64>(), Just(0.0), Just(f64::MAX), Just(f64::NAN)];
    dataset(btree_map(cell(3, 14), outcome(nonsense), 0..96))
}

fn map_times(dataset: &Dataset, change: impl Fn(Test, f64) -> f64) -> Dataset {
    let mut dataset = dataset.clone();
    for (cell, outcome) in &mut dataset.results {
        if let Outcome::Timed(times) = outcome {
            times.iter_mut().for_each(|time| *time = change(cell.test, *time));
        }
    }
    dataset
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Checks that the analysis does not change if a chip becomes slower by the same factor at
    /// everything. The factors are powers of two, so that no rounding moves an interval.
    #[test]
    fn the_speed_of_a_chip_is_no_argument(dataset in sane(), exponent in -9..9i32) {
        let scaled = map_times(&dataset, |test, time| {
            if test.chip == 0 { time * 2f64.powi(exponent) } else { time }
        });
        prop_assert_eq!(analyse(&scaled), analyse(&dataset));
    }

    #[test]
    fn the_order_of_tests_is_no_argument(dataset in sane(), seed: u64) {
        let measurements = Measurements::new(&dataset);
        let mut tests = measurements.tests().to_vec();
        let in_order = advise(&measurements, &tests);
        fastrand::Rng::with_seed(seed).shuffle(&mut tests);
        prop_assert_eq!(advise(&measurements, &tests), in_order);
    }

    #[test]
    fn nothing_panics_and_numbers_are_what_they_say(dataset in insane()) {
        let analysis = analyse(&dataset);
        prop_assert_eq!(&analysis, &analyse(&dataset));
        serde_json::to_string(&analysis).expect("it serialises");
        for effect in &analysis.effects {
            for (counts, tests) in
                [(&effect.all, analysis.tests), (&effect.sensitive, analysis.sensitive_tests)]
            {
                let sum = counts.speedups + counts.unchanged + counts.slowdowns;
                prop_assert_eq!(sum + counts.incomparable, tests);
                prop_assert!(counts.fell_back <= counts.unchanged);
            }
            let slowdown = effect.against_oracle.geomean_slowdown;
            prop_assert!(slowdown.is_none_or(|slowdown| slowdown.is_finite() && slowdown > 0.0));
        }
        for specialisation in &analysis.specialisations {
            let tests: usize = specialisation.partitions.iter().map(|p| p.tests.len()).sum();
            prop_assert_eq!(tests, analysis.tests);
            let advice = specialisation.partitions.iter().filter_map(|p| p.advice.as_ref());
            for found in advice.flat_map(|advice| &advice.flags) {
                prop_assert!(found.p.is_none_or(|p| (0.0..=1.0).contains(&p)));
                prop_assert!(found.effect_size.is_none_or(|size| (0.0..=1.0).contains(&size)));
                prop_assert!(!found.chosen || found.verdict == Verdict::Enable);
                prop_assert!(found.significant_pairs <= found.pairs);
            }
        }
        for (at, row) in analysis.portability.cells.iter().enumerate() {
            let own = row[at].geomean_slowdown;
            prop_assert!(own.is_none_or(|own| own == 1.0));
            for cell in row {
                let slowdowns = [cell.least_slowdown, cell.geomean_slowdown, cell.most_slowdown];
                let [least, mean, most] = slowdowns.map(|slowdown| slowdown.unwrap_or(1.0));
                prop_assert!(least <= mean * (1.0 + 1e-12) && mean <= most * (1.0 + 1e-12));
                prop_assert!(cell.tied <= cell.tests);
            }
        }
        for found in analysis.necessity.iter().flat_map(|chip| &chip.flags) {
            prop_assert!(found.necessary + found.unknown <= found.enabled);
            prop_assert!(found.share.is_none_or(|share| (0.0..=1.0).contains(&share)));
        }
    }
}
