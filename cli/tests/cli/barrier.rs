//! Tests of `igc bench barrier`, and of outlined loops with both barriers, several widths and time
//! limits.

use serde_json::Value;

use crate::{Folder, bfs, command, has_device, igc};

/// Few and small runs, so that the test is fast even on a busy machine.
const SMALL: [&str; 6] = ["bench", "barrier", "--rounds", "50", "--runs", "6"];

fn measurements(found: &Value) -> &Vec<Value> {
    found["measurements"].as_array().unwrap()
}

#[test]
fn barriers_are_timed_and_messages_pass_them() {
    if !has_device() {
        return;
    }
    let found = igc(&[&SMALL[..], &["--json"]].concat()).json();
    assert!(found["device"]["name"].is_string() && found["igc"].is_string());
    assert_eq!((&found["rounds"], &found["runs"]), (&50.into(), &6.into()));
    for barrier in ["counter", "flags"] {
        assert!(measurements(&found).iter().any(|times| times["barrier"] == barrier), "{found}");
    }
    for times in measurements(&found) {
        let number = |name: &str| times[name].as_u64().unwrap();
        let later = |at: usize| times["found_later"][at].as_u64().unwrap();
        let groups = number("groups");
        assert!((1..=groups).contains(&number("found_first")), "{times}");
        assert!(1 <= later(0) && later(0) <= later(1) && later(1) <= groups, "{times}");
        // In each of 6 launches, each work-item receives 50 messages.
        let each = 6 * 50 * number("workgroup_size");
        assert!((each * later(0)..=each * later(1)).contains(&number("messages")), "{times}");
        assert_eq!(number("stale"), 0);
        assert!(times["discovery"]["interval"].is_array(), "{times}");
    }
}

#[test]
fn what_is_measured_can_be_chosen() {
    if !has_device() {
        return;
    }
    let chosen = ["--groups", "3,1", "--workgroup-size", "32,64", "--implementation", "flags"];
    let run = [&SMALL[..], &chosen].concat();
    let found = igc(&[&run[..], &["--json"]].concat()).json();
    let of = |times: &Value| {
        assert_eq!(times["barrier"], "flags");
        (times["workgroup_size"].as_u64().unwrap(), times["groups"].as_u64().unwrap())
    };
    let chosen: Vec<_> = measurements(&found).iter().map(of).collect();
    assert_eq!(chosen, [(32, 3), (32, 1), (64, 3), (64, 1)]);
    let table = igc(&run).ok();
    assert!(table.contains("6 runs of launches with 50 and 100 barriers"), "{table}");
    assert_eq!(table.lines().filter(|line| line.contains(" flags ")).count(), 4, "{table}");
    assert_eq!(table.matches(" 0 of ").count(), 4, "{table}");
}

/// Without patience, a workgroup does not wait for others. Workgroups that arrive too late leave,
/// and the barrier includes only those that joined. It is also possible that all workgroups start
/// before the first one looks.
#[test]
fn workgroups_that_come_too_late_are_not_waited_for() {
    if !has_device() {
        return;
    }
    let run =
        [&SMALL[..], &["--groups", "64", "--workgroup-size", "16", "--patience", "0"]].concat();
    let found = igc(&[&run[..], &["--json"]].concat()).json();
    for times in measurements(&found) {
        assert!((1..=64).contains(&times["found_first"].as_u64().unwrap()), "{times}");
        assert_eq!(times["stale"], 0);
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    igc(&[&SMALL[..], &["--groups", "0"]].concat()).fails(2);
    igc(&[&SMALL[..], &["--implementation", "tree"]].concat()).fails(2);
    igc(&[&SMALL[..], &["--graph", "chain:3"]].concat()).fails(2);
    igc(&["bench", "barrier", "--runs", "0"]).fails(2);
    let stderr = igc(&[&SMALL[..], &["--device", "interpreter"]].concat()).fails(3);
    assert!(
        stderr.contains("needs an OpenCL device") || stderr.contains("without OpenCL"),
        "{stderr}"
    );
    if has_device() {
        let stderr = igc(&[&SMALL[..], &["--workgroup-size", "1000000"]].concat()).fails(3);
        assert!(stderr.contains("at most"), "{stderr}");
    }
}

/// A time limit ends the command, even if workgroups wait for four billion iterations for others
/// that cannot run.
#[test]
fn a_launch_that_takes_too_long_is_given_up() {
    if !has_device() {
        return;
    }
    let crowded = ["bench", "barrier", "--groups", "65536", "--workgroup-size", "16"];
    let patient = ["--patience", "4294967295", "--timeout", "1"];
    let stderr = igc(&[&crowded[..], &patient].concat()).fails(5);
    assert!(stderr.contains("the device has not finished within 1 s"), "{stderr}");
}

/// Tests both barriers with one workgroup up to more than can be resident, with and without waiting
/// for them. The results of the first launch must be correct, and those of later launches, which
/// know how many workgroups were discovered.
#[test]
fn outlined_loops_are_right_whatever_is_asked_of_them() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let cache = folder.path("cache");
    let devices = igc(&["devices", "--json"]).json();
    let keeps_programs = devices[0]["capabilities"]["keeps_programs"].as_bool().unwrap();
    let run = ["run", &bfs(), "--graph", "rmat:8", "--opts", "oitergb", "--check", "--repeat", "3"];
    for barrier in ["counter", "flags"] {
        for groups in ["1", "2", "7", "64"] {
            for patience in ["0", "1000000"] {
                let asked = ["--grid-barrier", barrier, "--grid-groups", groups];
                let run = [&run[..], &asked, &["--grid-patience", patience, "--json"]].concat();
                let output = command(&run).env("IGC_CACHE_DIR", &cache).output().unwrap();
                let report = crate::Done::from(output).json();
                assert_eq!(report["checks"][0]["passed"], true, "{report}");
                // Each barrier needs one binary, which does not depend on the other options. If the
                // driver keeps programs, the cache of igc is not used.
                let is_first = (groups, patience) == ("1", "0");
                let was_cached = !is_first && !keeps_programs;
                assert_eq!(report["seconds"]["build_cached"], was_cached, "{barrier}");
            }
        }
    }
}
