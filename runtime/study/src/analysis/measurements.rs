//! Means and intervals of everything that was timed, and whether two of them differ.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use igc_compiler::options::{Flag, Options};
use serde::Serialize;

use crate::dataset::{Dataset, Outcome, Test};
use crate::statistics::{self, Interval};

/// What a run may take, in seconds: no device is faster, and nobody waits longer. What is outside is no
/// time but a broken clock or a broken file, and ratios of what is inside neither overflow nor vanish.
pub const PLAUSIBLE: RangeInclusive<f64> = 1e-15..=1e15;

/// The time of a configuration of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// The mean of its runs, in seconds; [`PLAUSIBLE`].
    pub mean: f64,
    /// Where the mean lies with 95 % confidence; `None` of a single run.
    pub interval: Option<Interval>,
}

/// What became of the time when something changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It got significantly less.
    Speedup,
    /// The intervals overlap, or there are none.
    None,
    /// It got significantly more.
    Slowdown,
}

/// What is known of a configuration of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum State {
    /// Nothing.
    Untried,
    /// It failed, or its times are not [`PLAUSIBLE`].
    Failed,
    /// It was timed.
    Timed(Timing),
}

impl Timing {
    /// Of the times of runs; `None` where there are none, or one is not [`PLAUSIBLE`].
    pub fn new(times: &[f64]) -> Option<Timing> {
        if !times.iter().all(|time| PLAUSIBLE.contains(time)) {
            return None;
        }
        Some(Timing { mean: statistics::mean(times)?, interval: statistics::mean_interval(times) })
    }

    /// What became of the time, if it was `before`: a change is significant when the 95 % confidence
    /// intervals do not overlap (section VI-D). Intervals that touch overlap, and a single run has no
    /// interval, so that it differs from nothing.
    pub fn change_from(&self, before: &Timing) -> Change {
        match (self.interval, before.interval) {
            (Some(after), Some(before)) if !after.overlaps(&before) => {
                if after.high < before.low {
                    Change::Speedup
                } else {
                    Change::Slowdown
                }
            }
            _ => Change::None,
        }
    }

    /// The time by that of `before`: less than one where it got less.
    pub fn ratio_to(&self, before: &Timing) -> f64 {
        self.mean / before.mean
    }
}

/// A data set's times, summarised: what every analysis reads.
#[derive(Debug)]
pub struct Measurements<'a> {
    dataset: &'a Dataset,
    tests: Vec<Test>,
    /// The state of each configuration, test by test.
    states: BTreeMap<Test, Vec<State>>,
    places: BTreeMap<Vec<Flag>, usize>,
}

impl<'a> Measurements<'a> {
    /// Summarises a data set. Results of configurations that it does not list are ignored.
    pub fn new(dataset: &'a Dataset) -> Measurements<'a> {
        let mut states: BTreeMap<Test, Vec<State>> = BTreeMap::new();
        for (cell, outcome) in &dataset.results {
            let of_test = states
                .entry(cell.test)
                .or_insert_with(|| vec![State::Untried; dataset.configurations.len()]);
            if let Some(state) = of_test.get_mut(cell.configuration) {
                *state = match outcome {
                    Outcome::Timed(times) => Timing::new(times).map_or(State::Failed, State::Timed),
                    Outcome::Failed(_) => State::Failed,
                };
            }
        }
        let key = |options: &Options| options.flags().collect();
        let places = dataset.configurations.iter().enumerate().rev();
        Measurements {
            dataset,
            tests: states.keys().copied().collect(),
            states,
            places: places.map(|(place, options)| (key(options), place)).collect(),
        }
    }

    /// What was summarised.
    pub fn dataset(&self) -> &'a Dataset {
        self.dataset
    }

    /// The tests of which anything is known, in order.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The tests that some configuration speeds up significantly (section VI-D).
    pub fn sensitive(&self) -> impl Iterator<Item = Test> {
        self.tests.iter().copied().filter(|test| {
            let Some(baseline) = self.baseline(*test) else { return false };
            let mut timings = self.timings(*test);
            timings.any(|(_, timing)| timing.change_from(&baseline) == Change::Speedup)
        })
    }

    /// The place of a configuration in the data set; `None` where it was not studied.
    pub fn place(&self, options: &Options) -> Option<usize> {
        self.places.get(&options.flags().collect::<Vec<Flag>>()).copied()
    }

    /// What is known of each configuration of a test, by the configurations' places; empty where the test
    /// is unknown.
    pub fn states(&self, test: Test) -> &[State] {
        self.states.get(&test).map_or(&[], Vec::as_slice)
    }

    /// What is known of a configuration of a test.
    pub fn state(&self, test: Test, options: &Options) -> State {
        let state = self.place(options).and_then(|place| self.states(test).get(place));
        state.copied().unwrap_or(State::Untried)
    }

    /// The time of a configuration of a test, where there is one.
    pub fn timing(&self, test: Test, options: &Options) -> Option<Timing> {
        match self.state(test, options) {
            State::Timed(timing) => Some(timing),
            State::Untried | State::Failed => None,
        }
    }

    /// The time of a test without optimisations, where there is one.
    pub fn baseline(&self, test: Test) -> Option<Timing> {
        self.timing(test, &Options::default())
    }

    /// Every configuration of a test that has a time, in the data set's order.
    pub fn timings(&self, test: Test) -> impl Iterator<Item = (&'a Options, Timing)> {
        let states = self.states(test);
        self.dataset.configurations.iter().zip(states).filter_map(|(options, state)| match state {
            State::Timed(timing) => Some((options, *timing)),
            State::Untried | State::Failed => None,
        })
    }

    /// The configuration of a test with the least mean time: what the oracle chooses (section III).
    /// Of equally fast ones, the first.
    pub fn best(&self, test: Test) -> Option<(&'a Options, Timing)> {
        self.timings(test).min_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(times: &[f64]) -> Timing {
        Timing::new(times).expect("these are times")
    }

    #[test]
    fn a_change_is_significant_when_the_intervals_are_apart() {
        let slow = timing(&[2.0, 2.01, 1.99]);
        let fast = timing(&[1.0, 1.01, 0.99]);
        assert_eq!(fast.change_from(&slow), Change::Speedup);
        assert_eq!(slow.change_from(&fast), Change::Slowdown);
        assert_eq!(fast.change_from(&fast), Change::None);
        let noisy = timing(&[1.0, 3.0, 2.0]);
        assert_eq!(fast.change_from(&noisy), Change::None);
    }

    #[test]
    fn a_single_run_differs_from_nothing() {
        let (once, often) = (timing(&[1.0]), timing(&[100.0, 100.0]));
        assert_eq!((once.interval, once.change_from(&often)), (None, Change::None));
    }

    #[test]
    fn what_is_no_time_is_none() {
        for times in [&[][..], &[0.0], &[1.0, -1.0], &[f64::NAN], &[1.0, f64::INFINITY]] {
            assert_eq!(Timing::new(times), None, "{times:?}");
        }
    }
}
