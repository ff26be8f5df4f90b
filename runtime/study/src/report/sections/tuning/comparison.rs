//! Compares configurations between devices, and between copying and other operations.

use igc_measure::calibration::Operation;

use super::{Named, Scope};
use crate::report::model::Exhibit;
use crate::report::numbers;
use crate::report::table::{Cell, Table, Tone, Value};
use crate::statistics::geometric_mean;
use crate::tuning::{self, CROSS_BINS, NEAR};

/// The share of the best bandwidth below which a value is marked as bad. "Performance Portability
/// Study of Linear Algebra Kernels in OpenCL" calls a loss of five to fifteen per cent a penalty.
const BAD: f64 = 0.85;

/// Returns the bandwidth of one device's best configurations of operations on the other devices
/// (Table 1 of "Performance Portability Study of Linear Algebra Kernels in OpenCL"). Each cell is
/// the geometric mean over the operations.
pub(super) fn porting(scope: &Scope<'_>, operations: &[Operation]) -> Exhibit {
    let Scope { devices, .. } = scope;
    let (id, title, what) = match operations {
        [Operation::Copy] => (
            scope.id("porting"),
            "One device's best copy configuration on the other devices",
            "The row's device runs the configuration of copy that is fastest on the column's \
             device. Each cell is the resulting bandwidth as a share of the best bandwidth on the \
             row's device.",
        ),
        _ => (
            scope.id("porting-all"),
            "One device's best configurations on the other devices",
            "The row's device runs the configuration of each operation that is fastest on the \
             column's device. Each cell is the geometric mean, over the operations, of the \
             resulting bandwidth as a share of the best bandwidth on the row's device.",
        ),
    };
    let title = scope.title(title);
    let source = "Linear Algebra Kernels in OpenCL, Table 1";
    if devices.len() < 2 {
        let why = "This needs calibrations of at least two devices.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let names = devices.iter().map(|device| device.name.clone());
    let mut table = Table::new(["runs on".to_string()].into_iter().chain(names));
    let mut numbers = Table::new(NUMBERS);
    let mut replaced = 0;
    for to in devices {
        let mut row = vec![Cell::from(to.name.as_str())];
        for from in devices {
            let mut shares = vec![];
            for &operation in operations {
                let ported = tuning::port(from.calibrated, to.calibrated, operation);
                let Some(ported) = ported else { continue };
                replaced += usize::from(ported.at_home < 1.0);
                shares.push(ported.share);
                let mut line: Vec<Cell> = match operations {
                    [_] => vec![],
                    _ => vec![operation.name().into()],
                };
                line.extend([
                    from.name.as_str().into(),
                    to.name.as_str().into(),
                    ported.configuration.to_string().into(),
                    Value::Share(ported.at_home).into(),
                    Value::Share(ported.share).into(),
                ]);
                numbers.push(line);
            }
            row.push(share(geometric_mean(&shares)));
        }
        table.push(row);
    }
    if operations.len() > 1 {
        numbers.columns.insert(0, "operation".into());
    }
    let mut caption = what.to_string();
    if replaced > 0 {
        caption.push_str(&format!(
            " In {}, the row's device has not tried that configuration. The fastest configuration \
             of the column's device that the row's device has tried takes its place; “at home” in \
             the CSV is its share of the best bandwidth on the column's device.",
            numbers::counted(replaced, "cell", "cells")
        ));
    }
    Exhibit::table(id, title, caption, table).with_numbers(numbers).after(source)
}

/// The columns of the CSV of [`porting`], after the operation.
const NUMBERS: [&str; 5] = ["best of", "runs on", "configuration", "at home", "share of the best"];

/// Returns the correlation of other operations with copy: Figs. 5 and 6 of "Performance Portability
/// Study of Linear Algebra Kernels in OpenCL" as numbers, and its Table 2.
pub(super) fn correlation(scope: &Scope<'_>) -> Exhibit {
    let mut table = Table::new([
        "device",
        "operation",
        "against",
        "configurations",
        "Pearson",
        "Spearman",
        "with the best of copy",
        "near copy's best",
        "the best of those",
    ])
    .with_headings([
        ("against", "compared with"),
        ("with the best of copy", "with copy's best"),
        ("near copy's best", "configurations near copy's best"),
        ("the best of those", "with the best of these"),
    ]);
    for Named { name, calibrated } in &scope.devices {
        for agreement in tuning::agreements(calibrated) {
            table.push(vec![
                name.as_str().into(),
                agreement.operation.name().into(),
                agreement.copy.name().into(),
                agreement.configurations.into(),
                Cell::known(agreement.pearson, Value::Number),
                Cell::known(agreement.spearman, Value::Number),
                share(agreement.with_best),
                agreement.near.into(),
                share(agreement.with_near),
            ]);
        }
    }
    let id = scope.id("correlation");
    let title = scope.title("Does tuning copy also tune other operations?");
    let source = "Linear Algebra Kernels in OpenCL, Figs. 5 and 6, Table 2";
    if table.rows.is_empty() {
        let why = "This needs times of copy and of another operation in the same configurations.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = format!(
        "The correlation of the bandwidths of an operation with those of copy, over the \
         configurations that both have: of the bandwidths (Pearson) and of their ranks (Spearman). \
         The last columns show how good an operation becomes if only copy is tuned, as a share of \
         the best bandwidth of the operation: with the best configuration of copy, and with the \
         best of the configurations that reach {} or more of copy's best bandwidth. Their number \
         shows how few configurations have to be tried.",
        numbers::percent(NEAR)
    );
    Exhibit::table(id, title, caption, table).after(source)
}

/// Returns the rank correlation of copy on one device with each operation on another device (Figs. 7
/// and 8 of "Performance Portability Study of Linear Algebra Kernels in OpenCL" as numbers).
pub(super) fn across(scope: &Scope<'_>) -> Exhibit {
    let names = Operation::STREAMING.map(Operation::name);
    let mut table = Table::new(["copy on", "operation on"].into_iter().chain(names));
    for from in &scope.devices {
        for to in scope.devices.iter().filter(|to| to.name != from.name) {
            let correlation = |operation| {
                let found = tuning::across(from.calibrated, to.calibrated, operation);
                Cell::known(found, Value::Number)
            };
            let row = [from.name.as_str().into(), to.name.as_str().into()];
            table.push(row.into_iter().chain(Operation::STREAMING.map(correlation)).collect());
        }
    }
    let id = scope.id("across");
    let title = scope.title("Does copy on one device predict operations on another device?");
    let source = "Linear Algebra Kernels in OpenCL, Figs. 7 and 8";
    if table.rows.is_empty() {
        let why = "This needs calibrations of at least two devices.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = "The correlation (Spearman) of the bandwidths of copy on one device with those of \
                   an operation on another device, over the configurations that both have tried.";
    Exhibit::table(id, title, caption, table).after(source)
}

/// Returns the cross tables of copy and each other operation: Figs. 5 and 6 of "Performance
/// Portability Study of Linear Algebra Kernels in OpenCL".
pub(super) fn cross(scope: &Scope<'_>) -> Exhibit {
    let edge = |bin: usize| bin as f64 / CROSS_BINS as f64;
    let range =
        |bin| format!("{} to {}", numbers::percent(edge(bin)), numbers::percent(edge(bin + 1)));
    let columns = ["device", "operation", "copy"].map(String::from).into_iter();
    let mut table = Table::new(columns.chain((0..CROSS_BINS).map(range)));
    for Named { name, calibrated } in &scope.devices {
        for operation in Operation::STREAMING {
            if operation == Operation::Copy {
                continue;
            }
            let Some(counts) = tuning::cross(calibrated, operation) else { continue };
            for (bin, counts) in counts.into_iter().enumerate() {
                let row = [name.as_str().into(), operation.name().into(), range(bin).into()];
                table.push(row.into_iter().chain(counts.map(Cell::from)).collect());
            }
        }
    }
    let (id, title) = (scope.id("cross"), scope.title("Copy and the other operations"));
    let source = "Linear Algebra Kernels in OpenCL, Figs. 5 and 6";
    if table.rows.is_empty() {
        let why = "This needs times of copy and of another operation in the same configurations.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = "Each cell counts configurations. The row is their share of the best bandwidth \
                   of copy, and the column is their share of the best bandwidth of the other \
                   operation. If copy predicts the other operation, the configurations are on the \
                   diagonal.";
    Exhibit::table(id, title, caption, table).after(source)
}

/// Returns a cell for a share of the best bandwidth.
pub(super) fn share(share: Option<f64>) -> Cell {
    let tone = if share.is_some_and(|share| share < BAD) { Tone::Bad } else { Tone::Plain };
    Cell { tone, ..Cell::known(share, Value::Share) }
}
