//! What is shown of a study, question by question.
//!
//! Each file answers one: it takes numbers of the [`Analysis`], and says in words how to read them.

mod aggregates;
mod causes;
mod distance;
mod flags;
mod measured;
mod portability;
mod prediction;
mod quantiles;
mod ranking;
mod reliability;
mod steps;
mod strategies;
mod summary;
mod tuning;

use std::collections::BTreeMap;

use igc_compiler::options::Options;

use super::attachments::Attachments;
use super::model::Report;
use crate::Dataset;
use crate::analysis::{Analysis, Measurements, State, Strategy, StrategyEffect, analyse};
use crate::dataset::Test;

/// Everything that sections read.
pub(super) struct Study<'a> {
    pub dataset: &'a Dataset,
    pub measurements: Measurements<'a>,
    pub analysis: Analysis,
}

/// How many results there are, by what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Coverage {
    pub timed: usize,
    pub failed: usize,
    pub untried: usize,
}

/// The whole report.
pub(super) fn report(
    dataset: &Dataset,
    attachments: &Attachments,
    drawn: &[(String, String)],
) -> Report {
    let measurements = Measurements::new(dataset);
    let study = Study { dataset, measurements, analysis: analyse(dataset) };
    Report {
        study: match dataset.study.trim() {
            "" => "A study without a name".to_string(),
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
            Some(reliability::section(&study)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

impl Study<'_> {
    /// Whether anything has a time.
    pub fn has_times(&self) -> bool {
        self.coverage(|_| true).timed > 0
    }

    /// The chips of which anything is known, by their places, in order.
    pub fn chips(&self) -> Vec<usize> {
        let chips: BTreeMap<usize, ()> =
            self.measurements.tests().iter().map(|test| (test.chip, ())).collect();
        chips.into_keys().collect()
    }

    /// A chip's name.
    pub fn chip(&self, place: usize) -> String {
        self.dataset.chips.get(place).map_or_else(|| format!("#{place}"), |chip| chip.name.clone())
    }

    /// An application's name.
    pub fn application(&self, place: usize) -> String {
        self.dataset.applications.get(place).map_or_else(|| format!("#{place}"), Clone::clone)
    }

    /// An input's name.
    pub fn input(&self, place: usize) -> String {
        self.dataset
            .inputs
            .get(place)
            .map_or_else(|| format!("#{place}"), |input| input.name.clone())
    }

    /// What became of the configurations of some tests.
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

    /// What a strategy is worth.
    pub fn effect(&self, strategy: Strategy) -> Option<&StrategyEffect> {
        self.analysis.effects.iter().find(|effect| effect.strategy == strategy)
    }
}

/// What an application solves: its name up to the first underscore, as the examples are named.
fn problem(application: &str) -> &str {
    application.split('_').next().unwrap_or(application)
}

/// A configuration for a reader: the baseline is called so.
pub(super) fn options_name(options: &Options) -> String {
    match options == &Options::default() {
        true => "none (baseline)".to_string(),
        false => options.to_string().replace(',', ", "),
    }
}
