//! The largest speedup and slowdown on each chip ("One Size Doesn't Fit All", section II-B, Table
//! II).

use std::collections::BTreeMap;

use igc_compiler::configuration::Configuration;
use serde::Serialize;

use super::measurements::{Change, Measurements};
use super::strategy::names;
use crate::dataset::Test;

/// The largest significant speedup and slowdown on a chip.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Envelope {
    /// The name of the chip.
    pub chip: String,
    /// The largest significant speedup; `None` if no test becomes significantly faster.
    pub speedup: Option<Extreme>,
    /// The largest significant slowdown; `None` if no test becomes significantly slower.
    pub slowdown: Option<Extreme>,
}

/// The test and the configuration with the largest effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Extreme {
    /// The factor of the speedup or slowdown compared with the baseline; above one.
    pub factor: f64,
    /// The name of the application.
    pub application: String,
    /// The name of the input.
    pub input: String,
    /// The configuration.
    pub options: Configuration,
}

/// Returns the largest effects on every chip, in the order of the data set.
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
    fn new(
        measurements: &Measurements,
        test: Test,
        options: &Configuration,
        factor: f64,
    ) -> Extreme {
        let names = names(measurements.dataset(), test);
        Extreme {
            factor,
            application: names.application.unwrap_or_default(),
            input: names.input.unwrap_or_default(),
            options: options.clone(),
        }
    }
}
