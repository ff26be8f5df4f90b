//! What else is known of chips: files of `igc bench launch`, `igc bench micro`, `igc run --steps` and
//! `igc devices --calibrate`, which explain what a study finds.
//!
//! A file says itself what it is. Fields that are not needed are not looked at, so that newer files stay
//! readable.

mod calibration;

use serde::Deserialize;
use thiserror::Error;

use crate::tuning::Calibrated;

/// What a report has beside a study.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attachments {
    /// Of `igc bench launch --json`.
    pub launches: Vec<Launches>,
    /// Of `igc bench micro --json`.
    pub micro: Vec<Micro>,
    /// Of `igc run --steps`.
    pub runs: Vec<Run>,
    /// Of `igc devices --calibrate`.
    pub calibrations: Vec<Calibrated>,
}

/// What launches cost on a device ("One Size Doesn't Fit All", Fig. 5).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Launches {
    /// Which.
    pub device: Device,
    /// What a launch costs.
    pub costs: Costs,
    /// How much of its time the device works, by the length of the kernel.
    pub utilisation: Vec<Utilisation>,
}

/// A device.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Device {
    /// Its name.
    pub name: String,
}

/// A measurement's middle.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Median {
    /// In the unit of the measurement.
    pub median: f64,
}

/// The time of a launch, in seconds.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Costs {
    /// One after the other.
    pub pipelined: Median,
    /// Waiting for each.
    pub waiting: Median,
    /// Reading four bytes after each.
    pub reading: Median,
}

/// How much a device works while it runs kernels of one length.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Utilisation {
    /// How long the kernel takes, in seconds.
    pub kernel: f64,
    /// The share of the time that it runs, from 0 to 1.
    pub share: Median,
}

/// The microbenchmarks of a device (Table X).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Micro {
    /// Which.
    pub device: Device,
    /// What was compared.
    pub measurements: Vec<Measurement>,
}

/// Two ways to do the same.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Measurement {
    /// `sg-cmb` or `m-divg`.
    pub benchmark: String,
    /// The plain way, in words.
    pub plain: String,
    /// The other one.
    pub variant: String,
    /// How long the plain way takes, in seconds.
    pub plain_time: Median,
    /// How long the other one takes, in seconds.
    pub time: Median,
    /// How much faster the other one is.
    pub speedup: Speedup,
}

/// How much faster something is.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Speedup {
    /// Of the medians.
    pub value: f64,
}

/// The rounds of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What the file is called.
    pub name: String,
    /// The rounds of the first repetition, in order. Outlined loops have none that could be seen.
    pub steps: Vec<Step>,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Step {
    /// The run's number.
    pub repetition: u32,
    /// How many rounds this stands for.
    pub rounds: u64,
    /// How long it took, in seconds.
    pub time: f64,
    /// How many items the worklist had before it.
    pub frontier: Option<u64>,
}

/// Why a file says nothing that a report could show.
#[derive(Debug, Error)]
pub enum AttachmentError {
    /// It is something else.
    #[error(
        "it is of none of `igc bench launch --json`, `igc bench micro --json`, `igc run --steps` \
         and `igc devices --calibrate`"
    )]
    Unknown,
    /// A field is missing or has a value that it cannot have.
    #[error("it looks like {what}, but {reason}")]
    Malformed {
        /// What would write such a file.
        what: &'static str,
        /// What is wrong.
        reason: String,
    },
}

impl Attachments {
    /// Adds a file's text.
    ///
    /// # Errors
    ///
    /// The file is of no known sort, or something in it is wrong.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), AttachmentError> {
        if text.starts_with("repetition,") {
            self.runs.push(Run { name: name.to_string(), steps: steps(text)? });
            return Ok(());
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
            let found = serde_json::from_value(json);
            self.launches.push(found.map_err(malformed("`igc bench launch --json`"))?);
        } else if json.get("measurements").is_some() {
            let found = serde_json::from_value(json);
            self.micro.push(found.map_err(malformed("`igc bench micro --json`"))?);
        } else if calibration::is_one(&json) {
            self.calibrations.extend(calibration::calibrations(json)?);
        } else {
            return Err(AttachmentError::Unknown);
        }
        Ok(())
    }
}

/// The rounds of a file's first repetition.
fn steps(text: &str) -> Result<Vec<Step>, AttachmentError> {
    let mut steps = Vec::new();
    for step in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let step: Step = step.map_err(|error: csv::Error| AttachmentError::Malformed {
            what: "`igc run --steps`",
            reason: error.to_string(),
        })?;
        // Of an outlined loop, the host saw no round.
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
            ("", "of none of"),
            ("{}", "of none of"),
            ("[]", "of none of"),
            ("[1]", "of none of"),
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
