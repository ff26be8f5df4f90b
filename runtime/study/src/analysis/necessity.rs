//! Finds the flags that the fastest configurations need ("One Size Doesn't Fit All", section VI-E,
//! Fig. 2).
//!
//! The fastest configuration of a test may contain flags that have no effect on the test. A flag is
//! *necessary* if the test becomes significantly slower when only this flag is removed.

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, Flag};
use serde::Serialize;

use super::measurements::{Change, Measurements, Timing};
use super::strategy::names;
use crate::dataset::Test;
use crate::statistics;

/// The flags that the top speedups of a chip need.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Necessity {
    /// The name of the chip.
    pub chip: String,
    /// Number of tests with a top speedup, which means that the fastest configuration is
    /// significantly faster than the baseline.
    pub top_speedups: usize,
    /// The necessity of each flag, in the order of [`Dataset::flags`](crate::dataset::Dataset::flags).
    pub flags: Vec<FlagNecessity>,
}

/// The number of top speedups that need a flag.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FlagNecessity {
    /// The flag.
    pub flag: Flag,
    /// Number of top speedups whose configuration has the flag.
    pub enabled: usize,
    /// Number of top speedups that become significantly slower without the flag.
    pub necessary: usize,
    /// Number of top speedups for which the need is unknown, because the configuration without the
    /// flag has no times.
    pub unknown: usize,
    /// The share of top speedups that need the flag, from 0 to 1 (Fig. 2); `None` if the chip has
    /// no top speedups.
    pub share: Option<f64>,
    /// The geometric mean of the slowdowns without the flag, over the top speedups that need it.
    /// `None` if none needs it.
    pub geomean_loss: Option<f64>,
}

/// Returns the flags that the top speedups of every chip need, in the order of the data set.
pub fn necessities(measurements: &Measurements) -> Vec<Necessity> {
    let mut by_chip: BTreeMap<usize, Vec<Test>> = BTreeMap::new();
    for test in measurements.tests() {
        by_chip.entry(test.chip).or_default().push(*test);
    }
    by_chip.values().map(|tests| of_chip(measurements, tests)).collect()
}

/// The fastest configuration of a test, which is faster than the baseline.
struct TopSpeedup<'a> {
    test: Test,
    options: &'a Configuration,
    best: Timing,
}

fn of_chip(measurements: &Measurements, tests: &[Test]) -> Necessity {
    let top: Vec<TopSpeedup<'_>> = tests
        .iter()
        .filter_map(|test| {
            let (options, best) = measurements.best(*test)?;
            let is_faster = best.change_from(&measurements.baseline(*test)?) == Change::Speedup;
            is_faster.then_some(TopSpeedup { test: *test, options, best })
        })
        .collect();
    let chip = tests.first().and_then(|test| names(measurements.dataset(), *test).chip);
    let flags = measurements.dataset().flags().into_iter();
    Necessity {
        chip: chip.unwrap_or_default(),
        top_speedups: top.len(),
        flags: flags.map(|flag| of_flag(measurements, &top, flag)).collect(),
    }
}

fn of_flag(measurements: &Measurements, top: &[TopSpeedup<'_>], flag: Flag) -> FlagNecessity {
    let (mut enabled, mut unknown, mut losses) = (0, 0, vec![]);
    for TopSpeedup { test, options, best } in top.iter().filter(|top| top.options.is_on(flag)) {
        enabled += 1;
        match measurements.timing(*test, &options.without(flag)) {
            None => unknown += 1,
            Some(without) if without.change_from(best) == Change::Slowdown => {
                losses.push(without.ratio_to(best));
            }
            Some(_) => {}
        }
    }
    FlagNecessity {
        flag,
        enabled,
        necessary: losses.len(),
        unknown,
        share: (!top.is_empty()).then(|| losses.len() as f64 / top.len() as f64),
        geomean_loss: statistics::geometric_mean(&losses),
    }
}
