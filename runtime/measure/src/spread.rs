//! How a few measurements of one thing lie.

use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, median, median_interval};

/// Where the values of some measurements lie, in the unit of the measurement. Differences of times may be
/// negative by noise.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// Between what the median lies; `None` of fewer than six runs.
    pub interval: Option<Interval>,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Spread {
    /// Of no values: `None`.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let greatest = values.iter().copied().max_by(f64::total_cmp)?;
        let (median, interval) = (median(values.iter().copied()), median_interval(values));
        Some(Spread { median, interval, least, greatest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_of_some_values() {
        assert_eq!(Spread::of(&[]), None);
        let spread = Spread::of(&[3.0, -1.0, 2.0]).expect("there are some");
        assert_eq!((spread.least, spread.median, spread.greatest), (-1.0, 2.0, 3.0));
        assert_eq!(spread.interval, None);
    }
}
