//! Formats the conformance matrix as a table.

use std::fmt::Write as _;

use igc_measure::comparison::FailureKind;
use igc_measure::conformance::{Count, Finding, Matrix, Plan, Record};

use super::journal::About;
use crate::output::{grouped, time};

/// Formats the whole result.
pub fn table(about: &About, plan: &Plan, records: &[Record]) -> String {
    let mut out = String::new();
    let About { igc, device } = about;
    let seconds = time(records.iter().map(|record| record.seconds).sum());
    let (cases, size) = (grouped(records.len() as u64), grouped(plan.size() as u64));
    let mut graphs: Vec<&str> = vec![];
    for record in records {
        if !graphs.contains(&&*record.graph) {
            graphs.push(&record.graph);
        }
    }
    let _ = writeln!(out, "igc {igc} on {} ({}), {}", device.name, device.driver, device.dialect);
    let _ = writeln!(out, "graphs: {}", graphs.join(" "));
    let _ = writeln!(out, "{size} results by {cases} runs, in {seconds}\n");
    out += &matrix(&Matrix::new(records));
    out += &failures(records);
    out += &refusals(records);
    out
}

/// Formats the matrix: a row per application, a column per group of configurations.
fn matrix(matrix: &Matrix) -> String {
    let heads = matrix.groups.iter().map(|group| group.to_string());
    let mut lines = vec![[vec![String::new()], heads.collect()].concat()];
    let totals = matrix.totals();
    let rows = matrix.rows.iter().map(|row| (&*row.program, &row.counts));
    for (name, counts) in rows.chain([("total", &totals)]) {
        lines.push([vec![name.to_string()], counts.iter().map(cell).collect()].concat());
    }
    let columns = lines[0].len();
    let width = |at: usize| lines.iter().map(|line| line[at].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:width$}"),
            _ => format!("  {cell:>width$}"),
        });
        out += cells.collect::<String>().trim_end();
        out.push('\n');
    }
    let last = totals.last().copied().unwrap_or_default();
    let Count { passed, failed, hung, crashed, refused } = last;
    let _ = writeln!(
        out,
        "\n{passed} passed, {failed} failed, {hung} hung, {crashed} crashed, {refused} refused",
        passed = grouped(passed)
    );
    out
}

/// Formats the number of passed results, and the total if not all passed.
fn cell(count: &Count) -> String {
    match (count.passed, count.total()) {
        (_, 0) => "-".into(),
        (passed, total) if passed == total => passed.to_string(),
        (passed, total) => format!("{passed}/{total}"),
    }
}

/// Formats the failures, each with its reason.
fn failures(records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        out += &failure_text(record).map(|words| format!("\n{words}\n")).unwrap_or_default();
    }
    out
}

/// Formats the refusals: each reason once, with the number of results per application.
fn refusals(records: &[Record]) -> String {
    let mut reasons: Vec<(&str, Vec<(&str, usize)>)> = vec![];
    for record in records {
        let Finding::Failed(failure) = &record.finding else { continue };
        if failure.kind != FailureKind::Refused {
            continue;
        }
        // The other lines are help for a user who runs one program.
        let reason = failure.reason.lines().next().unwrap_or_default();
        let at = reasons.iter().position(|(other, _)| *other == reason).unwrap_or_else(|| {
            reasons.push((reason, vec![]));
            reasons.len() - 1
        });
        let programs = &mut reasons[at].1;
        match programs.iter_mut().find(|(program, _)| *program == record.program) {
            Some((_, count)) => *count += record.options.len(),
            None => programs.push((&record.program, record.options.len())),
        }
    }
    let words = |(reason, programs): &(&str, Vec<(&str, usize)>)| {
        let programs: Vec<String> =
            programs.iter().map(|(program, count)| format!("{program} {count}")).collect();
        format!("\nrefused: {}\n    {reason}\n", programs.join(", "))
    };
    reasons.iter().map(words).collect()
}

/// Formats the failure of a case.
pub fn failure_text(record: &Record) -> Option<String> {
    let Finding::Failed(failure) = &record.finding else { return None };
    let what = match failure.kind {
        FailureKind::Refused => return None,
        FailureKind::Input | FailureKind::Device => "failed",
        FailureKind::Check => "wrong result",
        FailureKind::Crashed => "crashed",
        FailureKind::Killed => "killed",
        FailureKind::Hung => "hung",
    };
    let options = record.options.first().map_or("none", |options| options);
    let others = match record.options.len() {
        0 | 1 => String::new(),
        n => format!(" (and {} configurations that compile to the same code)", n - 1),
    };
    let Record { program, graph, .. } = record;
    let reason = failure.reason.replace('\n', "\n    ");
    Some(format!("{what}: {program} --opts {options}{others} on {graph}\n    {reason}"))
}
