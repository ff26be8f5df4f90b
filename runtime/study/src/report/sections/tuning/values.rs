//! Presents the distribution of all configurations, the effect of each value of a parameter, and the
//! best configuration of each device.

use igc_measure::calibration::Operation;

use super::comparison::share;
use super::{Named, Scope};
use crate::report::model::Exhibit;
use crate::report::numbers;
use crate::report::table::{Cell, Table, Value};
use crate::tuning::{self, BINS, ParameterValue};

/// Returns the histograms of all devices as numbers.
pub(super) fn shares(scope: &Scope<'_>) -> Exhibit {
    let edge = |bin: usize| numbers::percent(bin as f64 / BINS as f64);
    let bins = (0..BINS).map(|bin| format!("to {}", edge(bin + 1)));
    let columns = ["device", "operation"].map(String::from);
    let mut table = Table::new(columns.into_iter().chain(bins));
    for Named { name, calibrated } in &scope.devices {
        for times in &calibrated.operations {
            let row = [name.as_str().into(), times.operation.name().into()];
            let counts = tuning::histogram(times).map(Cell::from);
            table.push(row.into_iter().chain(counts).collect());
        }
    }
    let title = scope.title("Configurations by their share of the best bandwidth");
    let caption = "Each cell counts the configurations of an operation whose share of its best \
                   bandwidth is at most that of the column, and more than that of the column to \
                   the left.";
    Exhibit::table(scope.id("shares"), title, caption, table)
        .after("Linear Algebra Kernels in OpenCL, Figs. 1 to 4")
}

/// Returns the bandwidths for each value of each parameter: Figs. 1 to 4 of "Performance Portability
/// Study of Linear Algebra Kernels in OpenCL" as numbers.
pub(super) fn values(scope: &Scope<'_>) -> Exhibit {
    let measures = ["median", "best"];
    let of = |what| Operation::STREAMING.map(|operation| format!("{}, {what}", operation.name()));
    let columns = ["device", "parameter", "value", "configurations"].map(String::from);
    let mut table = Table::new(columns.into_iter().chain(measures.into_iter().flat_map(of)));
    for Named { name, calibrated } in &scope.devices {
        let found = |operation| calibrated.operation(operation).map(tuning::values);
        let found = Operation::STREAMING.map(|operation| found(operation).unwrap_or_default());
        for ParameterValue { parameter, value, configurations, .. } in rows(&found) {
            let same = |of: &&ParameterValue| of.parameter == *parameter && of.value == *value;
            let of = found.each_ref().map(|values| values.iter().find(same));
            let cells = |number: fn(&ParameterValue) -> f64| {
                of.map(|value| Cell::known(value.map(number), Value::Share))
            };
            let row = [
                name.as_str().into(),
                parameter.name().into(),
                value.as_str().into(),
                (*configurations).into(),
            ];
            let (medians, bests) = (cells(|value| value.median), cells(|value| value.best));
            table.push(row.into_iter().chain(medians).chain(bests).collect());
        }
    }
    let (id, title) = (scope.id("values"), scope.title("The effect of each parameter"));
    let source = "Linear Algebra Kernels in OpenCL, Figs. 1 to 4";
    if table.rows.is_empty() {
        let why = "This needs times of configurations that differ in a parameter.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = "Each row has the configurations with one value of a parameter: the median and \
                   the greatest of their shares of the operation's best bandwidth. A high median \
                   says that the value is good whatever the other parameters are.";
    Exhibit::table(id, title, caption, table).after(source)
}

/// Returns the values that any operation has, each once.
fn rows(found: &[Vec<ParameterValue>; 4]) -> Vec<&ParameterValue> {
    let mut rows: Vec<&ParameterValue> = vec![];
    for value in found.iter().flatten() {
        let is_same =
            |row: &&ParameterValue| row.parameter == value.parameter && row.value == value.value;
        if !rows.iter().any(is_same) {
            rows.push(value);
        }
    }
    rows
}

/// Returns the best configuration of each device for all operations together: Table 2 of
/// "Performance Portability Study of Linear Algebra Kernels in OpenCL".
pub(super) fn best(scope: &Scope<'_>) -> Exhibit {
    let names = Operation::STREAMING.map(Operation::name);
    let mut table = Table::new(["device", "configuration"].into_iter().chain(names));
    for Named { name, calibrated } in &scope.devices {
        let Some((configuration, shares)) = tuning::best_on_average(calibrated) else { continue };
        let of =
            |operation| shares.iter().find(|(of, _)| *of == operation).map(|(_, share)| *share);
        let cells = Operation::STREAMING.map(|operation| share(of(operation)));
        let row = [name.as_str().into(), configuration.to_string().into()];
        table.push(row.into_iter().chain(cells).collect());
    }
    let (id, title) = (scope.id("best"), scope.title("One configuration for all operations"));
    let source = "Linear Algebra Kernels in OpenCL, Table 2";
    if table.rows.is_empty() {
        let why = "This needs a configuration that was tried with all operations of a device.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = format!(
        "The configuration with the greatest average bandwidth over the operations, written as {}, \
         and the share of each operation's best bandwidth that it reaches.",
        scope.notation
    );
    Exhibit::table(id, title, caption, table).after(source)
}
