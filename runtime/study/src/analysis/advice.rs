//! Algorithm 1: which flags to turn on for a set of tests ("One Size Doesn't Fit All", section III-A).
//!
//! For each flag, every setting of the other flags and every test are compared with the flag and
//! without. Where the two differ significantly, their ratio is collected. The flag is recommended when a
//! Mann–Whitney U test says that the ratios are not as likely above one as below, and their median is
//! below one. Ranks decide, so a chip on which everything is ten times as fast or slow as elsewhere
//! counts no more than another.
//!
//! Limits: the pairs are no independent samples. The same test occurs once for each setting of the other
//! flags, and where some of these do nothing to a program, with the same times. So the test is more
//! confident than it would be of as many programs, above all on small partitions.

use igc_compiler::options::{Flag, Options};
use serde::Serialize;

use super::measurements::{Change, Measurements, State};
use crate::dataset::Test;
use crate::statistics;

/// A flag is decided on when chance explains its ratios with less than this probability.
pub const SIGNIFICANCE: f64 = 0.05;

/// What is recommended of a flag: ✓, ✗ and ? of Table IX.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// ✓: it makes tests faster.
    Enable,
    /// ✗: it does nothing for tests, or makes them slower.
    Disable,
    /// ?: there are too few significant differences to tell, or they go both ways. It stays off.
    Undecided,
}

/// What was found of a flag on a set of tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FlagAdvice {
    /// The flag.
    pub flag: Flag,
    /// What is recommended.
    pub verdict: Verdict,
    /// Whether the flag is one of [`Advice::options`]. Recommended flags are, but for one that a
    /// recommended flag with a better median excludes.
    pub chosen: bool,
    /// The two-sided p-value of the Mann–Whitney U test; `None` without significant pairs.
    pub p: Option<f64>,
    /// The median of the time with the flag by the time without, over the significant pairs.
    pub median_ratio: Option<f64>,
    /// The common-language effect size: the probability that a significant pair is a speedup.
    pub effect_size: Option<f64>,
    /// How many pairs differ significantly.
    pub significant_pairs: usize,
    /// How many pairs have times on both sides.
    pub pairs: usize,
    /// How many pairs were left out because a side failed or was not tried.
    pub left_out: usize,
    /// On how many tests some setting fails with the flag and has times without it.
    pub harmed_tests: usize,
}

/// What to turn on for a set of tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// The recommended configuration. Its flags were judged one by one: it may not have been studied.
    pub options: Options,
    /// What was found of each flag, in the order of [`Flag::ALL`].
    pub flags: Vec<FlagAdvice>,
    /// On how many of the tests the recommended configuration failed.
    pub failed_tests: usize,
    /// On how many of the tests it was not tried.
    pub untried_tests: usize,
}

/// Algorithm 1's `OPTS_FOR_PARTITION`: judges each flag on some tests.
pub fn advise(measurements: &Measurements, tests: &[Test]) -> Advice {
    let mut flags: Vec<FlagAdvice> =
        Flag::ALL.into_iter().map(|(_, flag)| judge(measurements, tests, flag)).collect();
    let options = combine(&mut flags);
    let states = || tests.iter().map(|test| measurements.state(*test, &options));
    Advice {
        failed_tests: states().filter(|state| *state == State::Failed).count(),
        untried_tests: states().filter(|state| *state == State::Untried).count(),
        options,
        flags,
    }
}

/// Compares everything with a flag and without it.
fn judge(measurements: &Measurements, tests: &[Test], flag: Flag) -> FlagAdvice {
    let settings = settings(measurements, flag);
    let (mut ratios, mut pairs, mut left_out, mut harmed_tests) = (vec![], 0, 0, 0);
    for states in tests.iter().map(|test| measurements.states(*test)) {
        let mut is_harmed = false;
        for (on, off) in &settings {
            match (states.get(*on), states.get(*off)) {
                (Some(State::Timed(on)), Some(State::Timed(off))) => {
                    pairs += 1;
                    if on.change_from(off) != Change::None {
                        ratios.push(on.ratio_to(off));
                    }
                }
                (on, off) => {
                    left_out += 1;
                    is_harmed |= matches!((on, off), (Some(State::Failed), Some(State::Timed(_))));
                }
            }
        }
        harmed_tests += usize::from(is_harmed);
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
    }
}

/// Every studied configuration with a flag and its mirror without, by their places.
fn settings(measurements: &Measurements, flag: Flag) -> Vec<(usize, usize)> {
    let configurations = measurements.dataset().configurations.iter().enumerate();
    let with = configurations.filter(|(_, options)| options.is_on(flag));
    with.filter_map(|(on, options)| Some((on, measurements.place(&options.without(flag))?)))
        .collect()
}

/// Algorithm 1's `ENABLE_OPT`.
fn verdict(p: Option<f64>, median_ratio: Option<f64>) -> Verdict {
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

/// The recommended flags together. They come in by their medians, the best first, so that of two that
/// exclude each other the better one wins; then by the effect size, then in the order of [`Flag::ALL`].
fn combine(flags: &mut [FlagAdvice]) -> Options {
    let mut recommended: Vec<&mut FlagAdvice> =
        flags.iter_mut().filter(|advice| advice.verdict == Verdict::Enable).collect();
    let rank = |advice: &FlagAdvice| {
        (advice.median_ratio.unwrap_or(1.0), -advice.effect_size.unwrap_or(0.0))
    };
    recommended.sort_by(|a, b| {
        let ((median, effect), (other_median, other_effect)) = (rank(a), rank(b));
        median.total_cmp(&other_median).then(effect.total_cmp(&other_effect))
    });
    let mut options = Options::default();
    for advice in recommended {
        if let Some(with) = options.with(advice.flag) {
            (options, advice.chosen) = (with, true);
        }
    }
    options
}
