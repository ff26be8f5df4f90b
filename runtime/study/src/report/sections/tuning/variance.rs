//! Presents the variances of configurations.

use igc_measure::calibration::Operation;

use super::{Named, Scope};
use crate::report::figures::shares::Shares;
use crate::report::model::Exhibit;
use crate::report::table::{Cell, Table, Value};
use crate::statistics::GroupVariance;
use crate::tuning::{self, Calibrated, Consistency, Parameter};

/// Returns the share of the variance that each parameter explains, for each device and operation.
pub(super) fn parameters(scope: &Scope<'_>) -> Exhibit {
    let Scope { devices, .. } = scope;
    let title = scope.title("Variance that each parameter explains");
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
            for of_parameter in &explained.parameters {
                let GroupVariance { groups, values, .. } = of_parameter.variance;
                let counts = [of_parameter.parameter.name().into(), groups.into(), values.into()];
                let variances = variances(Some(of_parameter.variance));
                numbers.push(row().into_iter().chain(counts).chain(variances).collect());
            }
            let share = |parameter: Parameter| {
                let of = explained.parameters.iter().find(|of| of.parameter == parameter);
                of.map(|of| of.variance.explained)
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
    let caption = "Configurations with the same value of a parameter form a group. Each bar is the \
                   share of the variance of the logarithms of times that lies between the groups: \
                   100 % means that only this parameter matters. With few configurations, a few \
                   per cent occur by chance. “the rest” is what parameters explain only in \
                   combination, and noise. A dash marks a parameter that did not vary, or varied \
                   only together with one further left. The CSV has the variances between and \
                   within groups (mean squares: sums of squares divided by their degrees of \
                   freedom).";
    let picture = drawn.draw(&title, caption);
    let exhibit = Exhibit::table(scope.id("parameters"), title, caption, table);
    exhibit.with_numbers(numbers).with(picture).after("after Policy-based Tuning, section 5.2")
}

/// Returns the variances of Tables 3 and 4 of "Policy-based Tuning", and the best configuration of
/// its Fig. 7.
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
    ])
    .with_headings([
        ("configurations", "configurations of"),
        ("on", "compared over"),
        ("how many", "number of configurations"),
        ("problems", "number of problems"),
    ]);
    let mut add = |what: &str, on: &str, consistency: Option<Consistency>| {
        let Some(consistency) = consistency else { return };
        let counts = [
            what.into(),
            on.into(),
            consistency.configurations.into(),
            consistency.problems.into(),
        ];
        let best = consistency.all_round;
        let best = [best.configuration.to_string().into(), Cell::from(Value::Share(best.share))];
        table.push(counts.into_iter().chain(variances(consistency.variance)).chain(best).collect());
    };
    for Named { name, calibrated } in devices {
        let consistency = tuning::across_operations(calibrated);
        add(name, "its vector operations", consistency);
    }
    for operation in Operation::STREAMING.into_iter().chain(Operation::TILED) {
        let consistency = tuning::across_devices(calibrations, operation);
        add(operation.name(), "all devices", consistency);
    }
    let (id, title) = ("tuning-consistency", "Is a good configuration good for all problems?");
    let source = "Policy-based Tuning, Tables 3 and 4, Fig. 7";
    if table.rows.is_empty() {
        let why = "This needs two operations, or two devices, with configurations in common.";
        return Exhibit::missing(id, title, why).after(source);
    }
    let caption = "A problem is one operation on one device. Each configuration is a group, and \
                   its values are its shares of the best bandwidth for each problem. The \
                   between-group variance measures how much configurations differ from each other; \
                   the within-group variance measures how much one configuration differs from \
                   problem to problem. Both are mean squares. The best all-round configuration has \
                   the largest harmonic mean of its shares, which shows what one choice for all \
                   problems costs. Only configurations that were tried on all problems count.";
    Exhibit::table(id, title, caption, table).after(source)
}

/// Returns cells for the variance between groups, the variance within groups, and the share between
/// groups.
fn variances(variance: Option<GroupVariance>) -> [Cell; 3] {
    [
        Cell::known(variance.map(|variance| variance.between), Value::Number),
        Cell::known(variance.and_then(|variance| variance.within), Value::Number),
        Cell::known(variance.map(|variance| variance.explained), Value::Share),
    ]
}
