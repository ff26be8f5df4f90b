//! From a study's times to its policy.

use igc_compiler::options::Options;

use super::{Policy, PolicyChip, Rule};
use crate::analysis::{
    Change, InputBy, Measurements, Partition, Specialisation, Strategy, Verdict, specialise,
    strategy_effects,
};
use crate::dataset::Dataset;

impl Policy {
    /// The policy of a study, by its strategies but the baseline, with inputs told apart by their class.
    ///
    /// More special strategies come first; of those that know as much, the one that loses less against the
    /// oracle on this study. A partition gives a rule where it has an answer:
    ///
    /// * Algorithm 1 decided on some flag, so that the rule is more than a shrug;
    /// * the recommended configuration did not fail on all tests of the partition.
    ///
    /// The most special rules are the oracle's. A test on which nothing is significantly faster than the
    /// baseline gets the baseline, not the luckiest of the configurations.
    pub fn of(dataset: &Dataset) -> Policy {
        let measurements = Measurements::new(dataset);
        let rules = by_worth(&measurements)
            .into_iter()
            .flat_map(|found| {
                let strategy = found.strategy;
                let measurements = &measurements;
                found
                    .partitions
                    .into_iter()
                    .filter_map(move |partition| rule(measurements, strategy, partition))
            })
            .collect();
        let mut inputs: Vec<String> = vec![];
        for input in &dataset.inputs {
            if !inputs.contains(&input.class) {
                inputs.push(input.class.clone());
            }
        }
        // One that was never measured has no device, and could not be recognised.
        let measured = dataset.chips.iter().filter(|chip| !chip.device.is_empty());
        let chips = measured.map(|chip| PolicyChip {
            name: chip.name.clone(),
            device: chip.device.clone(),
            driver: chip.driver.clone(),
        });
        Policy {
            study: dataset.study.clone(),
            igc: env!("CARGO_PKG_VERSION").to_string(),
            chips: chips.collect(),
            inputs,
            rules,
        }
    }
}

/// The strategies, the most special first; of equals the one that loses least against the oracle.
fn by_worth(measurements: &Measurements) -> Vec<Specialisation> {
    let strategies = Strategy::ALL.into_iter().filter(|strategy| *strategy != Strategy::Baseline);
    let found: Vec<Specialisation> =
        strategies.map(|strategy| specialise(measurements, strategy, InputBy::Class)).collect();
    let effects = strategy_effects(measurements, &found);
    let mut found: Vec<(f64, Specialisation)> = effects
        .iter()
        .map(|effect| effect.against_oracle.geomean_slowdown.unwrap_or(f64::INFINITY))
        .zip(found)
        .collect();
    found.sort_by(|(loss, one), (other_loss, other)| {
        let dimensions = |found: &Specialisation| found.strategy.specialised_dimensions();
        dimensions(other).cmp(&dimensions(one)).then(loss.total_cmp(other_loss))
    });
    found.into_iter().map(|(_, specialisation)| specialisation).collect()
}

/// A partition's rule, where it has an answer.
fn rule(measurements: &Measurements, strategy: Strategy, partition: Partition) -> Option<Rule> {
    let has_answer = match &partition.advice {
        Some(advice) => {
            advice.flags.iter().any(|flag| flag.verdict != Verdict::Undecided)
                && advice.failed_tests < partition.tests.len()
        }
        None => partition.tests.iter().any(|test| measurements.best(*test).is_some()),
    };
    let is_luck = strategy == Strategy::Oracle && !is_faster(measurements, &partition);
    let options = if is_luck { Options::default() } else { partition.options };
    has_answer.then_some(Rule { key: partition.key, options })
}

/// Whether the chosen configuration is significantly faster than the baseline on some test, or the only
/// one that runs.
fn is_faster(measurements: &Measurements, partition: &Partition) -> bool {
    partition.tests.iter().any(|test| {
        let chosen = measurements.timing(*test, &partition.options);
        match (chosen, measurements.baseline(*test)) {
            (Some(chosen), Some(baseline)) => chosen.change_from(&baseline) == Change::Speedup,
            (Some(_), None) => true,
            (None, _) => false,
        }
    })
}
