//! Compares models, single variants and adaptive runs with the best variant of each round, and whole
//! runs with the fastest variant of each test.
//!
//! The tables are those of Verstraaten, "Analysis and Prediction of GPU Graph Algorithm
//! Performance": 4.6, 7.1 and 7.2 for rounds, and 4.4 and 4.5 for whole runs.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Configuration;
use igc_compiler::model::{Model, Tree};
use serde::Serialize;

use super::features::value_in;
use super::others::Others;
use super::{Round, Rounds};
use crate::dataset::{Dataset, Test};
use crate::statistics::{Distance, median};

/// A way to choose variants, and the times with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The name.
    pub name: String,
    /// The number of tests.
    pub tests: usize,
    /// The sum of the times, in seconds.
    pub seconds: f64,
    /// The distance from the optimum: the best variant of each round, or of each test.
    pub distance: Distance,
    /// The geometric mean of the ratios to the best single variant of each test.
    pub to_best: f64,
    /// The share of tests that take more than 1.3 times the time of their best single variant.
    pub over_best: f64,
}

/// The times that lines are compared with, for each test.
struct References {
    optimum: BTreeMap<Test, f64>,
    /// The times of the best single variants.
    best: BTreeMap<Test, f64>,
}

impl References {
    /// A line with the times that `time` knows.
    fn line(&self, name: impl Into<String>, time: &dyn Fn(Test) -> Option<f64>) -> Line {
        let known = self.best.iter().filter_map(|(test, best)| Some((time(*test)?, *test, *best)));
        let (times, to_best): (Vec<(f64, f64)>, Vec<f64>) =
            known.map(|(time, test, best)| ((time, self.optimum[&test]), time / best)).unzip();
        let count = to_best.len() as f64;
        Line {
            name: name.into(),
            tests: times.len(),
            seconds: times.iter().map(|(time, _)| time).sum(),
            distance: Distance::of(&times),
            to_best: (to_best.iter().map(|ratio| ratio.ln()).sum::<f64>() / count).exp(),
            over_best: to_best.iter().filter(|ratio| **ratio > 1.3).count() as f64 / count,
        }
    }
}

/// Evaluates all ways to choose variants for the rounds of one application: the best single variant
/// of each test, the model (if there is one), the adaptive runs of the study, and each variant. The
/// first two and the adaptive runs come first, then the variants by their total time.
pub fn evaluate(
    dataset: &Dataset,
    rounds: &Rounds,
    application: usize,
    model: Option<&Model>,
) -> Vec<Line> {
    let tests: BTreeMap<Test, &[Round]> = rounds
        .tests()
        .map(|of| (of[0].test, of))
        .filter(|(test, _)| test.application == application)
        .collect();
    let variants = 0..rounds.variants.len();
    let total = |test: Test, variant: usize| -> f64 {
        tests[&test].iter().map(|round| round.times[variant]).sum()
    };
    let best = |test: Test| least(variants.clone().map(|variant| total(test, variant)));
    let optimum = |of: &[Round]| of.iter().map(|round| least(round.times.iter().copied())).sum();
    let references = References {
        optimum: tests.iter().map(|(test, of)| (*test, optimum(of))).collect(),
        best: tests.keys().map(|test| (*test, best(*test))).collect(),
    };
    let mut lines = vec![references.line("best variant of each test", &|test| Some(best(test)))];
    if let Some(model) = model {
        let chosen = chosen_by(model, dataset, rounds, application);
        lines.push(
            references.line("model, predicted", &|test| tests[&test].iter().map(&chosen).sum()),
        );
    }
    lines.push(references.line("adaptive runs", &|test| rounds.adaptive.get(&test).copied()));
    let singles = variants.clone().map(|variant| {
        references.line(rounds.variants[variant].to_string(), &|test| Some(total(test, variant)))
    });
    lines.extend(sorted(singles.collect()));
    lines.retain(|line| line.tests > 0);
    lines
}

/// Returns a function that knows the time of the variant that a model chooses for a round; `None` if
/// the study has not timed it.
pub fn chosen_by(
    model: &Model,
    dataset: &Dataset,
    rounds: &Rounds,
    application: usize,
) -> impl Fn(&Round) -> Option<f64> {
    let name = dataset.applications.get(application).map_or("", String::as_str);
    let tree = model.tree(name).cloned().unwrap_or_else(Tree::built_in);
    move |round| {
        let options = tree.choose(&value_in(&round.features));
        let at = rounds.variants.iter().position(|known| known == options);
        at.map(|at| round.times[at])
    }
}

/// Evaluates the whole runs of one application on the tests that have rounds: the best
/// configuration of each test, the adaptive ones (of another study, if one is given), and each other
/// configuration. The optimum is the fastest configuration of each test that is not adaptive; if
/// `only` lists configurations, it is one of these.
pub fn whole_runs(
    dataset: &Dataset,
    rounds: &Rounds,
    application: usize,
    (only, others): (&[Configuration], Option<&Others<'_>>),
) -> Vec<Line> {
    let tests: BTreeSet<Test> = rounds.tests().map(|of| of[0].test).collect();
    let tests: Vec<Test> =
        tests.into_iter().filter(|test| test.application == application).collect();
    let time = |test: Test, configuration: usize| {
        dataset.times(test, configuration).map(|times| median(times.to_vec()))
    };
    let is_adaptive = |options: &Configuration| options.is_adaptive();
    let is_wanted = |options: &Configuration| {
        !is_adaptive(options) && (only.is_empty() || only.contains(options))
    };
    let configurations = dataset.configurations.iter().enumerate();
    let wanted: Vec<(usize, &Configuration)> =
        configurations.filter(|(_, options)| is_wanted(options)).collect();
    let best = |test: &Test| {
        let times: Option<Vec<f64>> = wanted.iter().map(|(at, _)| time(*test, *at)).collect();
        Some((*test, least(times?.into_iter()))).filter(|(_, time)| time.is_finite())
    };
    let best: BTreeMap<Test, f64> = tests.iter().filter_map(best).collect();
    let references = References { optimum: best.clone(), best };
    let best = |test: Test| references.best.get(&test).copied();
    let mut lines = vec![references.line("best configuration of each test", &best)];
    let adaptive = |other: &Dataset, of: &dyn Fn(Test) -> Option<Test>| -> Vec<Line> {
        let all = other.configurations.iter().enumerate().filter(|(_, it)| is_adaptive(it));
        all.map(|(at, options)| {
            references.line(options.to_string(), &|test| {
                other.times(of(test)?, at).map(|times| median(times.to_vec()))
            })
        })
        .collect()
    };
    lines.extend(match others {
        None => adaptive(dataset, &|test| Some(test)),
        Some(others) => adaptive(others.dataset, &|test| others.test(dataset, test)),
    });
    let singles = wanted
        .iter()
        .map(|(at, options)| references.line(options.to_string(), &|test| time(test, *at)));
    lines.extend(sorted(singles.collect()));
    lines.retain(|line| line.tests > 0);
    lines
}

/// Sorts lines by their total time.
fn sorted(mut lines: Vec<Line>) -> Vec<Line> {
    let total = |line: &Line| line.distance.total.unwrap_or(f64::INFINITY);
    lines.sort_by(|a, b| total(a).total_cmp(&total(b)));
    lines
}

/// The shortest of some times; infinite without any.
pub fn least(times: impl Iterator<Item = f64>) -> f64 {
    times.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{study, timed};
    use super::*;

    /// Returns a study of two tests with two rounds each. `order=pull` is faster in the second round of
    /// the first test.
    fn two_tests() -> Dataset {
        let counted = |[a, b]: [f64; 2], frontier| vec![(Some((1, 1)), a), (Some(frontier), b)];
        let first =
            [(0, timed(&[1.0, 9.0])), (1, timed(&[4.0, 1.0])), (2, counted([1.5, 1.5], (9, 30)))];
        let second =
            [(0, timed(&[1.0, 1.0])), (1, timed(&[2.0, 2.0])), (2, counted([1.0, 2.0], (1, 1)))];
        study(&["none", "order=pull", "adaptive"], &[&first, &second])
    }

    fn lines(model: Option<&str>) -> Vec<Line> {
        let dataset = two_tests();
        let model = model.map(|text| Model::parse(text).expect("the model is valid"));
        evaluate(&dataset, &Rounds::of(&dataset, &[]), 0, model.as_ref())
    }

    fn names(lines: &[Line]) -> Vec<&str> {
        lines.iter().map(|line| line.name.as_str()).collect()
    }

    #[test]
    fn lines_compare_with_the_optimum_and_with_the_best_variant() {
        let lines = lines(Some("if frontier_nodes <= 5 none else pull"));
        let expected = [
            // The optimum is 2 in each test. The best variants take 5 and 2.
            ("best variant of each test", 7.0 / 4.0, 2.5, 1.0, 0.0),
            ("model, predicted", 1.0, 1.0, 0.4_f64.sqrt(), 0.0),
            ("adaptive runs", 6.0 / 4.0, 1.5, (0.6 * 1.5_f64).sqrt(), 0.5),
            ("order=pull", 9.0 / 4.0, 2.5, 2.0_f64.sqrt(), 0.5),
            ("none", 12.0 / 4.0, 5.0, 2.0_f64.sqrt(), 0.5),
        ];
        assert_eq!(names(&lines), expected.map(|(name, ..)| name));
        for (line, (name, total, worst, to_best, over_best)) in lines.iter().zip(expected) {
            assert_eq!(line.tests, 2, "{name}");
            assert_eq!(line.distance.total, Some(total), "{name}");
            assert_eq!(line.distance.worst, Some(worst), "{name}");
            assert!((line.to_best - to_best).abs() < 1e-12, "{name}: {}", line.to_best);
            assert_eq!(line.over_best, over_best, "{name}");
        }
    }

    #[test]
    fn the_tree_of_the_application_is_evaluated() {
        let lines = lines(Some("none program search pull"));
        let of = |name: &str| lines.iter().find(|line| line.name == name).expect("it is listed");
        assert_eq!(of("model, predicted").distance, of("order=pull").distance);
    }

    #[test]
    fn lines_without_times_are_left_out() {
        let known = ["best variant of each test", "adaptive runs", "order=pull", "none"];
        assert_eq!(names(&lines(None)), known);
        // The study has not timed `order=edge`.
        assert_eq!(names(&lines(Some("order=edge"))), known);
        let some = lines(Some("if frontier_nodes <= 5 none else edge"));
        assert_eq!((some[1].name.as_str(), some[1].tests), ("model, predicted", 1));
        let mut dataset = two_tests();
        dataset.steps.retain(|run| run.cell.configuration != 2);
        let rounds = Rounds::of(&dataset, &[]);
        let left = evaluate(&dataset, &rounds, 0, None);
        assert_eq!(names(&left), ["best variant of each test", "order=pull", "none"]);
        assert_eq!(evaluate(&dataset, &rounds, 1, None), []);
    }

    /// The made-up study says that each run takes 1, 2 and 3 seconds.
    #[test]
    fn whole_runs_are_compared_with_the_fastest_configuration() {
        let dataset = two_tests();
        let rounds = Rounds::of(&dataset, &[]);
        let all = whole_runs(&dataset, &rounds, 0, (&[], None));
        let expected = [
            ("best configuration of each test", 1.0),
            ("adaptive", 3.0),
            ("none", 1.0),
            ("order=pull", 2.0),
        ];
        let found = |lines: &[Line]| -> Vec<(String, f64)> {
            lines.iter().map(|line| (line.name.clone(), line.distance.total.unwrap())).collect()
        };
        assert_eq!(found(&all), expected.map(|(name, total)| (name.to_string(), total)));
        assert!(all.iter().all(|line| line.tests == 2));
        assert_eq!(all[1].seconds, 6.0);
        let pull = [Configuration::parse("order=pull").expect("the flag exists")];
        let some = whole_runs(&dataset, &rounds, 0, (&pull, None));
        assert_eq!(found(&some)[1..], [("adaptive".into(), 1.5), ("order=pull".into(), 1.0)]);
    }

    #[test]
    fn adaptive_runs_may_come_from_another_study() {
        let (dataset, mut other) = (two_tests(), two_tests());
        other.applications = vec!["search_small".into()];
        // The inputs have exchanged their places.
        other.inputs.swap(0, 1);
        let adaptive = &mut other.steps[2];
        assert_eq!((adaptive.cell.test.input, adaptive.cell.configuration), (0, 2));
        adaptive.steps[0].time = 9.0;
        let mut rounds = Rounds::of(&dataset, &[]);
        let others = |suffix| Others { dataset: &other, suffix };
        rounds.take_adaptive(&dataset, &others("_small"));
        let times: Vec<f64> = rounds.adaptive.values().copied().collect();
        assert_eq!(times, [3.0, 10.5]);
        let small = others("_small");
        let lines = whole_runs(&dataset, &rounds, 0, (&[], Some(&small)));
        assert_eq!((lines[1].name.as_str(), lines[1].tests), ("adaptive", 2));
        let none = others("");
        assert_eq!(whole_runs(&dataset, &rounds, 0, (&[], Some(&none)))[1].name, "none");
        rounds.take_adaptive(&dataset, &none);
        assert!(rounds.adaptive.is_empty());
    }
}
