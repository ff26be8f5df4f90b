//! What a study's times say: the judging half of "One Size Doesn't Fit All", sections II, III and VI to
//! VIII.
//!
//! ```text
//! Dataset ─► Measurements ─┬─► Advice         one flag at a time, for any set of tests (Algorithm 1)
//!            means,        │      └─► Specialisation   nine strategies (Table V, Table IX)
//!            intervals     │             └─► StrategyEffect  what each is worth (Fig. 3, Fig. 4)
//!                          ├─► Ranking        one configuration for everything (Tables III, IV)
//!                          ├─► Envelope       the largest speedup and slowdown (Table II)
//!                          ├─► Portability    one chip's best on another (Fig. 1)
//!                          └─► Necessity      flags that top speedups need (Fig. 2)
//! ```
//!
//! [`analyse`] does all of it. The results are plain numbers that serialise; how they look is a
//! report's affair. Nothing here draws random numbers or depends on an order of hashing: the same data
//! set gives the same analysis, bit by bit.
//!
//! **What has no times.** A configuration that failed on a test, or was not tried yet, has no times
//! there. Pairs with it are left out of comparisons, and counted as left out. A strategy that chose it
//! falls back to the baseline on that test: this is what a careful user would do, and it is counted, so
//! that nobody takes it for a choice.

mod advice;
mod effect;
mod envelope;
mod measurements;
mod necessity;
mod portability;
mod ranking;
mod strategy;

pub use advice::{Advice, FlagAdvice, SIGNIFICANCE, Verdict, advise};
pub use effect::{AgainstBaseline, AgainstOracle, StrategyEffect, strategy_effects};
pub use envelope::{Envelope, Extreme, envelopes};
pub use measurements::{Change, Measurements, PLAUSIBLE, State, Timing};
pub use necessity::{FlagNecessity, Necessity, necessities};
pub use portability::{Portability, Ported, portability};
pub use ranking::{ChipEffect, ConfigurationEffect, Picks, Ranking, ranking};
pub use strategy::{
    Choice, InputBy, Key, Partition, Specialisation, Strategy, fastest, specialise,
};

use serde::Serialize;

use crate::Dataset;

/// Everything that is said of a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// How many tests anything is known of.
    pub tests: usize,
    /// How many of them some configuration speeds up significantly (section VI-D).
    pub sensitive_tests: usize,
    /// The nine strategies of Table V, in the order of [`Strategy::ALL`], each with what Algorithm 1
    /// found for each of its partitions. That of [`Strategy::Chip`] is Table IX.
    pub specialisations: Vec<Specialisation>,
    /// What each of them is worth, in the same order (Fig. 3, Fig. 4).
    pub effects: Vec<StrategyEffect>,
    /// Each configuration, applied to everything (Tables III and IV).
    pub ranking: Ranking,
    /// The largest speedup and slowdown of each chip (Table II).
    pub envelopes: Vec<Envelope>,
    /// One chip's best configurations on the others (Fig. 1).
    pub portability: Portability,
    /// Which flags top speedups need, for each chip (Fig. 2).
    pub necessity: Vec<Necessity>,
}

/// Judges a study.
pub fn analyse(dataset: &Dataset) -> Analysis {
    let measurements = Measurements::new(dataset);
    let specialisations: Vec<Specialisation> = Strategy::ALL
        .into_iter()
        .map(|strategy| specialise(&measurements, strategy, InputBy::Name))
        .collect();
    let global = specialisations.iter().find(|found| found.strategy == Strategy::Global);
    let rank_based = global.and_then(|found| found.partitions.first());
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
