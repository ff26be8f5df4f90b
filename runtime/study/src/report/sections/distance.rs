//! How far times are from the fastest, in the aggregates of Verstraaten's "Analysis and Prediction of GPU
//! Graph Algorithm Performance", section 4.3.1.

use crate::analysis::{Measurements, Specialisation, Strategy};

/// A strategy's times by the fastest times. `None` without tests.
pub(super) struct Distance {
    pub strategy: Strategy,
    /// How many tests are compared.
    pub tests: usize,
    /// All times together by all fastest times together.
    pub total: Option<f64>,
    /// The mean of the ratios.
    pub average: Option<f64>,
    /// The share of tests whose ratio is at most 2.
    pub within_2: Option<f64>,
    /// The share of tests whose ratio is over 5.
    pub over_5: Option<f64>,
    /// The share of tests whose ratio is over 20.
    pub over_20: Option<f64>,
    /// The largest ratio.
    pub worst: Option<f64>,
}

/// Of all strategies, in their order.
pub(super) fn distances(
    measurements: &Measurements,
    specialisations: &[Specialisation],
) -> Vec<Distance> {
    specialisations.iter().map(|found| Distance::of(measurements, found)).collect()
}

impl Distance {
    fn of(measurements: &Measurements, found: &Specialisation) -> Distance {
        let times: Vec<(f64, f64)> = found
            .choices(measurements)
            .filter_map(|(test, choice)| {
                let (_, best) = measurements.best(test)?;
                Some((choice.timing?.mean, best.mean))
            })
            .collect();
        let count = times.len() as f64;
        let known = |value: f64| (!times.is_empty() && value.is_finite()).then_some(value);
        let ratios = || times.iter().map(|(time, best)| time / best);
        let share = |is_counted: fn(&f64) -> bool| {
            known(ratios().filter(is_counted).count() as f64 / count)
        };
        let sum = |of: fn(&(f64, f64)) -> f64| times.iter().map(of).sum::<f64>();
        Distance {
            strategy: found.strategy,
            tests: times.len(),
            total: known(sum(|(time, _)| *time) / sum(|(_, best)| *best)),
            average: known(ratios().sum::<f64>() / count),
            within_2: share(|ratio| *ratio <= 2.0),
            over_5: share(|ratio| *ratio > 5.0),
            over_20: share(|ratio| *ratio > 20.0),
            worst: known(ratios().fold(0.0, f64::max)),
        }
    }
}
