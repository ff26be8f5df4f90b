//! What a strategy is worth: how many tests it makes faster or slower than no optimisation ("One Size
//! Doesn't Fit All", Fig. 3), and how much it loses against the oracle (Fig. 4).

use serde::Serialize;

use super::measurements::{Change, Measurements, Timing};
use super::strategy::{Specialisation, Strategy};
use crate::dataset::Test;
use crate::statistics;

/// Times against those without optimisations.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct AgainstBaseline {
    /// How many tests get significantly faster.
    pub speedups: usize,
    /// How many do not change significantly; those that fell back are among them.
    pub unchanged: usize,
    /// How many get significantly slower.
    pub slowdowns: usize,
    /// On how many the chosen configuration has no times, so that the baseline ran instead.
    pub fell_back: usize,
    /// How many cannot be compared, because the baseline has no times. Nothing else counts them.
    pub incomparable: usize,
    /// The geometric mean of the baseline's time by the strategy's, over all that can be compared: more
    /// than one is faster.
    pub geomean_speedup: Option<f64>,
}

/// Times against the fastest configuration of each test.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct AgainstOracle {
    /// How many tests are compared: those on which the strategy has a time, or falls back to one.
    pub tests: usize,
    /// The geometric mean of the strategy's time by the oracle's: one, or more.
    pub geomean_slowdown: Option<f64>,
    /// The largest such ratio.
    pub worst_slowdown: Option<f64>,
}

/// What a strategy is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrategyEffect {
    /// The strategy.
    pub strategy: Strategy,
    /// On all tests.
    pub all: AgainstBaseline,
    /// On those that some configuration speeds up: the tests of Fig. 3.
    pub sensitive: AgainstBaseline,
    /// On all tests (Fig. 4).
    pub against_oracle: AgainstOracle,
}

/// What strategies are worth, one by one.
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
        StrategyEffect {
            strategy: specialisation.strategy,
            all: AgainstBaseline::of(measurements, &ran),
            sensitive: AgainstBaseline::of(measurements, on_sensitive),
            against_oracle: AgainstOracle::of(measurements, &ran),
        }
    };
    specialisations.iter().map(effect).collect()
}

/// What ran on a test.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ran {
    pub test: Test,
    pub timing: Option<Timing>,
    pub fell_back: bool,
}

impl AgainstBaseline {
    /// Counts.
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
            .filter_map(|ran| {
                let (_, best) = measurements.best(ran.test)?;
                Some(ran.timing?.ratio_to(&best))
            })
            .collect();
        AgainstOracle {
            tests: slowdowns.len(),
            geomean_slowdown: statistics::geometric_mean(&slowdowns),
            worst_slowdown: slowdowns.into_iter().max_by(f64::total_cmp),
        }
    }
}
