//! Formats a comparison as a table.

use igc_measure::comparison::{Comparison, Entry, Fastest, Outcome, Ratio, Timed};
use igc_measure::statistics::{Interval, median};
use igc_runtime::backend::DeviceName;

use super::auto::{Auto, row_name};
use crate::output::{grouped, time};

/// The titles of the columns after the configuration's name.
const TITLES: [&str; 9] = [
    "build",
    "median",
    "95 % interval",
    "least",
    "ratio",
    "",
    "95 % interval",
    "launches",
    "rounds",
];

/// The mark of a ratio that is not clear.
const UNCLEAR: &str = "~";
/// The mark of a median with a wide interval.
const NOISY: &str = "!";

/// The most configurations that a line below the table names.
const NAMED: usize = 8;

/// A row of the table: cells, or a text that replaces them.
enum Row {
    Cells(String, [String; TITLES.len()]),
    Words(String, String),
}

/// Formats a comparison: a heading, a table and an explanation of its marks. The row of the plan that igc chose says so.
pub fn table(comparison: &Comparison, device: &DeviceName, auto: Option<&Auto>) -> String {
    let mut comparison = comparison.clone();
    for entry in &mut comparison.configurations {
        entry.options = row_name(&entry.options, auto);
        if let Outcome::Same { same_as } = &mut entry.outcome {
            *same_as = row_name(same_as, auto);
        }
    }
    let line = auto.map_or(String::new(), |auto| auto.line(&comparison.program));
    text(&comparison, device, &line)
}

/// Formats a comparison, with the line about igc's plan in its heading.
fn text(comparison: &Comparison, device: &DeviceName, auto: &str) -> String {
    let Comparison { program, graph, params, warmup, repeat, .. } = comparison;
    let params: Vec<String> = params.iter().map(|(n, v)| format!(" -p {n}={v}")).collect();
    let (nodes, edges) = (grouped(graph.nodes), grouped(graph.edges));
    let checked = match comparison.checked {
        true => "first results checked",
        false => "results not checked",
    };
    let reordered = comparison.reorder.map(|reorder| format!(", reordered in {}", time(reorder)));
    let mut out = format!(
        "{program}{} on {}: {nodes} nodes, {edges} edges{}\n\
         {} ({}), {}\n\
         {} timed after {} of warm-up, {checked}\n\
         {auto}\n",
        params.concat(),
        graph.name,
        reordered.unwrap_or_default(),
        device.name,
        device.driver,
        device.dialect,
        runs(*repeat),
        runs(*warmup),
    );
    let has_many_same = comparison.configurations.iter().filter_map(same_as).count() > NAMED;
    let titles = Row::Cells(String::new(), TITLES.map(String::from));
    let is_row = |entry: &&Entry| !has_many_same || same_as(entry).is_none();
    let rows = comparison.configurations.iter().filter(is_row).map(row);
    out += &aligned(&[titles].into_iter().chain(rows).collect::<Vec<_>>());
    if has_many_same {
        out += &same(comparison);
    }
    out += &notes(comparison);
    out += &summary(comparison);
    out.push('\n');
    out
}

/// Returns the configuration to which an entry is identical.
fn same_as(entry: &Entry) -> Option<&str> {
    match &entry.outcome {
        Outcome::Same { same_as } => Some(same_as),
        _ => None,
    }
}

/// Names the configurations that are identical to others, with a line for each of the others.
fn same(comparison: &Comparison) -> String {
    let mut out = String::from("\n");
    for Entry { options, .. } in &comparison.configurations {
        let same = comparison.configurations.iter().filter(|one| same_as(one) == Some(options));
        let same: Vec<String> = same.map(|one| one.options.clone()).collect();
        if !same.is_empty() {
            out += &format!("the same code as {options}: {}\n", named(&same));
        }
    }
    out
}

/// Names the fastest configuration, and states how exact the medians are.
fn summary(comparison: &Comparison) -> String {
    let mut out = String::new();
    if let Some(fastest) = comparison.fastest() {
        out += &fastest_text(&fastest, comparison);
    }
    let errors = timed(comparison).filter_map(|timed| timed.relative_error);
    let errors: Vec<f64> = errors.collect();
    if !errors.is_empty() {
        let most = errors.iter().copied().fold(0.0, f64::max);
        let middle = median(errors);
        out += &format!(
            "relative standard error of the medians: {} in the median of the rows, at most {}\n",
            percent(middle),
            percent(most)
        );
    }
    match out.is_empty() {
        true => out,
        false => format!("\n{out}"),
    }
}

fn fastest_text(fastest: &Fastest, comparison: &Comparison) -> String {
    let Fastest { options, same, ties, rounds, median, ratio, interval } = fastest;
    let same = match same.is_empty() {
        true => String::new(),
        false => format!(" (the same code: {})", named(same)),
    };
    let first = comparison.configurations.first().map_or("", |first| &first.options);
    let ratio = ratio.map_or(String::new(), |ratio| {
        let interval = between(*interval, factor);
        format!(", {} times {first} (95 % interval {interval})", factor(ratio))
    });
    let judged = if *rounds == 1 { "the round".into() } else { format!("the {rounds} rounds") };
    let mut out = format!(
        "fastest: {options}{same}: {} in {judged} that did not choose it{ratio}\n",
        time(*median)
    );
    if !ties.is_empty() {
        out += &format!("not clearly slower in these rounds: {}\n", named(ties));
    }
    out
}

/// Names the first configurations of a list.
pub fn named(list: &[String]) -> String {
    let names = list.iter().take(NAMED).map(String::as_str).collect::<Vec<&str>>().join("; ");
    match list.len().saturating_sub(NAMED) {
        0 => names,
        more => format!("{names}; and {more} more"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn between(interval: Option<Interval>, text: fn(f64) -> String) -> String {
    match interval {
        Some(Interval { low, high }) => format!("{} – {}", text(low), text(high)),
        None => "unknown".into(),
    }
}

/// Returns the configurations that have times.
fn timed(comparison: &Comparison) -> impl Iterator<Item = &Timed> {
    comparison.configurations.iter().filter_map(|entry| match &entry.outcome {
        Outcome::Timed(timed) => Some(&**timed),
        _ => None,
    })
}

fn runs(count: u32) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}

fn row(entry: &Entry) -> Row {
    let name = entry.options.clone();
    match &entry.outcome {
        Outcome::Timed(timed) => Row::Cells(name, cells(timed)),
        Outcome::Same { same_as } => Row::Words(name, format!("as {same_as}")),
        Outcome::Failed(failure) => {
            let first = failure.reason.lines().next().unwrap_or_default();
            Row::Words(name, format!("failed: {first}"))
        }
    }
}

fn cells(timed: &Timed) -> [String; TITLES.len()] {
    let (ratio, mark, ratio_interval) = match timed.ratio {
        Some(Ratio { value, interval, clear }) => {
            (factor(value), if clear { "" } else { UNCLEAR }, between(interval, factor))
        }
        None => (String::new(), "", String::new()),
    };
    let noisy = if is_noisy(timed) { NOISY } else { "" };
    let build = match timed.geometry {
        // The interpreter builds nothing.
        None => String::new(),
        Some(_) if timed.build_cached => "cached".into(),
        Some(_) => time(timed.build),
    };
    [
        build,
        format!("{noisy} {}", time(timed.median)).trim_start().to_string(),
        between(timed.median_interval, time),
        time(timed.minimum),
        ratio,
        mark.to_string(),
        ratio_interval,
        grouped(timed.launches),
        grouped(timed.rounds),
    ]
}

/// Returns whether to mark a wide interval. A missing interval needs no mark.
fn is_noisy(timed: &Timed) -> bool {
    timed.noisy && timed.median_interval.is_some()
}

/// Formats a ratio with three significant digits, and with two decimal places from 0.1 to 10, so
/// that ratios align.
pub fn factor(ratio: f64) -> String {
    let digits = match ratio {
        r if r >= 100.0 => 0,
        r if r >= 10.0 => 1,
        r if r >= 0.1 => 2,
        _ => 3,
    };
    format!("{ratio:.digits$}")
}

/// Aligns names to the left and cells to the right.
fn aligned(rows: &[Row]) -> String {
    let width = |text: &str| text.chars().count();
    let names = rows.iter().map(|row| match row {
        Row::Cells(name, _) | Row::Words(name, _) => width(name),
    });
    let name_width = names.max().unwrap_or(0);
    let column = |at: usize| {
        let cells = rows.iter().filter_map(move |row| match row {
            Row::Cells(_, cells) => Some(width(&cells[at])),
            Row::Words(..) => None,
        });
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..TITLES.len()).map(column).collect();
    let mut out = String::new();
    for row in rows {
        let line = match row {
            Row::Words(name, words) => format!("{name:<name_width$}  {words}"),
            Row::Cells(name, cells) => {
                let cells = cells.iter().zip(&widths);
                let cells = cells.map(|(cell, width)| match width {
                    0 => String::new(),
                    1 => format!(" {cell:1}"),
                    _ => format!("  {cell:>width$}"),
                });
                format!("{name:<name_width$}{}", cells.collect::<String>())
            }
        };
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// Explains the marks that occur in the table.
fn notes(comparison: &Comparison) -> String {
    let timed = || timed(comparison);
    let mut notes = String::new();
    if timed().any(|timed| timed.median_interval.is_none()) {
        notes += "fewer than 6 runs are too few for 95 % confidence intervals\n";
    } else if timed().any(is_noisy) {
        notes += "! the interval is wider than a quarter of the median: differences mean little\n";
    }
    if timed().any(|timed| timed.ratio.is_some_and(|ratio| !ratio.clear)) {
        notes += "~ the intervals of the medians overlap: the difference is not clear\n";
    }
    if let Some(reason) = &comparison.unchecked {
        notes += &format!("results may be wrong, so no configuration is the fastest: {reason}\n");
    }
    match notes.is_empty() {
        true => notes,
        false => format!("\n{notes}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_digits() {
        let ratios = [0.004, 0.51234, 1.0, 1.236, 12.34, 1234.5].map(factor);
        assert_eq!(ratios, ["0.004", "0.51", "1.00", "1.24", "12.3", "1234"]);
    }

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let cells = |first: &str| {
            let mut cells = TITLES.map(|_| String::new());
            cells[0] = first.into();
            cells[8] = "1".into();
            cells
        };
        let rows = [
            Row::Cells("wg".into(), cells("1.00 µs")),
            Row::Cells("none".into(), cells("2 s")),
            Row::Words("sg".into(), "as wg".into()),
        ];
        assert_eq!(aligned(&rows), "wg    1.00 µs 1\nnone      2 s 1\nsg    as wg\n");
    }
}
