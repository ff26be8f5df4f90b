//! One configuration for everything: how each does, and which one each way to choose would take ("One
//! Size Doesn't Fit All", section II-C, Tables III and IV).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use igc_compiler::options::Options;
use serde::Serialize;

use super::effect::{AgainstBaseline, Ran};
use super::measurements::Measurements;
use super::strategy::names;
use crate::dataset::Test;

/// What a configuration does when it is applied to everything.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConfigurationEffect {
    /// The configuration.
    pub options: Options,
    /// On all tests.
    pub all: AgainstBaseline,
    /// On each chip (Table IV).
    pub chips: Vec<ChipEffect>,
    /// The largest of all speedups, significant or not; less than one where everything is slower.
    pub largest_speedup: Option<f64>,
    /// The largest of all slowdowns, significant or not; less than one where everything is faster.
    pub largest_slowdown: Option<f64>,
}

/// What a configuration does on a chip.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChipEffect {
    /// The chip's name.
    pub chip: String,
    /// On the chip's tests.
    pub effect: AgainstBaseline,
}

/// All configurations but the baseline, by the harm they do.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ranking {
    /// From the least harm to the most. Harm is the number of tests that get significantly slower or
    /// have no times: without the latter, what always fails would do no harm. Of equals, the one with
    /// more speedups comes first, then the one that the data set lists first.
    pub configurations: Vec<ConfigurationEffect>,
    /// What four ways to choose take of them.
    pub picks: Picks,
}

/// The configuration that each way to choose one for everything takes (section II-C).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Picks {
    /// *Do no harm*: the most speedups of those that harm no test; the baseline where all harm some.
    pub do_no_harm: ConfigurationEffect,
    /// *Fewest slowdowns*: the ranking's first; the baseline where there is nothing else.
    pub fewest_slowdowns: ConfigurationEffect,
    /// *Maximise geomean*: the best geometric mean of speedups, biased to the tests that react most.
    pub best_geomean: ConfigurationEffect,
    /// What Algorithm 1 recommends for all tests: the global strategy.
    pub rank_based: ConfigurationEffect,
}

impl ConfigurationEffect {
    /// On how many tests it does harm, as [`Ranking::configurations`] counts it.
    pub fn harm(&self) -> usize {
        self.all.slowdowns + self.all.fell_back
    }

    fn new(measurements: &Measurements, options: &Options) -> ConfigurationEffect {
        let run = |test: &Test| {
            let own = measurements.timing(*test, options);
            let timing = own.or_else(|| measurements.baseline(*test));
            Ran { test: *test, timing, fell_back: own.is_none() }
        };
        let ran: Vec<Ran> = measurements.tests().iter().map(run).collect();
        let ratios = || {
            ran.iter().filter_map(|ran| {
                let timing = ran.timing.filter(|_| !ran.fell_back)?;
                Some((measurements.baseline(ran.test)?, timing))
            })
        };
        let chips: BTreeSet<usize> = measurements.tests().iter().map(|test| test.chip).collect();
        let on_chip = |chip: usize| {
            let mut of_chip = ran.iter().filter(|ran| ran.test.chip == chip).peekable();
            let first = of_chip.peek()?.test;
            let chip = names(measurements.dataset(), first).chip.unwrap_or_default();
            Some(ChipEffect { chip, effect: AgainstBaseline::of(measurements, of_chip) })
        };
        ConfigurationEffect {
            options: options.clone(),
            all: AgainstBaseline::of(measurements, &ran),
            chips: chips.into_iter().filter_map(on_chip).collect(),
            largest_speedup: ratios().map(|(base, own)| base.ratio_to(&own)).max_by(f64::total_cmp),
            largest_slowdown: ratios()
                .map(|(base, own)| own.ratio_to(&base))
                .max_by(f64::total_cmp),
        }
    }
}

/// Ranks all configurations. `rank_based` is what the global strategy chose.
pub fn ranking(measurements: &Measurements, rank_based: &Options) -> Ranking {
    let effect = |options: &Options| ConfigurationEffect::new(measurements, options);
    let none = Options::default();
    let studied = measurements.dataset().configurations.iter();
    let mut configurations: Vec<ConfigurationEffect> =
        studied.filter(|options| **options != none).map(effect).collect();
    configurations.sort_by_key(|effect| (effect.harm(), Reverse(effect.all.speedups)));

    let baseline = effect(&none);
    let harmless = configurations.first().filter(|first| first.harm() == 0);
    let geomean = |effect: &ConfigurationEffect| effect.all.geomean_speedup.unwrap_or(0.0);
    let best_geomean = [&baseline]
        .into_iter()
        .chain(&configurations)
        // The first of equals: the baseline, if nothing is better.
        .reduce(|best, other| if geomean(other) > geomean(best) { other } else { best });
    let picks = Picks {
        do_no_harm: harmless.unwrap_or(&baseline).clone(),
        fewest_slowdowns: configurations.first().unwrap_or(&baseline).clone(),
        best_geomean: best_geomean.unwrap_or(&baseline).clone(),
        rank_based: effect(rank_based),
    };
    Ranking { configurations, picks }
}
