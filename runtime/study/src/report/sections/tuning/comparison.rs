//! Compares configurations between devices, and between copying and other operations.

use igc_measure::calibration::Operation;

use super::Named;
use crate::report::model::Exhibit;
use crate::report::numbers;
use crate::report::table::{Cell, Table, Tone, Value};
use crate::tuning::{self, NEAR};

/// The share of the best bandwidth below which a value is marked as bad. "Performance Portability
/// Study of Linear Algebra Kernels in OpenCL" calls a loss of five to fifteen per cent a penalty.
const BAD: f64 = 0.85;

/// Returns the bandwidth of one device's best configuration of copy on the other devices (Table 1
/// of "Performance Portability Study of Linear Algebra Kernels in OpenCL").
pub(super) fn porting(devices: &[Named<'_>]) -> Exhibit {
    let title = "One device's best copy configuration on the other devices";
    let source = "Linear Algebra Kernels in OpenCL, Table 1";
    if devices.len() < 2 {
        let why = "This needs calibrations of at least two devices.";
        return Exhibit::missing("tuning-porting", title, why).after(source);
    }
    let names = devices.iter().map(|device| device.name.clone());
    let mut table = Table::new(["runs on".to_string()].into_iter().chain(names));
    let mut numbers =
        Table::new(["best of", "runs on", "configuration", "at home", "share of the best"]);
    let mut replaced = 0;
    for to in devices {
        let mut row = vec![Cell::from(to.name.as_str())];
        for from in devices {
            let ported = tuning::port(from.calibrated, to.calibrated, Operation::Copy);
            row.push(share(ported.map(|ported| ported.share)));
            let Some(ported) = ported else { continue };
            replaced += usize::from(ported.at_home < 1.0);
            numbers.push(vec![
                from.name.as_str().into(),
                to.name.as_str().into(),
                ported.configuration.to_string().into(),
                Value::Share(ported.at_home).into(),
                Value::Share(ported.share).into(),
            ]);
        }
        table.push(row);
    }
    let mut caption = "The row's device runs the configuration of copy that is fastest on the \
                       column's device. Each cell is the resulting bandwidth as a share of the \
                       best bandwidth on the row's device."
        .to_string();
    if replaced > 0 {
        caption.push_str(&format!(
            " In {}, the row's device has not tried that configuration. The fastest configuration \
             of the column's device that the row's device has tried takes its place; “at home” in \
             the CSV is its share of the best bandwidth on the column's device.",
            numbers::counted(replaced, "cell", "cells")
        ));
    }
    Exhibit::table("tuning-porting", title, caption, table).with_numbers(numbers).after(source)
}

/// Returns the correlation of other operations with copy: Figs. 5 and 6 of "Performance Portability
/// Study of Linear Algebra Kernels in OpenCL" as numbers, and its Table 2.
pub(super) fn correlation(devices: &[Named<'_>]) -> Exhibit {
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
    for Named { name, calibrated } in devices {
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
    let (id, title) = ("tuning-correlation", "Does tuning copy also tune other operations?");
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

/// Returns a cell for a share of the best bandwidth.
fn share(share: Option<f64>) -> Cell {
    let tone = if share.is_some_and(|share| share < BAD) { Tone::Bad } else { Tone::Plain };
    Cell { tone, ..Cell::known(share, Value::Share) }
}
