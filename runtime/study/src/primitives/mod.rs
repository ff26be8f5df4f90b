//! The search for the best policy of each primitive on a device.
//!
//! A policy binds the [parameters](igc_measure::primitives::Parameter) of a primitive's kernel to values. The space of a
//! primitive has thousands of configurations, so a search measures only some of them:
//!
//! 1. The start: the configuration that resembles generated code (the reference), the one that igc
//!    ships, and the best ones of other devices.
//! 2. Random sampling of the space.
//! 3. [Pruning](prune) by the variance between groups: the trials are grouped by the values of a
//!    parameter. The search fixes the parameter whose groups differ most to the value of its fastest
//!    group, and samples what remains. It repeats this until all parameters are fixed ("Policy-based
//!    Tuning for Performance Portability and Library Co-optimization", section 5.2, measures these
//!    variances).
//! 4. The final: the fastest configurations and those of the start are measured anew, side by side
//!    and with more runs.
//!
//! Every result is checked. Each trial is measured side by side with the reference, so a slowdown of
//! the machine affects both. Another process measures, and every trial is kept, so an interrupted
//! search continues. A [`Laboratory`] measures, so tests of the search need no device.

mod comparison;
mod policy;
mod prune;
mod record;
pub mod report;

use std::time::{Duration, Instant};

use fastrand::Rng;
use igc_measure::primitives::{
    Algorithm, Primitive, PrimitiveConfiguration, PrimitiveJob, PrimitiveOutcome,
};
use igc_runtime::primitives::Ranking;

pub use comparison::Comparison;
pub use policy::{DevicePolicy, PolicyError, shipped};
pub use record::{About, Final, Measured, OVER, Record, Trial, Way};

/// Number of random trials before the search prunes.
const RANDOM: usize = 40;
/// Number of trials after each step of pruning.
const PER_STEP: usize = 10;
/// The share of a primitive's time for random trials, and the share until the final starts.
const RANDOM_SHARE: f64 = 0.5;
const TRIAL_SHARE: f64 = 0.85;
/// Number of the fastest configurations in the final.
const FINALISTS: usize = 3;

/// Measures configurations, and keeps the records.
pub trait Laboratory {
    /// The reason why nothing can be measured.
    type Fault;

    /// Measures configurations side by side. Returns an outcome for each, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can be measured.
    fn measure(&mut self, job: &PrimitiveJob) -> Result<Vec<PrimitiveOutcome>, Self::Fault>;

    /// Keeps a record, so that the search can be continued.
    ///
    /// # Errors
    ///
    /// Returns an error if the record cannot be kept.
    fn keep(&mut self, record: &Record) -> Result<(), Self::Fault>;
}

/// The manner of a search.
#[derive(Debug, Clone)]
pub struct Manner {
    /// The primitives to tune.
    pub primitives: Vec<Primitive>,
    /// Time for the whole search.
    pub budget: Duration,
    /// Number of runs of each trial.
    pub runs: u32,
    /// Number of runs of each configuration of the final.
    pub final_runs: u32,
    /// The seed of random trials.
    pub seed: u64,
    /// Configurations to start with, such as the best ones of other devices.
    pub start: Vec<(Primitive, PrimitiveConfiguration)>,
}

/// The state of a search.
#[derive(Debug, Clone)]
pub struct Search {
    about: About,
    /// The trials, in order.
    pub trials: Vec<Trial>,
    /// The last final of each primitive.
    pub finals: Vec<Final>,
}

impl Search {
    /// Creates a search that continues after earlier records.
    pub fn resume(about: About, records: Vec<Record>) -> Search {
        let mut search = Search { about, trials: vec![], finals: vec![] };
        for record in records {
            match record {
                Record::Trial(trial) => search.trials.push(trial),
                Record::Final(last) => search.add_final(last),
                Record::About(_) => {}
            }
        }
        search
    }

    fn add_final(&mut self, last: Final) {
        self.finals.retain(|other| other.primitive != last.primitive);
        self.finals.push(last);
    }

    /// Returns what the search is about.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Searches for a policy of each primitive until the budget is used up.
    ///
    /// # Errors
    ///
    /// Returns the first fault of the laboratory.
    pub fn run<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner,
    ) -> Result<(), L::Fault> {
        let start = Instant::now();
        for (at, &primitive) in manner.primitives.iter().enumerate() {
            let left = manner.budget.saturating_sub(start.elapsed());
            let share = left / (manner.primitives.len() - at) as u32;
            self.explore(laboratory, manner, primitive, share)?;
            self.finish(laboratory, manner, primitive)?;
        }
        Ok(())
    }

    /// Measures the start, random configurations, and what pruning leaves.
    fn explore<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner,
        primitive: Primitive,
        share: Duration,
    ) -> Result<(), L::Fault> {
        let start = Instant::now();
        for configuration in self.start(manner, primitive) {
            self.try_one(laboratory, manner, (primitive, configuration), Way::Start)?;
        }
        // The order does not depend on the device, so that searches with the same seed measure the
        // same configurations on all devices.
        let mut space = PrimitiveConfiguration::space(primitive);
        Rng::with_seed(manner.seed.wrapping_add(primitive as u64)).shuffle(&mut space);
        for &configuration in &space {
            if self.count(primitive, Way::Random) >= RANDOM
                || start.elapsed() >= share.mul_f64(RANDOM_SHARE)
            {
                break;
            }
            self.try_one(laboratory, manner, (primitive, configuration), Way::Random)?;
        }
        let mut fixed = vec![];
        while start.elapsed() < share.mul_f64(TRIAL_SHARE) {
            let Some(step) = prune::step(self.timed(primitive), &fixed) else { break };
            fixed.push(step);
            space.retain(|configuration| prune::has(configuration, &fixed));
            let earlier = self.count(primitive, Way::Pruned);
            for &configuration in &space {
                if self.count(primitive, Way::Pruned) >= earlier + PER_STEP
                    || start.elapsed() >= share.mul_f64(TRIAL_SHARE)
                {
                    break;
                }
                self.try_one(laboratory, manner, (primitive, configuration), Way::Pruned)?;
            }
        }
        Ok(())
    }

    /// Measures a configuration side by side with the reference, unless it was tried before.
    fn try_one<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner,
        (primitive, configuration): (Primitive, PrimitiveConfiguration),
        way: Way,
    ) -> Result<(), L::Fault> {
        if self.of(primitive).any(|trial| trial.configuration == configuration) {
            return Ok(());
        }
        let reference = self.about.reference(primitive);
        let configurations = vec![reference, configuration];
        let elements = self.about.elements;
        let job = PrimitiveJob { primitive, elements, configurations, runs: manner.runs };
        let outcomes = laboratory.measure(&job)?;
        if let [reference, outcome] = &outcomes[..] {
            let ratio = ratio(outcome, reference);
            let trial = Trial { primitive, configuration, way, outcome: outcome.clone(), ratio };
            laboratory.keep(&Record::Trial(trial.clone()))?;
            self.trials.push(trial);
        }
        Ok(())
    }

    /// Measures the fastest configurations and those of the start again, side by side.
    fn finish<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner,
        primitive: Primitive,
    ) -> Result<(), L::Fault> {
        let mut configurations = vec![self.about.reference(primitive)];
        let mut best: Vec<(f64, PrimitiveConfiguration)> =
            self.timed(primitive).map(|(configuration, ratio)| (ratio, *configuration)).collect();
        best.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let best = best.into_iter().map(|(_, configuration)| configuration).take(FINALISTS);
        let others = self.start(manner, primitive).into_iter().chain(self.generated(primitive));
        for configuration in best.chain(others) {
            if !configurations.contains(&configuration) {
                configurations.push(configuration);
            }
        }
        let elements = self.about.elements;
        let job = PrimitiveJob { primitive, elements, configurations, runs: manner.final_runs };
        let outcomes = laboratory.measure(&job)?;
        let Some(reference) = outcomes.first().cloned() else { return Ok(()) };
        let each = job.configurations.iter().zip(outcomes);
        let measured = each.map(|(&configuration, outcome)| {
            let [choosing, ratio] = [0, 1].map(|half| ratio_in(half, &outcome, &reference));
            Measured { configuration, outcome, choosing, ratio }
        });
        let last = Final { primitive, measured: measured.collect() };
        laboratory.keep(&Record::Final(last.clone()))?;
        self.add_final(last);
        Ok(())
    }

    /// Returns the configurations that the search of a primitive starts with.
    fn start(&self, manner: &Manner, primitive: Primitive) -> Vec<PrimitiveConfiguration> {
        let shipped = shipped(self.about.is_gpu, primitive);
        let given = manner.start.iter().filter(|(of, _)| *of == primitive);
        let given = given.map(|(_, configuration)| *configuration);
        [self.about.reference(primitive)].into_iter().chain(shipped).chain(given).collect()
    }

    /// Returns the configurations that differ from the reference only in what a policy for
    /// [generated code](igc_runtime::primitives::GeneratedPolicy) chooses.
    fn generated(&self, primitive: Primitive) -> Vec<PrimitiveConfiguration> {
        let reference = self.about.reference(primitive);
        let algorithms = match primitive {
            Primitive::Scan => Ranking::ALL.map(Algorithm::Ranked).to_vec(),
            Primitive::Push => vec![Algorithm::Item, Algorithm::ActiveLanes],
            _ => vec![],
        };
        algorithms
            .into_iter()
            .map(|algorithm| PrimitiveConfiguration { algorithm, ..reference })
            .collect()
    }

    /// Returns the trials of a primitive.
    pub fn of(&self, primitive: Primitive) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(move |trial| trial.primitive == primitive)
    }

    /// Returns the timed configurations of a primitive, with the ratios of their times to that of the
    /// reference.
    fn timed(&self, primitive: Primitive) -> impl Iterator<Item = (&PrimitiveConfiguration, f64)> {
        self.of(primitive).filter_map(|trial| Some((&trial.configuration, trial.ratio?)))
    }

    /// Returns the number of trials of a primitive that the device supports and that were found in
    /// this way.
    fn count(&self, primitive: Primitive, way: Way) -> usize {
        let counts = |trial: &&Trial| trial.way == way && trial.is_supported();
        self.of(primitive).filter(counts).count()
    }
}

/// Returns the ratio of two median times.
fn ratio(outcome: &PrimitiveOutcome, reference: &PrimitiveOutcome) -> Option<f64> {
    quotient(outcome.seconds()?, reference.seconds()?)
}

/// Returns the ratio of the median times in one half of the runs, if both are known.
fn ratio_in(half: usize, outcome: &PrimitiveOutcome, reference: &PrimitiveOutcome) -> Option<f64> {
    match (outcome, reference) {
        (PrimitiveOutcome::Timed(timed), PrimitiveOutcome::Timed(base)) => {
            quotient(timed.halves[half], base.halves[half])
        }
        _ => None,
    }
}

fn quotient(seconds: f64, base: f64) -> Option<f64> {
    let ratio = seconds / base;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

#[cfg(test)]
mod tests;
