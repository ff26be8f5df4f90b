//! Tests of `igc bench launch` and `igc bench micro`.

use crate::{has_device, igc};

/// Few runs, so that the test is fast even on a busy machine.
const LAUNCH: [&str; 6] = ["bench", "launch", "--runs", "6", "--kernel-time", "0,50"];
const MICRO: [&str; 4] = ["bench", "micro", "--runs", "6"];

#[test]
fn launches_are_timed_with_kernels_of_two_lengths() {
    if !has_device() {
        return;
    }
    let found = igc(&[&LAUNCH[..], &["--json"]].concat()).json();
    assert!(found["device"]["name"].is_string() && found["igc"].is_string());
    assert_eq!((&found["runs"], &found["wrong"]), (&6.into(), &0.into()));
    assert!(found["step"]["median"].as_f64().unwrap() > 0.0);
    for cost in ["pipelined", "waiting", "reading"] {
        let cost = &found["costs"][cost];
        assert!(cost["least"].as_f64().unwrap() > 0.0 && cost["interval"].is_array(), "{found}");
    }
    let used = found["utilisation"].as_array().unwrap();
    let number = |at: usize, name: &str| used[at][name].as_f64().unwrap();
    assert_eq!((used.len(), number(0, "kernel"), number(0, "steps")), (2, 0.0, 0.0));
    assert_eq!(used[0]["share"]["median"], 0.0);
    // The times and the utilisation of the device are meaningful only on an idle machine.
    assert!(number(1, "kernel") > 0.0 && number(1, "steps") > 0.0, "{found}");
    assert!(used[1]["share"]["median"].is_number(), "{found}");
    let table = igc(&LAUNCH).ok();
    for words in ["launch and read", "at work", "0.0 %"] {
        assert!(table.contains(words), "{table}");
    }
}

#[test]
fn microbenchmarks_are_timed_and_right() {
    if !has_device() {
        return;
    }
    let found = igc(&[&MICRO[..], &["--json"]].concat()).json();
    let measurements = found["measurements"].as_array().unwrap();
    let names: Vec<&str> = measurements.iter().map(|m| m["benchmark"].as_str().unwrap()).collect();
    assert_eq!(names, ["sg-cmb", "sg-cmb", "m-divg", "m-divg"]);
    for measured in measurements {
        assert_eq!(measured["wrong"], 0, "{measured}");
        assert!(measured["speedup"]["value"].as_f64().unwrap() > 0.0, "{measured}");
        assert!(measured["speedup"]["interval"].is_array(), "{measured}");
        assert!(measured["subgroup_size"].as_u64().unwrap() >= 1, "{measured}");
    }
    let table = igc(&[&MICRO[..], &["sg-cmb"]].concat()).ok();
    assert_eq!(table.matches("\n   sg-cmb").count(), 2, "{table}");
    assert!(!table.contains("m-divg"), "{table}");
}

/// The microbenchmarks also run in the smallest dialect, which every device supports.
#[test]
fn microbenchmarks_need_no_more_than_opencl_1() {
    if !has_device() {
        return;
    }
    let old = ["--dialect", "std=1.2,subgroups=none", "--json"];
    let found = igc(&[&MICRO[..], &["sg-cmb"], &old].concat()).json();
    assert_eq!(found["measurements"][0]["subgroup_size"], 1, "{found}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    igc(&["bench", "micro", "barrier"]).fails(2);
    igc(&["bench", "launch", "--kernel-time", "-1"]).fails(2);
    igc(&["bench", "launch", "--kernel-time", "1e9"]).fails(2);
    for bench in ["launch", "micro"] {
        igc(&["bench", bench, "--runs", "0"]).fails(2);
        let stderr = igc(&["bench", bench, "--device", "interpreter"]).fails(3);
        assert!(
            stderr.contains("needs an OpenCL device") || stderr.contains("without OpenCL"),
            "{stderr}"
        );
    }
}
