//! Distances of times from the fastest times, in the aggregates of Verstraaten's "Analysis and
//! Prediction of GPU Graph Algorithm Performance", section 4.3.1.

use serde::Serialize;

/// Aggregates of the ratios of times to the fastest times. All aggregates are `None` if there are
/// no tests.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Distance {
    /// The ratio of the sum of all times to the sum of all fastest times.
    pub total: Option<f64>,
    /// The mean of the ratios of times to the fastest times.
    pub average: Option<f64>,
    /// The share of tests whose time is at most 2 times the fastest time.
    pub within_2: Option<f64>,
    /// The share of tests whose time is more than 5 times the fastest time.
    pub over_5: Option<f64>,
    /// The share of tests whose time is more than 20 times the fastest time.
    pub over_20: Option<f64>,
    /// The largest ratio of a time to the fastest time.
    pub worst: Option<f64>,
}

impl Distance {
    /// Aggregates times, each given with the fastest time of its test.
    pub fn of(times: &[(f64, f64)]) -> Distance {
        let count = times.len() as f64;
        let known = |value: f64| (!times.is_empty() && value.is_finite()).then_some(value);
        let ratios = || times.iter().map(|(time, best)| time / best);
        let share = |is_counted: fn(&f64) -> bool| {
            known(ratios().filter(is_counted).count() as f64 / count)
        };
        let sum = |of: fn(&(f64, f64)) -> f64| times.iter().map(of).sum::<f64>();
        Distance {
            total: known(sum(|(time, _)| *time) / sum(|(_, best)| *best)),
            average: known(ratios().sum::<f64>() / count),
            within_2: share(|ratio| *ratio <= 2.0),
            over_5: share(|ratio| *ratio > 5.0),
            over_20: share(|ratio| *ratio > 20.0),
            worst: known(ratios().fold(0.0, f64::max)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tests_count_more_in_the_total_only() {
        let found = Distance::of(&[(10.0, 10.0), (6.0, 1.0), (2.0, 1.0), (42.0, 2.0)]);
        assert_eq!((found.total, found.average), (Some(60.0 / 14.0), Some(7.5)));
        assert_eq!(
            (found.within_2, found.over_5, found.over_20),
            (Some(0.5), Some(0.5), Some(0.25))
        );
        assert_eq!(found.worst, Some(21.0));
        assert_eq!(Distance::of(&[]).total, None);
    }
}
