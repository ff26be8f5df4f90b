//! Compares models, single variants and adaptive runs with the best variant of each round.
//!
//! The tables are those of Verstraaten, "Analysis and Prediction of GPU Graph Algorithm
//! Performance", 4.6, 7.1 and 7.2.

use std::collections::BTreeMap;

use igc_compiler::model::{Feature, Model};

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
        let tree = model.tree(name);
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
