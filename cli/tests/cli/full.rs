//! Tests of `igc devices --calibrate --full`.

use serde_json::Value;

use crate::{Done, Folder, has_device, igc};

/// Measures a small part of the space into a file.
fn measure(file: &str, more: &[&str]) -> Done {
    let measure = ["devices", "--calibrate", "--full", "--device", "0", "--runs", "1", "-o", file];
    igc(&[&measure, more].concat())
}

/// Returns the configurations in a file, in order.
fn configurations(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut configurations: Vec<Value> =
        lines.map(|line| line["measured"]["configuration"].clone()).collect();
    configurations.dedup();
    configurations
}

/// One of 950 shards has two configurations.
#[test]
fn a_shard_is_measured_once_and_another_one_continues_the_file() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let file = folder.path("device.full");
    let text = measure(&file, &["--shard", "1/950"]).ok();
    for title in [
        "Configurations by their share of the best bandwidth (float)",
        "The effect of each parameter (float)",
        "Does tuning copy also tune other operations? (float)",
        "One configuration for all operations (float)",
    ] {
        assert!(text.contains(title), "{text}");
    }
    let first = configurations(&file);
    assert_eq!(first.len(), 2);
    measure(&file, &["--shard", "1/950"]).ok();
    assert_eq!(configurations(&file), first);
    let report = measure(&file, &["--shard", "2/950", "--json"]).json();
    let all = configurations(&file);
    assert_eq!((&all[..2], all.len()), (&first[..], 4));
    assert_eq!((&report["wrong"], &report["failed"]), (&0.into(), &0.into()));
    let measured = report["measured"].as_u64().unwrap();
    assert!(measured == 16 || measured == 32, "{report}");
    measure(&file, &["--shard", "1/950", "--rounds", "2"]).ok();
    assert_eq!(configurations(&file), [&all[..], &first[..]].concat());
}

/// The next run tries a configuration again that failed in an earlier run, and keeps the others.
#[test]
fn what_failed_is_tried_again_by_the_next_run() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let file = folder.path("device.full");
    let shard = ["--shard", "1/1900"];
    measure(&file, &shard).ok();
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines[2]["measured"]["outcome"] =
        serde_json::json!({"failed": {"kind": "hung", "reason": "no progress"}});
    let failed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    folder.file("device.full", &failed);
    let only = ["devices", "--calibrate", "--full", "--report-only", "--json", "-o", &file];
    assert_eq!(igc(&only).json()["failed"], 1);
    assert_eq!(measure(&file, &[&shard[..], &["--json"]].concat()).json()["failed"], 0);
    let text = std::fs::read_to_string(&file).unwrap();
    let again: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(text.lines().count(), lines.len() + 1);
    assert_eq!(again["measured"]["operation"], lines[2]["measured"]["operation"]);
    assert!(again["measured"]["outcome"].get("timed").is_some(), "{again}");
}

#[test]
fn a_budget_that_is_spent_ends_the_measurement_and_reports_need_no_device() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let file = folder.path("device.full");
    measure(&file, &["--budget", "1s"]).ok();
    let count = configurations(&file).len();
    assert!((1..1900).contains(&count), "{count}");
    let only = ["devices", "--calibrate", "--full", "--report-only", "-o", &file];
    let other =
        std::fs::read_to_string(&file).unwrap().replacen("\"driver\":\"", "\"driver\":\"other ", 1);
    let other = folder.file("other.full", &other);
    let text = igc(&[&only[..], &["--with", &other]].concat()).ok();
    assert!(text.contains("One device's best copy configuration on the other devices"), "{text}");
    assert!(!text.contains("at least two devices"), "{text}");
    // The file of another driver is not continued.
    let refused = measure(&other, &[]);
    refused.fails(1);
}

#[test]
fn options_of_a_full_calibration_need_one() {
    igc(&["devices", "--full"]).fails(2);
    igc(&["devices", "--calibrate", "--budget", "1s"]).fails(2);
    igc(&["devices", "--calibrate", "--shard", "1/2"]).fails(2);
    igc(&["devices", "--calibrate", "--full", "--report-only"]).fails(2);
    igc(&["devices", "--conformance", "--full", "--rounds", "2"]).fails(2);
}
