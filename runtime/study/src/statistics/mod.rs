//! Statistics of times: the location and spread of a sample, and whether samples differ.
//!
//! Different questions need different statistics:
//!
//! - *Do two configurations differ on a test?* There are a few runs of each. The answer uses means
//!   with Student's t intervals, as in "One Size Doesn't Fit All", section VI-D. See
//!   [`mean_interval`].
//! - *Does an optimisation help many tests?* There are many ratios of times, from chips with
//!   effects of a few per cent and from chips with effects of a factor of ten. The answer uses
//!   ranks ([`mann_whitney`]), and the median and the [`common_language_effect`] for direction and
//!   size.
//! - *Which parameter of a tuned kernel matters, and do operations agree on what is fast?* Every
//!   configuration was run once. The answer uses analysis of variance ([`GroupVariance`]) and the
//!   correlation of values ([`pearson`]) and of ranks ([`spearman`]).
//!
//! [`geometric_mean`] only summarises ratios for readers; no decision depends on it.
//!
//! All functions expect finite values. Each function documents its result for empty samples and for
//! single values.

mod correlation;
mod distance;
mod quantiles;
mod rank;
mod variance;

pub use correlation::{pearson, spearman};
pub use distance::Distance;
pub use igc_measure::statistics::{CONFIDENCE, Interval, halves, median};
pub(crate) use quantiles::quantiles;
pub(crate) use rank::mann_whitney_of_counts;
pub use rank::{common_language_effect, mann_whitney};
pub use variance::GroupVariance;
pub(crate) use variance::ROUNDING;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The arithmetic mean; `None` for an empty sample. The mean of equal values is exactly this value.
pub fn mean(values: &[f64]) -> Option<f64> {
    let first = *values.first()?;
    let count = values.len() as f64;
    // Summing differences from the first value keeps constants exact and prevents overflow.
    Some(first + values.iter().map(|value| (value - first) / count).sum::<f64>())
}

/// The standard deviation of a sample, with Bessel's correction: the root of the sum of squared
/// differences from the mean, divided by `n − 1` (NIST/SEMATECH e-Handbook of Statistical Methods,
/// section 1.3.5.6).
///
/// Returns `None` for fewer than two values, and zero for a constant.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let largest = values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
    if largest == 0.0 {
        return Some(0.0);
    }
    // Dividing by the largest difference prevents squares from overflowing or vanishing.
    let squares: f64 = values.iter().map(|value| ((value - mean) / largest).powi(2)).sum();
    Some(largest * (squares / (values.len() - 1) as f64).sqrt())
}

/// The confidence interval of the mean at the level [`CONFIDENCE`], for normally distributed
/// values: the mean ± t · s / √n, where t is the 97.5 % quantile of Student's distribution with n −
/// 1 degrees of freedom (NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.2).
///
/// Returns `None` for fewer than two values, because a single run shows no spread. The interval of
/// a constant is a point.
pub fn mean_interval(values: &[f64]) -> Option<Interval> {
    let (mean, deviation) = (mean(values)?, standard_deviation(values)?);
    let freedom = (values.len() - 1) as f64;
    let student = StudentsT::new(0.0, 1.0, freedom).expect("the degrees of freedom are positive");
    let quantile = student.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0);
    let half = quantile * (deviation / (values.len() as f64).sqrt());
    Some(Interval { low: mean - half, high: mean + half })
}

/// The geometric mean: the `n`-th root of the product (Fleming and Wallace, "How Not to Lie with
/// Statistics", CACM 29(3), 1986). It is the appropriate mean for ratios.
///
/// Returns `None` for an empty sample, and if a value is not positive or not finite.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.iter().any(|value| !value.is_finite() || *value <= 0.0) {
        return None;
    }
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    mean(&logarithms).map(f64::exp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_statistics_and_one_value_no_spread() {
        assert_eq!((mean(&[]), standard_deviation(&[]), geometric_mean(&[])), (None, None, None));
        assert_eq!((mean_interval(&[]), mean_interval(&[1.0])), (None, None));
        assert_eq!((mean(&[3.0]), standard_deviation(&[3.0])), (Some(3.0), None));
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(geometric_mean(&[1.0, f64::INFINITY]), None);
    }

    /// Checks constants of different counts. 0.1 + 0.1 + 0.1 is not 0.3, so a plain sum divided by
    /// the count would give them different means.
    #[test]
    fn a_constant_is_its_own_mean_without_an_interval_around_it() {
        for count in 2..40 {
            let constant = vec![0.1; count];
            assert_eq!(mean(&constant), Some(0.1));
            assert_eq!(standard_deviation(&constant), Some(0.0));
            assert_eq!(mean_interval(&constant), Some(Interval { low: 0.1, high: 0.1 }));
        }
    }

    #[test]
    fn a_speedup_and_the_same_slowdown_are_nothing_together() {
        let mean = geometric_mean(&[8.0, 0.125]).expect("they are positive");
        assert!((mean - 1.0).abs() < 1e-15);
    }
}
