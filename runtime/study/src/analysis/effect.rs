//! The effects of strategies: how many tests each strategy makes faster or slower than the baseline
//! ("One Size Doesn't Fit All", Fig. 3), and how much slower the strategy is than the oracle (Fig.
//! 4).

use serde::Serialize;

use super::held_out;
use super::measurements::{Change, Measurements, Timing};
use super::strategy::{Specialisation, Strategy};
use crate::dataset::Test;
use crate::statistics;

/// The effect of a strategy or a configuration compared with the baseline, which has no
/// optimisations.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct AgainstBaseline {
    /// Number of tests that become significantly faster.
    pub speedups: usize,
    /// Number of tests without a significant change. It includes the tests that fell back to the
    /// baseline.
    pub unchanged: usize,
    /// Number of tests that become significantly slower.
    pub slowdowns: usize,
    /// Number of tests where the chosen configuration has no times, so that the baseline runs.
    pub fell_back: usize,
    /// Number of tests without a time of the baseline. No other count includes them.
    pub incomparable: usize,
    /// The geometric mean of the ratio of the baseline's time to the strategy's, over all
    /// comparable tests. The strategy is faster if the mean is above one.
    pub geomean_speedup: Option<f64>,
}

/// The effect of a strategy compared with the fastest configuration of each test, which other runs
/// [choose](super::held_out) than those that are compared.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct AgainstOracle {
    /// Number of compared tests: those on which the strategy, or its fallback, has a time.
    pub tests: usize,
    /// The geometric mean of the ratio of the strategy's time to the oracle's. It can be slightly
    /// below one, because the oracle's choice depends on noise, too.
    pub geomean_slowdown: Option<f64>,
    /// The largest ratio of the strategy's time to the oracle's.
    pub worst_slowdown: Option<f64>,
    /// Number of tests on which the strategy's time does not differ significantly from the fastest: on
    /// these, the ratio is noise. The count uses all runs, because a half is too few for significance.
    pub ties: usize,
}

/// The effect of a strategy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrategyEffect {
    /// The strategy.
    pub strategy: Strategy,
    /// The effect on all tests, compared with the baseline.
    pub all: AgainstBaseline,
    /// The effect on the tests that some configuration speeds up, compared with the baseline (Fig.
    /// 3).
    pub sensitive: AgainstBaseline,
    /// The effect on all tests, compared with the oracle (Fig. 4).
    pub against_oracle: AgainstOracle,
}

/// Returns the effect of each strategy.
pub fn strategy_effects(
    measurements: &Measurements,
    specialisations: &[Specialisation],
) -> Vec<StrategyEffect> {
    let sensitive: Vec<Test> = measurements.sensitive().collect();
    let effect = |specialisation: &Specialisation| {
        let ran: Vec<Ran> = specialisation
            .choices(measurements)
            .map(|(test, choice)| Ran { test, timing: choice.timing, fell_back: choice.fell_back })
            .collect();
        let on_sensitive = ran.iter().filter(|ran| sensitive.binary_search(&ran.test).is_ok());
        let mut effect = StrategyEffect {
            strategy: specialisation.strategy,
            all: AgainstBaseline::of(measurements, &ran),
            sensitive: AgainstBaseline::of(measurements, on_sensitive),
            against_oracle: AgainstOracle::of(measurements, &ran),
        };
        if specialisation.strategy == Strategy::Oracle {
            effect.judge_oracle(measurements, &sensitive);
        }
        effect
    };
    specialisations.iter().map(effect).collect()
}

impl StrategyEffect {
    /// Replaces the means of the oracle by those of its choices in [other
    /// runs](super::held_out). The counts stay, because a half of the runs is too few for
    /// significance.
    fn judge_oracle(&mut self, measurements: &Measurements, sensitive: &[Test]) {
        let tests = measurements.tests().iter().copied();
        self.all.geomean_speedup = held_out::speedup(measurements, tests);
        let sensitive = sensitive.iter().copied();
        self.sensitive.geomean_speedup = held_out::speedup(measurements, sensitive);
        let is_known = self.against_oracle.tests > 0;
        self.against_oracle.geomean_slowdown = is_known.then_some(1.0);
        self.against_oracle.worst_slowdown = is_known.then_some(1.0);
    }
}

/// A test, and the time of the configuration that ran: the chosen configuration or the baseline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ran {
    pub test: Test,
    pub timing: Option<Timing>,
    pub fell_back: bool,
}

impl AgainstBaseline {
    /// Compares the times of tests with the baseline's times.
    pub(super) fn of<'a>(
        measurements: &Measurements,
        ran: impl IntoIterator<Item = &'a Ran>,
    ) -> AgainstBaseline {
        let (mut counts, mut ratios) = (AgainstBaseline::default(), vec![]);
        for Ran { test, timing, fell_back } in ran {
            let (Some(baseline), Some(timing)) = (measurements.baseline(*test), timing) else {
                counts.incomparable += 1;
                continue;
            };
            match timing.change_from(&baseline) {
                Change::Speedup => counts.speedups += 1,
                Change::None => counts.unchanged += 1,
                Change::Slowdown => counts.slowdowns += 1,
            }
            counts.fell_back += usize::from(*fell_back);
            ratios.push(baseline.ratio_to(timing));
        }
        counts.geomean_speedup = statistics::geometric_mean(&ratios);
        counts
    }
}

impl AgainstOracle {
    fn of(measurements: &Measurements, ran: &[Ran]) -> AgainstOracle {
        let slowdowns: Vec<f64> = ran
            .iter()
            .filter_map(|ran| held_out::slowdown(measurements, ran.test, &ran.timing?))
            .collect();
        let is_tie = |ran: &&Ran| {
            let fastest = measurements.best(ran.test).map(|(_, timing)| timing);
            let pair = ran.timing.zip(fastest);
            pair.is_some_and(|(timing, fastest)| {
                timing == fastest
                    || timing.interval.is_some() && timing.change_from(&fastest) == Change::None
            })
        };
        AgainstOracle {
            tests: slowdowns.len(),
            ties: ran.iter().filter(is_tie).count(),
            geomean_slowdown: statistics::geometric_mean(&slowdowns),
            worst_slowdown: slowdowns.into_iter().max_by(f64::total_cmp),
        }
    }
}
