//! The section "Tuning: which launch parameters suit which device?", from attached calibrations.
//!
//! The histograms and variances are those of "Policy-based Tuning for Performance Portability and
//! Library Co-optimization". The comparisons of devices and operations are those of "Performance
//! Portability Study of Linear Algebra Kernels in OpenCL".

mod comparison;
mod full;
mod values;
mod variance;

pub(in crate::report) use full::section as full;

use igc_measure::calibration::Operation;

use crate::report::attachments::Attachments;
use crate::report::figures::histogram::{self, Histogram};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers;
use crate::report::table::{Cell, Table, Value};
use crate::tuning::{BINS, Calibrated};

/// A calibration with the name that the report gives its device.
struct Named<'a> {
    name: String,
    calibrated: &'a Calibrated,
}

/// The calibrations that a section compares.
struct Scope<'a> {
    /// The beginning of the ids of figures and tables.
    id: &'static str,
    /// The end of titles.
    title: &'static str,
    /// How a configuration is written.
    notation: &'static str,
    devices: Vec<Named<'a>>,
}

impl Scope<'_> {
    /// Returns an id of this section.
    fn id(&self, name: &str) -> String {
        format!("{}-{name}", self.id)
    }

    /// Returns a title of this section.
    fn title(&self, title: &str) -> String {
        format!("{title}{}", self.title)
    }
}

/// Writes the section. Returns `None` if no calibrations are attached.
pub(super) fn section(attachments: &Attachments) -> Option<Section> {
    let devices = named(&attachments.calibrations);
    if devices.is_empty() {
        return None;
    }
    let scope = Scope {
        id: "tuning",
        title: "",
        notation: "workgroups per compute unit × work-items per workgroup",
        devices,
    };
    let mut exhibits = histograms(&scope);
    exhibits.push(variance::parameters(&scope));
    exhibits.push(variance::consistency(&scope.devices, &attachments.calibrations));
    exhibits.push(comparison::porting(&scope, &[Operation::Copy]));
    exhibits.push(comparison::correlation(&scope));
    Some(Section {
        id: "tuning",
        title: "Tuning: which launch parameters suit which device?",
        text: vec![
            "This section answers which launch parameters make simple operations fast on a device, \
             and whether these parameters are also good for other operations and on other devices."
                .into(),
            "The times come from igc devices --calibrate, attached to the report. It runs eight \
             operations, such as copying and summing vectors, in many configurations that give the \
             same result. Here, a configuration is a set of launch parameters: the number of \
             work-items, the number of elements that each loads at once, and the order in which \
             work-items process elements. Only configurations with correct results count."
                .into(),
            "The figures follow Merrill, Garland and Grimshaw, “Policy-based Tuning for \
             Performance Portability and Library Co-optimization” (InPar 2012), and Rupp and \
             others, “Performance Portability Study of Linear Algebra Kernels in OpenCL” (IWOCL \
             2014)."
                .into(),
            "Graph programs copy and sum, too, but their work-items have unequal amounts of work. \
             The best parameters for them may differ."
                .into(),
        ],
        exhibits,
    })
}

/// Gives each calibration a unique name: the device. The driver is added if several files have the
/// same device, and a number if they also have the same driver.
fn named(calibrations: &[Calibrated]) -> Vec<Named<'_>> {
    let occurs = |is_same: &dyn Fn(&Calibrated) -> bool| {
        calibrations.iter().filter(|other| is_same(other)).count()
    };
    let name = |(at, calibrated): (usize, &Calibrated)| {
        let Calibrated { device, driver, .. } = calibrated;
        let is_same = |other: &Calibrated| other.device == *device && other.driver == *driver;
        match (occurs(&|other| other.device == *device), occurs(&is_same)) {
            (1, _) => device.clone(),
            (_, 1) => format!("{device} ({driver})"),
            _ => {
                let before = calibrations[..at].iter().filter(|other| is_same(other)).count();
                format!("{device} ({driver}) #{}", before + 1)
            }
        }
    };
    let numbered = calibrations.iter().enumerate();
    numbered.map(|place| Named { name: name(place), calibrated: place.1 }).collect()
}

/// Draws histograms for all operations of each device ("Policy-based Tuning", Fig. 6).
fn histograms(scope: &Scope<'_>) -> Vec<Exhibit> {
    let numbered = (1..).zip(&scope.devices);
    numbered.map(|(at, device)| histograms_of(scope, at, device)).collect()
}

fn histograms_of(scope: &Scope<'_>, at: usize, device: &Named<'_>) -> Exhibit {
    let Named { name, calibrated } = device;
    let mut table = Table::new([
        "operation",
        "configurations",
        "best, GB/s",
        "best configuration",
        "median",
        "least",
        "within 10 %",
    ])
    .with_headings([("least", "slowest"), ("within 10 %", "within 10 % of the best")]);
    let mut bins = Table::new(["device", "operation", "from", "to", "configurations"]);
    let mut drawn = vec![];
    for times in &calibrated.operations {
        let (operation, shares) = (times.operation.name(), times.shares());
        let counts = crate::tuning::histogram(times);
        let share = |at: usize| Cell::known(shares.get(at).copied(), Value::Share);
        let best = times.best();
        table.push(vec![
            operation.into(),
            shares.len().into(),
            Cell::known(best.map(|best| best.bandwidth / 1e9), Value::Number),
            Cell::known(best.map(|best| best.configuration.to_string()), Value::Text),
            share(shares.len() / 2),
            share(0),
            times.close().into(),
        ]);
        for (bin, count) in counts.into_iter().enumerate() {
            let edge = |bin: usize| Cell::from(Value::Number(bin as f64 / BINS as f64));
            bins.push(vec![
                name.as_str().into(),
                operation.into(),
                edge(bin),
                edge(bin + 1),
                count.into(),
            ]);
        }
        drawn.push(Histogram {
            name: operation.into(),
            note: numbers::counted(shares.len(), "configuration", "configurations"),
            counts: counts.into(),
        });
    }
    let title = scope.title(&format!("Bandwidth of all configurations: {name}"));
    let caption = format!(
        "Each histogram counts the configurations of an operation by their share of its best \
         bandwidth. If most are far right, almost any configuration will do; if few are, tuning \
         pays. A configuration is written as {}, the order in which elements are processed, and \
         the elements that each work-item loads at once. “median” and “slowest” are shares of the \
         best bandwidth.",
        scope.notation
    );
    let id = scope.id(&at.to_string());
    if table.rows.is_empty() {
        return Exhibit::missing(id, title, "The calibration of this device has no operations.");
    }
    let measures = "share of the best bandwidth of the operation";
    let picture = histogram::draw(&drawn, measures, &title, &caption);
    Exhibit::table(id, title, caption, table)
        .with(picture)
        .with_numbers(bins)
        .after("Policy-based Tuning, Fig. 6")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_told_apart() {
        let device = |device: &str, driver: &str| Calibrated {
            device: device.into(),
            driver: driver.into(),
            operations: vec![],
        };
        let all = [("a", "1"), ("b", "1"), ("b", "2"), ("c", "1"), ("c", "1")];
        let all = all.map(|(name, driver)| device(name, driver));
        let names: Vec<String> = named(&all).into_iter().map(|named| named.name).collect();
        assert_eq!(names, ["a", "b (1)", "b (2)", "c (1) #1", "c (1) #2"]);
    }
}
