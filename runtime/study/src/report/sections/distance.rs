//! Distances of times from the fastest times, in the aggregates of Verstraaten's "Analysis and
//! Prediction of GPU Graph Algorithm Performance", section 4.3.1.

use crate::report::table::{Cell, Value};

/// The names of the columns of [`Distance::cells`].
pub(super) const COLUMNS: [&str; 6] = ["total", "average", "1–2×", "> 5×", "> 20×", "worst"];

/// Explains the [`COLUMNS`].
pub(super) const LEGEND: &str = "“total” is the sum of all times divided by the sum of all fastest \
     times, so tests that take long weigh most. “average” is the mean of the ratios, so all tests \
     weigh the same. The next columns are the shares of tests that take at most 2 times, more than \
     5 times and more than 20 times the fastest time. “worst” is the largest ratio. The columns \
     are those of Verstraaten, “Analysis and Prediction of GPU Graph Algorithm Performance”, \
     section 4.3.1.";

/// A text that refers to the first table that explains the [`COLUMNS`].
pub(super) const LEGEND_ABOVE: &str =
    "The other columns are those of “Distance of each strategy from the fastest”.";

/// Aggregates of the ratios of times to the fastest times. All aggregates are `None` if there are
/// no tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distance {
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

    /// Returns the aggregates as cells of a table, in the order of [`COLUMNS`].
    pub fn cells(&self) -> [Cell; 6] {
        [
            Cell::known(self.total, Value::Ratio),
            Cell::known(self.average, Value::Ratio),
            Cell::known(self.within_2, Value::Share),
            Cell::known(self.over_5, Value::Share),
            Cell::known(self.over_20, Value::Share),
            Cell::known(self.worst, Value::Ratio),
        ]
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
