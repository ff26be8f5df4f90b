//! The section "How reliable are the results?": the spread of runs, and failures.

use std::collections::{BTreeMap, BTreeSet};

use igc_measure::comparison::FailureKind;

use super::Study;
use super::noise::Noise;
use crate::dataset::Outcome;
use crate::report::figures::boxes::{self, Spread};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers::{self, counted};
use crate::report::table::{Cell, Table, Tone, Value};
use crate::statistics::{self, quantiles};

/// Writes the section about the reliability of the results.
pub(super) fn section(study: &Study) -> Section {
    Section {
        id: "reliability",
        title: "How reliable are the results?",
        text: vec![
            "This section answers how reliable the results are: how much repeated runs differ, and \
             what failed."
                .into(),
            "Two configurations differ significantly if the 95 % confidence intervals of their \
             mean times do not overlap (section VI-D). The more repeated runs differ, the larger a \
             difference must be to count. The intervals assume that times are normally \
             distributed. A configuration that failed on a test has no times there, so comparisons \
             leave it out or use the baseline in its place."
                .into(),
        ],
        exhibits: vec![noise(study), failures(study), reasons(study)],
    }
}

/// Draws the distribution of relative standard deviations on each chip.
fn noise(study: &Study) -> Exhibit {
    let title = "Noise: how much repeated runs differ";
    let mut table = Table::new([
        "chip",
        "configurations of tests",
        "5 %",
        "25 %",
        "median",
        "75 %",
        "95 %",
        "most",
        "standard error",
        "over 5 %",
    ])
    .with_headings([("most", "maximum"), ("standard error", "median standard error")]);
    let mut spreads = Vec::new();
    for chip in study.chips() {
        let deviations = relative_deviations(study, chip);
        let quantiles = quantiles(&deviations, [0.05, 0.25, 0.5, 0.75, 0.95, 1.0]);
        let mut cells = vec![study.chip(chip).into(), deviations.len().into()];
        match quantiles {
            Some(quantiles) => cells.extend(quantiles.map(|share| Cell::from(Value::Share(share)))),
            None => cells.extend([const { Value::Missing }; 6].map(Cell::from)),
        }
        let of_means = Noise::of(study, Some(chip));
        cells.push(Cell::known(of_means, |of_means| Value::Share(of_means.median)));
        cells.push(Cell::known(of_means, |of_means| Value::Share(of_means.noisy)));
        table.push(cells);
        let median = quantiles
            .map_or(numbers::NOTHING.into(), |quantiles| numbers::fine_percent(quantiles[2]));
        spreads.push(Spread {
            name: study.chip(chip),
            quantiles: quantiles.map(|[a, b, c, d, e, _]| [a, b, c, d, e]),
            note: format!("median {median}"),
        });
    }
    if spreads.iter().all(|spread| spread.quantiles.is_none()) {
        let why = "No configuration of a test has two runs, so the spread is unknown and no \
                   difference is significant.";
        return Exhibit::missing("noise", title, why);
    }
    let caption = "The standard deviation of the runs divided by their mean, over all \
                   configurations of all tests with at least two runs. The box spans the middle \
                   half of the values, the line in it is the median, and the whiskers end at the 5 \
                   % and 95 % quantiles. With three runs, the confidence interval extends 2.5 \
                   standard deviations to both sides of the mean. “median standard error” is the \
                   median of the relative standard errors: of the standard deviations, divided by \
                   the means and by the roots of the numbers of runs. “over 5 %” is the share of \
                   configurations of tests whose relative standard error is larger. If it is more \
                   than a tenth, add runs.";
    let picture =
        boxes::draw(&spreads, numbers::percent, "standard deviation / mean", title, caption);
    Exhibit::table("noise", title, caption, table).with(picture)
}

/// Returns the relative standard deviation of the runs of every configuration on a chip, sorted.
fn relative_deviations(study: &Study, chip: usize) -> Vec<f64> {
    let mut deviations: Vec<f64> = study
        .dataset
        .results
        .iter()
        .filter(|(cell, _)| cell.test.chip == chip)
        .filter_map(|(_, outcome)| match outcome {
            Outcome::Timed(times) => {
                Some(statistics::standard_deviation(times)? / statistics::mean(times)?)
            }
            Outcome::Failed(_) => None,
        })
        .filter(|deviation| deviation.is_finite())
        .collect();
    deviations.sort_by(f64::total_cmp);
    deviations
}

/// The kinds of failures with their names for readers.
const KINDS: [(FailureKind, &str); 7] = [
    (FailureKind::Check, "wrong result"),
    (FailureKind::Crashed, "crashed"),
    (FailureKind::Hung, "did not answer"),
    (FailureKind::Killed, "killed"),
    (FailureKind::Device, "device failed"),
    (FailureKind::Refused, "refused"),
    (FailureKind::Input, "not runnable"),
];

fn failures(study: &Study) -> Exhibit {
    let title = "Checks and failures of each chip";
    if study.dataset.results.is_empty() {
        return Exhibit::missing("failures", title, "The study has no results.");
    }
    let heads = ["chip", "checked and timed"].into_iter();
    let mut table = Table::new(heads.chain(KINDS.map(|(_, words)| words)));
    let mut counts: BTreeMap<usize, (usize, BTreeMap<FailureKind, usize>)> = BTreeMap::new();
    for (cell, outcome) in &study.dataset.results {
        let (timed, failed) = counts.entry(cell.test.chip).or_default();
        match outcome {
            Outcome::Timed(_) => *timed += 1,
            Outcome::Failed(failure) => *failed.entry(failure.kind).or_default() += 1,
        }
    }
    for (chip, (timed, failed)) in counts {
        let mut cells = vec![study.chip(chip).into(), timed.into()];
        cells.extend(KINDS.map(|(kind, _)| {
            let count = failed.get(&kind).copied().unwrap_or_default();
            Cell { value: count.into(), tone: if count > 0 { Tone::Bad } else { Tone::Plain } }
        }));
        table.push(cells);
    }
    let caption = "The table counts configurations of tests. “wrong result”: an oracle rejected \
                   the result, so the times do not count. “did not answer”: the device did not \
                   finish in time. “refused”: the device lacks a feature that the program needs, \
                   and reported this. “not runnable”: the program, the graph or a parameter is \
                   invalid.";
    Exhibit::table("failures", title, caption, table)
}

/// The number of failures with the same message, and the items that they affect.
#[derive(Default)]
struct Reason {
    results: usize,
    inputs: BTreeSet<usize>,
    configurations: BTreeSet<usize>,
}

fn reasons(study: &Study) -> Exhibit {
    let title = "Reasons for failures";
    let mut reasons: BTreeMap<(usize, usize, FailureKind, &str), Reason> = BTreeMap::new();
    for (cell, outcome) in &study.dataset.results {
        let Outcome::Failed(failure) = outcome else { continue };
        let key = (cell.test.chip, cell.test.application, failure.kind, failure.reason.as_str());
        let reason = reasons.entry(key).or_default();
        reason.results += 1;
        reason.inputs.insert(cell.test.input);
        reason.configurations.insert(cell.configuration);
    }
    if reasons.is_empty() {
        let why = match study.dataset.results.is_empty() {
            true => "The study has no results.",
            false => "Nothing failed.",
        };
        return Exhibit::missing("reasons", title, why);
    }
    let mut table = Table::new([
        "chip",
        "application",
        "failure",
        "reason",
        "inputs",
        "configurations",
        "results",
    ])
    .with_headings([("results", "configurations of tests")]);
    // The most frequent failures come first.
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, reason)| std::cmp::Reverse(reason.results));
    for ((chip, application, kind, words), reason) in &reasons {
        let kind = KINDS.iter().find(|(other, _)| other == kind).map_or("", |(_, words)| *words);
        table.push(vec![
            study.chip(*chip).into(),
            study.application(*application).into(),
            kind.into(),
            shortened(words).into(),
            reason.inputs.len().into(),
            reason.configurations.len().into(),
            reason.results.into(),
        ]);
    }
    table.fold(12, 0);
    let caption = format!(
        "{}, grouped by chip, application and message. The last columns count the inputs, \
         configurations and configurations of tests that failed in this way.",
        counted(reasons.iter().map(|(_, reason)| reason.results).sum(), "failure", "failures")
    );
    Exhibit::table("reasons", title, caption, table)
}

/// Shortens a message so that it fits into a table.
fn shortened(reason: &str) -> String {
    const MOST: usize = 300;
    let mut characters = reason.chars();
    let mut text: String = characters.by_ref().take(MOST).collect();
    if characters.next().is_some() {
        text.push('…');
    }
    text
}
