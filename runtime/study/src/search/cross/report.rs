//! The cross tables, as text and as JSON.

use std::fmt::Write;

use igc_compiler::configuration::{OrderOf, PassKind};
use igc_measure::comparison::Ratio;
use igc_runtime::backend::DeviceName;
use serde::Serialize;

use super::{CrossMeasured, CrossRecord, Origin, orders, subjects};
use crate::search::Subject;
use crate::search::report::{reference, shown};
use crate::statistics::geometric_mean;

/// The cross tables, as `--json` prints them. Fields may be added, but never renamed or removed.
#[derive(Debug, Clone, Serialize)]
pub struct CrossReport {
    /// The kind of the passes: the option of a configuration that lists them.
    over: &'static str,
    /// The best orders of the searches.
    origins: Vec<Source>,
    /// A table for each device that has measurements.
    devices: Vec<Table>,
}

/// Where an order comes from.
#[derive(Debug, Clone, Serialize)]
struct Source {
    program: String,
    graph: String,
    device: DeviceName,
    order: String,
}

/// The measurements on a device.
#[derive(Debug, Clone, Serialize)]
struct Table {
    device: DeviceName,
    programs: Vec<Column>,
    /// The positions of the searches that found no order that is clearly faster than no passes.
    without_passes: Vec<usize>,
    orders: Vec<Row>,
    summary: Summary,
}

/// A program that was measured.
#[derive(Debug, Clone, Serialize)]
struct Column {
    program: String,
    graph: String,
    /// The median time in seconds without passes.
    seconds: Option<f64>,
    /// Number of runs of each order.
    runs: u32,
}

/// The measurements of an order on all programs.
#[derive(Debug, Clone, Serialize)]
struct Row {
    order: String,
    is_standard: bool,
    /// The positions of the searches whose best order it is.
    origins: Vec<usize>,
    /// A measurement for each program.
    cells: Vec<Cell>,
    /// The geometric mean of the speedups over no passes; absent if one is missing.
    mean: Option<f64>,
}

/// The measurement of an order on a program.
#[derive(Debug, Clone, Serialize)]
struct Cell {
    /// The ratio of the time to that without passes; absent if it was not measured.
    ratio: Option<Ratio>,
    /// Whether the order gives the same code as no passes.
    same_code: bool,
    failure: Option<String>,
}

/// Geometric means of speedups over no passes.
#[derive(Debug, Clone, Serialize)]
struct Summary {
    /// Of each program's own order, which a search on this device found.
    own: Option<f64>,
    /// Of the orders of other programs, from searches on this device.
    other_programs: Option<f64>,
    /// Of the orders of the same program, from searches on other devices.
    other_devices: Option<f64>,
    /// Of the standard order.
    standard: Option<f64>,
    /// The order with the largest mean over all programs.
    best_for_all: Option<String>,
    /// Its mean.
    best_mean: Option<f64>,
}

impl CrossReport {
    /// Creates the tables of searches from records. Of several records of one program on one
    /// device, the last one counts.
    pub fn of<P: PassKind>(origins: &[Origin<P>], records: &[CrossRecord<P>]) -> CrossReport {
        let mut devices: Vec<&DeviceName> = vec![];
        for record in records {
            if !devices.contains(&&record.device) {
                devices.push(&record.device);
            }
        }
        let source = |origin: &Origin<P>| Source {
            program: origin.subject.program.clone(),
            graph: origin.subject.graph.clone(),
            device: origin.device.clone(),
            order: origin.order.to_string(),
        };
        CrossReport {
            over: P::OPTION,
            origins: origins.iter().map(source).collect(),
            devices: devices.iter().map(|device| table(device, origins, records)).collect(),
        }
    }

    /// Returns the tables as text.
    pub fn text(&self) -> String {
        let none = reference(self.over);
        let mut out = String::new();
        for table in &self.devices {
            let DeviceName { name, driver, .. } = &table.device;
            let _ = writeln!(out, "{name} ({driver}): speedups over {none}\n");
            out += &table.text(self.over);
            out.push('\n');
        }
        out += "searches:\n";
        for (number, source) in (1..).zip(&self.origins) {
            let Source { program, graph, device, order } = source;
            let _ = writeln!(
                out,
                "  [{number}] {program} on {graph}, {} ({}): {}",
                device.name,
                device.driver,
                shown(self.over, order)
            );
        }
        out
    }
}

/// Returns the measurements on a device.
fn table<P: PassKind>(
    device: &DeviceName,
    origins: &[Origin<P>],
    records: &[CrossRecord<P>],
) -> Table {
    let of = |subject: &Subject| {
        let mut found = records.iter().rev();
        found.find(|record| record.subject == *subject && record.device == *device)
    };
    let measured: Vec<&CrossRecord<P>> = subjects(origins).iter().filter_map(of).collect();
    let column = |record: &&CrossRecord<P>| Column {
        program: record.subject.program.clone(),
        graph: record.subject.graph.clone(),
        seconds: record.measured.first().and_then(|first| first.seconds),
        runs: record.runs,
    };
    let none = origins.iter().enumerate().filter(|(_, origin)| origin.order.is_empty());
    let rows: Vec<Row> =
        orders(origins).into_iter().skip(1).map(|order| row(&order, origins, &measured)).collect();
    let best = rows.iter().filter_map(|row| Some((row.order.clone(), row.mean?)));
    let best = best.max_by(|(_, a), (_, b)| a.total_cmp(b));
    let of_searches = |wanted: &dyn Fn(&CrossRecord<P>, &Origin<P>) -> bool| {
        let mut speedups = vec![];
        for record in &measured {
            for origin in origins.iter().filter(|origin| wanted(record, origin)) {
                speedups.extend(speedup(record, &origin.order));
            }
        }
        geometric_mean(&speedups)
    };
    let standard: Vec<f64> =
        measured.iter().filter_map(|record| speedup(record, &OrderOf::standard())).collect();
    let summary = Summary {
        own: of_searches(&|record, origin| {
            origin.subject == record.subject && origin.device == *device
        }),
        other_programs: of_searches(&|record, origin| {
            origin.subject.program != record.subject.program && origin.device == *device
        }),
        other_devices: of_searches(&|record, origin| {
            origin.subject == record.subject && origin.device != *device
        }),
        standard: geometric_mean(&standard),
        best_for_all: best.as_ref().map(|(order, _)| order.clone()),
        best_mean: best.map(|(_, mean)| mean),
    };
    Table {
        device: device.clone(),
        programs: measured.iter().map(column).collect(),
        without_passes: none.map(|(at, _)| at).collect(),
        orders: rows,
        summary,
    }
}

/// Returns the measurements of an order.
fn row<P: PassKind>(
    order: &OrderOf<P>,
    origins: &[Origin<P>],
    measured: &[&CrossRecord<P>],
) -> Row {
    let cell = |record: &&CrossRecord<P>| {
        let found = record.measured.iter().find(|measured| measured.order == *order);
        Cell {
            ratio: found.and_then(|found| found.ratio),
            same_code: found.is_some_and(CrossMeasured::is_same_code),
            failure: found.and_then(|found| found.failure.clone()),
        }
    };
    let speedups: Option<Vec<f64>> = measured.iter().map(|record| speedup(record, order)).collect();
    let of_order = origins.iter().enumerate().filter(|(_, origin)| origin.order == *order);
    Row {
        order: order.to_string(),
        is_standard: *order == OrderOf::standard(),
        origins: of_order.map(|(at, _)| at).collect(),
        cells: measured.iter().map(cell).collect(),
        mean: speedups.and_then(|speedups| geometric_mean(&speedups)),
    }
}

/// Returns the speedup of an order over no passes.
fn speedup<P: PassKind>(record: &CrossRecord<P>, order: &OrderOf<P>) -> Option<f64> {
    if order.is_empty() {
        return Some(1.0);
    }
    let found = record.measured.iter().find(|measured| measured.order == *order)?;
    match found.is_same_code() {
        true => Some(1.0),
        false => found.ratio.map(|ratio| 1.0 / ratio.value),
    }
}

impl Table {
    fn text(&self, over: &str) -> String {
        let mut head = vec!["best order of".to_string()];
        let mut times = vec![named(reference(over), &self.without_passes)];
        for Column { program, graph, seconds, .. } in &self.programs {
            head.push(format!("{program} on {graph}"));
            times.push(seconds.map_or("failed".into(), |s| format!("{:.3} ms", s * 1e3)));
        }
        head.push("mean".into());
        times.push(String::new());
        let mut lines = vec![head, times];
        for row in &self.orders {
            let name = match row.is_standard {
                true => named("standard order", &row.origins),
                false => named("", &row.origins),
            };
            let cells = row.cells.iter().map(Cell::text);
            let mean = row.mean.map_or(String::new(), |mean| format!("{mean:.2}"));
            lines.push([name].into_iter().chain(cells).chain([mean]).collect());
        }
        let mut out = aligned(&lines);
        out += "\ngeometric means of the speedups\n";
        let Summary { own, other_programs, other_devices, standard, best_for_all, best_mean } =
            &self.summary;
        for (what, mean) in [
            ("each program's own order", own),
            ("orders of other programs", other_programs),
            ("orders of other devices", other_devices),
            ("the standard order", standard),
        ] {
            let mean = mean.map_or("not measured".into(), |mean| format!("{mean:.2}"));
            let _ = writeln!(out, "  {what:<26}{mean}");
        }
        if let (Some(order), Some(mean)) = (best_for_all, best_mean) {
            let _ =
                writeln!(out, "  {:<26}{mean:.2} ({})", "one order for all", shown(over, order));
        }
        out
    }
}

/// Returns a name with the numbers of searches.
fn named(name: &str, origins: &[usize]) -> String {
    let numbers = origins.iter().map(|at| format!("[{}]", at + 1));
    let parts = [name.to_string()].into_iter().chain(numbers);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

impl Cell {
    /// The speedup. A difference that is not clear has the sign `=`.
    fn text(&self) -> String {
        match (&self.ratio, &self.failure) {
            _ if self.same_code => "same code".into(),
            (Some(ratio), _) => {
                let sign = if ratio.clear { "" } else { "= " };
                format!("{sign}{:.2}", 1.0 / ratio.value)
            }
            (None, Some(_)) => "failed".into(),
            (None, None) => "-".into(),
        }
    }
}

/// Aligns the first column to the left, and the others to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |text: &String| text.chars().count();
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|at| lines.iter().filter_map(|line| line.get(at)).map(width).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (at, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let _ = match at {
                0 => write!(text, "{cell:<width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        out += text.trim_end();
        out.push('\n');
    }
    out
}
