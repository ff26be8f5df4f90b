//! Medians of times, their confidence intervals and standard errors, and confidence intervals of
//! ratios of medians.
//!
//! Times of runs are not normally distributed: they have a lower bound and a long tail of
//! interruptions. These functions therefore assume no distribution (Hoefler and Belli, "Scientific
//! Benchmarking of Parallel Computing Systems", SC '15, sections 3.1.3 and 3.2.2).

use std::f64::consts::LN_2;

pub use igc_runtime::report::median;
use serde::{Deserialize, Serialize};

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// Number of resamples of a bootstrap.
const RESAMPLES: usize = 2000;

/// The seed of the bootstrap, so that the same samples give the same interval.
const SEED: u64 = 0x1c6;

/// A closed interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "[f64; 2]", from = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Interval {
        Interval { low, high }
    }
}

impl Interval {
    /// Returns whether the two intervals have a number in common.
    pub fn overlaps(&self, other: &Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Returns the distance between the two ends.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// Returns the interval that contains the median of the distribution with at least [`CONFIDENCE`],
/// whatever the distribution. Its ends are the `r`-th least and the `r`-th greatest value, for the
/// largest `r` for which at most `r − 1` of `n` fair coins show heads with a probability of at most
/// half of the remaining probability (Conover, "Practical Nonparametric Statistics", section 3.2;
/// Le Boudec, "Performance Evaluation of Computer and Communication Systems", theorem 2.1).
///
/// Returns `None` for fewer than six values: the interval from the least to the greatest of five
/// values has a confidence of only 93.75 %.
pub fn median_interval(values: &[f64]) -> Option<Interval> {
    let rank = rank(values.len())?;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(Interval { low: sorted[rank - 1], high: sorted[sorted.len() - rank] })
}

/// Returns the rank, from 1, of the lower end of the median's interval.
fn rank(values: usize) -> Option<usize> {
    let tail = (1.0 - CONFIDENCE) / 2.0;
    // Logarithms are necessary because 2^-n underflows from n = 1075 on.
    let mut log_term = -(values as f64) * LN_2;
    let (mut probability, mut rank) = (0.0, 0);
    for heads in 0..values / 2 {
        probability += log_term.exp();
        if probability > tail {
            break;
        }
        rank = heads + 1;
        log_term += ((values - heads) as f64 / (heads + 1) as f64).ln();
    }
    (rank > 0).then_some(rank)
}

/// Returns the interval of the ratio of the medians of two lists of times, with [`CONFIDENCE`]: the
/// percentile interval of a bootstrap (Efron and Tibshirani, "An Introduction to the Bootstrap",
/// section 13.3). Elements at the same position are from the same round. The bootstrap draws rounds
/// and not single times, so a round that was slow for both lists does not count as a difference.
///
/// Returns `None` if the lists have different lengths, if they have too few values for [an interval
/// of the median](median_interval), or if a median may be zero.
pub fn ratio_interval(times: &[f64], base: &[f64]) -> Option<Interval> {
    if times.len() != base.len() || rank(times.len()).is_none() || base.contains(&0.0) {
        return None;
    }
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut rounds = vec![0; times.len()];
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            rounds.fill_with(|| random.usize(..times.len()));
            let drawn = |list: &[f64]| median(rounds.iter().map(|&round| list[round]));
            drawn(times) / drawn(base)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let outside = ((1.0 - CONFIDENCE) / 2.0 * RESAMPLES as f64) as usize;
    Some(Interval { low: ratios[outside], high: ratios[RESAMPLES - 1 - outside] })
}

/// Returns the standard error of the median, relative to the median: the standard deviation of the
/// medians of the resamples of a bootstrap (Efron and Tibshirani, "An Introduction to the
/// Bootstrap", section 6.2).
///
/// Returns `None` for fewer than two values, or if the median is not positive.
pub fn relative_error(values: &[f64]) -> Option<f64> {
    let middle = median(values.iter().copied());
    if values.len() < 2 || middle <= 0.0 {
        return None;
    }
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut drawn = || values[random.usize(..values.len())];
    let relative = |_| median((0..values.len()).map(|_| drawn())) / middle;
    let medians: Vec<f64> = (0..RESAMPLES).map(relative).collect();
    // Differences from 1 lose fewer digits than differences of squares.
    let mean = medians.iter().map(|median| median - 1.0).sum::<f64>() / RESAMPLES as f64;
    let squares: f64 = medians.iter().map(|median| (median - 1.0 - mean).powi(2)).sum();
    Some((squares / (RESAMPLES - 1) as f64).sqrt())
}

/// Splits values into those at even and those at odd positions. If one half chooses the fastest of
/// several lists, the other half can judge the choice, and a drift of the machine affects both alike.
pub fn halves(values: &[f64]) -> [Vec<f64>; 2] {
    [0, 1].map(|first| values.iter().copied().skip(first).step_by(2).collect())
}

/// A summary of repeated measurements, in their unit. Noise can make a difference of times
/// negative.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The median.
    pub median: f64,
    /// The confidence interval of the median; `None` for fewer than six runs.
    pub interval: Option<Interval>,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub greatest: f64,
}

impl Summary {
    /// Summarises values. Returns `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Summary> {
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let greatest = values.iter().copied().max_by(f64::total_cmp)?;
        let (median, interval) = (median(values.iter().copied()), median_interval(values));
        Some(Summary { median, interval, least, greatest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected ranks follow from sums of binomial coefficients: for six values 1/64 and 7/64,
    /// for ten (1 + 10)/1024 and 56/1024, for fifteen 576/32768 and 1941/32768. For twenty values,
    /// every table has the ranks 6 and 15.
    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        let ranks = [0, 1, 5, 6, 8, 9, 10, 11, 12, 15, 20, 25].map(rank);
        let expected = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 6, 8];
        assert_eq!(ranks.map(|rank| rank.unwrap_or(0)), expected);
    }

    /// For many values, the binomial distribution is nearly normal: n/2 − 1.96 √n/2.
    #[test]
    fn ranks_of_many_values_are_those_of_the_normal_distribution() {
        for count in [1_000, 10_000, 1_000_000] {
            let half = count as f64 / 2.0;
            let normal = half - 1.959_964 * half.sqrt() / 2f64.sqrt();
            let found = rank(count).expect("there are many") as f64;
            assert!((found - normal).abs() <= 1.0, "{count}: {found}, {normal}");
        }
    }

    #[test]
    fn the_interval_of_a_median_is_between_two_of_the_values() {
        let ten = [9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0, 100.0];
        assert_eq!(median_interval(&ten), Some(Interval { low: 2.0, high: 9.0 }));
        assert_eq!(median_interval(&ten[..6]), Some(Interval { low: 1.0, high: 9.0 }));
        assert_eq!(median_interval(&ten[..5]), None);
    }

    #[test]
    fn intervals_overlap_where_they_touch() {
        let interval = |low, high| Interval { low, high };
        assert!(interval(1.0, 2.0).overlaps(&interval(2.0, 3.0)));
        assert!(interval(1.0, 9.0).overlaps(&interval(2.0, 3.0)));
        assert!(!interval(1.0, 2.0).overlaps(&interval(2.5, 3.0)));
        assert!(!interval(2.5, 3.0).overlaps(&interval(1.0, 2.0)));
    }

    /// The machine gets slower with each round. The ratio is the same in all rounds, so it is
    /// certain.
    #[test]
    fn what_a_round_does_to_all_is_no_difference() {
        let base: Vec<f64> = (1..=15).map(f64::from).collect();
        let times: Vec<f64> = base.iter().map(|time| time * 0.5).collect();
        let certain = Interval { low: 0.5, high: 0.5 };
        assert_eq!(ratio_interval(&times, &base), Some(certain));
    }

    /// The base is constant, so the medians of resamples are among these eleven values. The median
    /// of a resample is at most the k-th least value with the probability that at least 6 of 11
    /// draws are among the k least: .0072 for k = 2, .0512 for k = 3. The least 2.5 % of 2000
    /// resamples therefore end at the third value.
    #[test]
    fn the_interval_of_a_ratio_is_that_of_the_drawn_medians() {
        let times: Vec<f64> = (1..=11).map(f64::from).collect();
        let interval = ratio_interval(&times, &[2.0; 11]).expect("there are enough");
        assert_eq!(interval, Interval { low: 1.5, high: 4.5 });
        assert_eq!(Some(interval), ratio_interval(&times, &[2.0; 11]), "it is no chance");
        assert_eq!(ratio_interval(&times, &[2.0; 10]), None);
        assert_eq!(ratio_interval(&times[..5], &[2.0; 5]), None);
        assert_eq!(ratio_interval(&times, &[0.0; 11]), None);
    }

    /// The median of three values is the middle one unless two or three draws are the least, which
    /// has the probability 7/27, or two or three draws are the greatest, with the same probability.
    /// The standard deviation of the drawn medians of 9, 10 and 11 is therefore √(14/27), or .720.
    #[test]
    fn the_error_of_a_median_is_that_of_drawn_medians() {
        let error = relative_error(&[11.0, 9.0, 10.0]).expect("there are enough");
        assert!((error - 0.072).abs() < 0.002, "{error}");
        assert_eq!(relative_error(&[2.0; 5]), Some(0.0));
        assert_eq!([relative_error(&[2.0]), relative_error(&[0.0, 0.0])], [None, None]);
        // The error of the median of many normal values is 1.2533 σ / √n.
        let mut random = fastrand::Rng::with_seed(3);
        let mut normal = || (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
        let many: Vec<f64> = (0..900).map(|_| 100.0 + normal()).collect();
        let error = relative_error(&many).expect("there are enough");
        assert!((error / (1.2533 / 30.0 / 100.0) - 1.0).abs() < 0.3, "{error}");
    }

    #[test]
    fn values_alternate_between_the_halves() {
        assert_eq!(halves(&[1.0, 2.0, 3.0]), [vec![1.0, 3.0], vec![2.0]]);
    }

    #[test]
    fn a_summary_is_of_some_values() {
        assert_eq!(Summary::of(&[]), None);
        let summary = Summary::of(&[3.0, -1.0, 2.0]).expect("there are some");
        assert_eq!((summary.least, summary.median, summary.greatest), (-1.0, 2.0, 3.0));
        assert_eq!(summary.interval, None);
    }
}
