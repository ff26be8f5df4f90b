//! Compares models, single variants and adaptive runs with the best variant of each round.
//!
//! The tables are those of Verstraaten, "Analysis and Prediction of GPU Graph Algorithm
//! Performance", 4.6, 7.1 and 7.2.

use std::collections::BTreeMap;

use igc_compiler::model::{Feature, Model, Tree};

use serde::Serialize;

use super::{Round, Rounds};
use crate::dataset::{Dataset, Test};
use crate::statistics::Distance;

/// A way to choose variants, and the times with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The name.
    pub name: String,
    /// The number of tests.
    pub tests: usize,
    /// The distance from the optimum: the best variant of each round.
    pub distance: Distance,
    /// The geometric mean of the ratios to the best single variant of each test.
    pub to_best: f64,
    /// The share of tests that take more than 1.3 times the time of their best single variant.
    pub over_best: f64,
}

/// Evaluates all ways to choose variants for the tests of one application: the best single variant
/// of each test, the model (if there is one), the adaptive runs of the study, and each variant. The
/// first two and the adaptive runs come first, then the variants by their total time.
pub fn evaluate(
    dataset: &Dataset,
    rounds: &Rounds,
    application: usize,
    model: Option<&Model>,
) -> Vec<Line> {
    let tests: Vec<&[Round]> =
        rounds.tests().filter(|of| of[0].test.application == application).collect();
    let optimum = |of: &[Round]| of.iter().map(|round| least(&round.times)).sum::<f64>();
    let total =
        |of: &[Round], variant: usize| -> f64 { of.iter().map(|round| round.times[variant]).sum() };
    let variants = 0..rounds.variants.len();
    let best: BTreeMap<Test, f64> = tests
        .iter()
        .map(|of| {
            let totals = variants.clone().map(|variant| total(of, variant));
            (of[0].test, totals.fold(f64::INFINITY, f64::min))
        })
        .collect();
    let line = |name: String, time: &dyn Fn(&[Round]) -> Option<f64>| {
        let known = tests.iter().filter_map(|of| {
            let time = time(of)?;
            Some(((time, optimum(of)), time / best[&of[0].test]))
        });
        let (times, to_best): (Vec<(f64, f64)>, Vec<f64>) = known.unzip();
        let count = to_best.len() as f64;
        Line {
            name,
            tests: times.len(),
            distance: Distance::of(&times),
            to_best: (to_best.iter().map(|ratio| ratio.ln()).sum::<f64>() / count).exp(),
            over_best: to_best.iter().filter(|ratio| **ratio > 1.3).count() as f64 / count,
        }
    };
    let mut lines =
        vec![line("best variant of each test".into(), &|of| best.get(&of[0].test).copied())];
    if let Some(model) = model {
        let name = dataset.applications.get(application).map_or("", String::as_str);
        let tree = model.tree(name).cloned().unwrap_or_else(Tree::built_in);
        let chosen = |round: &Round| {
            let value = |feature: Feature| {
                let at = rounds.features.iter().position(|known| *known == feature);
                at.map_or(0.0, |at| round.features[at])
            };
            let options = tree.choose(&value);
            let at = rounds.variants.iter().position(|known| known == options);
            at.map(|at| round.times[at])
        };
        lines.push(line("model, predicted".into(), &|of| of.iter().map(chosen).sum()));
    }
    lines.push(line("adaptive runs".into(), &|of| rounds.adaptive.get(&of[0].test).copied()));
    let mut singles: Vec<Line> = variants
        .map(|variant| line(rounds.variants[variant].to_string(), &|of| Some(total(of, variant))))
        .collect();
    let total = |line: &Line| line.distance.total.unwrap_or(f64::INFINITY);
    singles.sort_by(|a, b| total(a).total_cmp(&total(b)));
    lines.extend(singles);
    lines.retain(|line| line.tests > 0);
    lines
}

fn least(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{study, timed};
    use super::*;

    /// Returns a study of two tests with two rounds each. `pull` is faster in the second round of
    /// the first test.
    fn two_tests() -> Dataset {
        let counted = |[a, b]: [f64; 2], frontier| vec![(Some((1, 1)), a), (Some(frontier), b)];
        let first =
            [(0, timed(&[1.0, 9.0])), (1, timed(&[4.0, 1.0])), (2, counted([1.5, 1.5], (9, 30)))];
        let second =
            [(0, timed(&[1.0, 1.0])), (1, timed(&[2.0, 2.0])), (2, counted([1.0, 2.0], (1, 1)))];
        study(&["none", "pull", "adaptive"], &[&first, &second])
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
            ("pull", 9.0 / 4.0, 2.5, 2.0_f64.sqrt(), 0.5),
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
        assert_eq!(of("model, predicted").distance, of("pull").distance);
    }

    #[test]
    fn lines_without_times_are_left_out() {
        let known = ["best variant of each test", "adaptive runs", "pull", "none"];
        assert_eq!(names(&lines(None)), known);
        // The study has not timed `edge`.
        assert_eq!(names(&lines(Some("edge"))), known);
        let some = lines(Some("if frontier_nodes <= 5 none else edge"));
        assert_eq!((some[1].name.as_str(), some[1].tests), ("model, predicted", 1));
        let mut dataset = two_tests();
        dataset.steps.retain(|run| run.cell.configuration != 2);
        let rounds = Rounds::of(&dataset, &[]);
        let left = evaluate(&dataset, &rounds, 0, None);
        assert_eq!(names(&left), ["best variant of each test", "pull", "none"]);
        assert_eq!(evaluate(&dataset, &rounds, 1, None), []);
    }
}
