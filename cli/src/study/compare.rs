//! `igc study compare`: compares two studies of the same cells.

use igc_study::Dataset;
use igc_study::analysis::{
    Change, ChipPair, Difference, Differences, FailedCell, Place, differences,
};
use igc_study::report::numbers::ratio;
use igc_study::report::table::{Cell, Table, Value};

use super::open;
use crate::args::study::CompareArguments;
use crate::failed::Failed;
use crate::message::shown;
use crate::output::{counted, fail, grouped, json, print};

/// Compares two studies, and prints the differences.
///
/// # Errors
///
/// Returns an error if a study cannot be read, if `--chip` names a chip that does not exist, or if
/// no cell has times in both studies.
pub fn compare(arguments: &CompareArguments) -> Result<(), Failed> {
    let a = open::dataset(&arguments.a)?;
    let b = open::dataset(&arguments.b)?;
    let chips = chips(&arguments.chip, &a, &b)?;
    let found = differences(&a, &b, &chips);
    if found.cells.is_empty() {
        return fail(Failed::Input, nothing(arguments, &found));
    }
    print(&match arguments.json {
        true => json(&found),
        false => text(arguments, &found),
    })
}

/// Finds the chips that `--chip` names, by their positions.
///
/// # Errors
///
/// Returns an error if a study does not have a chip, or if a chip is named twice.
fn chips(asked: &[String], a: &Dataset, b: &Dataset) -> Result<Vec<(usize, usize)>, Failed> {
    let place =
        |dataset: &Dataset, name: &str| dataset.chips.iter().position(|chip| chip.name == name);
    let mut pairs: Vec<(usize, usize)> = vec![];
    for pair in asked {
        // Names may contain the sign, so try each of its positions.
        let splits = pair.match_indices('=').map(|(at, _)| (&pair[..at], &pair[at + 1..]));
        let found = splits.filter_map(|(own, other)| Some((place(a, own)?, place(b, other)?)));
        let Some((own, other)) = found.into_iter().next() else {
            let names = |dataset: &Dataset| {
                let names = dataset.chips.iter().map(|chip| format!("`{}`", chip.name));
                names.collect::<Vec<_>>().join(", ")
            };
            let message = format!(
                "--chip {pair}: expected the name of a chip of study A, `=`, and the name of a chip \
                 of study B\nhelp: A has {}; B has {}",
                names(a),
                names(b)
            );
            return fail(Failed::Usage, message);
        };
        if pairs.iter().any(|(of_a, of_b)| *of_a == own || *of_b == other) {
            let message = format!("--chip {pair}: another --chip names one of these chips");
            return fail(Failed::Usage, message);
        }
        pairs.push((own, other));
    }
    Ok(pairs)
}

/// Explains why nothing can be compared.
fn nothing(arguments: &CompareArguments, found: &Differences) -> String {
    let (a, b) = (shown(&arguments.a), shown(&arguments.b));
    if !found.failed.is_empty() {
        let count = counted(found.failed.len(), "common cell");
        let listed = failures(&found.failed, arguments.limit as usize);
        return format!(
            "{a} and {b}: {count} failed in one of the studies, and no cell has times in both\n{listed}"
        );
    }
    let common = found.common;
    let mut text = format!(
        "{a} and {b} have no cell in common\nnote: both have {}, {}, {} and {} with the same names",
        counted(common.applications, "application"),
        counted(common.inputs, "graph"),
        counted(common.chips, "chip"),
        counted(common.configurations, "configuration"),
    );
    if !found.other_inputs.is_empty() {
        text += &format!("\nnote: {}", other_inputs(found));
    }
    if common.chips == 0 {
        text += "\nhelp: `--chip A=B` compares chips with different names";
    }
    text
}

/// Names the graphs that have the same names, but are not the same.
fn other_inputs(found: &Differences) -> String {
    format!(
        "graphs with other numbers of nodes or edges in B are not compared: {}",
        found.other_inputs.join(", ")
    )
}

/// Formats the summary and the largest changes.
fn text(arguments: &CompareArguments, found: &Differences) -> String {
    let number = |count: usize| grouped(count as u64);
    let [study_a, study_b] = &found.studies;
    let mut out = format!(
        "A       {}: study {study_a}\nB       {}: study {study_b}\n",
        shown(&arguments.a),
        shown(&arguments.b)
    );
    for pair in &found.chips {
        out += &chip(pair);
    }
    let [only_a, only_b] = found.only;
    out += &format!(
        "cells   {} with times in both, {} failed, {} only in A, {} only in B\n\
         faster  {} in B\nslower  {} in B\nsame    {}, without a significant difference\n",
        number(found.cells.len()),
        number(found.failed.len()),
        number(only_a),
        number(only_b),
        number(found.faster),
        number(found.slower),
        number(found.unchanged)
    );
    let mean = |value: Option<f64>| value.map_or("–".into(), ratio);
    out += &format!(
        "B / A   {} for all cells, {} for those that differ (geometric means)\n",
        mean(found.geomean_ratio),
        mean(found.geomean_significant_ratio)
    );
    if found.without_interval > 0 {
        out += &format!(
            "note: {} a single run in A or B, so no difference is significant\n",
            match found.without_interval {
                1 => "1 cell has".into(),
                count => format!("{} cells have", number(count)),
            }
        );
    }
    if !found.other_inputs.is_empty() {
        out += &format!("note: {}\n", other_inputs(found));
    }
    let limit = arguments.limit as usize;
    let changed = found.faster + found.slower;
    let listed: Vec<&Difference> = found.cells.iter().take(changed.min(limit)).collect();
    if !listed.is_empty() {
        out += &format!("\n{}", changes(&listed));
    }
    out += &rest(changed, listed.len(), "change");
    if !found.failed.is_empty() {
        out += &format!("\n{}", failures(&found.failed, limit));
    }
    out
}

/// Says how many items are not listed.
fn rest(all: usize, listed: usize, noun: &str) -> String {
    match all - listed {
        0 => String::new(),
        more => {
            format!("and {}; `--limit {all}` lists all\n", counted(more, &format!("more {noun}")))
        }
    }
}

/// Describes a pair of chips whose names, devices or drivers differ.
fn chip(pair: &ChipPair) -> String {
    let ChipPair { a, b } = pair;
    let name = match a.name == b.name {
        true => a.name.clone(),
        false => format!("{} and {}", a.name, b.name),
    };
    let change = |a: &str, b: &str| match a == b {
        true => a.to_string(),
        false => format!("{a} in A, {b} in B"),
    };
    match (&a.device, &a.driver) == (&b.device, &b.driver) && a.name == b.name {
        true => String::new(),
        false => format!(
            "chip    {name}: device {}; driver {}\n",
            change(&a.device, &b.device),
            change(&a.driver, &b.driver)
        ),
    }
}

/// Formats changes as a table.
fn changes(listed: &[&Difference]) -> String {
    let mut table =
        Table::new(["B / A", "A", "B", "change", "application", "graph", "chip", "configuration"]);
    for cell in listed {
        let [before, after] = cell.means;
        let change = match cell.change {
            Change::Speedup => "faster",
            Change::Slowdown => "slower",
            Change::None => "same",
        };
        table.push(vec![
            Cell::from(Value::Ratio(cell.ratio)),
            Value::Seconds(before).into(),
            Value::Seconds(after).into(),
            change.into(),
            cell.place.application.as_str().into(),
            cell.place.input.as_str().into(),
            cell.place.chip.as_str().into(),
            options(&cell.place).into(),
        ]);
    }
    table.text()
}

/// Names the configurations of a cell: the first, and the number of the others.
fn options(place: &Place) -> String {
    let first = place.configurations.first().map(ToString::to_string).unwrap_or_default();
    match place.configurations.len() {
        0 | 1 => first,
        count => format!("{first} (and {} with the same code)", count - 1),
    }
}

/// Lists cells that failed.
fn failures(failed: &[FailedCell], limit: usize) -> String {
    let mut out = String::new();
    for cell in failed.iter().take(limit) {
        let Place { application, input, chip, .. } = &cell.place;
        out += &format!("{application} on {input} on {chip} --opts {}", options(&cell.place));
        for (failure, study) in cell.failures.iter().zip(["A", "B"]) {
            if let Some(failure) = failure {
                let reason = failure.reason.lines().next().unwrap_or_default();
                out += &format!(" failed in {study}: {reason};");
            }
        }
        out.pop();
        out.push('\n');
    }
    out + &rest(failed.len(), failed.len().min(limit), "failure")
}
