//! Rank statistics, which use only the order of values, not their magnitudes.
//!
//! This module has its own Mann–Whitney test, for two reasons. The existing crate enumerates the
//! exact distribution, which takes years for the sample sizes here. It also computes small
//! probabilities as one minus a large probability, which loses their digits.

use statrs::distribution::{ContinuousCDF, Normal};

/// The largest size of the smaller sample for which the distribution of U is computed exactly. For
/// larger samples, the normal approximation is accurate.
const EXACT_SIZE: usize = 8;

/// The maximum number of additions for an exact distribution; beyond it, the approximation is used.
const EXACT_WORK: usize = 100_000_000;

/// The two-sided Mann–Whitney U test: the probability that two samples of one distribution differ
/// at least as much as these (Mann and Whitney, "On a Test of Whether one of Two Random Variables
/// is Stochastically Larger than the Other", Annals of Mathematical Statistics 18(1), 1947).
///
/// The result is exact if one sample has at most eight values and no value occurs twice. Otherwise
/// it is the normal approximation with corrections for ties and continuity. It equals the result of
/// SciPy's `mannwhitneyu(a, b)`.
///
/// Returns `None` if a sample is empty or a value is NaN, and 1 if all values of both samples are
/// equal.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> Option<f64> {
    Some(Ranked::new(a, b)?.two_sided())
}

/// The result of [`mann_whitney`] for samples that are given as counts: for each distinct value of
/// both samples, in ascending order, the number of its occurrences in the first and in the second
/// sample. A caller that tests many samples of the same values sorts the values only once.
///
/// Returns `None` if a sample is empty.
pub(crate) fn mann_whitney_of_counts(counts: impl IntoIterator<Item = (u32, u32)>) -> Option<f64> {
    let counts = counts.into_iter();
    let ranked = Ranked::of_counts(counts.map(|(a, b)| (f64::from(a), f64::from(b))))?;
    Some(ranked.two_sided())
}

/// The common-language effect size: the probability that a value drawn from `a` is less than one
/// drawn from `b`, where a pair of equal values is counted as one half (McGraw and Wong, "A Common
/// Language Effect Size Statistic", Psychological Bulletin 111(2), 1992; for ties, Vargha and
/// Delaney, Journal of Educational and Behavioral Statistics 25(2), 2000).
///
/// For times with and without an optimisation, it is the probability of a speedup. Returns `None`
/// if a sample is empty or a value is NaN.
pub fn common_language_effect(a: &[f64], b: &[f64]) -> Option<f64> {
    let ranked = Ranked::new(a, b)?;
    Some(1.0 - ranked.u / ranked.pairs())
}

/// The rank statistics of two samples.
struct Ranked {
    sizes: (f64, f64),
    /// The number of pairs whose value in the first sample is larger; a pair of equal values is
    /// counted as one half.
    u: f64,
    /// The sum of t³ − t over all groups of t equal values.
    ties: f64,
}

impl Ranked {
    fn new(a: &[f64], b: &[f64]) -> Option<Ranked> {
        if a.is_empty() || b.is_empty() || a.iter().chain(b).any(|value| value.is_nan()) {
            return None;
        }
        let first = a.iter().map(|&value| (value, true));
        let mut all: Vec<(f64, bool)> = first.chain(b.iter().map(|&v| (v, false))).collect();
        // `total_cmp` would distinguish the two zeros, which must be equal here.
        all.sort_by(|(x, _), (y, _)| x.partial_cmp(y).expect("no value is no number"));
        Ranked::of_counts(all.chunk_by(|(x, _), (y, _)| x == y).map(|equal| {
            let of_first = equal.iter().filter(|(_, is_first)| *is_first).count();
            (of_first as f64, (equal.len() - of_first) as f64)
        }))
    }

    /// Ranks samples that are given as counts of each distinct value, in ascending order. Returns
    /// `None` if a sample is empty.
    fn of_counts(counts: impl Iterator<Item = (f64, f64)>) -> Option<Ranked> {
        let (mut sizes, mut rank_sum, mut ties) = ((0.0, 0.0), 0.0, 0.0);
        for (of_first, of_second) in counts {
            let (before, count) = (sizes.0 + sizes.1, of_first + of_second);
            // The mean rank, from 1, of the equal values.
            rank_sum += of_first * (before + (count + 1.0) / 2.0);
            ties += count * count * count - count;
            sizes = (sizes.0 + of_first, sizes.1 + of_second);
        }
        let u = rank_sum - sizes.0 * (sizes.0 + 1.0) / 2.0;
        (sizes.0 > 0.0 && sizes.1 > 0.0).then_some(Ranked { sizes, u, ties })
    }

    /// Returns the two-sided p-value, which [`mann_whitney`] describes.
    fn two_sided(&self) -> f64 {
        let (u, least) = (self.u, self.u.min(self.pairs() - self.u));
        let sizes = self.sizes;
        let (small, large) = (sizes.0.min(sizes.1) as usize, sizes.0.max(sizes.1) as usize);
        let work = (least as usize).saturating_add(1).saturating_mul(small).saturating_mul(large);
        let two_sided = if self.ties == 0.0 && small <= EXACT_SIZE && work <= EXACT_WORK {
            2.0 * at_most(least as usize, small, large)
        } else {
            2.0 * self.normal_tail(u.max(self.pairs() - u))
        };
        two_sided.clamp(0.0, 1.0)
    }

    fn pairs(&self) -> f64 {
        self.sizes.0 * self.sizes.1
    }

    /// Returns the probability of a value of at least `u`, from the normal distribution with the
    /// mean and variance of U.
    fn normal_tail(&self, u: f64) -> f64 {
        let total = self.sizes.0 + self.sizes.1;
        let variance = self.pairs() / 12.0 * (total + 1.0 - self.ties / (total * (total - 1.0)));
        // All values are equal, up to rounding.
        if variance <= 0.0 {
            return 1.0;
        }
        Normal::standard().sf((u - self.pairs() / 2.0 - 0.5) / variance.sqrt())
    }
}

/// The probability that U is at most `u` for samples of `small` and `large` distinct values of one
/// distribution.
///
/// It uses the recurrence of Mann and Whitney's paper: the largest of all values is in one sample
/// with a probability proportional to the size of that sample, and it is then larger than all
/// values of the other.
fn at_most(u: usize, small: usize, large: usize) -> f64 {
    // `probability[s][v]`: the probability that U is v, for s values against the `more` values so
    // far.
    let certain = [vec![1.0], vec![0.0; u]].concat();
    let mut probability = vec![certain; small + 1];
    for more in 1..=large {
        for few in 1..=small {
            let share = few as f64 / (few + more) as f64;
            for v in 0..=u {
                let in_few = if v >= more { probability[few - 1][v - more] } else { 0.0 };
                probability[few][v] = share * in_few + (1.0 - share) * probability[few][v];
            }
        }
    }
    probability[small].iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_cannot_be_compared_and_equals_do_not_differ() {
        assert_eq!((mann_whitney(&[], &[1.0]), mann_whitney(&[1.0], &[])), (None, None));
        assert_eq!(mann_whitney(&[f64::NAN], &[1.0]), None);
        assert_eq!(mann_whitney(&[1.0; 20], &[1.0; 30]), Some(1.0));
        assert_eq!(common_language_effect(&[], &[1.0]), None);
    }

    /// Compares two samples of three values: in one of the 20 orders, the first sample has the
    /// three smallest values.
    #[test]
    fn few_values_are_counted() {
        assert_eq!(mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]), Some(0.1));
        let close = mann_whitney(&[1.0, 4.0], &[2.0, 3.0]).expect("there are values");
        assert!((close - 1.0).abs() < 1e-15);
    }

    #[test]
    fn magnitudes_do_not_matter() {
        let (few, huge) = ([0.5, 0.9, 1.5], [0.5, 0.9, 1e300]);
        assert_eq!(mann_whitney(&few, &[1.0; 9]), mann_whitney(&huge, &[1.0; 9]));
    }

    #[test]
    fn the_effect_is_the_share_of_pairs_that_got_faster() {
        assert_eq!(common_language_effect(&[0.5, 0.6, 2.0, 1.0], &[1.0; 4]), Some(0.625));
        assert_eq!(common_language_effect(&[0.1], &[1.0]), Some(1.0));
        assert_eq!(common_language_effect(&[3.0], &[1.0]), Some(0.0));
    }

    #[test]
    fn counts_give_the_same_as_values() {
        let (a, b) = ([0.5, 0.5, 0.9, 1.0, 1.5, 0.5], [1.0; 6]);
        let counts = [(3, 0), (1, 0), (0, 0), (1, 6), (1, 0)];
        assert_eq!(mann_whitney_of_counts(counts), mann_whitney(&a, &b));
        assert_eq!(mann_whitney_of_counts([(1, 0), (0, 1)]), mann_whitney(&[1.0], &[2.0]));
        assert_eq!(mann_whitney_of_counts([(3, 0)]), None);
        assert_eq!(mann_whitney_of_counts([]), None);
    }

    /// Checks that the test finishes quickly for large samples, for which it uses the
    /// approximation.
    #[test]
    fn many_values_against_few_take_no_time() {
        let many: Vec<f64> = (0..100_000).map(f64::from).collect();
        let few: Vec<f64> = (0..8).map(|value| f64::from(value) * 10_000.0 + 0.5).collect();
        let p = mann_whitney(&few, &many).expect("there are values");
        assert!(p > 0.05 && p < 0.9, "{p}");
    }
}
