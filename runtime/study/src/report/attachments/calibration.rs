//! Reads files of `igc devices --calibrate`. They have two forms: `-o` and the cache write a file
//! for one device, and `--json` prints a list of devices.

use igc_measure::calibration::OperationTimes;
use serde::Deserialize;
use serde_json::Value;

use super::AttachmentError;
use crate::tuning::Calibrated;

const WHAT: &str = "`igc devices --calibrate`";

/// A calibration in either form: the file of one device, or an entry of the list.
#[derive(Deserialize)]
struct Written {
    device: Device,
    driver: Option<String>,
    operations: Vec<OperationTimes>,
}

/// The device. In the list, it contains the driver; in files, the driver is a separate field.
#[derive(Deserialize)]
#[serde(untagged)]
enum Device {
    Name(String),
    Both { name: String, driver: String },
}

/// Whether a file contains one or more calibrations.
pub(super) fn is_one(json: &Value) -> bool {
    let has_widths = |json: &Value| json.get("widths").is_some();
    let list = json.as_array();
    has_widths(json) || list.is_some_and(|list| !list.is_empty() && list.iter().all(has_widths))
}

/// Reads the calibrations of a file.
pub(super) fn calibrations(json: Value) -> Result<Vec<Calibrated>, AttachmentError> {
    match json {
        Value::Array(list) => list.into_iter().map(calibrated).collect(),
        one => Ok(vec![calibrated(one)?]),
    }
}

fn calibrated(json: Value) -> Result<Calibrated, AttachmentError> {
    let malformed = |reason| AttachmentError::Malformed { what: WHAT, reason };
    if json.get("operations").is_none() {
        return Err(AttachmentError::OldCalibration);
    }
    let Written { device, driver, operations } =
        serde_json::from_value(json).map_err(|error| malformed(error.to_string()))?;
    let (device, driver) = match device {
        Device::Name(name) => (name, driver.unwrap_or_default()),
        Device::Both { name, driver } => (name, driver),
    };
    Ok(Calibrated { device, driver, operations })
}

#[cfg(test)]
mod tests {
    use super::super::Attachments;

    const OPERATIONS: &str = r#"[{"operation": "inner-product", "bytes": 8, "measured": [{
        "configuration": {"workgroup_size": 128, "groups_per_unit": 8, "width": 4, "loads": 1,
                          "order": "contiguous"},
        "time": {"median": 2.0, "interval": null, "least": 1.0, "greatest": 3.0},
        "bandwidth": 4.0, "wrong": 0}]}]"#;

    #[test]
    fn both_forms_say_the_same() {
        let file = format!(
            r#"{{"format": 2, "device": "d", "driver": "1", "widths": {{}},
                "best": [], "operations": {OPERATIONS}}}"#
        );
        let list = format!(
            r#"[{{"device": {{"name": "d", "driver": "1", "dialect": "any"}}, "runs": 7,
                "widths": {{}}, "operations": {OPERATIONS}}}]"#
        );
        let mut attachments = Attachments::default();
        for text in [&file, &list] {
            attachments.add("calibration.json", text).expect("it is one");
        }
        let [file, list] = &attachments.calibrations[..] else { panic!("{attachments:?}") };
        assert_eq!(file, list);
        assert_eq!((file.device.as_str(), file.driver.as_str()), ("d", "1"));
        assert_eq!(file.operations[0].measured[0].bandwidth, 4.0);
    }

    #[test]
    fn calibrations_that_say_nothing_of_configurations_are_refused() {
        let mut attachments = Attachments::default();
        let cases = [
            (
                r#"{"format": 1, "device": "d", "driver": "1", "widths": {}}"#,
                "an older igc wrote it",
            ),
            (r#"[{"device": "d", "widths": {}}]"#, "an older igc wrote it"),
            (r#"{"widths": {}, "operations": []}"#, "--calibrate`, but missing field"),
            (r#"{"widths": 0, "device": "d", "operations": [1]}"#, "--calibrate`, but invalid"),
        ];
        for (text, says) in cases {
            let error = attachments.add("f", text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert!(attachments.calibrations.is_empty());
    }
}
