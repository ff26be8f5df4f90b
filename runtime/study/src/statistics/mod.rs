//! What is known of a sample of times, and whether two samples differ.
//!
//! Different questions are asked of times, and each has its own statistics:
//!
//! * *Do two configurations differ on a test?* A few runs of each: means with Student's t intervals,
//!   as "One Size Doesn't Fit All", section VI-D does. See [`mean_interval`].
//! * *Does an optimisation help many tests?* Many ratios of times, from chips that react by a few per
//!   cent and chips that react tenfold: ranks, which see only the order ([`mann_whitney`]), and the
//!   median and the [`common_language_effect`] for direction and size.
//!
//! * *Which parameter of a tuned kernel makes the difference, and do operations agree on what is fast?*
//!   Every configuration once: analysis of variance ([`GroupVariance`]), and correlation, of values
//!   ([`pearson`]) and of ranks ([`spearman`]).
//!
//! [`geometric_mean`] is for telling people about ratios; nothing is decided by it.
//!
//! Values are finite. What a function gives of no values, or of one, stands with the function.

mod correlation;
mod rank;
mod variance;

pub use correlation::{pearson, spearman};
pub use igc_measure::statistics::{CONFIDENCE, Interval, median};
pub use rank::{common_language_effect, mann_whitney};
pub use variance::GroupVariance;
pub(crate) use variance::ROUNDING;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The sum by the number. `None` of no values; exactly the value where all are the same.
pub fn mean(values: &[f64]) -> Option<f64> {
    let first = *values.first()?;
    let count = values.len() as f64;
    // Differences to one of them: what is constant stays exact, and large values do not overflow.
    Some(first + values.iter().map(|value| (value - first) / count).sum::<f64>())
}

/// The sample's standard deviation, with Bessel's correction: the root of the squared distances to the
/// mean, by `n − 1` (NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.6).
///
/// `None` of fewer than two values; zero of a constant.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let largest = values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
    if largest == 0.0 {
        return Some(0.0);
    }
    // In units of the largest distance, so that no square overflows or vanishes.
    let squares: f64 = values.iter().map(|value| ((value - mean) / largest).powi(2)).sum();
    Some(largest * (squares / (values.len() - 1) as f64).sqrt())
}

/// Between what the mean of the distribution lies with [`CONFIDENCE`], if the values are normally
/// distributed: the mean ± t · s / √n, where t is Student's 97.5 % quantile for n − 1 degrees of freedom
/// (NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.2).
///
/// `None` of fewer than two values: a single run says nothing of how much runs differ. Of a constant,
/// the interval is a point.
pub fn mean_interval(values: &[f64]) -> Option<Interval> {
    let (mean, deviation) = (mean(values)?, standard_deviation(values)?);
    let freedom = (values.len() - 1) as f64;
    let student = StudentsT::new(0.0, 1.0, freedom).expect("the degrees of freedom are positive");
    let quantile = student.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0);
    let half = quantile * (deviation / (values.len() as f64).sqrt());
    Some(Interval { low: mean - half, high: mean + half })
}

/// The `n`-th root of the product: the mean of ratios (Fleming and Wallace, "How Not to Lie with
/// Statistics", CACM 29(3), 1986).
///
/// `None` of no values, and where a value is not positive or not finite.
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

    /// 0.1 + 0.1 + 0.1 is not 0.3: a sum by the number would make two constants differ by how many
    /// there are of each.
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
