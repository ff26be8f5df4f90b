//! Reports of made-up full calibrations of two devices: a GPU that is fast with many work-items, and
//! a CPU that is fast with contiguous order and wide vectors.

use igc_measure::calibration::full::{
    About, Element, Findings, Measurement, Outcome, Problem, Record, Sizes, space,
};
use igc_measure::calibration::{ElementOrder, Operation, OperationConfiguration};
use igc_study::report::{Attachments, full, report};

use crate::made_up;

/// Number of configurations that each device has tried.
const TRIED: usize = 200;

/// Returns the file of a device.
fn file(is_gpu: bool) -> String {
    let about = About {
        igc: "0.1.0".into(),
        device: if is_gpu { "Bigchip 9000" } else { "cpu-16-cores" }.into(),
        driver: "1.0".into(),
        compute_units: 16,
        sizes: Sizes::PAPER,
    };
    // The CPU does not support double.
    let elements = if is_gpu { &Element::ALL[..] } else { &[Element::Float] };
    let mut records = vec![Record::About(about)];
    for configuration in space().into_iter().take(TRIED) {
        for problem in Problem::with(elements) {
            let outcome = match configuration.workgroup_size {
                512 if !is_gpu => Outcome::Unsupported,
                _ => Outcome::Timed {
                    nanoseconds: vec![nanoseconds(is_gpu, problem, &configuration); 3],
                    wrong: 0,
                    parts: 1,
                },
            };
            records.push(Record::Measured(Box::new(Measurement {
                problem,
                configuration,
                outcome,
            })));
        }
    }
    let line = |record| serde_json::to_string(record).expect("it serialises") + "\n";
    records.iter().map(line).collect()
}

fn nanoseconds(is_gpu: bool, problem: Problem, configuration: &OperationConfiguration) -> u64 {
    let OperationConfiguration { workgroup_size, groups, width, order, .. } = configuration;
    let items = u64::from(workgroup_size * groups.number());
    let by_operation = match problem.operation {
        Operation::MatrixVector => 30 * u64::from(*workgroup_size),
        Operation::ScaledAddition => 4_000,
        _ => 0,
    };
    let by_device = match (is_gpu, order) {
        (true, _) => 100_000_000 / items,
        (false, ElementOrder::Contiguous) => 40_000 / u64::from(*width),
        (false, _) => 80_000 / u64::from(*width),
    };
    10_000 + by_operation + by_device
}

fn attached() -> Attachments {
    let mut attached = Attachments::default();
    for is_gpu in [true, false] {
        attached.add("device.full", &file(is_gpu)).expect("it is a full calibration");
    }
    attached
}

#[test]
fn the_tables_stay_as_they_are() {
    let section = full(&attached().full).expect("calibrations are attached");
    insta::assert_snapshot!("full", section.text());
    assert_eq!(full(&[]), None);
}

#[test]
fn shards_of_a_device_are_one_device() {
    let whole = file(true);
    let mut attached = Attachments::default();
    let (about, rest) = whole.split_once('\n').expect("it has lines");
    let (first, second) =
        rest.split_at(rest.match_indices('\n').nth(99).expect("it has lines").0 + 1);
    for half in [first, second] {
        attached.add("half.full", &format!("{about}\n{half}")).expect("it is one");
    }
    let whole = Findings::parse(whole.lines()).expect("it is one");
    assert_eq!(attached.full, [whole]);
}

#[test]
fn a_report_has_a_section_for_full_calibrations() {
    let report = report(&made_up::study(crate::FEW), &attached(), &[]);
    let markdown = report.files().into_iter().find(|file| file.path == "report.md");
    let text = markdown.expect("there is a text").text;
    assert!(text.contains("## The whole space: is copy enough to tune?"), "{text}");
    assert!(text.contains("numbers/full-float-cross.csv") && text.contains("full-double-1.svg"));
}
