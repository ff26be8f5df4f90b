//! The section "What was measured": chips, inputs, applications, and the number of results.

use std::collections::BTreeSet;

use super::Study;
use crate::dataset::{Input, Outcome};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers::counted;
use crate::report::table::{Cell, Table, Tone, Value};

/// Writes the section about the chips, inputs and applications of the study.
pub(super) fn section(study: &Study) -> Section {
    let dataset = study.dataset;
    let text = vec![
        format!(
            "This section lists what the study measured, and how complete the results are. The \
             study covers {}, {}, {} and {}.",
            counted(dataset.applications.len(), "application", "applications"),
            counted(dataset.inputs.len(), "input", "inputs"),
            counted(dataset.chips.len(), "chip", "chips"),
            counted(dataset.configurations.len(), "configuration", "configurations"),
        ),
        "A test is one application on one input on one chip. A chip is a device with its driver. A \
         configuration is a set of optimisations; the baseline is the configuration without any. \
         Configurations that failed or were not tried have no times. Comparisons leave them out; \
         where a strategy chooses one of them, the baseline takes its place. The time of a \
         run includes the initialisation of its state."
            .to_string(),
        "Figure and table numbers after titles refer to “One Size Doesn't Fit All” (Sorensen, Pai \
         and Donaldson, IISWC 2019), unless another source is named."
            .to_string(),
        match dataset.applications.is_empty() {
            true => "The study lists no applications.".to_string(),
            false => format!("The applications are {}.", dataset.applications.join(", ")),
        },
    ];
    Section {
        id: "measured",
        title: "What was measured",
        text,
        exhibits: vec![chips(study), inputs(study)],
    }
}

fn chips(study: &Study) -> Exhibit {
    let title = "Chips and their coverage";
    if study.dataset.chips.is_empty() {
        return Exhibit::missing("chips", title, "The study lists no chips.");
    }
    let mut table = Table::new([
        "chip",
        "device",
        "driver",
        "dialect",
        "tests",
        "timed",
        "distinct",
        "failed",
        "not tried",
        "runs",
    ]);
    for (place, chip) in study.dataset.chips.iter().enumerate() {
        let tests = study.measurements.tests().iter().filter(|test| test.chip == place).count();
        let coverage = study.coverage(|test| test.chip == place);
        let failed = if coverage.failed > 0 { Tone::Bad } else { Tone::Plain };
        table.push(vec![
            chip.name.as_str().into(),
            chip.device.as_str().into(),
            chip.driver.as_str().into(),
            chip.dialect.as_str().into(),
            tests.into(),
            coverage.timed.into(),
            distinct(study, place).into(),
            Cell { value: coverage.failed.into(), tone: failed },
            coverage.untried.into(),
            runs(study, place).into(),
        ]);
    }
    let caption = "One row for each chip. “timed”, “failed” and “not tried” count configurations \
                   of tests. “runs” is the number of timed runs of each configuration. A \
                   configuration counts as timed only if oracles accepted its result. \
                   “distinct” counts the timed configurations that were run; each of the others \
                   compiles to the same code for the chip as one of these, and has its times.";
    Exhibit::table("chips", title, caption, table).after("Table I")
}

/// Returns the number of timed configurations of tests on a chip, where those of a test with the
/// same times count once, because they share their runs.
fn distinct(study: &Study, chip: usize) -> usize {
    let results = study.dataset.results.iter().filter(|(cell, _)| cell.test.chip == chip);
    let timed = results.filter_map(|(cell, outcome)| match outcome {
        Outcome::Timed(times) => {
            Some((cell.test, times.iter().map(|time| time.to_bits()).collect::<Vec<u64>>()))
        }
        Outcome::Failed(_) => None,
    });
    timed.collect::<BTreeSet<_>>().len()
}

/// Returns the number of runs of each configuration on a chip. If the numbers differ, returns the
/// smallest and the largest.
fn runs(study: &Study, chip: usize) -> Value {
    let results = study.dataset.results.iter().filter(|(cell, _)| cell.test.chip == chip);
    let counts: BTreeSet<usize> = results
        .filter_map(|(_, outcome)| match outcome {
            Outcome::Timed(times) => Some(times.len()),
            Outcome::Failed(_) => None,
        })
        .collect();
    match (counts.first(), counts.last()) {
        (Some(least), Some(most)) if least == most => Value::Count(*least as u64),
        (Some(least), Some(most)) => Value::Text(format!("{least}–{most}")),
        _ => Value::Missing,
    }
}

/// The properties of graphs that have the first columns: the distribution of degrees, and the
/// diameter.
const FIRST_PROPERTIES: [&str; 22] = [
    "out_degree_mean",
    "out_degree_standard_deviation",
    "out_degree_least",
    "out_degree_lower_quartile",
    "out_degree_median",
    "out_degree_upper_quartile",
    "out_degree_greatest",
    "diameter_at_least",
    "in_degree_mean",
    "in_degree_standard_deviation",
    "in_degree_least",
    "in_degree_lower_quartile",
    "in_degree_median",
    "in_degree_upper_quartile",
    "in_degree_greatest",
    "degree_mean",
    "degree_standard_deviation",
    "degree_least",
    "degree_lower_quartile",
    "degree_median",
    "degree_upper_quartile",
    "degree_greatest",
];

/// Properties that are not listed again, because they have separate columns or because readers do
/// not need them.
const KNOWN_PROPERTIES: [&str; 3] = ["nodes", "arcs", "bytes"];

/// Formats a property of a graph. Most properties are counts, which are shown with all digits.
fn number(value: f64) -> Value {
    let is_count = (0.0..1e15).contains(&value) && value.fract() == 0.0;
    if is_count { Value::Count(value as u64) } else { Value::Number(value) }
}

/// Whether the table for readers shows a property. In symmetric graphs, in-degrees equal
/// out-degrees, so only the CSV contains the in-degrees. Only the CSV contains the sums of
/// in-degrees and out-degrees.
fn is_shown(study: &Study, name: &str) -> bool {
    let is_symmetric = |input: &Input| input.properties.get("symmetric") == Some(&1.0);
    match name {
        _ if name.starts_with("degree_") => false,
        _ if name.starts_with("in_degree_") => !study.dataset.inputs.iter().all(is_symmetric),
        _ => true,
    }
}

fn inputs(study: &Study) -> Exhibit {
    let title = "Inputs";
    if study.dataset.inputs.is_empty() {
        return Exhibit::missing("inputs", title, "The study lists no inputs.");
    }
    let all = study.dataset.inputs.iter().flat_map(|input| input.properties.keys());
    let all = all.map(String::as_str).filter(|name| !KNOWN_PROPERTIES.contains(name));
    let mut names: Vec<&str> = all.collect::<BTreeSet<&str>>().into_iter().collect();
    names.sort_by_key(|name| {
        FIRST_PROPERTIES.iter().position(|first| first == name).unwrap_or(usize::MAX)
    });
    let numbers = properties(study, &names);
    names.retain(|name| is_shown(study, name));
    let caption = "One row for each graph, with the properties that igc measured. An undirected \
                   edge counts as two edges. Policies (igc study policy) distinguish inputs by \
                   their class.";
    let table = properties(study, &names).with_headings([("arcs", "edges")]);
    let exhibit = Exhibit::table("inputs", title, caption, table);
    match numbers.columns.len() == exhibit.table.columns.len() {
        true => exhibit.after("Table VIII"),
        false => exhibit.with_numbers(numbers).after("Table VIII"),
    }
}

/// Returns a table of the inputs with the given properties.
fn properties(study: &Study, names: &[&str]) -> Table {
    let fixed = ["input", "class", "specification", "nodes", "arcs"].map(String::from);
    // Names of properties contain underscores, as in `out_degree_mean`.
    let mut table =
        Table::new(fixed.into_iter().chain(names.iter().map(|name| name.replace('_', " "))));
    for input in &study.dataset.inputs {
        let mut cells: Vec<Cell> = vec![
            input.name.as_str().into(),
            input.class.as_str().into(),
            input.spec.as_str().into(),
            input.nodes.into(),
            input.edges.into(),
        ];
        let property =
            |name: &&str| Cell::known(input.properties.get(*name), |value| number(*value));
        cells.extend(names.iter().map(property));
        table.push(cells);
    }
    table
}
