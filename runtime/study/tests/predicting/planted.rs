//! Tests with made-up studies. In some of them, a property of the graph determines the best
//! configuration; in one, it is random.

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, Flag};
use igc_study::analysis::{Measurements, Strategy};
use igc_study::prediction::{
    Chooser, Chosen, Feature, Kind, LeftOut, Model, Trainer, remembered, validate,
};
use igc_study::statistics::geometric_mean;
use igc_study::tree::Split;
use igc_study::{Cell, Chip, Dataset, Input, Outcome, Test};

const INPUTS: usize = 8;

/// Returns a study with the configurations of three flags, and a time for each configuration of
/// each test.
fn study(factor: impl Fn(Test, &Configuration, &mut fastrand::Rng) -> f64) -> Dataset {
    let mut random = fastrand::Rng::with_seed(3);
    let flags = [Flag::Wg, Flag::Fg8, Flag::Oitergb];
    let is_studied = |options: &Configuration| options.flags().all(|flag| flags.contains(&flag));
    let configurations: Vec<Configuration> =
        Configuration::all_configurations().into_iter().filter(is_studied).collect();
    let mut results = BTreeMap::new();
    for application in 0..4 {
        for input in 0..INPUTS {
            for chip in 0..2 {
                let test = Test { application, input, chip };
                for (configuration, options) in configurations.iter().enumerate() {
                    let time = 1e-3 * factor(test, options, &mut random);
                    let times = vec![time, time * 1.01, time * 0.99];
                    results.insert(Cell { test, configuration }, Outcome::Timed(times));
                }
            }
        }
    }
    Dataset {
        study: "planted".into(),
        applications: ["bfs", "cc", "mis", "sssp"].map(String::from).to_vec(),
        models: vec![],
        inputs: (0..INPUTS).map(input).collect(),
        chips: ["calm", "wild"].map(chip).to_vec(),
        configurations,
        results,
        steps: vec![],
    }
}

/// Returns input number `at`. Sorting the inputs by size gives a different order from sorting them
/// by `hubs`. Sorting them by `skew` gives the reverse of the `hubs` order. `constant` has the same
/// value for every input.
fn input(at: usize) -> Input {
    let hubs = hubs(at);
    Input {
        name: format!("graph {at}"),
        spec: format!("rmat:{at}"),
        class: "any".into(),
        nodes: 1000 + 100 * [3, 0, 6, 1, 7, 2, 5, 4][at],
        edges: 9000 + 100 * (at as u64 * 3 % 8),
        properties: BTreeMap::from([
            ("hubs".into(), hubs),
            ("skew".into(), -hubs.sqrt()),
            ("constant".into(), 7.0),
            ("unknown".into(), f64::NAN),
        ]),
    }
}

fn hubs(at: usize) -> f64 {
    [10.0, 90.0, 20.0, 80.0, 70.0, 30.0, 40.0, 60.0][at]
}

fn chip(name: &str) -> Chip {
    Chip { name: name.into(), device: name.into(), driver: "1".into(), dialect: "none".into() }
}

/// Returns the planted factor of a configuration: `fg8` speeds up graphs with many hubs and slows
/// down others, and `oitergb` speeds up one application.
fn planted(test: Test, options: &Configuration, _: &mut fastrand::Rng) -> f64 {
    let fg8 = if hubs(test.input) > 50.0 { 0.4 } else { 2.0 };
    let oitergb = if test.application == 1 { 0.5 } else { 1.5 };
    let factor = |flag, factor| if options.is_on(flag) { factor } else { 1.0 };
    factor(Flag::Fg8, fg8) * factor(Flag::Oitergb, oitergb) * factor(Flag::Wg, 1.2)
}

/// Returns the geometric mean of the slowdowns of a way to choose, compared with the fastest
/// configurations.
fn loss(chosen: &Chosen) -> f64 {
    let ratios: Vec<f64> = chosen.times.iter().map(|(_, time, best)| time / best).collect();
    geometric_mean(&ratios).expect("there are tests")
}

fn split<'a>(trainer: &'a Trainer, model: &'a Model, flag: Flag) -> (&'a Feature, &'a Split) {
    let part = model.parts.iter().find(|part| part.flags.contains(&flag)).expect("it has a part");
    let split = part.tree.split.as_ref().expect("something is to be told apart");
    (&trainer.features.features[split.feature], split)
}

#[test]
fn what_was_planted_is_found() {
    let dataset = study(planted);
    let measurements = Measurements::new(&dataset);
    let trainer = Trainer::new(&measurements);
    let flags = trainer.train(Kind::Flags, |_| true);
    let (feature, by_hubs) = split(&trainer, &flags, Flag::Fg8);
    let hubs = Feature::Property { name: "hubs".into(), also: vec!["skew".into()] };
    assert_eq!((feature, by_hubs.threshold), (&hubs, 50.0));
    assert!(by_hubs.below.split.is_none() && by_hubs.above.split.is_none());
    let (feature, by_application) = split(&trainer, &flags, Flag::Oitergb);
    assert_eq!(feature, &Feature::Application("cc".into()));
    assert!(by_application.below.split.is_none() && by_application.above.split.is_none());
    // The trees of the other flags have no split.
    let decided = flags.parts.iter().filter(|part| part.tree.split.is_some());
    assert_eq!(decided.count(), 2);
    let whole = trainer.train(Kind::Configuration, |_| true);
    assert_eq!((whole.parts[0].classes.len(), whole.parts[0].tree.leaves()), (4, 4));
    for kind in [Kind::Configuration, Kind::Flags] {
        assert_eq!(loss(&remembered(&trainer, kind)), 1.0);
    }
}

#[test]
fn what_was_planted_is_predicted_for_graphs_and_tests_that_were_not_seen() {
    let dataset = study(planted);
    let measurements = Measurements::new(&dataset);
    let trainer = Trainer::new(&measurements);
    for left_out in [LeftOut::Input, LeftOut::Chip, LeftOut::Tests] {
        let found = validate(&trainer, left_out).expect("there are folds");
        let of = |by: Chooser| {
            let chosen = found.chosen.iter().find(|chosen| chosen.by == by).expect("it was asked");
            assert_eq!((chosen.times.len(), chosen.fell_back), (4 * INPUTS * 2, 0));
            loss(chosen)
        };
        for kind in [Kind::Configuration, Kind::Flags] {
            assert_eq!(of(Chooser::Model(kind)), 1.0, "{left_out:?}");
        }
        assert!(of(Chooser::Single) > 1.2);
        assert!(of(Chooser::Strategy(Strategy::Global)) > 1.2);
        assert!(of(Chooser::Strategy(Strategy::Baseline)) > 1.2);
    }
    // No other application is like the one that was left out.
    let found = validate(&trainer, LeftOut::Application).expect("there are folds");
    let model = found.chosen.iter().find(|chosen| chosen.by == Chooser::Model(Kind::Flags));
    assert!(loss(model.expect("it was asked")) > 1.0);
    let asked = |strategy| found.chosen.iter().any(|way| way.by == Chooser::Strategy(strategy));
    assert!(asked(Strategy::ChipInput) && !asked(Strategy::App) && !asked(Strategy::Oracle));
}

/// Checks a study in which the fastest configuration of each test is random: trees can remember it,
/// but cannot predict it.
#[test]
fn where_there_is_nothing_to_find_validation_says_so() {
    let dataset = study(|_, _, random| 0.5 + random.f64());
    let measurements = Measurements::new(&dataset);
    let trainer = Trainer::new(&measurements);
    for kind in [Kind::Configuration, Kind::Flags] {
        let by_heart = loss(&remembered(&trainer, kind));
        for left_out in LeftOut::ALL {
            let found = validate(&trainer, left_out).expect("there are folds");
            let of = |by: Chooser| {
                loss(found.chosen.iter().find(|way| way.by == by).expect("it was asked"))
            };
            let (model, baseline) =
                (of(Chooser::Model(kind)), of(Chooser::Strategy(Strategy::Baseline)));
            assert!(model > 0.9 * baseline, "{left_out:?}: {model}, {baseline}");
            let single = of(Chooser::Single);
            assert!(model > 0.95 * single, "{left_out:?}: {model}, {single}");
            // Flag trees have nothing to remember, because no flag helps over all settings of the
            // other flags.
            if kind == Kind::Configuration {
                assert!(model > 1.05 * by_heart, "{left_out:?}: {model}, {by_heart}");
            }
        }
    }
}

#[test]
fn the_order_of_a_study_does_not_decide_who_is_left_out() {
    let dataset = study(planted);
    let mut other = dataset.clone();
    other.inputs.reverse();
    let mirrored = |test: Test| Test { input: INPUTS - 1 - test.input, ..test };
    other.results = dataset
        .results
        .iter()
        .map(|(cell, outcome)| (Cell { test: mirrored(cell.test), ..*cell }, outcome.clone()))
        .collect();
    let times = |dataset: &Dataset, map: fn(Test) -> Test| {
        let measurements = Measurements::new(dataset);
        let found =
            validate(&Trainer::new(&measurements), LeftOut::Tests).expect("there are folds");
        let model = found.chosen.into_iter().find(|way| way.by == Chooser::Model(Kind::Flags));
        let times = model.expect("it was asked").times;
        times.into_iter().map(|(test, time, _)| (map(test), time)).collect::<BTreeMap<_, _>>()
    };
    let of_other = times(&other, |test| Test { input: INPUTS - 1 - test.input, ..test });
    assert_eq!(times(&dataset, |test| test), of_other);
}

#[test]
fn studies_with_little_in_them_do_no_harm() {
    let empty = Dataset::default();
    let measurements = Measurements::new(&empty);
    let trainer = Trainer::new(&measurements);
    assert!(LeftOut::ALL.into_iter().all(|left_out| validate(&trainer, left_out).is_none()));
    assert!(remembered(&trainer, Kind::Flags).times.is_empty());
    // In this study, no configuration has two runs, and nothing has a name.
    let mut bare = study(planted);
    (bare.applications, bare.inputs, bare.chips) = (vec![], vec![], vec![]);
    for outcome in bare.results.values_mut() {
        if let Outcome::Timed(times) = outcome {
            times.truncate(1);
        }
    }
    let measurements = Measurements::new(&bare);
    let trainer = Trainer::new(&measurements);
    for left_out in LeftOut::ALL {
        let found = validate(&trainer, left_out).expect("there are folds");
        assert!(found.chosen.iter().all(|chosen| chosen.times.len() == 4 * INPUTS * 2));
    }
}
