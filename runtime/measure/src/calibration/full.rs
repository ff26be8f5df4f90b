//! The whole space of "Performance Portability Study of Linear Algebra Kernels in OpenCL" (section
//! 2), its measurements, and their file.
//!
//! A calibration measures a small part of this space, because it must be quick. The whole space has
//! 1,900 configurations for each operation: two orders, five vector widths, ten sizes of workgroups
//! and nineteen numbers of workgroups. It takes minutes to hours, so the file keeps every
//! measurement as a line of JSON:
//!
//! ```json
//! {"about": {"igc": "0.1.0", "device": "…", "driver": "…", "compute_units": 132, …}}
//! {"measured": {"operation": "copy", "element": "double", "configuration": { … },
//!   "outcome": {"timed": {"nanoseconds": [8123, 8190, 8151], "wrong": 0}}}}
//! ```
//!
//! Files of the same device may be concatenated, for example those of several shards. If a
//! configuration was measured in several rounds, the fastest of all runs counts, as in the STREAM
//! benchmark: other work on the machine makes runs only slower.
//!
//! A configuration that failed counts as missing, so that the next continuation tries it again.
//!
//! There are three differences from the paper. The paper uses only `double`, and this space also
//! has `float`. The arrays of GPUs are four times as large, because caches of current GPUs hold
//! those of the paper ([`Sizes`]). Slow configurations of GPUs process only a part of the arrays
//! ([`Outcome::Timed`]).

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::configuration::{ElementOrder, Operation, OperationConfiguration, Workgroups};
use super::findings::{Measured, OperationTimes};
use crate::comparison::Failure;
use crate::statistics::Summary;

/// The sizes of workgroups.
const WORKGROUP_SIZES: [u32; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/// The total numbers of workgroups.
const GROUPS: [u32; 19] =
    [1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 384, 512, 1024];
/// The widths of OpenCL's vectors.
pub const WIDTHS: [u32; 5] = [1, 2, 4, 8, 16];
/// The orders: the increment of a loop is the size of the launch, or the size of a workgroup.
const ORDERS: [ElementOrder; 2] = [ElementOrder::Strided, ElementOrder::Contiguous];

/// The seed of the order in which configurations are measured. It is fixed, so that a continuation
/// extends the sample of the measurement that it continues.
const SEED: u64 = 0x1900;

/// The type of the elements of vectors and matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    /// 32 bits.
    Float,
    /// 64 bits. Some devices do not support them.
    Double,
}

impl Element {
    /// Every type.
    pub const ALL: [Element; 2] = [Element::Double, Element::Float];

    /// Returns the name in OpenCL C.
    pub fn name(self) -> &'static str {
        match self {
            Element::Float => "float",
            Element::Double => "double",
        }
    }

    /// Returns the number of bytes of an element.
    pub fn bytes(self) -> u64 {
        match self {
            Element::Float => 4,
            Element::Double => 8,
        }
    }
}

/// An operation on elements of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Problem {
    /// One of [`Operation::STREAMING`].
    pub operation: Operation,
    /// The type of the elements.
    pub element: Element,
}

impl Problem {
    /// Returns all problems with elements of these types.
    pub fn with(elements: &[Element]) -> Vec<Problem> {
        let of = |&element| Operation::STREAMING.map(|operation| Problem { operation, element });
        elements.iter().flat_map(of).collect()
    }
}

/// Returns all configurations, in the order in which they are measured. Any number of the first
/// ones is a random sample.
pub fn space() -> Vec<OperationConfiguration> {
    let mut space = vec![];
    for order in ORDERS {
        for width in WIDTHS {
            for workgroup_size in WORKGROUP_SIZES {
                for groups in GROUPS.map(Workgroups::Total) {
                    space.push(OperationConfiguration {
                        workgroup_size,
                        groups,
                        width,
                        loads: 1,
                        order,
                    });
                }
            }
        }
    }
    fastrand::Rng::with_seed(SEED).shuffle(&mut space);
    space
}

/// The sizes of the arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// Number of elements of a vector.
    pub elements: u64,
    /// Number of rows and of columns of the matrix.
    pub side: u64,
}

impl Sizes {
    /// The sizes of the paper.
    pub const PAPER: Sizes = Sizes { elements: 1 << 21, side: 1 << 11 };
    /// Four times as much, for GPUs: a copy of vectors of `double` moves 128 MiB.
    pub const LARGE: Sizes = Sizes { elements: 1 << 23, side: 1 << 12 };

    /// Returns the number of elements of the largest array.
    pub fn largest(&self) -> u64 {
        self.elements.max(self.side.saturating_mul(self.side))
    }

    /// Returns the number of bytes that a problem has to move: each input is read once, and each
    /// output is written once. A file may contain any sizes.
    fn bytes(&self, Problem { operation, element }: Problem) -> u64 {
        let Sizes { elements, side } = *self;
        let count = match operation {
            Operation::ScaledAddition => elements.saturating_mul(3),
            Operation::MatrixVector => side.saturating_mul(side.saturating_add(2)),
            _ => elements.saturating_mul(2),
        };
        count.saturating_mul(element.bytes())
    }
}

/// What a file is about. Only measurements with equal values can be in one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of igc that measures.
    pub igc: String,
    /// Name of the device.
    pub device: String,
    /// Name and version of the driver.
    pub driver: String,
    /// Number of compute units of the device.
    pub compute_units: u64,
    /// The sizes of the arrays.
    #[serde(flatten)]
    pub sizes: Sizes,
}

/// The measurement of a problem in a configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
    /// The configuration.
    pub configuration: OperationConfiguration,
    /// What happened.
    pub outcome: Outcome,
}

impl Measurement {
    /// Returns whether the device or its driver failed.
    pub fn has_failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }
}

/// What happened to a configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ran.
    Timed {
        /// The time of each run.
        nanoseconds: Vec<u64>,
        /// Number of wrong elements of the result. Any wrong element is a bug of the driver or of
        /// igc.
        wrong: u64,
        /// The kernel processed one of this many equal parts of the vectors, or of the rows of the
        /// matrix: 1 for the whole arrays, which lines of a file leave out.
        #[serde(default = "whole", skip_serializing_if = "is_whole")]
        parts: u64,
    },
    /// The device does not support workgroups of this size.
    Unsupported,
    /// The device or its driver failed.
    Failed(Failure),
}

fn whole() -> u64 {
    1
}

fn is_whole(parts: &u64) -> bool {
    *parts == whole()
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// The first line.
    About(About),
    /// A measurement.
    Measured(Box<Measurement>),
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// What the file is about.
    pub about: About,
    /// The measurements.
    pub measurements: Vec<Measurement>,
}

/// The reason why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A line is not one that igc writes.
    #[error("line {0} was not written by `igc devices --calibrate --full`: {1}")]
    Line(usize, String),
    /// The first line is missing.
    #[error("it does not begin with the device")]
    NoDevice,
    /// The measurements are of several devices.
    #[error("line {0} begins measurements of another device, driver or version of igc")]
    Several(usize),
}

impl Findings {
    /// Whether a line is the first line of a file.
    pub fn begins_with(line: &str) -> bool {
        matches!(serde_json::from_str(line), Ok(Record::About(_)))
    }

    /// Reads the lines of a file, or of several concatenated files of the same device.
    ///
    /// # Errors
    ///
    /// Returns an error if a line is malformed, or if the device is missing or changes.
    pub fn parse<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Findings, FileError> {
        let (mut known, mut measurements) = (None, vec![]);
        for (number, line) in (1..).zip(lines) {
            let malformed = |error: serde_json::Error| FileError::Line(number, error.to_string());
            match (serde_json::from_str(line).map_err(malformed)?, &known) {
                (Record::About(about), None) => known = Some(about),
                (Record::About(about), Some(known)) if about == *known => {}
                (Record::About(_), Some(_)) => return Err(FileError::Several(number)),
                (Record::Measured(_), None) => return Err(FileError::NoDevice),
                (Record::Measured(found), Some(_)) => measurements.push(*found),
            }
        }
        let about = known.ok_or(FileError::NoDevice)?;
        Ok(Findings { about, measurements })
    }

    /// Returns the number of measurements of each problem in each configuration. Failures do not
    /// count.
    pub fn rounds(&self) -> HashMap<(Problem, OperationConfiguration), u32> {
        let mut rounds = HashMap::new();
        for found in self.measurements.iter().filter(|found| !found.has_failed()) {
            *rounds.entry((found.problem, found.configuration)).or_default() += 1;
        }
        rounds
    }

    /// Returns the problems that failed in a configuration whenever they were tried.
    pub fn failed(&self) -> HashSet<(Problem, OperationConfiguration)> {
        let rounds = self.rounds();
        let failures = self.measurements.iter().filter(|found| found.has_failed());
        let failures = failures.map(|found| (found.problem, found.configuration));
        failures.filter(|failure| !rounds.contains_key(failure)).collect()
    }

    /// Returns the times of each operation on elements of a type, over all rounds. Operations
    /// without times are left out.
    pub fn times(&self, element: Element) -> Vec<OperationTimes> {
        let times = Operation::STREAMING.map(|operation| {
            let problem = Problem { operation, element };
            let bytes = self.about.sizes.bytes(problem);
            let measured = self.runs(problem).into_iter();
            let measured = measured.filter_map(|(configuration, (nanoseconds, wrong))| {
                measured_with(configuration, &nanoseconds, wrong, bytes)
            });
            OperationTimes { operation, bytes, measured: measured.collect() }
        });
        times.into_iter().filter(|times| !times.measured.is_empty()).collect()
    }

    /// Returns the times of all runs of a problem, and the number of wrong elements, for each
    /// configuration in the order of the file. The times of parts are scaled to the whole arrays.
    fn runs(&self, problem: Problem) -> IndexMap<OperationConfiguration, (Vec<u64>, u64)> {
        let mut runs: IndexMap<OperationConfiguration, (Vec<u64>, u64)> = IndexMap::new();
        for found in self.measurements.iter().filter(|found| found.problem == problem) {
            if let Outcome::Timed { nanoseconds, wrong, parts } = &found.outcome {
                let all = runs.entry(found.configuration).or_default();
                all.0.extend(nanoseconds.iter().map(|time| time.saturating_mul(*parts)));
                all.1 = all.1.saturating_add(*wrong);
            }
        }
        runs
    }

    /// Returns the number of measurements with this kind of outcome.
    pub fn count(&self, is_counted: impl Fn(&Outcome) -> bool) -> usize {
        self.measurements.iter().filter(|found| is_counted(&found.outcome)).count()
    }
}

/// Returns the times and the bandwidth of a configuration that moves this number of bytes. The
/// fastest run counts.
fn measured_with(
    configuration: OperationConfiguration,
    nanoseconds: &[u64],
    wrong: u64,
    bytes: u64,
) -> Option<Measured> {
    let seconds: Vec<f64> = nanoseconds.iter().map(|&ns| ns as f64 * 1e-9).collect();
    let time = Summary::of(&seconds)?;
    let bandwidth = bytes as f64 / time.least.max(f64::MIN_POSITIVE);
    Some(Measured { configuration, time, bandwidth, wrong })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::comparison::FailureKind;

    fn about() -> About {
        let (device, driver) = ("d".into(), "1".into());
        About { igc: "0".into(), device, driver, compute_units: 2, sizes: Sizes::PAPER }
    }

    fn line(record: &Record) -> String {
        serde_json::to_string(record).expect("it serialises")
    }

    fn measured(operation: Operation, nanoseconds: u64) -> String {
        let problem = Problem { operation, element: Element::Double };
        let outcome = Outcome::Timed { nanoseconds: vec![nanoseconds; 2], wrong: 0, parts: 1 };
        record(problem, outcome)
    }

    fn record(problem: Problem, outcome: Outcome) -> String {
        let configuration = space()[0];
        line(&Record::Measured(Box::new(Measurement { problem, configuration, outcome })))
    }

    #[test]
    fn the_space_has_the_configurations_of_the_paper() {
        let space = space();
        let different: HashSet<OperationConfiguration> = space.iter().copied().collect();
        assert_eq!((space.len(), different.len()), (1900, 1900));
        assert_eq!(Problem::with(&Element::ALL).len(), 8);
    }

    /// The first part of the space must not consist of similar configurations.
    #[test]
    fn the_first_configurations_are_a_sample() {
        let first = &space()[..100];
        let has =
            |is: &dyn Fn(&OperationConfiguration) -> bool| first.iter().filter(|c| is(c)).count();
        assert!((30..70).contains(&has(&|c| c.order == ElementOrder::Strided)));
        for width in WIDTHS {
            assert!(has(&|c| c.width == width) > 5, "{width}");
        }
    }

    #[test]
    fn concatenated_files_of_a_device_are_one_file() {
        let about = line(&Record::About(about()));
        let (copy, again) = (measured(Operation::Copy, 300), measured(Operation::Copy, 100));
        let dot = measured(Operation::InnerProduct, 200);
        let lines = [&about, &copy, &about, &dot, &again].map(String::as_str);
        let found = Findings::parse(lines.into_iter()).expect("they are of one device");
        let copied = Problem { operation: Operation::Copy, element: Element::Double };
        assert_eq!(found.rounds().get(&(copied, space()[0])), Some(&2));
        let times = found.times(Element::Double);
        let names: Vec<Operation> = times.iter().map(|times| times.operation).collect();
        assert_eq!(names, [Operation::Copy, Operation::InnerProduct]);
        // Two vectors of 2 Mi elements of eight bytes, in 100 nanoseconds.
        let expected = 2.0 * 8.0 * 2f64.powi(21) / 1e-7;
        assert_eq!(times[0].measured.len(), 1);
        assert!((times[0].measured[0].bandwidth / expected - 1.0).abs() < 1e-9);
        assert_eq!(found.times(Element::Float), []);
    }

    /// The kernel of the second line processed a quarter of the arrays, in a quarter of the time.
    #[test]
    fn times_of_parts_count_as_those_of_whole_arrays() {
        let problem = Problem { operation: Operation::Copy, element: Element::Double };
        let part = Outcome::Timed { nanoseconds: vec![100], wrong: 0, parts: 4 };
        let whole = measured(Operation::Copy, 400);
        assert!(!whole.contains("parts"), "{whole}");
        let bandwidth = |measured: String| {
            let lines = [line(&Record::About(about())), measured];
            let found = Findings::parse(lines.iter().map(String::as_str)).expect("it is one");
            found.times(Element::Double)[0].measured[0].bandwidth
        };
        assert_eq!(bandwidth(record(problem, part)), bandwidth(whole));
    }

    #[test]
    fn what_failed_is_missing_until_it_is_measured() {
        let problem = Problem { operation: Operation::Copy, element: Element::Double };
        let failure = Failure::new(FailureKind::Hung, "no progress".into());
        let about = line(&Record::About(about()));
        let failed = record(problem, Outcome::Failed(failure));
        let measured = measured(Operation::Copy, 1);
        let counts = |lines: &[&String]| {
            let found = Findings::parse(lines.iter().map(|line| line.as_str()));
            let found = found.expect("it is one");
            (found.rounds().len(), found.failed().len())
        };
        assert_eq!(counts(&[&about, &failed, &failed]), (0, 1));
        assert_eq!(counts(&[&about, &failed, &measured]), (1, 0));
        assert_eq!(counts(&[&about, &measured, &failed]), (1, 0));
    }

    #[test]
    fn sizes_of_any_file_do_no_harm() {
        let sizes = Sizes { elements: u64::MAX, side: u64::MAX };
        let about = line(&Record::About(About { sizes, ..about() }));
        let lines = [about, measured(Operation::MatrixVector, 1)];
        let found = Findings::parse(lines.iter().map(String::as_str)).expect("it is one");
        assert!(found.times(Element::Double)[0].measured[0].bandwidth.is_finite());
    }

    #[test]
    fn other_files_are_refused() {
        let other = About { driver: "2".into(), ..about() };
        let (one, other) = (line(&Record::About(about())), line(&Record::About(other)));
        let refused = |lines: &[&str]| {
            Findings::parse(lines.iter().copied()).expect_err("it is refused").to_string()
        };
        assert!(refused(&[]).contains("begin with the device"));
        assert!(refused(&[&measured(Operation::Copy, 1)]).contains("begin with the device"));
        assert!(refused(&[&one, &other]).contains("line 2 begins"));
        assert!(refused(&[&one, "{}"]).contains("line 2 was not written"));
        assert!(Findings::begins_with(&one) && !Findings::begins_with("{}"));
    }
}
