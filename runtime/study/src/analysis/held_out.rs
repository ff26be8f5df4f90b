//! Compares times with those of the fastest configuration of a test, without using a run twice.
//!
//! Of many configurations with noisy times, the one with the shortest mean was often lucky. If the
//! runs that choose it also state its time, this time is too short, and every other time seems
//! slow. Therefore one half of the runs chooses the fastest configuration, and the other half judges
//! it. Then the halves change their roles, and the result is the geometric mean over both. The
//! halves are the runs at even and at odd positions, so a drift of the machine affects both alike.
//!
//! Several configurations can be the fastest, because they are the same code on a chip and share their
//! runs, or because their times differ by no more than the spread of the runs. None of them is more
//! correct than the others. When their times on another chip are compared, configurations with the same
//! times count with the same weight. The best and the worst of all ties show how much the result depends
//! on the choice among them.
//!
//! # Limits
//!
//! With three runs, a half is one or two runs, so its choice is noisier than that of all runs. A test
//! with a single run has the same time in both halves, and no spread: only equal times are ties.

use std::f64::consts::SQRT_2;

use super::measurements::{Measurements, Timing};
use crate::dataset::Test;
use crate::statistics;

/// The half that judges, for each half that chooses.
pub const JUDGES: [(usize, usize); 2] = [(0, 1), (1, 0)];

/// The configurations of a test that are fastest in one half of the runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Fastest {
    /// The indices of the configurations with the shortest time: several if they have the same times.
    pub places: Vec<usize>,
    /// The indices of these configurations, and of those whose times differ from the shortest by no
    /// more than the spread of the runs.
    pub ties: Vec<usize>,
    /// Whether the test has several configurations, all of which are ties: the test does not say which
    /// configuration is fastest.
    pub is_undecided: bool,
}

/// Returns the configurations of a test that are fastest in a half of the runs; `None` if the test
/// has no times.
pub fn fastest(measurements: &Measurements, test: Test, half: usize) -> Option<Fastest> {
    let timed = || measurements.timed(test);
    let (_, least) = timed().min_by(|(_, a), (_, b)| a.halves[half].total_cmp(&b.halves[half]))?;
    let time = least.halves[half];
    let is_equal = |timing: &Timing| timing.halves[half] == time;
    let is_tie = |timing: &Timing| {
        is_equal(timing) || timing.halves[half] - time <= spread(timing) + spread(&least)
    };
    let places_of = |is: &dyn Fn(&Timing) -> bool| -> Vec<usize> {
        timed().filter(|(_, timing)| is(timing)).map(|(place, _)| place).collect()
    };
    let (places, ties) = (places_of(&is_equal), places_of(&is_tie));
    let is_undecided = ties.len() > 1 && ties.len() == timed().count();
    Some(Fastest { places, ties, is_undecided })
}

/// Returns how far the mean of a half may be from the true mean: half the width of the 95 % confidence
/// interval of all runs, times √2, because a half has half of the runs. Intervals of this width that
/// overlap do not show a difference (section VI-D). A single run has no interval, and the result is 0.
fn spread(timing: &Timing) -> f64 {
    timing.interval.map_or(0.0, |interval| interval.width() / 2.0 * SQRT_2)
}

/// Returns the times, in the half of the runs that judges, of the fastest configurations of a test.
/// Configurations with the same times count once.
fn judged(measurements: &Measurements, test: Test, (chooses, judges): (usize, usize)) -> Vec<f64> {
    let fastest = fastest(measurements, test, chooses);
    let places = fastest.map(|fastest| fastest.places).unwrap_or_default();
    let timed = measurements.timed(test).filter(|(place, _)| places.contains(place));
    let mut times: Vec<f64> = timed.map(|(_, timing)| timing.halves[judges]).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// Returns the ratios of a time to the time of the fastest configuration of a test.
fn ratios(measurements: &Measurements, test: Test, timing: &Timing) -> Vec<f64> {
    let of = |halves: (usize, usize)| {
        let own = judged(measurements, test, halves);
        own.into_iter().map(move |own| timing.halves[halves.1] / own)
    };
    JUDGES.into_iter().flat_map(of).collect()
}

/// Returns how many times as long a time is as that of the fastest configuration of a test.
pub fn slowdown(measurements: &Measurements, test: Test, timing: &Timing) -> Option<f64> {
    statistics::geometric_mean(&ratios(measurements, test, timing))
}

/// Returns a time, and that of the fastest configuration of the test in the runs that did not choose
/// it. Both are means over the halves, which weigh the same. Returns `None` if the test has no times.
pub fn times(measurements: &Measurements, test: Test, timing: &Timing) -> Option<(f64, f64)> {
    let of = |halves| statistics::mean(&judged(measurements, test, halves));
    let best: Option<Vec<f64>> = JUDGES.into_iter().map(of).collect();
    Some((statistics::mean(&timing.halves)?, statistics::mean(&best?)?))
}

/// Returns how many times as fast as the baseline the fastest configuration of each test is, as the
/// geometric mean over the tests that have both times.
pub fn speedup(measurements: &Measurements, tests: impl IntoIterator<Item = Test>) -> Option<f64> {
    let of = |test: Test| slowdown(measurements, test, &measurements.baseline(test)?);
    let speedups: Vec<f64> = tests.into_iter().filter_map(of).collect();
    statistics::geometric_mean(&speedups)
}

/// The loss of a test with the fastest configurations of another chip.
#[derive(Debug, Clone, PartialEq)]
pub struct Loss {
    /// The geometric mean over the configurations with the shortest time on the other chip: several if they have the same
    /// times there.
    pub mean: f64,
    /// The loss with the best of the configurations that are ties on the other chip.
    pub least: f64,
    /// The loss with the worst of these configurations.
    pub most: f64,
    /// Whether a configuration has no times on the chip that runs, so that the baseline runs.
    pub fell_back: bool,
}

/// Returns the loss of the test `there` with the configurations that are fastest on the test
/// `test`, which differs from it in the chip. Returns `None` if one of the tests has no times.
pub fn loss(measurements: &Measurements, test: Test, there: Test) -> Option<Loss> {
    let (mut means, mut leasts, mut mosts, mut fell_back) = (vec![], vec![], vec![], false);
    for (chooses, judges) in JUDGES {
        let own = judged(measurements, there, (chooses, judges));
        let ran = |place: usize| {
            let timing = measurements.timed(there).find(|(known, _)| *known == place);
            timing.map(|(_, timing)| timing).or_else(|| measurements.baseline(there))
        };
        let loss = |ran: Timing| {
            let ratios: Vec<f64> = own.iter().map(|own| ran.halves[judges] / own).collect();
            statistics::geometric_mean(&ratios)
        };
        let fastest = fastest(measurements, test, chooses)?;
        let losses: Option<Vec<f64>> =
            fastest.places.iter().map(|place| ran(*place).and_then(loss)).collect();
        means.push(statistics::geometric_mean(&losses?)?);
        // The runs that choose the best and the worst tie do not judge them, either.
        let ties: Option<Vec<Timing>> = fastest.ties.iter().map(|place| ran(*place)).collect();
        let by_choice = |a: &Timing, b: &Timing| a.halves[chooses].total_cmp(&b.halves[chooses]);
        let ties = ties?;
        leasts.push(loss(ties.iter().copied().min_by(by_choice)?)?);
        mosts.push(loss(ties.iter().copied().max_by(by_choice)?)?);
        fell_back |= fastest
            .places
            .iter()
            .any(|place| measurements.timed(there).all(|(known, _)| known != *place));
    }
    Some(Loss {
        mean: statistics::geometric_mean(&means)?,
        least: statistics::geometric_mean(&leasts)?,
        most: statistics::geometric_mean(&mosts)?,
        fell_back,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use igc_compiler::configuration::Configuration;

    use super::*;
    use crate::dataset::{Cell, Dataset, Outcome};

    fn dataset(runs: &[(Test, Vec<Vec<f64>>)]) -> Dataset {
        let outcomes = runs.iter().flat_map(|(test, runs)| {
            let places = runs.iter().cloned().enumerate();
            places.map(|(configuration, runs)| {
                (Cell { test: *test, configuration }, Outcome::Timed(runs))
            })
        });
        let results: BTreeMap<Cell, Outcome> = outcomes.collect();
        let configurations = Configuration::all_configurations()[..3].to_vec();
        Dataset { configurations, results, ..Dataset::default() }
    }

    const HERE: Test = Test { application: 0, input: 0, chip: 0 };
    const THERE: Test = Test { application: 0, input: 0, chip: 1 };

    /// The second and the third configuration differ by 0.1 % here, and each run by 1 %. Elsewhere they
    /// differ by a factor of two.
    #[test]
    fn a_difference_within_the_spread_does_not_choose() {
        let around =
            |mean: f64| [0.99, 1.01, 1.0, 1.0, 1.01, 0.99].map(|part| part * mean).to_vec();
        let here = vec![around(3.0), around(1.0), around(1.001)];
        let there = vec![around(3.0), around(2.0), around(1.0)];
        let dataset = dataset(&[(HERE, here), (THERE, there)]);
        let measurements = Measurements::new(&dataset);
        let fastest = fastest(&measurements, HERE, 0).expect("it has times");
        assert_eq!((fastest.ties, fastest.is_undecided), (vec![1, 2], false));
        let loss = loss(&measurements, HERE, THERE).expect("both have times");
        let near = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 0.02;
        assert!(near(loss.least, 1.0) && near(loss.most, 2.0), "{loss:?}");
        // The other direction is clear.
        let back = super::loss(&measurements, THERE, HERE).expect("both have times");
        assert!(back.least == back.most && near(back.mean, 1.0), "{back:?}");
    }

    #[test]
    fn a_test_whose_runs_vary_more_than_its_configurations_decides_nothing() {
        let runs = vec![vec![1.0, 2.0, 1.5], vec![1.1, 1.9, 1.6], vec![1.2, 1.8, 1.4]];
        let dataset = dataset(&[(HERE, runs)]);
        let fastest = fastest(&Measurements::new(&dataset), HERE, 0).expect("it has times");
        assert!(fastest.is_undecided && fastest.places.len() == 1, "{fastest:?}");
    }

    #[test]
    fn single_runs_are_ties_only_if_they_are_equal() {
        let dataset = dataset(&[(HERE, vec![vec![2.0], vec![1.0], vec![1.001]])]);
        let fastest = fastest(&Measurements::new(&dataset), HERE, 1).expect("it has times");
        assert_eq!((fastest.ties, fastest.is_undecided), (vec![1], false));
    }

    /// Two configurations have the same mean, and each was lucky in one half of the runs.
    #[test]
    fn a_lucky_run_does_not_state_the_time_of_the_configuration_that_it_chose() {
        let runs = vec![vec![3.0, 3.0], vec![1.0, 2.0], vec![2.0, 1.0]];
        let (test, dataset) = (HERE, dataset(&[(HERE, runs)]));
        let measurements = Measurements::new(&dataset);
        // The lucky halves have the time 1, and the others the time 2.
        let baseline = measurements.baseline(test).expect("it has times");
        assert_eq!(times(&measurements, test, &baseline), Some((3.0, 2.0)));
        assert_eq!(speedup(&measurements, [test]), Some(1.5));
    }
}
