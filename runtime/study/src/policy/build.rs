//! Builds the policy of a study from its times.

use igc_compiler::configuration::Configuration;

use super::{Policy, PolicyChip, Rule};
use crate::analysis::{
    Change, InputBy, Measurements, Partition, Specialisation, Strategy, Verdict, specialise,
    strategy_effects,
};
use crate::dataset::Dataset;

impl Policy {
    /// Builds the policy of a study. It has a rule for the partitions of all strategies except the
    /// baseline; inputs are distinguished by class.
    ///
    /// More specialised strategies come first. Of equally specialised strategies, the one with the
    /// smaller slowdown compared with the oracle on this study comes first. A partition of a
    /// strategy that uses Algorithm 1 gives a rule only if both conditions hold:
    ///
    /// - Algorithm 1 decided for or against at least one flag.
    /// - The recommended configuration did not fail on all tests of the partition.
    ///
    /// The most specialised rules are those of the oracle. If its choice is not significantly
    /// faster than the baseline on any test of a partition, the rule chooses the baseline.
    pub fn of(dataset: &Dataset) -> Policy {
        let measurements = Measurements::new(dataset);
        let rules = most_specialised_first(&measurements)
            .into_iter()
            .flat_map(|specialisation| {
                let strategy = specialisation.strategy;
                let measurements = &measurements;
                specialisation
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
        // A chip that the study did not measure has no device name, so it could not be recognised.
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

/// Returns the strategies, the most specialised first. Of equally specialised strategies, the one
/// with the smallest slowdown compared with the oracle comes first.
fn most_specialised_first(measurements: &Measurements) -> Vec<Specialisation> {
    let strategies = Strategy::ALL.into_iter().filter(|strategy| *strategy != Strategy::Baseline);
    let specialisations: Vec<Specialisation> =
        strategies.map(|strategy| specialise(measurements, strategy, InputBy::Class)).collect();
    let effects = strategy_effects(measurements, &specialisations);
    let mut specialisations: Vec<(f64, Specialisation)> = effects
        .iter()
        .map(|effect| effect.against_oracle.geomean_slowdown.unwrap_or(f64::INFINITY))
        .zip(specialisations)
        .collect();
    specialisations.sort_by(|(loss, one), (other_loss, other)| {
        let dimensions = |of: &Specialisation| of.strategy.specialised_dimensions();
        dimensions(other).cmp(&dimensions(one)).then(loss.total_cmp(other_loss))
    });
    specialisations.into_iter().map(|(_, specialisation)| specialisation).collect()
}

/// Returns the rule of a partition. Returns `None` if the recommendation is not reliable, as
/// [`Policy::of`] describes.
fn rule(measurements: &Measurements, strategy: Strategy, partition: Partition) -> Option<Rule> {
    let has_answer = match &partition.advice {
        Some(advice) => {
            advice.flags.iter().any(|flag| flag.verdict != Verdict::Undecided)
                && advice.failed_tests < partition.tests.len()
        }
        None => partition.tests.iter().any(|test| measurements.best(*test).is_some()),
    };
    let is_no_faster = strategy == Strategy::Oracle && !is_faster(measurements, &partition);
    let options = if is_no_faster { Configuration::default() } else { partition.options };
    has_answer.then_some(Rule { key: partition.key, options })
}

/// Whether the chosen configuration is significantly faster than the baseline on some test, or has
/// times where the baseline has none.
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
