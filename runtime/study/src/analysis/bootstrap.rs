//! A bootstrap over tests: how stable the verdicts of Algorithm 1 are.
//!
//! Algorithm 1 treats the pairs of a test as independent samples, but they are not (see
//! [`advice`](super::advice)). The bootstrap therefore draws whole tests: it draws as many tests as
//! the partition has, with replacement, and decides again from all pairs of the drawn tests (Field
//! and Welsh, "Bootstrapping Clustered Data", Journal of the Royal Statistical Society B 69(3),
//! 2007; Davison and Hinkley, "Bootstrap Methods and their Application", section 3.8). A verdict
//! that depends on few tests differs in the resamples that do not contain these tests.
//!
//! Limits:
//! - The measured tests stand for all tests of their kind. Applications and inputs that the study
//!   does not measure do not occur in any resample.
//! - Tests of the same application or the same input are drawn independently, although they
//!   resemble each other.
//! - With few tests, resamples vary less than new measurements would, so the intervals are too
//!   narrow.
//!
//! The seed is fixed, so the same tests give the same result, bit by bit.

use serde::Serialize;

use super::advice::{FlagAdvice, Verdict, compare, settings, verdict};
use super::measurements::Measurements;
use crate::dataset::Test;
use crate::statistics::{self, CONFIDENCE, Interval};

/// Number of resamples of each verdict.
pub const RESAMPLES: usize = 1000;

/// A verdict that holds in a smaller share of the resamples is uncertain.
pub const HOLDS: f64 = 0.95;

/// The seed of the random numbers. All verdicts of a partition are based on the same resamples.
const SEED: u64 = 0x1c6;

/// The verdicts on [`RESAMPLES`] resamples of the tests of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bootstrap {
    /// The share of resamples in which Algorithm 1 gives the same verdict, from 0 to 1.
    pub same_verdict: f64,
    /// The 95 % percentile interval of the median ratio of the time with the flag to the time
    /// without it (Efron and Tibshirani, "An Introduction to the Bootstrap", section 13.3). `None`
    /// if no resample has a pair that differs significantly.
    pub median_ratio: Option<Interval>,
}

impl Bootstrap {
    /// Repeats the decision about a flag on resamples of the tests of a partition. Returns `None`
    /// for fewer than two tests, because all their resamples are the same, and if no pair has times,
    /// because there is nothing to decide.
    pub(super) fn of(
        measurements: &Measurements,
        tests: &[Test],
        found: &FlagAdvice,
    ) -> Option<Bootstrap> {
        if found.pairs == 0 {
            return None;
        }
        let settings = settings(measurements, found.flag);
        // The random numbers choose tests by position, so the order must not depend on the caller.
        let mut tests = tests.to_vec();
        tests.sort();
        let ratios = tests.iter().map(|test| compare(measurements.states(*test), &settings).ratios);
        Bootstrap::of_ratios(&ratios.collect::<Vec<_>>(), found.verdict)
    }

    /// Repeats a decision on resamples of tests, each with the ratios of its significant pairs.
    fn of_ratios(tests: &[Vec<f64>], original: Verdict) -> Option<Bootstrap> {
        let count = u32::try_from(tests.len()).ok().filter(|count| *count > 1)?;
        if tests.iter().all(Vec::is_empty) {
            // No resample has a pair either.
            return Some(Bootstrap { same_verdict: 1.0, median_ratio: None });
        }
        let ratios = Ratios::new(tests);
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut drawn = vec![0; ratios.values.len()];
        let (mut same, mut medians) = (0, Vec::with_capacity(RESAMPLES));
        for _ in 0..RESAMPLES {
            drawn.fill(0);
            for _ in 0..count {
                for (place, occurrences) in &ratios.tests[random.u32(..count) as usize] {
                    drawn[*place] += occurrences;
                }
            }
            let median = ratios.median(&drawn);
            same += usize::from(verdict(ratios.p(&drawn), median) == original);
            medians.extend(median);
        }
        medians.sort_by(f64::total_cmp);
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let ends = statistics::quantiles(&medians, [tail, 1.0 - tail]);
        Some(Bootstrap {
            same_verdict: same as f64 / RESAMPLES as f64,
            median_ratio: ends.map(Interval::from),
        })
    }

    /// Whether the verdict holds in nearly all resamples.
    pub fn is_certain(&self) -> bool {
        self.same_verdict >= HOLDS
    }
}

/// The ratios of tests, sorted once for all resamples.
struct Ratios {
    /// The distinct ratios of all tests and the number 1, in ascending order.
    values: Vec<f64>,
    /// The position of 1 in `values`.
    one: usize,
    /// The ratios of each test: positions in `values`, with the number of occurrences.
    tests: Vec<Vec<(usize, u32)>>,
}

impl Ratios {
    fn new(tests: &[Vec<f64>]) -> Ratios {
        let mut values: Vec<f64> = tests.iter().flatten().copied().chain([1.0]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let place = |ratio: &f64| values.partition_point(|value| value < ratio);
        let counted = |ratios: &Vec<f64>| -> Vec<(usize, u32)> {
            let mut places: Vec<usize> = ratios.iter().map(place).collect();
            places.sort_unstable();
            let equal = places.chunk_by(|a, b| a == b);
            equal.map(|equal| (equal[0], equal.len() as u32)).collect()
        };
        let tests = tests.iter().map(counted).collect();
        Ratios { one: place(&1.0), tests, values }
    }

    /// Returns the p-value of the ratios against equally many ones, as Algorithm 1 computes it.
    /// `drawn` is the number of occurrences of each value.
    fn p(&self, drawn: &[u32]) -> Option<f64> {
        let ones = drawn.iter().sum();
        let counts = drawn.iter().enumerate();
        let counts = counts.map(|(at, count)| (*count, if at == self.one { ones } else { 0 }));
        statistics::mann_whitney_of_counts(counts.filter(|counts| *counts != (0, 0)))
    }

    /// Returns the median of the drawn values, as [`statistics::median`] does; `None` if there are
    /// none.
    fn median(&self, drawn: &[u32]) -> Option<f64> {
        let count: u32 = drawn.iter().sum();
        let (lower, upper) = (count.checked_sub(1)? / 2, count / 2);
        let (mut below, mut of_lower) = (0, None);
        for (value, occurrences) in self.values.iter().zip(drawn) {
            below += occurrences;
            if below > lower {
                of_lower = of_lower.or(Some(*value));
            }
            if below > upper {
                // For an odd number of values, both are the same value.
                return of_lower.map(|lower| (lower + value) / 2.0);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides as Algorithm 1 does, from all ratios.
    fn decision(tests: &[Vec<f64>]) -> (Verdict, f64) {
        let ratios: Vec<f64> = tests.iter().flatten().copied().collect();
        let median = statistics::median(ratios.iter().copied());
        let p = statistics::mann_whitney(&ratios, &vec![1.0; ratios.len()]);
        (verdict(p, Some(median)), median)
    }

    fn bootstrap(tests: &[Vec<f64>]) -> Bootstrap {
        Bootstrap::of_ratios(tests, decision(tests).0).expect("there are several tests")
    }

    #[test]
    fn an_effect_on_all_tests_is_certain() {
        let tests: Vec<Vec<f64>> = (0..12).map(|at| vec![0.7 + 0.01 * f64::from(at); 4]).collect();
        assert_eq!(decision(&tests).0, Verdict::Enable);
        let found = bootstrap(&tests);
        assert!(found.is_certain() && found.same_verdict == 1.0, "{found:?}");
        let Interval { low, high } = found.median_ratio.expect("there are pairs");
        assert!(0.70 < low && low < decision(&tests).1 && decision(&tests).1 < high && high < 0.81);
    }

    /// One of ten tests has 48 significant pairs, and the others have none. Algorithm 1 takes these
    /// pairs for independent evidence. A resample lacks the test with a probability of (9/10)¹⁰.
    #[test]
    fn an_effect_on_one_test_is_uncertain() {
        let mut tests = vec![vec![]; 9];
        tests.push((0..48).map(|at| 0.5 + 0.001 * f64::from(at)).collect());
        assert_eq!(decision(&tests).0, Verdict::Enable);
        let found = bootstrap(&tests);
        assert!(!found.is_certain(), "{found:?}");
        assert!((found.same_verdict - (1.0 - 0.9f64.powi(10))).abs() < 0.04, "{found:?}");
    }

    /// One test has many speedups, and the other tests have a few slowdowns each.
    #[test]
    fn a_test_that_outweighs_the_others_is_found() {
        let mut tests = vec![vec![1.1, 1.2]; 9];
        tests.push(vec![0.5; 48]);
        assert_eq!(decision(&tests).0, Verdict::Enable);
        let found = bootstrap(&tests);
        assert!(!found.is_certain(), "{found:?}");
        let Interval { low, high } = found.median_ratio.expect("there are pairs");
        assert!((low, high) == (0.5, 1.15), "the median is on either side: {low} {high}");
    }

    #[test]
    fn the_same_tests_give_the_same_result() {
        let tests: Vec<Vec<f64>> = (0..9).map(|at| vec![0.9, 0.6 + 0.1 * f64::from(at)]).collect();
        assert_eq!(bootstrap(&tests), bootstrap(&tests));
    }

    #[test]
    fn few_tests_and_tests_without_pairs_have_no_resamples() {
        assert_eq!(Bootstrap::of_ratios(&[], Verdict::Undecided), None);
        assert_eq!(Bootstrap::of_ratios(&[vec![0.5; 9]], Verdict::Enable), None);
        let none = Bootstrap::of_ratios(&[vec![], vec![]], Verdict::Undecided);
        assert_eq!(none, Some(Bootstrap { same_verdict: 1.0, median_ratio: None }));
    }

    /// The counted ratios of a resample give the p-value and the median of the list of all ratios.
    #[test]
    fn resamples_are_decided_as_partitions_are() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut ratio = || [0.5, 0.9, 1.0, 1.1, 0.25 + random.f64()][random.usize(..5)];
            let tests: Vec<Vec<f64>> =
                (0..5).map(|at| (0..at).map(|_| ratio()).collect()).collect();
            let ratios = Ratios::new(&tests);
            let mut drawn = vec![0; ratios.values.len()];
            let list: Vec<f64> = [4, 1, 4, 3, 0].iter().flat_map(|at| tests[*at].clone()).collect();
            for (place, occurrences) in [4, 1, 4, 3, 0].iter().flat_map(|at| &ratios.tests[*at]) {
                drawn[*place] += occurrences;
            }
            let median = statistics::median(list.iter().copied());
            assert_eq!(ratios.median(&drawn), Some(median));
            let p = statistics::mann_whitney(&list, &vec![1.0; list.len()]);
            assert_eq!(ratios.p(&drawn), p);
        }
    }
}
