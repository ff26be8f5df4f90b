//! The section "The whole space of copy, addition, inner product and matrix-vector product", from
//! attached full calibrations.

use igc_measure::calibration::Operation;
use igc_measure::calibration::full::{Element, Findings, Outcome, space};

use super::{Scope, comparison, histograms, named, values, variance};
use crate::report::model::{Exhibit, Section};
use crate::report::table::Table;
use crate::tuning::Calibrated;

/// Writes the section. Returns `None` if no full calibrations are attached.
pub(in crate::report) fn section(attached: &[Findings]) -> Option<Section> {
    if attached.is_empty() {
        return None;
    }
    let mut exhibits = vec![coverage(attached)];
    for (element, id, title) in
        [(Element::Double, "full-double", " (double)"), (Element::Float, "full-float", " (float)")]
    {
        exhibits.extend(of_element(attached, element, id, title));
    }
    Some(Section {
        id: "full",
        title: "The whole space: is copy enough to tune?",
        text: vec![
            "This section answers whether the fastest configurations of a copy are also fast for \
             other operations and on other devices. The times come from igc devices --calibrate \
             --full, attached to the report. It measures 1,900 configurations of each operation: \
             two orders, five vector widths, ten sizes of workgroups and nineteen numbers of \
             workgroups."
                .into(),
            "The space and the figures are those of Rupp and others, “Performance Portability \
             Study of Linear Algebra Kernels in OpenCL” (IWOCL 2014). Shares refer to the best \
             measured bandwidth of an operation, whereas those of the publication refer to the \
             theoretical peak."
                .into(),
        ],
        exhibits,
    })
}

/// Returns the figures and tables for elements of one type.
fn of_element(
    attached: &[Findings],
    element: Element,
    id: &'static str,
    title: &'static str,
) -> Vec<Exhibit> {
    let calibrated = attached.iter().map(|findings| Calibrated {
        device: findings.about.device.clone(),
        driver: findings.about.driver.clone(),
        operations: findings.times(element),
    });
    let calibrated: Vec<Calibrated> =
        calibrated.filter(|calibrated| !calibrated.operations.is_empty()).collect();
    if calibrated.is_empty() {
        return vec![];
    }
    let notation = "workgroups × work-items per workgroup";
    let scope = Scope { id, title, notation, devices: named(&calibrated) };
    let mut exhibits = histograms(&scope);
    exhibits.extend([
        values::shares(&scope),
        values::values(&scope),
        variance::parameters(&scope),
        comparison::correlation(&scope),
        comparison::cross(&scope),
        values::best(&scope),
        comparison::porting(&scope, &[Operation::Copy]),
        comparison::porting(&scope, &Operation::STREAMING),
        comparison::across(&scope),
    ]);
    exhibits
}

/// Returns the number of measurements of each device.
fn coverage(attached: &[Findings]) -> Exhibit {
    let mut table = Table::new([
        "device",
        "driver",
        "elements",
        "matrix",
        "measured",
        "of",
        "rounds",
        "wrong",
        "unsupported",
        "failed",
    ])
    .with_headings([("elements", "elements of a vector"), ("matrix", "rows of the matrix")]);
    for findings in attached {
        let count = |is: fn(&Outcome) -> bool| findings.count(is).into();
        let about = &findings.about;
        let types = Element::ALL.into_iter();
        let types = types.filter(|element| !findings.times(*element).is_empty()).count();
        table.push(vec![
            about.device.as_str().into(),
            about.driver.as_str().into(),
            about.sizes.elements.into(),
            about.sizes.side.into(),
            findings.rounds().len().into(),
            (space().len() * Operation::STREAMING.len() * types).into(),
            rounds(findings).into(),
            count(|outcome| matches!(outcome, Outcome::Timed { wrong: 1.., .. })),
            count(|outcome| matches!(outcome, Outcome::Unsupported)),
            findings.failed().len().into(),
        ]);
    }
    let caption = "The number of configurations that were measured, over all operations and types \
                   of elements. If not all were measured, those that were are a random sample.";
    Exhibit::table("full-coverage", "What was measured", caption, table)
}

/// Returns the number of rounds that are complete for all configurations that were measured.
fn rounds(findings: &Findings) -> u64 {
    findings.rounds().into_values().min().unwrap_or(0).into()
}
