//! Tests of `igc bench host`, which compares rounds of loops with the driver's calls alone.

use crate::{Folder, has_device, igc};

/// Few and small runs, so that the test is fast even on a busy machine.
const SMALL: [&str; 6] = ["bench", "host", "--runs", "6", "--graph", "chain:40"];

#[test]
fn rounds_are_held_against_their_calls() {
    if !has_device() {
        return;
    }
    let found = igc(&[&SMALL[..], &["--json"]].concat()).json();
    assert_eq!((&found["program"], &found["options"]), (&"bfs_wl".into(), &"none".into()));
    assert_eq!((&found["rounds"], &found["launches"]), (&40.into(), &40.into()), "{found}");
    assert_eq!(found["reads"], 40, "{found}");
    // There are four arguments per round, but in the first round, some may keep their values from
    // the previous run.
    assert!((156..=160).contains(&found["arguments"].as_u64().unwrap()), "{found}");
    // A repeated search has the same frontiers.
    assert_eq!(found["differing_reads"], 0, "{found}");
    for what in ["igc_rounds", "call_rounds", "empty_rounds"] {
        assert!(found[what]["least"].as_f64().unwrap() > 0.0, "{found}");
        assert!(found[what]["interval"].is_array(), "{found}");
    }
    for ratio in ["over_calls", "over_empty"] {
        assert!(found[ratio]["ratio"].as_f64().unwrap() > 0.0, "{found}");
    }
    // These times are from the device's clock. On a busy machine, little is certain about them.
    for what in ["kernel_rounds", "empty_kernel_rounds"] {
        assert!(found[what]["least"].as_f64().unwrap() >= 0.0, "{found}");
    }
    // Each round counts its depth.
    assert_eq!(found["decisions"], 1, "{found}");
    assert!(found["decision_rounds"]["least"].as_f64().unwrap() > 0.0, "{found}");
    let over_driver = &found["over_driver"];
    assert!(over_driver.is_null() || over_driver["ratio"].as_f64().unwrap() > 0.0, "{found}");
    let table = igc(&SMALL).ok();
    assert!(table.contains("6 runs of 40 rounds: 40 launches in workgroups of "), "{table}");
    assert!(table.contains(" times that, between "), "{table}");
    assert!(table.contains("  kernels  igc takes\n"), "{table}");
}

#[test]
fn each_call_and_each_kernel_of_a_run_is_timed() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let program = "node x: u32 = 1; kernel k() { forall u in nodes { u.x = 2; } }
                   main { k(); } output x;";
    let path = folder.file("program.ig", program);
    let small = [&SMALL[..], &["--timeline", &path]].concat();
    let found = igc(&[&small[..], &["--json"]].concat()).json();
    let calls = found["calls"].as_array().unwrap();
    let launches: Vec<_> = calls.iter().filter(|call| !call["kernel"].is_null()).collect();
    assert_eq!(launches.len(), 1, "{found}");
    assert!(launches[0]["call"].as_str().unwrap().starts_with("launch program_k_, "), "{found}");
    assert_eq!(launches[0]["kernel"][0], 0.0, "{found}");
    assert!(launches[0]["kernel"][1].as_f64().unwrap() >= 0.0, "{found}");
    let last = calls.last().unwrap();
    assert_eq!(last["call"], "finish", "{found}");
    assert!(last["start"].as_f64().unwrap() >= launches[0]["start"].as_f64().unwrap(), "{found}");
    let table = igc(&small).ok();
    assert!(table.contains("medians of 6 runs"), "{table}");
    assert!(table.contains("  device at"), "{table}");
    assert!(table.contains("  launch program_k_, "), "{table}");
}

#[test]
fn what_has_no_rounds_or_no_driver_is_refused() {
    let interpreter = igc(&[&SMALL[..], &["--device", "interpreter"]].concat());
    assert!(interpreter.fails(3).contains("this command needs an OpenCL device"));
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let program = "node x: u32 = 1; kernel k() { forall u in nodes { u.x = 2; } }
                   main { k(); } output x;";
    let path = folder.file("program.ig", program);
    let refused = igc(&[&SMALL[..], &[&path]].concat());
    assert!(refused.fails(1).contains("have no rounds on this graph"));
}
