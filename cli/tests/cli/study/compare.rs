//! Tests of `igc study compare`, which compares the times of two studies.

use serde_json::{Value, json};

use super::{FOUR, Study};
use crate::{Folder, igc};

/// Returns a study of one application on one input, in the format of `igc study export`. `chips`
/// are the names of the chips with the times of the configurations `none`, `sg` and `wg`; a
/// configuration without a time failed.
fn study(nodes: u32, chips: &[(&str, [Option<f64>; 3])]) -> String {
    let chip = |(name, _): &(&str, _)| json!({ "name": name, "device": "d", "driver": "1", "dialect": "any" });
    let mut results = vec![];
    for (chip, (_, times)) in chips.iter().enumerate() {
        for (configuration, time) in times.iter().enumerate() {
            let outcome = match time {
                Some(time) => json!({ "timed": [time, time * 1.01, time * 0.99] }),
                None => {
                    json!({ "failed": { "kind": "crashed", "reason": "it crashed\nat night" } })
                }
            };
            results.push(json!({
                "test": { "application": 0, "input": 0, "chip": chip },
                "configuration": configuration,
                "outcome": outcome,
            }));
        }
    }
    let study = json!({
        "study": "small",
        "applications": ["bfs_wl"],
        "inputs": [{ "name": "g", "spec": "road:10", "class": "road", "nodes": nodes, "arcs": 20, "properties": {} }],
        "chips": chips.iter().map(chip).collect::<Vec<_>>(),
        "configurations": [[], ["sg"], ["wg"]],
        "results": results,
    });
    study.to_string()
}

/// Returns a folder with the studies `a.json` and `b.json`, and their paths.
fn two(a: &str, b: &str) -> (Folder, String, String) {
    let folder = Folder::new();
    let (a, b) = (folder.file("a.json", a), folder.file("b.json", b));
    (folder, a, b)
}

const ONE: [Option<f64>; 3] = [Some(1.0), Some(2.0), Some(3.0)];

#[test]
fn the_largest_changes_come_first() {
    let before = study(10, &[("left", ONE), ("old", ONE)]);
    let after = [Some(1.0), Some(1.0), Some(3.9)];
    let (_folder, a, b) = two(&before, &study(10, &[("left", after)]));
    let text = igc(&["study", "compare", &a, &b]).ok();
    for line in [
        "cells   3 with times in both, 0 failed, 3 only in A, 0 only in B\n",
        "faster  1 in B\nslower  1 in B\nsame    1, without a significant difference\n",
        "B / A   0.87× for all cells, 0.81× for those that differ (geometric means)\n",
        "\n0.50×  2.00 s  1.00 s  faster  bfs_wl       g      left  sg\n\
         1.30×  3.00 s  3.90 s  slower  bfs_wl       g      left  wg\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let first = igc(&["study", "compare", &a, &b, "--limit", "1"]).ok();
    assert!(!first.contains("1.30×"), "{first}");
    assert!(first.ends_with("and 1 more change; `--limit 2` lists all\n"), "{first}");

    let found = igc(&["study", "compare", &a, &b, "--json"]).json();
    let count = |field: &str| found[field].as_u64();
    assert_eq!(["faster", "slower", "unchanged"].map(count), [Some(1); 3]);
    assert_eq!(found["only"], json!([3, 0]));
    let cells = found["cells"].as_array().unwrap();
    let ratios: Vec<f64> = cells.iter().map(|cell| cell["ratio"].as_f64().unwrap()).collect();
    assert_eq!(ratios.len(), 3);
    assert!((ratios[0] - 0.5).abs() < 1e-9 && (ratios[1] - 1.3).abs() < 1e-9, "{ratios:?}");
    assert_eq!(cells[0]["configurations"], json!([["sg"]]));
    assert_eq!((&cells[0]["change"], &cells[2]["change"]), (&"speedup".into(), &"none".into()));
}

#[test]
fn failures_are_listed() {
    let (_folder, a, b) =
        two(&study(10, &[("it", ONE)]), &study(10, &[("it", [Some(1.0), None, Some(3.0)])]));
    let text = igc(&["study", "compare", &a, &b]).ok();
    assert!(text.contains("2 with times in both, 1 failed"), "{text}");
    let failed = "\nbfs_wl on g on it --opts sg failed in B: it crashed\n";
    assert!(text.ends_with(failed), "{text}");
    let found = igc(&["study", "compare", &a, &b, "--json"]).json();
    assert_eq!(found["failed"][0]["failures"][0], Value::Null);
    assert_eq!(found["failed"][0]["failures"][1]["kind"], "crashed");

    let (_folder, a, b) = two(&study(10, &[("it", ONE)]), &study(10, &[("it", [None; 3])]));
    let words = igc(&["study", "compare", &a, &b]).fails(1);
    assert!(words.contains("no cell has times in both\n"), "{words}");
    assert!(words.contains(failed.trim_end()), "{words}");
}

#[test]
fn studies_without_common_cells_are_refused() {
    let (_folder, a, b) = two(&study(10, &[("old", ONE)]), &study(10, &[("new", ONE)]));
    let words = igc(&["study", "compare", &a, &b]).fails(1);
    assert!(words.contains("have no cell in common"), "{words}");
    assert!(
        words.contains("1 application, 1 graph, 0 chips and 3 configurations with the same names"),
        "{words}"
    );
    assert!(words.contains("help: `--chip A=B`"), "{words}");
    let text = igc(&["study", "compare", &a, &b, "--chip", "old=new"]).ok();
    assert!(text.contains("chip    old and new: device d; driver 1\n"), "{text}");
    assert!(text.contains("cells   3 with times in both"), "{text}");
    let words = igc(&["study", "compare", &a, &b, "--chip", "new=old"]).fails(2);
    assert!(words.contains("help: A has `old`; B has `new`"), "{words}");
    let words =
        igc(&["study", "compare", &a, &b, "--chip", "old=new", "--chip", "old=new"]).fails(2);
    assert!(words.contains("another --chip names one of these chips"), "{words}");

    let (_folder, a, b) = two(&study(10, &[("it", ONE)]), &study(11, &[("it", ONE)]));
    let words = igc(&["study", "compare", &a, &b]).fails(1);
    assert!(words.contains("other numbers of nodes or edges in B are not compared: g"), "{words}");
}

/// A store can be compared, too, also with the JSON that was exported from it.
#[test]
fn a_store_does_not_differ_from_itself() {
    let study = Study::bfs("chain:5", FOUR, &[("it", "interpreter")]);
    study.run(&[]).ok();
    let exported = study.folder.path("study.json");
    igc(&["study", "export", &study.store(), "-o", &exported]).ok();
    let found = igc(&["study", "compare", &study.store(), &exported, "--json"]).json();
    let (cells, status) = (found["cells"].as_array().unwrap(), study.status());
    assert_eq!(Some(cells.len() as u64), status["cells"].as_u64());
    assert!(cells.iter().all(|cell| cell["ratio"] == 1.0 && cell["change"] == "none"));
    assert_eq!((&found["geomean_ratio"], &found["failed"]), (&1.0.into(), &json!([])));
    igc(&["study", "compare", &study.store(), &study.folder.path("none.db")]).fails(1);
}
