//! Compares times with those of the fastest configuration of a test, without using a run twice.
//!
//! Of many configurations with noisy times, the one with the shortest mean was often lucky. If the
//! runs that choose it also state its time, this time is too short, and every other time seems
//! slow. Therefore one half of the runs chooses the fastest configuration, and the other half judges
//! it. Then the halves change their roles, and the result is the geometric mean over both. The
//! halves are the runs at even and at odd positions, so a drift of the machine affects both alike.
//!
//! Configurations that are the same code on a chip share their runs, so several configurations can
//! be the fastest. None of them is more correct than the others: each counts with the same weight.
//!
//! # Limits
//!
//! With three runs, a half is one or two runs, so its choice is noisier than that of all runs. A test
//! with a single run has the same time in both halves.

use super::measurements::{Measurements, Timing};
use crate::dataset::Test;
use crate::statistics;

/// The half that judges, for each half that chooses.
pub const JUDGES: [(usize, usize); 2] = [(0, 1), (1, 0)];

/// The configurations of a test that are fastest in one half of the runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Fastest {
    /// The indices of the configurations: several if they have the same times.
    pub places: Vec<usize>,
    /// Whether the test has several configurations, all of which have the same times: the test does
    /// not say which configuration is fastest.
    pub is_undecided: bool,
}

/// Returns the configurations of a test that are fastest in a half of the runs; `None` if the test
/// has no times.
pub fn fastest(measurements: &Measurements, test: Test, half: usize) -> Option<Fastest> {
    let timed = || measurements.timed(test).map(|(place, timing)| (place, timing.halves[half]));
    let least = timed().map(|(_, time)| time).min_by(f64::total_cmp)?;
    let places: Vec<usize> =
        timed().filter(|(_, time)| *time == least).map(|(place, _)| place).collect();
    let is_undecided = places.len() > 1 && places.len() == timed().count();
    Some(Fastest { places, is_undecided })
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
    /// The geometric mean over all configurations that are equally fast on the other chip.
    pub mean: f64,
    /// The loss with the best of these configurations.
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
        let mut losses = vec![];
        for place in fastest(measurements, test, chooses)?.places {
            let timing = measurements.timed(there).find(|(known, _)| *known == place);
            fell_back |= timing.is_none();
            let ran = timing.map(|(_, timing)| timing).or_else(|| measurements.baseline(there))?;
            let ratios: Vec<f64> = own.iter().map(|own| ran.halves[judges] / own).collect();
            losses.push(statistics::geometric_mean(&ratios)?);
        }
        leasts.push(losses.iter().copied().min_by(f64::total_cmp)?);
        mosts.push(losses.iter().copied().max_by(f64::total_cmp)?);
        means.push(statistics::geometric_mean(&losses)?);
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

    /// Two configurations have the same mean, and each was lucky in one half of the runs.
    #[test]
    fn a_lucky_run_does_not_state_the_time_of_the_configuration_that_it_chose() {
        let test = Test { application: 0, input: 0, chip: 0 };
        let runs = [vec![3.0, 3.0], vec![1.0, 2.0], vec![2.0, 1.0]];
        let outcomes = runs
            .into_iter()
            .enumerate()
            .map(|(configuration, runs)| (Cell { test, configuration }, Outcome::Timed(runs)));
        let results: BTreeMap<Cell, Outcome> = outcomes.collect();
        let configurations = Configuration::all_configurations()[..3].to_vec();
        let dataset = Dataset { configurations, results, ..Dataset::default() };
        let measurements = Measurements::new(&dataset);
        // The lucky halves have the time 1, and the others the time 2.
        let baseline = measurements.baseline(test).expect("it has times");
        assert_eq!(times(&measurements, test, &baseline), Some((3.0, 2.0)));
        assert_eq!(speedup(&measurements, [test]), Some(1.5));
    }
}
