//! How much optimisations can help and harm: the largest speedup and slowdown of each chip ("One Size
//! Doesn't Fit All", section II-B, Table II).

use std::collections::BTreeMap;

use igc_compiler::options::Options;
use serde::Serialize;

use super::measurements::{Change, Measurements};
use super::strategy::names;
use crate::dataset::Test;

/// The extremes of a chip.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Envelope {
    /// The chip's name.
    pub chip: String,
    /// The largest significant speedup; `None` where there is none.
    pub speedup: Option<Extreme>,
    /// The largest significant slowdown; `None` where there is none.
    pub slowdown: Option<Extreme>,
}

/// Where an optimisation made the largest difference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Extreme {
    /// How many times as fast, or as slow, as the baseline.
    pub factor: f64,
    /// The application's name.
    pub application: String,
    /// The input's name.
    pub input: String,
    /// The configuration.
    pub options: Options,
}

/// The extremes of every chip, in the data set's order.
pub fn envelopes(measurements: &Measurements) -> Vec<Envelope> {
    let mut envelopes: BTreeMap<usize, Envelope> = BTreeMap::new();
    for test in measurements.tests() {
        let chip = names(measurements.dataset(), *test).chip.unwrap_or_default();
        let envelope = envelopes.entry(test.chip).or_insert_with(|| Envelope {
            chip,
            speedup: None,
            slowdown: None,
        });
        let Some(baseline) = measurements.baseline(*test) else { continue };
        for (options, timing) in measurements.timings(*test) {
            let (factor, extreme) = match timing.change_from(&baseline) {
                Change::None => continue,
                Change::Speedup => (baseline.ratio_to(&timing), &mut envelope.speedup),
                Change::Slowdown => (timing.ratio_to(&baseline), &mut envelope.slowdown),
            };
            if extreme.as_ref().is_none_or(|largest| factor > largest.factor) {
                *extreme = Some(Extreme::new(measurements, *test, options, factor));
            }
        }
    }
    envelopes.into_values().collect()
}

impl Extreme {
    fn new(measurements: &Measurements, test: Test, options: &Options, factor: f64) -> Extreme {
        let names = names(measurements.dataset(), test);
        Extreme {
            factor,
            application: names.application.unwrap_or_default(),
            input: names.input.unwrap_or_default(),
            options: options.clone(),
        }
    }
}
