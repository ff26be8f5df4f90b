//! The analysis of a study: "One Size Doesn't Fit All", sections II, III and VI to VIII.
//!
//! ```text
//! Dataset ─► Measurements ─┬─► Advice         one flag at a time, for a set of tests (Algorithm 1)
//!            means,        │      └─► Specialisation   nine strategies (Table V, Table IX)
//!            intervals     │             └─► StrategyEffect  the effect of each (Fig. 3, Fig. 4)
//!                          ├─► Ranking        one configuration for all tests (Tables III, IV)
//!                          ├─► Envelope       the largest speedup and slowdown (Table II)
//!                          ├─► Portability    one chip's best configurations on another (Fig. 1)
//!                          └─► Necessity      flags that top speedups need (Fig. 2)
//! ```
//!
//! [`analyse`] runs everything. The results are plain numbers that serialise; a report presents
//! them. The random numbers of the bootstrap have a fixed seed, and nothing depends on the order of
//! hash tables, so the same data set gives the same analysis, bit by bit.
//!
//! **Missing times.** A configuration that failed on a test, or was not tried, has no times there.
//! Comparisons leave out such pairs and count them. A strategy that chose such a configuration
//! falls back to the baseline on that test, as a careful user would. These cases are counted, so
//! that a fallback is not taken for a choice.

mod advice;
mod bootstrap;
mod differences;
mod effect;
mod envelope;
mod held_out;
mod measurements;
mod necessity;
mod portability;
mod ranking;
mod strategy;

pub use advice::{Advice, FlagAdvice, SIGNIFICANCE, Verdict, advise};
pub use bootstrap::{Bootstrap, HOLDS, RESAMPLES};
pub use differences::{ChipPair, Common, Difference, Differences, FailedCell, Place, differences};
pub use effect::{AgainstBaseline, AgainstOracle, StrategyEffect, strategy_effects};
pub use envelope::{Envelope, Extreme, envelopes};
pub use held_out::times as held_out_times;
pub use measurements::{Change, Measurements, PLAUSIBLE, State, Timing};
pub use necessity::{FlagNecessity, Necessity, necessities};
pub use portability::{Portability, Ported, portability};
pub use ranking::{ChipEffect, ConfigurationEffect, Picks, Ranking, ranking};
pub use strategy::{
    Choice, InputBy, Key, Partition, Specialisation, Strategy, fastest, specialise,
};

use serde::Serialize;

use crate::Dataset;

/// All results of the analysis of a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// Number of tests that have results.
    pub tests: usize,
    /// Number of tests that some configuration speeds up significantly (section VI-D).
    pub sensitive_tests: usize,
    /// The nine strategies of Table V, in the order of [`Strategy::ALL`], each with the advice of
    /// Algorithm 1 for each of its partitions. [`Strategy::Chip`] is Table IX.
    pub specialisations: Vec<Specialisation>,
    /// The effect of each strategy, in the order of [`Strategy::ALL`] (Fig. 3, Fig. 4).
    pub effects: Vec<StrategyEffect>,
    /// Each configuration, applied to all tests (Tables III and IV).
    pub ranking: Ranking,
    /// The largest speedup and slowdown on each chip (Table II).
    pub envelopes: Vec<Envelope>,
    /// Each chip's best configurations on the other chips (Fig. 1).
    pub portability: Portability,
    /// The flags that the top speedups of each chip need (Fig. 2).
    pub necessity: Vec<Necessity>,
}

/// Analyses a study.
pub fn analyse(dataset: &Dataset) -> Analysis {
    let measurements = Measurements::new(dataset);
    let mut specialisations: Vec<Specialisation> = Strategy::ALL
        .into_iter()
        .map(|strategy| specialise(&measurements, strategy, InputBy::Name))
        .collect();
    let is_shown =
        |of: &&mut Specialisation| matches!(of.strategy, Strategy::Global | Strategy::Chip);
    for specialisation in specialisations.iter_mut().filter(is_shown) {
        for partition in &mut specialisation.partitions {
            let advice = partition.advice.as_mut();
            for found in advice.into_iter().flat_map(|advice| &mut advice.flags) {
                found.bootstrap = Bootstrap::of(&measurements, &partition.tests, found);
            }
        }
    }
    let global =
        specialisations.iter().find(|specialisation| specialisation.strategy == Strategy::Global);
    let rank_based = global.and_then(|specialisation| specialisation.partitions.first());
    let rank_based = rank_based.map(|partition| partition.options.clone()).unwrap_or_default();
    Analysis {
        tests: measurements.tests().len(),
        sensitive_tests: measurements.sensitive().count(),
        effects: strategy_effects(&measurements, &specialisations),
        ranking: ranking(&measurements, &rank_based),
        envelopes: envelopes(&measurements),
        portability: portability(&measurements),
        necessity: necessities(&measurements),
        specialisations,
    }
}
