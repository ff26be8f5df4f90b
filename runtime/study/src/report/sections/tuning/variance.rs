//! What makes configurations differ: variances between and within groups of them.

use igc_measure::calibration::Operation;

use super::Named;
use crate::report::figures::shares::Shares;
use crate::report::model::Exhibit;
use crate::report::table::{Cell, Table, Value};
use crate::statistics::GroupVariance;
use crate::tuning::{self, Calibrated, Consistency, Parameter};

/// What each parameter explains, for each device and operation.
pub(super) fn parameters(devices: &[Named<'_>]) -> Exhibit {
    let title = "What each parameter explains";
    let columns = || Parameter::ALL.map(Parameter::name).into_iter().chain(["the rest"]);
    let mut table = Table::new(["device", "operation"].into_iter().chain(columns()));
    let mut numbers = Table::new([
        "device",
        "operation",
        "parameter",
        "values",
        "configurations",
        "between-group variance",
        "within-group variance",
        "explained",
    ]);
    let mut drawn =
        Shares { rows: vec![], columns: columns().map(String::from).collect(), cells: vec![] };
    for Named { name, calibrated } in devices {
        for times in &calibrated.operations {
            let explained = tuning::explained(times);
            let operation = times.operation.name();
            let row = || vec![Cell::from(name.as_str()), operation.into()];
            for found in &explained.parameters {
                let GroupVariance { groups, values, .. } = found.variance;
                let counts = [found.parameter.name().into(), groups.into(), values.into()];
                let variances = variances(Some(found.variance));
                numbers.push(row().into_iter().chain(counts).chain(variances).collect());
            }
            let share = |parameter: Parameter| {
                let found = explained.parameters.iter().find(|p| p.parameter == parameter);
                found.map(|found| found.variance.explained)
            };
            let shares: Vec<Option<f64>> =
                Parameter::ALL.map(share).into_iter().chain([explained.rest]).collect();
            let cells = shares.iter().map(|share| Cell::known(*share, Value::Share));
            table.push(row().into_iter().chain(cells).collect());
            drawn.rows.push(match devices.len() {
                1 => operation.to_string(),
                _ => format!("{operation}, {name}"),
            });
            drawn.cells.push(shares);
        }
    }
    let caption = "Configurations that share a parameter's value are a group. A bar is the share of the \
                   variance of the times' logarithms that is between groups: 100 % where nothing else \
                   matters, and a few per cent by chance alone where there are few configurations. What \
                   parameters do only together is in the last column, with the noise. A dash stands where a \
                   parameter was not varied, or only together with one to its left. The numbers have the \
                   variances between and within groups, by degrees of freedom.";
    let exhibit = Exhibit::table("tuning-parameters", title, caption, table).with_numbers(numbers);
    exhibit.with(drawn.draw(title, caption)).after("after Policy-based Tuning, section 5.2")
}

/// Tables 3 and 4, and what Fig. 7 shows of the best.
pub(super) fn consistency(devices: &[Named<'_>], calibrations: &[Calibrated]) -> Exhibit {
    let mut table = Table::new([
        "configurations",
        "on",
        "how many",
        "problems",
        "between-group variance",
        "within-group variance",
        "explained",
        "best all-round",
        "its mean share",
    ]);
    let mut add = |what: &str, on: &str, found: Option<Consistency>| {
        let Some(found) = found else { return };
        let counts = [what.into(), on.into(), found.configurations.into(), found.problems.into()];
        let best = found.all_round;
        let best = [best.configuration.to_string().into(), Cell::from(Value::Share(best.share))];
        table.push(counts.into_iter().chain(variances(found.variance)).chain(best).collect());
    };
    for Named { name, calibrated } in devices {
        let found = tuning::across_operations(calibrated);
        add(&format!("of {name}"), "its operations on vectors", found);
    }
    for operation in Operation::STREAMING.into_iter().chain(Operation::TILED) {
        let found = tuning::across_devices(calibrations, operation);
        add(&format!("of {}", operation.name()), "the devices", found);
    }
    let (id, title) = ("tuning-consistency", "Is a good configuration good everywhere?");
    let source = "Policy-based Tuning, Tables 3 and 4, Fig. 7";
    if table.rows.is_empty() {
        let why = "This needs two operations, or two devices, with configurations in common.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = "Each configuration is a group; its values are what it has of the best bandwidth for each \
                   problem. The variance between groups says how much configurations differ in strength, \
                   that within groups how much the same one differs from problem to problem; both by \
                   degrees of freedom. The best all-round configuration has the greatest harmonic mean of \
                   shares: what one choice for all of them costs. Only configurations count that were tried \
                   on all.";
    Exhibit::table(id, title, caption, table).after(source)
}

/// Between groups, within them, and the share between.
fn variances(variance: Option<GroupVariance>) -> [Cell; 3] {
    [
        Cell::known(variance.map(|variance| variance.between), Value::Number),
        Cell::known(variance.and_then(|variance| variance.within), Value::Number),
        Cell::known(variance.map(|variance| variance.explained), Value::Share),
    ]
}
