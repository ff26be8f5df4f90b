//! Tests of `igc devices --calibrate`, and of runs with and without a calibration.

use serde_json::{Value, json};

use crate::{Done, Folder, bfs, command, has_device, igc};

/// Returns the first device's name and driver, and its number of compute units.
fn device() -> (Value, Value) {
    let report = igc(&["run", &bfs(), "--graph", "chain:4", "--json"]).json();
    (report["device"].clone(), igc(&["devices", "--json"]).json()[0]["compute_units"].clone())
}

/// Returns a calibration of the first device.
fn calibration(work_items_per_unit: u64) -> Value {
    let (device, compute_units) = device();
    json!({
        "format": 1, "igc": "0", "device": device["name"], "driver": device["driver"],
        "compute_units": compute_units, "best": [],
        "widths": {
            "work_items_per_unit": work_items_per_unit,
            "outlined_work_items_per_unit": work_items_per_unit
        }
    })
}

/// Runs with a calibration file.
fn run(file: &str, more: &[&str]) -> Done {
    let program = bfs();
    let run = [&["run", &program, "--graph", "chain:400", "--check", "--json"], more].concat();
    Done::from(command(&run).env("IGC_CALIBRATION", file).output().unwrap())
}

#[test]
fn a_device_is_calibrated_and_later_runs_know_it() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let cache = folder.path("cache");
    let with_cache = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("IGC_CACHE_DIR", &cache).env_remove("IGC_CALIBRATION");
        Done::from(command.output().unwrap())
    };
    assert!(with_cache(&["devices"]).ok().contains("not calibrated"));
    let measure = ["devices", "--calibrate", "--device", "0", "--runs", "1", "--json"];
    let found = with_cache(&measure).json()[0].clone();
    let operations = found["operations"].as_array().unwrap();
    assert_eq!(operations.len(), 8, "{found}");
    for operation in operations {
        let measured = operation["measured"].as_array().unwrap();
        assert!(measured.len() >= 4, "{operation}");
        for configuration in measured {
            assert_eq!(configuration["wrong"], 0, "{}: {configuration}", operation["operation"]);
            assert!(configuration["bandwidth"].as_f64().unwrap() > 0.0);
        }
    }
    let width = found["widths"]["work_items_per_unit"].as_u64().unwrap();
    assert!(width >= 512, "{found}");
    let path = found["file"].as_str().unwrap();
    assert!(path.starts_with(&cache) && path.ends_with(".json"), "{path}");
    let kept = std::fs::read_to_string(path).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!((&kept["format"], &kept["operations"]), (&2.into(), &found["operations"]));
    let listed = with_cache(&["devices"]).ok();
    assert!(listed.contains(path) && listed.contains("as calibrated"), "{listed}");
    let listed = with_cache(&["devices", "--json"]).json()[0]["calibration"].clone();
    assert_eq!((&listed["file"], &listed["widths"]), (&found["file"], &found["widths"]));
    assert_eq!(listed["best"].as_array().unwrap().len(), 8);
    assert_eq!(listed["operations"], Value::Null);
    let units = found["compute_units"].as_u64().unwrap();
    let run = ["run", &bfs(), "--opts", "none", "--graph", "chain:4", "--json"];
    let report = with_cache(&run).json();
    assert_eq!(report["calibrated"], true);
    assert_eq!(report["geometry"][0].as_u64().unwrap(), units * width.next_multiple_of(128));
}

#[test]
fn what_is_asked_for_comes_before_a_calibration_and_that_before_the_policy() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let file = folder.file("calibration.json", &calibration(256 * 3).to_string());
    let units = device().1.as_u64().unwrap();
    let of = |file: &str, more: &[&str]| {
        let report = run(file, more).json();
        (report["geometry"][0].as_u64().unwrap(), report["calibrated"].as_bool().unwrap())
    };
    let none = ["--opts", "none"];
    let usual = of("off", &none);
    assert!(!usual.1);
    assert_eq!(of(&file, &none), (units * 768, true));
    assert_eq!(of(&file, &["--opts", "sz256"]), (units * 768, true));
    assert_eq!(of(&file, &["--opts", "none", "--launch-groups", "5"]), (5 * 128, false));
    assert_eq!(of(&file, &["--opts", "none", "--no-calibration"]), usual);
    let bench = ["bench", &bfs(), "--graph", "chain:9", "--opts", "none", "--repeat", "1"];
    let bench = command(&bench).env("IGC_CALIBRATION", &file).output().unwrap();
    let bench = Done::from(bench);
    assert!(bench.stderr.contains("the device's calibration determines"), "{bench:?}");
    bench.ok();
    let text = ["run", &bfs(), "--opts", "none", "--graph", "chain:9"];
    let text = Done::from(command(&text).env("IGC_CALIBRATION", &file).output().unwrap());
    assert!(text.ok().contains("in workgroups of 128, as calibrated"));
}

#[test]
fn a_calibration_that_cannot_be_used_is_a_warning() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let mut foreign = calibration(512);
    foreign["driver"] = "another driver".into();
    let mut newer = calibration(512);
    newer["format"] = 99.into();
    let texts = [
        ("{", "is not a valid calibration"),
        (&foreign.to_string(), "(another driver)"),
        (&newer.to_string(), "its format is 99, but this igc reads only formats 1 to 2"),
        (&calibration(0).to_string(), "requests 0 work-items"),
    ];
    for (text, reason) in texts {
        let file = folder.file("calibration.json", text);
        let done = run(&file, &[]);
        for words in ["warning: the calibration ", &file, reason, "igc devices --calibrate"] {
            assert!(done.stderr.contains(words), "`{words}` is not in {done:?}");
        }
        let report = done.json();
        assert_eq!(
            (&report["calibrated"], &report["checks"][0]["passed"]),
            (&false.into(), &true.into())
        );
    }
    let done = run(&folder.path("absent"), &[]);
    assert!(done.stderr.contains("absent is not used"), "{done:?}");
    done.ok();
    let done = run(&folder.path("absent"), &["--no-calibration"]);
    assert!(done.stderr.is_empty(), "{done:?}");
}

#[test]
fn what_cannot_be_calibrated_is_refused() {
    igc(&["devices", "--calibrate", "--self-test"]).fails(2);
    igc(&["devices", "-o", "file"]).fails(2);
    igc(&["devices", "--calibrate", "--runs", "0"]).fails(2);
    igc(&["run", &bfs(), "--graph", "chain:4", "--launch-groups", "0"]).fails(2);
}
