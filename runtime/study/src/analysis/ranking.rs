//! The search for one configuration for all tests: the effect of each configuration, and the
//! choices of four methods ("One Size Doesn't Fit All", section II-C, Tables III and IV).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use igc_compiler::configuration::Configuration;
use serde::Serialize;

use super::effect::{AgainstBaseline, Ran};
use super::measurements::Measurements;
use super::strategy::names;
use crate::dataset::Test;

/// The effect of a configuration that is applied to all tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConfigurationEffect {
    /// The configuration.
    pub options: Configuration,
    /// The effect of the configuration on all tests.
    pub all: AgainstBaseline,
    /// The effect of the configuration on each chip (Table IV).
    pub chips: Vec<ChipEffect>,
    /// The largest speedup, significant or not; below one if all tests become slower. `None` if no
    /// test can be compared.
    pub largest_speedup: Option<f64>,
    /// The largest slowdown, significant or not; below one if all tests become faster. `None` if no
    /// test can be compared.
    pub largest_slowdown: Option<f64>,
}

/// The effect of a configuration on a chip.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChipEffect {
    /// The name of the chip.
    pub chip: String,
    /// The effect on the tests of the chip.
    pub effect: AgainstBaseline,
}

/// All configurations except the baseline, ranked by the number of tests that they harm.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ranking {
    /// The configurations, the least harmful first. Harm is the number of tests that become
    /// significantly slower or have no times; otherwise a configuration that always fails would be
    /// harmless. Ties are broken by more speedups, then by the order of the data set.
    pub configurations: Vec<ConfigurationEffect>,
    /// The choices of four methods.
    pub picks: Picks,
}

/// The configuration that each of four methods chooses for all tests (section II-C).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Picks {
    /// *Do no harm*: the configuration with the most speedups among those that harm no test; the
    /// baseline if all configurations harm some test.
    pub do_no_harm: ConfigurationEffect,
    /// *Fewest slowdowns*: the first configuration of the ranking; the baseline if the ranking is
    /// empty.
    pub fewest_slowdowns: ConfigurationEffect,
    /// *Maximise geomean*: the configuration with the best geometric mean of speedups. This mean is
    /// biased towards tests with large effects.
    pub best_geomean: ConfigurationEffect,
    /// The recommendation of Algorithm 1 for all tests: the global strategy.
    pub rank_based: ConfigurationEffect,
}

impl ConfigurationEffect {
    /// The number of tests that the configuration harms, as [`Ranking::configurations`] defines
    /// harm.
    pub fn harm(&self) -> usize {
        self.all.slowdowns + self.all.fell_back
    }

    fn new(measurements: &Measurements, options: &Configuration) -> ConfigurationEffect {
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

/// Ranks all configurations. `rank_based` is the choice of the global strategy.
pub fn ranking(measurements: &Measurements, rank_based: &Configuration) -> Ranking {
    let effect = |options: &Configuration| ConfigurationEffect::new(measurements, options);
    let none = Configuration::default();
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
        // If several are equal, the first is chosen, so the baseline is chosen unless another
        // configuration is better.
        .reduce(|best, other| if geomean(other) > geomean(best) { other } else { best });
    let picks = Picks {
        do_no_harm: harmless.unwrap_or(&baseline).clone(),
        fewest_slowdowns: configurations.first().unwrap_or(&baseline).clone(),
        best_geomean: best_geomean.unwrap_or(&baseline).clone(),
        rank_based: effect(rank_based),
    };
    Ranking { configurations, picks }
}
