//! Algorithm 1: decides which flags to enable for a set of tests ("One Size Doesn't Fit All",
//! section III-A).
//!
//! For each flag, on every test and for every setting of the other flags, the time with the flag is
//! compared with the time without it. Algorithm 1 collects the ratios of the pairs that differ
//! significantly. A flag is recommended if the median ratio is below one and a Mann–Whitney U test
//! rejects that the ratios are as likely above one as below. The test uses ranks, so a chip with
//! effects of a factor of ten counts no more than a chip with small effects.
//!
//! Limits: the pairs are not independent samples. Each test occurs once for each setting of the
//! other flags; settings that do not change a program even have equal times. The p-values are
//! therefore too small, above all on small partitions. A [bootstrap](super::bootstrap) over tests
//! shows which verdicts depend on single tests.

use igc_compiler::configuration::{Configuration, Flag};
use serde::Serialize;

use super::bootstrap::Bootstrap;
use super::measurements::{Change, Measurements, State};
use crate::dataset::Test;
use crate::statistics;

/// The significance level: if the p-value is below this level, Algorithm 1 decides for or against a
/// flag.
pub const SIGNIFICANCE: f64 = 0.05;

/// The recommendation for a flag: ✓, ✗ or ? in Table IX.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// ✓: the flag makes tests faster.
    Enable,
    /// ✗: the flag makes tests slower, or has no effect.
    Disable,
    /// ?: too few differences are significant, or they contradict each other. The flag stays off.
    Undecided,
}

/// The findings for one flag on a set of tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FlagAdvice {
    /// The flag.
    pub flag: Flag,
    /// The recommendation.
    pub verdict: Verdict,
    /// Whether the flag is in [`Advice::options`]. A recommended flag is left out if it is
    /// incompatible with another recommended flag that has a better median.
    pub chosen: bool,
    /// The two-sided p-value of the Mann–Whitney U test; `None` if no pair differs significantly.
    pub p: Option<f64>,
    /// The median ratio of the time with the flag to the time without it, over the pairs that
    /// differ significantly. `None` if no pair does.
    pub median_ratio: Option<f64>,
    /// The common-language effect size: the probability that the flag speeds up a pair that differs
    /// significantly. `None` if no pair does.
    pub effect_size: Option<f64>,
    /// Number of pairs (with and without the flag) whose times differ significantly.
    pub significant_pairs: usize,
    /// Number of pairs (with and without the flag) in which both configurations have times.
    pub pairs: usize,
    /// Number of pairs (with and without the flag) in which a configuration failed or was not
    /// tried.
    pub left_out: usize,
    /// Number of tests that the flag makes fail: for some setting of the other flags, the
    /// configuration with the flag fails and the one without it has times.
    pub harmed_tests: usize,
    /// How the verdict changes if other tests of the same kind are measured. [`analyse`] computes
    /// it for the strategies [`Global`] and [`Chip`], which the report shows. `None` for other
    /// strategies, for fewer than two tests, and if no pair has times.
    ///
    /// [`analyse`]: super::analyse
    /// [`Global`]: super::Strategy::Global
    /// [`Chip`]: super::Strategy::Chip
    pub bootstrap: Option<Bootstrap>,
}

/// The recommendation for a set of tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// The recommended configuration. Its flags were evaluated one by one, so the study may not
    /// contain the combination.
    pub options: Configuration,
    /// The findings for each flag, in the order of [`Dataset::flags`](crate::dataset::Dataset::flags).
    pub flags: Vec<FlagAdvice>,
    /// Number of tests on which the recommended configuration failed.
    pub failed_tests: usize,
    /// Number of tests on which the recommended configuration was not tried.
    pub untried_tests: usize,
}

/// Evaluates each flag on a set of tests. This is `OPTS_FOR_PARTITION` of Algorithm 1.
pub fn advise(measurements: &Measurements, tests: &[Test]) -> Advice {
    let flags = measurements.dataset().flags().into_iter();
    let mut flags: Vec<FlagAdvice> = flags.map(|flag| judge(measurements, tests, flag)).collect();
    let options = combine(&mut flags);
    let states = || tests.iter().map(|test| measurements.state(*test, &options));
    Advice {
        failed_tests: states().filter(|state| *state == State::Failed).count(),
        untried_tests: states().filter(|state| *state == State::Untried).count(),
        options,
        flags,
    }
}

/// Compares all configurations that have a flag with those that lack it, on a set of tests.
fn judge(measurements: &Measurements, tests: &[Test], flag: Flag) -> FlagAdvice {
    let settings = settings(measurements, flag);
    let (mut ratios, mut pairs, mut left_out, mut harmed_tests) = (vec![], 0, 0, 0);
    for test in tests {
        let compared = compare(measurements.states(*test), &settings);
        ratios.extend(compared.ratios);
        pairs += compared.pairs;
        left_out += compared.left_out;
        harmed_tests += usize::from(compared.is_harmed);
    }
    let ones = vec![1.0; ratios.len()];
    let p = statistics::mann_whitney(&ratios, &ones);
    let median_ratio = (!ratios.is_empty()).then(|| statistics::median(ratios.iter().copied()));
    FlagAdvice {
        flag,
        verdict: verdict(p, median_ratio),
        chosen: false,
        p,
        median_ratio,
        effect_size: statistics::common_language_effect(&ratios, &ones),
        significant_pairs: ratios.len(),
        pairs,
        left_out,
        harmed_tests,
        bootstrap: None,
    }
}

/// The pairs of one test, with and without a flag.
#[derive(Default)]
pub(super) struct Compared {
    /// The ratio of the time with the flag to the time without it, for each pair whose times differ
    /// significantly.
    pub ratios: Vec<f64>,
    /// Number of pairs in which both configurations have times.
    pairs: usize,
    /// Number of pairs in which a configuration failed or was not tried.
    left_out: usize,
    /// Whether the flag makes the test fail in some pair.
    is_harmed: bool,
}

/// Compares the configurations of a test that have a flag with those that lack it. `settings` are
/// the pairs that [`settings`] returns.
pub(super) fn compare(states: &[State], settings: &[(usize, usize)]) -> Compared {
    let mut compared = Compared::default();
    for (on, off) in settings {
        match (states.get(*on), states.get(*off)) {
            (Some(State::Timed(on)), Some(State::Timed(off))) => {
                compared.pairs += 1;
                if on.change_from(off) != Change::None {
                    compared.ratios.push(on.ratio_to(off));
                }
            }
            (on, off) => {
                compared.left_out += 1;
                compared.is_harmed |=
                    matches!((on, off), (Some(State::Failed), Some(State::Timed(_))));
            }
        }
    }
    compared
}

/// Returns pairs of indices of studied configurations: one that has the flag, and the one that
/// differs only by lacking it.
pub(super) fn settings(measurements: &Measurements, flag: Flag) -> Vec<(usize, usize)> {
    let configurations = measurements.dataset().configurations.iter().enumerate();
    let with = configurations.filter(|(_, options)| options.is_on(flag));
    with.filter_map(|(on, options)| Some((on, measurements.place(&options.without(flag))?)))
        .collect()
}

/// Decides for or against a flag, or leaves it undecided. This is `ENABLE_OPT` of Algorithm 1.
pub(super) fn verdict(p: Option<f64>, median_ratio: Option<f64>) -> Verdict {
    match (p, median_ratio) {
        (Some(p), Some(median)) if p < SIGNIFICANCE => {
            if median < 1.0 {
                Verdict::Enable
            } else {
                Verdict::Disable
            }
        }
        _ => Verdict::Undecided,
    }
}

/// Combines the recommended flags into a configuration. Flags are added by median, the best first,
/// then by effect size, then in the order of [`Dataset::flags`](crate::dataset::Dataset::flags). If two flags are incompatible, the
/// better one is therefore used.
fn combine(flags: &mut [FlagAdvice]) -> Configuration {
    let mut recommended: Vec<&mut FlagAdvice> =
        flags.iter_mut().filter(|advice| advice.verdict == Verdict::Enable).collect();
    let rank = |advice: &FlagAdvice| {
        (advice.median_ratio.unwrap_or(1.0), -advice.effect_size.unwrap_or(0.0))
    };
    recommended.sort_by(|a, b| {
        let ((median, effect), (other_median, other_effect)) = (rank(a), rank(b));
        median.total_cmp(&other_median).then(effect.total_cmp(&other_effect))
    });
    let mut options = Configuration::default();
    for advice in recommended {
        if let Some(with) = options.with(advice.flag) {
            (options, advice.chosen) = (with, true);
        }
    }
    options
}
