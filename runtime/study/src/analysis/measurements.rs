//! The mean time of each configuration of each test, and whether two times differ.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use igc_compiler::configuration::Configuration;
use serde::Serialize;

use crate::dataset::{Dataset, Outcome, Test};
use crate::statistics::{self, Interval};

/// The range of plausible run times, in seconds. Other values come from a broken clock or a broken
/// file. The ratio of two plausible times neither overflows nor becomes zero.
pub const PLAUSIBLE: RangeInclusive<f64> = 1e-15..=1e15;

/// The time of a configuration of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// The mean over all runs, in seconds; within [`PLAUSIBLE`].
    pub mean: f64,
    /// The 95 % confidence interval of the mean; `None` for a single run.
    pub interval: Option<Interval>,
    /// The means over the runs at even and at odd positions. A single run is in both.
    pub halves: [f64; 2],
}

/// The significance and direction of the change from an earlier time to a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The time is significantly shorter.
    Speedup,
    /// The intervals overlap, or one time has no interval.
    None,
    /// The time is significantly longer.
    Slowdown,
}

/// The result of a configuration of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum State {
    /// The configuration was not tried.
    Untried,
    /// The configuration failed, or its times are not [`PLAUSIBLE`].
    Failed,
    /// The configuration was timed.
    Timed(Timing),
}

impl Timing {
    /// Summarises the times of several runs. Returns `None` if the slice is empty, or if a time is
    /// not [`PLAUSIBLE`].
    pub fn new(times: &[f64]) -> Option<Timing> {
        if !times.iter().all(|time| PLAUSIBLE.contains(time)) {
            return None;
        }
        let mean = statistics::mean(times)?;
        let halves = statistics::halves(times).map(|half| statistics::mean(&half).unwrap_or(mean));
        let interval = statistics::mean_interval(times);
        Some(Timing { mean, interval, halves })
    }

    /// Compares the time with the time `before`. A change is significant if the 95 % confidence
    /// intervals do not overlap (section VI-D). Intervals that touch overlap. A single run has no
    /// interval, so it never differs significantly.
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

    /// The ratio of the time to the time `before`: below one if the time is shorter than `before`.
    pub fn ratio_to(&self, before: &Timing) -> f64 {
        self.mean / before.mean
    }
}

/// The summarised times of a data set, which all analyses read.
#[derive(Debug)]
pub struct Measurements<'a> {
    dataset: &'a Dataset,
    tests: Vec<Test>,
    /// The state of each configuration, for each test.
    states: BTreeMap<Test, Vec<State>>,
    places: HashMap<Configuration, usize>,
}

impl<'a> Measurements<'a> {
    /// Summarises a data set. Ignores results of configurations that it does not list.
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
        let places = dataset.configurations.iter().enumerate().rev();
        Measurements {
            dataset,
            tests: states.keys().copied().collect(),
            states,
            places: places.map(|(place, options)| (options.clone(), place)).collect(),
        }
    }

    /// The data set.
    pub fn dataset(&self) -> &'a Dataset {
        self.dataset
    }

    /// The tests that have results, in order.
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

    /// The index of a configuration in the data set; `None` if it was not studied.
    pub fn place(&self, options: &Configuration) -> Option<usize> {
        self.places.get(options).copied()
    }

    /// The state of each configuration of a test, by index of the configuration. Empty if the
    /// test has no results.
    pub fn states(&self, test: Test) -> &[State] {
        self.states.get(&test).map_or(&[], Vec::as_slice)
    }

    /// The state of a configuration of a test; [`State::Untried`] if it has no result.
    pub fn state(&self, test: Test, options: &Configuration) -> State {
        let state = self.place(options).and_then(|place| self.states(test).get(place));
        state.copied().unwrap_or(State::Untried)
    }

    /// The time of a configuration of a test, if it has one.
    pub fn timing(&self, test: Test, options: &Configuration) -> Option<Timing> {
        match self.state(test, options) {
            State::Timed(timing) => Some(timing),
            State::Untried | State::Failed => None,
        }
    }

    /// The time of a test without optimisations, if it has one.
    pub fn baseline(&self, test: Test) -> Option<Timing> {
        self.timing(test, &Configuration::default())
    }

    /// Every configuration of a test that has a time, in the order of the data set.
    pub fn timings(&self, test: Test) -> impl Iterator<Item = (&'a Configuration, Timing)> {
        let states = self.states(test);
        self.dataset.configurations.iter().zip(states).filter_map(|(options, state)| match state {
            State::Timed(timing) => Some((options, *timing)),
            State::Untried | State::Failed => None,
        })
    }

    /// Every configuration of a test that has a time, by its index in the data set.
    pub fn timed(&self, test: Test) -> impl Iterator<Item = (usize, Timing)> {
        self.states(test).iter().enumerate().filter_map(|(place, state)| match state {
            State::Timed(timing) => Some((place, *timing)),
            State::Untried | State::Failed => None,
        })
    }

    /// The configuration of a test with the shortest mean time, which is the choice of the oracle
    /// (section III). If several are equally fast, it is the first of them. `None` if no
    /// configuration has a time.
    pub fn best(&self, test: Test) -> Option<(&'a Configuration, Timing)> {
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
    fn runs_alternate_between_the_halves() {
        assert_eq!(timing(&[1.0, 5.0, 3.0]).halves, [2.0, 5.0]);
        assert_eq!(timing(&[4.0]).halves, [4.0, 4.0]);
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
