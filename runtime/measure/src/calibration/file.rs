//! The file of a calibration: its device, the widths of launches, and the measurements from which
//! they were derived.
//!
//! A run reads only the widths. [Reports](super::OperationTimes) read the times of all
//! configurations. Files of format 1 have no times, and runs accept them too.
//!
//! ```json
//! {
//!   "format": 2,
//!   "igc": "0.1.0",
//!   "device": "…", "driver": "…", "compute_units": 132,
//!   "widths": { "work_items_per_unit": 1024, "outlined_work_items_per_unit": 1024 },
//!   "rates": { "gathers": [ { "bytes": 1048576, "per_second": 1.6e11 } ], "launch": 4e-6, … },
//!   "best": [ { "operation": "copy", "configuration": { … }, "bandwidth": 3.9e12 } ],
//!   "operations": [ { "operation": "copy", "bytes": 134217728, "measured": [
//!     { "configuration": { … }, "time": { … }, "bandwidth": 3.9e12, "wrong": 0 } ] } ]
//! }
//! ```

use std::io;
use std::path::Path;

use igc_runtime::backend::DeviceName;
use igc_runtime::run_options::Widths;
use igc_runtime::source::{SourceError, read_text};
use serde::{Deserialize, Serialize};

use super::findings::{Best, OperationTimes};
use crate::roofline::Rates;

/// The version of the format that is written.
const FORMAT: u32 = 2;
/// The oldest version of the format that is read.
const OLDEST: u32 = 1;
/// Maximum size of a file in bytes. A calibration of a GPU has about half a million bytes.
const MAX_BYTES: u64 = 1 << 23;
/// Maximum number of work-items per compute unit that a file may contain.
const MAX_PER_UNIT: u32 = 1 << 16;

/// A calibration of one device with one driver.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The version of the file format.
    format: u32,
    /// The version of igc that measured.
    pub igc: String,
    /// Name of the device.
    pub device: String,
    /// Name and version of the driver.
    pub driver: String,
    /// Number of compute units of the device.
    pub compute_units: u64,
    /// The widths of launches.
    pub widths: Widths,
    /// The best configuration of each operation.
    pub best: Vec<Best>,
    /// The rates of the operations of graph programs. Files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
}

/// The reason why a calibration is not used.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// The file is not a calibration.
    #[error("it is not a valid calibration: {0}")]
    Malformed(String),
    /// This version of igc does not read the format.
    #[error("its format is {0}, but this igc reads only formats {OLDEST} to {FORMAT}")]
    Format(u32),
    /// The calibration is for another device or driver.
    #[error("it belongs to {device} ({driver})")]
    Foreign {
        /// Name of that device.
        device: String,
        /// Name and version of that driver.
        driver: String,
    },
    /// No launch can have this width.
    #[error(
        "it requests {0} work-items per compute unit, but only 1 to {MAX_PER_UNIT} are possible"
    )]
    Width(u32),
}

/// The whole content of a file.
#[derive(Serialize)]
struct File<'a> {
    #[serde(flatten)]
    calibration: &'a Calibration,
    operations: &'a [OperationTimes],
}

/// The field that is read first, so that another version can be named in the error.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

impl Calibration {
    /// Creates the calibration of a device.
    pub fn new(
        device: &DeviceName,
        compute_units: u64,
        widths: Widths,
        best: Vec<Best>,
    ) -> Calibration {
        Calibration {
            format: FORMAT,
            igc: env!("CARGO_PKG_VERSION").into(),
            device: device.name.clone(),
            driver: device.driver.clone(),
            compute_units,
            widths,
            best,
            rates: None,
        }
    }

    /// Returns the calibration with the rates of the device.
    pub fn with_rates(self, rates: Rates) -> Calibration {
        Calibration { rates: Some(rates), ..self }
    }

    /// Reads the calibration of a device from a file.
    ///
    /// # Errors
    ///
    /// Returns a [`CalibrationError`] if the calibration cannot be used.
    pub fn read(path: &Path, device: &DeviceName) -> Result<Calibration, CalibrationError> {
        let text = read_text(path, MAX_BYTES).map_err(|error| match error {
            SourceError::Unreadable(error) => CalibrationError::from(error),
            other => CalibrationError::Malformed(other.to_string()),
        })?;
        Calibration::parse(text.as_bytes(), device)
    }

    fn parse(text: &[u8], device: &DeviceName) -> Result<Calibration, CalibrationError> {
        let malformed = |error: serde_json::Error| CalibrationError::Malformed(error.to_string());
        let Version { format } = serde_json::from_slice(text).map_err(malformed)?;
        if !(OLDEST..=FORMAT).contains(&format) {
            return Err(CalibrationError::Format(format));
        }
        let calibration: Calibration = serde_json::from_slice(text).map_err(malformed)?;
        if (&calibration.device, &calibration.driver) != (&device.name, &device.driver) {
            let Calibration { device, driver, .. } = calibration;
            return Err(CalibrationError::Foreign { device, driver });
        }
        if calibration.rates.as_ref().is_some_and(|rates| !rates.are_usable()) {
            return Err(CalibrationError::Malformed("its rates are not positive numbers".into()));
        }
        let Widths { work_items_per_unit, outlined_work_items_per_unit } = calibration.widths;
        let widths = [work_items_per_unit, outlined_work_items_per_unit];
        match widths.into_iter().find(|width| !(1..=MAX_PER_UNIT).contains(width)) {
            Some(width) => Err(CalibrationError::Width(width)),
            None => Ok(calibration),
        }
    }

    /// Writes the file, with all measurements. The file is either complete or unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, for example because its folder does not exist.
    pub fn write(&self, path: &Path, operations: &[OperationTimes]) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&File { calibration: self, operations })?;
        igc_output::write(path, text + "\n")
    }
}

/// Returns the file name for the calibration of a device: a readable name, and a hash of the device
/// and its driver.
pub fn file_name(device: &DeviceName) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [&device.name, &device.driver] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let readable: String = device
        .name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(40)
        .collect();
    format!("{readable}-{}.json", &hasher.finalize().to_hex()[..12])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Operation;
    use crate::roofline::Rate;

    fn device(name: &str, driver: &str) -> DeviceName {
        DeviceName { name: name.into(), driver: driver.into(), dialect: "any".into() }
    }

    fn calibration(work_items_per_unit: u32) -> Calibration {
        let widths = Widths { work_items_per_unit, outlined_work_items_per_unit: 256 };
        Calibration::new(&device("GPU", "driver 1"), 132, widths, vec![])
    }

    #[test]
    fn a_calibration_comes_back_from_its_file() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("file.json");
        let times = OperationTimes { operation: Operation::Copy, bytes: 8, measured: vec![] };
        calibration(512).write(&path, &[times]).expect("it can be written");
        let text = std::fs::read_to_string(&path).expect("it can be read");
        assert!(text.contains("\"operations\": [") && text.contains("\"bytes\": 8"), "{text}");
        let read = Calibration::read(&path, &device("GPU", "driver 1")).expect("it can be read");
        assert_eq!(read, calibration(512));
        let foreign = Calibration::read(&path, &device("GPU", "driver 2"));
        assert!(matches!(foreign, Err(CalibrationError::Foreign { .. })));
        let absent = Calibration::read(&folder.path().join("absent"), &device("GPU", "driver 1"));
        assert!(matches!(absent, Err(CalibrationError::Unreadable(_))));
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        let refused = |text: &[u8]| {
            let refused = Calibration::parse(text, &device("GPU", "driver 1"));
            refused.expect_err("it cannot be used").to_string()
        };
        let with = |width| serde_json::to_vec(&calibration(width)).expect("it serialises");
        assert!(refused(b"").contains("not a valid calibration"));
        assert!(
            refused(b"{\"format\": 0}").contains("is 0, but this igc reads only formats 1 to 2")
        );
        assert!(refused(b"{\"format\": 3, \"widths\": \"else\"}").contains("format is 3"));
        assert!(refused(b"{\"format\": 1}").contains("missing field"));
        assert!(refused(&with(0)).contains("requests 0 work-items"));
        assert!(refused(&with(u32::MAX)).contains("only 1 to 65536"));
    }

    #[test]
    fn rates_come_back_from_the_file_and_must_be_positive() {
        let of = |launch| {
            let list = vec![Rate { bytes: 1 << 20, per_second: 2e9 }];
            let (copies, gathers, atomics) = (list.clone(), list.clone(), list);
            let (word_atomics, read_back, barrier) = (1e9, 2e-5, None);
            Rates { copies, gathers, atomics, word_atomics, launch, read_back, barrier }
        };
        let read = |rates| {
            let calibration = calibration(512).with_rates(rates);
            let text = serde_json::to_vec(&calibration).expect("it serialises");
            Calibration::parse(&text, &device("GPU", "driver 1"))
        };
        assert_eq!(read(of(1e-5)).expect("it can be used").rates, Some(of(1e-5)));
        let refused = read(of(-1.0)).expect_err("it cannot be used").to_string();
        assert!(refused.contains("its rates are not positive numbers"), "{refused}");
    }

    #[test]
    fn calibrations_without_times_are_as_good_for_runs() {
        let old = Calibration { format: 1, ..calibration(512) };
        let text = serde_json::to_vec(&old).expect("it serialises");
        let read = Calibration::parse(&text, &device("GPU", "driver 1")).expect("it can be used");
        assert_eq!(read.widths, calibration(512).widths);
    }

    #[test]
    fn files_are_told_apart_by_device_and_driver() {
        let names = [("GPU", "1"), ("GPU", "2"), ("GP", "U1"), ("a/../b: ü", "1")]
            .map(|(name, driver)| file_name(&device(name, driver)));
        assert!(names[0].starts_with("gpu-") && names[0].ends_with(".json"));
        assert!(names[0] != names[1] && names[0] != names[2]);
        assert!(names[3].chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)));
    }
}
