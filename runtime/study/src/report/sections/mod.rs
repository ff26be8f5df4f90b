//! The sections of a report. Each file answers one question: it takes numbers from the [`Analysis`]
//! and explains how to read them.

mod aggregates;
mod causes;
mod distance;
mod flags;
mod measured;
mod noise;
mod portability;
mod prediction;
mod ranking;
mod reliability;
mod searches;
mod steps;
mod strategies;
mod summary;
mod tuning;

use std::collections::BTreeMap;

use igc_compiler::configuration::Configuration;

use super::attachments::Attachments;
use super::model::Report;
use crate::Dataset;
use crate::analysis::{Analysis, Measurements, State, Strategy, StrategyEffect, analyse};
use crate::dataset::Test;

/// The data that sections read.
pub(super) struct Study<'a> {
    pub dataset: &'a Dataset,
    pub measurements: Measurements<'a>,
    pub analysis: Analysis,
}

/// The number of configurations of tests with each kind of result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Coverage {
    pub timed: usize,
    pub failed: usize,
    pub untried: usize,
}

pub(super) use tuning::full;

/// Writes the report.
pub(super) fn report(
    dataset: &Dataset,
    attachments: &Attachments,
    drawn: &[(String, String)],
) -> Report {
    let measurements = Measurements::new(dataset);
    let study = Study { dataset, measurements, analysis: analyse(dataset) };
    let mut report = Report {
        study: match dataset.study.trim() {
            "" => "Unnamed study".to_string(),
            name => name.to_string(),
        },
        summary: summary::summary(&study),
        sections: [
            Some(measured::section(&study)),
            Some(portability::section(&study)),
            Some(ranking::section(&study)),
            Some(flags::section(&study)),
            Some(strategies::section(&study)),
            Some(prediction::section(&study)),
            steps::section(&study, drawn),
            causes::section(attachments),
            tuning::section(attachments),
            tuning::full(&attachments.full),
            searches::section(attachments),
            Some(reliability::section(&study)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    };
    noise::state(&study, &mut report.sections);
    report
}

impl Study<'_> {
    /// Whether the study has any times.
    pub fn has_times(&self) -> bool {
        self.coverage(|_| true).timed > 0
    }

    /// The chips that have results, by index, in order.
    pub fn chips(&self) -> Vec<usize> {
        let chips: BTreeMap<usize, ()> =
            self.measurements.tests().iter().map(|test| (test.chip, ())).collect();
        chips.into_keys().collect()
    }

    /// The name of a chip.
    pub fn chip(&self, place: usize) -> String {
        self.dataset.chips.get(place).map_or_else(|| format!("#{place}"), |chip| chip.name.clone())
    }

    /// The name of an application.
    pub fn application(&self, place: usize) -> String {
        self.dataset.applications.get(place).map_or_else(|| format!("#{place}"), Clone::clone)
    }

    /// The name of an input.
    pub fn input(&self, place: usize) -> String {
        self.dataset
            .inputs
            .get(place)
            .map_or_else(|| format!("#{place}"), |input| input.name.clone())
    }

    /// Counts the results of all configurations of the tests that `is_counted` selects.
    pub fn coverage(&self, is_counted: impl Fn(Test) -> bool) -> Coverage {
        let mut coverage = Coverage::default();
        for test in self.measurements.tests().iter().filter(|test| is_counted(**test)) {
            for options in &self.dataset.configurations {
                match self.measurements.state(*test, options) {
                    State::Timed(_) => coverage.timed += 1,
                    State::Failed => coverage.failed += 1,
                    State::Untried => coverage.untried += 1,
                }
            }
        }
        coverage
    }

    /// The effect of a strategy.
    pub fn effect(&self, strategy: Strategy) -> Option<&StrategyEffect> {
        self.analysis.effects.iter().find(|effect| effect.strategy == strategy)
    }
}

/// The problem that an application solves: its name up to the first underscore, as in the examples.
fn problem(application: &str) -> &str {
    application.split('_').next().unwrap_or(application)
}

/// The name of a configuration for readers, which marks the baseline.
pub(super) fn options_name(options: &Configuration) -> String {
    match options == &Configuration::default() {
        true => "none (baseline)".to_string(),
        false => options.to_string().replace(',', ", "),
    }
}
