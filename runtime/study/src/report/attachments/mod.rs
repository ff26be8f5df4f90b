//! Attachments: files of `igc bench launch`, `igc bench micro`, `igc run --steps`, `igc devices
//! --calibrate`, `igc search` and `igc search cross`, which help to explain the results of a study.
//!
//! The kind of a file is recognised by its content. Unknown fields are ignored, so files of newer
//! versions remain readable.

mod calibration;
pub mod search;

use igc_measure::calibration::full::{FileError, Findings};
use serde::Deserialize;
use thiserror::Error;

use crate::tuning::Calibrated;

/// The attachments of a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attachments {
    /// Files of `igc bench launch --json`.
    pub launches: Vec<Launches>,
    /// Files of `igc bench micro --json`.
    pub micro: Vec<Micro>,
    /// Files of `igc run --steps`.
    pub runs: Vec<Run>,
    /// Files of `igc devices --calibrate`.
    pub calibrations: Vec<Calibrated>,
    /// Files of `igc devices --calibrate --full`, one for each device.
    pub full: Vec<Findings>,
    /// Files of `igc search`.
    pub searches: Vec<search::Search>,
    /// Files of `igc search cross`.
    pub comparisons: Vec<search::Comparison>,
}

/// The cost of kernel launches on a device ("One Size Doesn't Fit All", Fig. 5).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Launches {
    /// The device.
    pub device: Device,
    /// The cost of a launch.
    pub costs: Costs,
    /// The utilisation of the device, for several lengths of kernels.
    pub utilisation: Vec<Utilisation>,
}

/// A device.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Device {
    /// The name of the device.
    pub name: String,
}

/// The statistics of a measurement, of which a report uses the median.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Median {
    /// The median, in the unit of the measurement.
    pub median: f64,
}

/// The time of a launch, in seconds.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Costs {
    /// The time of a launch if the host does not wait for the kernels.
    pub pipelined: Median,
    /// The time of a launch if the host waits after each launch.
    pub waiting: Median,
    /// The time of a launch if the host reads back four bytes after each launch.
    pub reading: Median,
}

/// The utilisation of a device that runs kernels of one length.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Utilisation {
    /// The time of the kernel, in seconds.
    pub kernel: f64,
    /// The share of the time in which the device executes the kernel, from 0 to 1.
    pub share: Median,
}

/// The microbenchmarks of a device (Table X).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Micro {
    /// The device.
    pub device: Device,
    /// The comparisons of variants.
    pub measurements: Vec<Measurement>,
}

/// A comparison of a plain and another variant that give the same result.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Measurement {
    /// The name of the benchmark: `sg-cmb` or `m-divg`.
    pub benchmark: String,
    /// A description of the plain variant.
    pub plain: String,
    /// A description of the other variant.
    pub variant: String,
    /// The time of the plain variant, in seconds.
    pub plain_time: Median,
    /// The time of the other variant, in seconds.
    pub time: Median,
    /// The speedup of the other variant.
    pub speedup: Speedup,
}

/// A speedup of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Speedup {
    /// The ratio of the medians.
    pub value: f64,
}

/// A run with the times of its rounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The name of the file.
    pub name: String,
    /// The rounds of the first repetition, in order. Outlined loops have no rounds that the host
    /// can observe.
    pub steps: Vec<Step>,
}

/// A record of one round, or of several rounds of an outlined loop.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Step {
    /// The index of the repetition, from 0.
    pub repetition: u32,
    /// Number of rounds that the record covers.
    pub rounds: u64,
    /// The time of the round or rounds, in seconds.
    pub time: f64,
    /// Number of items in the worklist before the round; `None` if the loop has no worklist.
    pub frontier: Option<u64>,
}

/// The reason why a file cannot be attached.
#[derive(Debug, Error)]
pub enum AttachmentError {
    /// The content of the file is not of a known kind.
    #[error(
        "it was not written by `igc bench launch --json`, `igc bench micro --json`, `igc run \
         --steps`, `igc devices --calibrate`, `igc search` or `igc search cross`"
    )]
    Unknown,
    /// A calibration without the times of configurations.
    #[error("an older igc wrote it, without the times of configurations")]
    OldCalibration,
    /// A field is missing or has an invalid value.
    #[error("it looks like {what}, but {reason}")]
    Malformed {
        /// The command that writes files of this kind.
        what: &'static str,
        /// The error in the field.
        reason: String,
    },
}

impl AttachmentError {
    /// Returns a name of the error, by which a caller can add what its users can do.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            AttachmentError::OldCalibration => Some("old-calibration"),
            AttachmentError::Unknown | AttachmentError::Malformed { .. } => None,
        }
    }
}

impl Attachments {
    /// Adds a file to the attachments of its kind.
    ///
    /// # Errors
    ///
    /// Returns an error if the content is not of a known kind, or is invalid.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), AttachmentError> {
        if text.starts_with("repetition,") {
            self.runs.push(Run { name: name.to_string(), steps: steps(text)? });
            return Ok(());
        }
        // Another process may be writing the last line.
        let lines = || text[..text.rfind('\n').unwrap_or(0)].lines();
        match lines().next() {
            Some(first) if Findings::begins_with(first) => {
                return self.add_full(Findings::parse(lines()));
            }
            Some(first) if search::is_search(first) => {
                self.searches.push(search::search(lines())?);
                return Ok(());
            }
            Some(first) if search::is_comparison(first) => {
                self.comparisons.extend(search::comparisons(lines())?);
                return Ok(());
            }
            _ => {}
        }
        let json: serde_json::Value =
            serde_json::from_str(text).map_err(|_| AttachmentError::Unknown)?;
        let malformed = |what| {
            move |error: serde_json::Error| AttachmentError::Malformed {
                what,
                reason: error.to_string(),
            }
        };
        if json.get("utilisation").is_some() {
            let parsed = serde_json::from_value(json);
            self.launches.push(parsed.map_err(malformed("`igc bench launch --json`"))?);
        } else if json.get("measurements").is_some() {
            let parsed = serde_json::from_value(json);
            self.micro.push(parsed.map_err(malformed("`igc bench micro --json`"))?);
        } else if calibration::is_one(&json) {
            self.calibrations.extend(calibration::calibrations(json)?);
        } else {
            return Err(AttachmentError::Unknown);
        }
        Ok(())
    }
}

impl Attachments {
    /// Adds measurements to those of the same device, such as other shards.
    fn add_full(&mut self, findings: Result<Findings, FileError>) -> Result<(), AttachmentError> {
        let what = "`igc devices --calibrate --full`";
        let malformed =
            |error: FileError| AttachmentError::Malformed { what, reason: error.to_string() };
        let findings = findings.map_err(malformed)?;
        match self.full.iter_mut().find(|known| known.about == findings.about) {
            Some(known) => known.measurements.extend(findings.measurements),
            None => self.full.push(findings),
        }
        Ok(())
    }
}

/// The rounds of the first repetition in a file.
fn steps(text: &str) -> Result<Vec<Step>, AttachmentError> {
    let mut steps = Vec::new();
    for step in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let step: Step = step.map_err(|error: csv::Error| AttachmentError::Malformed {
            what: "`igc run --steps`",
            reason: error.to_string(),
        })?;
        // The host cannot observe the rounds of an outlined loop.
        if step.repetition == 0 && step.rounds == 1 {
            steps.push(step);
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_say_what_they_are() {
        let mut attachments = Attachments::default();
        let launch = r#"{"igc": "0.1.0", "device": {"name": "d", "driver": "1"}, "runs": 3,
            "costs": {"pipelined": {"median": 1e-6}, "waiting": {"median": 2e-6},
                      "reading": {"median": 3e-6}},
            "utilisation": [{"kernel": 1e-5, "share": {"median": 0.5}}]}"#;
        attachments.add("launch.json", launch).expect("it is one");
        assert_eq!(attachments.launches[0].utilisation[0].share.median, 0.5);
        let rounds = "repetition,rounds,time,frontier\n0,1,0.5,7\n0,9,1.0,\n1,1,0.5,7\n";
        attachments.add("steps.csv", rounds).expect("it is one");
        assert_eq!(attachments.runs[0].steps.len(), 1);
        assert_eq!(attachments.runs[0].steps[0].frontier, Some(7));
        assert!(attachments.micro.is_empty());
    }

    #[test]
    fn other_files_are_refused() {
        let mut attachments = Attachments::default();
        let cases = [
            ("", "not written by"),
            ("{}", "not written by"),
            ("[]", "not written by"),
            ("[1]", "not written by"),
            (r#"{"measurements": 1}"#, "micro --json`, but invalid type"),
            (r#"{"utilisation": []}"#, "launch --json`, but missing field"),
            ("repetition,rounds\n0,x\n", "--steps`, but"),
        ];
        for (text, says) in cases {
            let error = attachments.add("f", text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert_eq!(attachments, Attachments::default());
    }
}
