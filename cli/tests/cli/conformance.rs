//! Tests of `igc devices --conformance`: the matrix, the results file, and how a run ends.

use serde_json::Value;

use crate::{Folder, bfs, devices, has_device, igc, repository};

/// Returns a program. The oracle accepts its levels if `first` is 0.
fn levels(first: &str, wait: &str) -> String {
    format!(
        "param source: node = 0;
         node level: u32 = MAX;
         global x: u32 = 0;
         kernel start() {{ forall u in nodes where u == source {{ u.level = {first}; {wait} }} }}
         main {{ start(); }}
         check bfs(level, source);
         output level;"
    )
}

/// Returns the words of the line of the matrix that begins with a word.
fn line<'t>(table: &'t str, word: &str) -> Vec<&'t str> {
    let lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.into_iter().find(|words| words.first() == Some(&word)).unwrap_or_default()
}

fn conformance<'a>(device: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    [&["devices", "--conformance", "--device", device], options].concat()
}

#[test]
fn applications_and_configurations_make_a_matrix() {
    let run = ["--opts", "none", "--opts", "all", "--graph", "star:300", "--graph", "empty:2"];
    for device in devices() {
        let table = igc(&conformance(device, &[&["--programs", &bfs()], &run[..]].concat())).ok();
        assert!(table.contains("graphs: star:300 empty:2\n"), "{table}");
        assert_eq!(line(&table, "none").last(), Some(&"total"), "{table}");
        assert_eq!(line(&table, "bfs_wl").join(" "), "bfs_wl 2 2 2 - 2 2 2 2 4", "{table}");
        assert!(table.ends_with("\n4 passed, 0 failed, 0 hung, 0 crashed, 0 refused\n"), "{table}");
    }
}

/// Kernels that are the same on several graphs are built once. When the run is resumed, they are
/// not built again.
#[test]
fn kernels_are_built_ahead() {
    let folder = Folder::new();
    let found = folder.path("found.jsonl");
    let run = |file| {
        let run = ["--opts", "none", "--opts", "wg", "--graph", "chain:3", "--graph", "empty:2"];
        let bfs = bfs();
        let about = ["--programs", &bfs, "--builders", "2", file, &found];
        igc(&conformance("interpreter", &[&about, &run[..]].concat()))
    };
    let first = run("--out");
    assert!(first.stderr.contains("compiling the kernels of 2 programs in advance"), "{first:?}");
    assert!(first.ok().ends_with("\n4 passed, 0 failed, 0 hung, 0 crashed, 0 refused\n"));
    let again = run("--resume");
    assert!(again.stderr.contains("compiling the kernels of 0 programs in advance"), "{again:?}");
}

/// Without `--programs`, the command tests the programs that are part of igc. Without `--opts`, it
/// tests all configurations.
#[test]
fn what_comes_with_igc_is_tried() {
    let run = ["--opts", "none", "--graph", "chain:3", "--json"];
    let found = igc(&conformance("interpreter", &run)).json();
    let examples = walkdir::WalkDir::new(repository().join("examples")).into_iter().flatten();
    let programs = examples.filter(|e| e.path().extension().is_some_and(|e| e == "ig"));
    assert_eq!(found["matrix"]["rows"].as_array().unwrap().len(), programs.count());
    assert_eq!(found["device"]["name"], "interpreter");
    let folder = Folder::new();
    let plain = folder.file("plain.ig", &levels("0", ""));
    let run = ["--programs", &plain, "--graph", "chain:1", "--json"];
    let all = igc(&conformance("interpreter", &run)).json();
    let total = all["matrix"]["rows"][0]["counts"].as_array().unwrap().last().unwrap();
    assert_eq!(total["passed"], 96);
    let records = all["records"].as_array().unwrap();
    assert_eq!(records.len(), 2, "all that the flags change is the size of workgroups");
    let options = records.iter().flat_map(|record| record["options"].as_array().unwrap());
    assert_eq!(options.count(), 96);
}

/// The flags have no effect on the native CPU target, so one configuration runs and the others have
/// its result.
#[test]
fn configurations_that_are_the_same_natively_run_once() {
    let run = ["--programs", &bfs(), "--graph", "star:300", "--json"];
    let found = igc(&conformance("cpu", &run)).json();
    let records = found["records"].as_array().unwrap();
    assert_eq!(records.len(), 1, "{found}");
    assert_eq!(records[0]["options"].as_array().unwrap().len(), 96);
    let total = found["matrix"]["rows"][0]["counts"].as_array().unwrap().last().unwrap();
    assert_eq!(total["passed"], 96);
}

#[test]
fn what_goes_wrong_is_counted_and_the_rest_goes_on() {
    let folder = Folder::new();
    folder.file("1_right.ig", &levels("0", ""));
    folder.file("2_wrong.ig", &levels("7", ""));
    folder.file("3_endless.ig", &levels("0", "while x == 0 { u.level = 0; }"));
    folder.file("4_right.ig", &levels("0", ""));
    let programs = folder.path("");
    let run = ["--programs", &programs, "--opts", "none", "--graph", "empty:3", "--timeout", "2"];
    for device in devices() {
        let done = igc(&conformance(device, &run));
        assert_eq!(done.code, 5, "{done:?}");
        let last = |program: &str| line(&done.stdout, program).last().copied().unwrap_or_default();
        assert_eq!(
            ["1_right", "2_wrong", "3_endless", "4_right"].map(last),
            ["1", "0/1", "0/1", "1"]
        );
        let summary = "\n2 passed, 1 failed, 1 hung, 0 crashed, 0 refused\n";
        assert!(done.stdout.contains(summary), "{done:?}");
        let reason = "wrong result: 2_wrong --opts none on empty:3\n    bfs disagrees: ";
        assert!(done.stdout.contains(reason) && done.stderr.contains(reason), "{done:?}");
        assert!(
            done.stdout.contains("hung: 3_endless --opts none on empty:3\n    no progress for 2 s"),
            "{done:?}"
        );
    }
}

#[test]
fn a_dialect_reaches_the_worker() {
    if !has_device() {
        return;
    }
    let bfs = bfs();
    let run = ["--programs", &bfs, "--opts", "none", "--graph", "chain:4", "--json"];
    let conforms = conformance("0", &[&run[..], &["--dialect", "std=1.2,wide=locks"]].concat());
    let bench = ["bench", &bfs, "--opts", "none", "--graph", "chain:4", "--repeat", "1", "--json"];
    let bench = [&bench[..], &["--device", "0", "--dialect", "std=1.2,wide=locks"]].concat();
    for found in [igc(&conforms).json(), igc(&bench).json()] {
        let dialect = found["device"]["dialect"].as_str().unwrap();
        assert!(dialect.contains("OpenCL 1.2 atomics, locks for 64 bits"), "{dialect}");
    }
}

/// A run that was interrupted in the middle of a line continues after the last complete line.
#[test]
fn finished_work_is_kept() {
    let folder = Folder::new();
    let file = folder.path("found.jsonl");
    let run = ["--programs", &bfs(), "--graph", "chain:4", "--opts", "none", "--opts", "wg"];
    let run = conformance("interpreter", &[&run[..], &["--opts", "sz256"]].concat());
    let table = igc(&[&run[..], &["--out", &file]].concat()).ok();
    let text = folder.read("found.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "one about all, and one for each configuration");
    let mut record: Value = serde_json::from_str(lines[1]).unwrap();
    assert_eq!(record["status"], "passed");
    record["seconds"] = 3e6.into();
    folder.file("found.jsonl", &format!("{}\n{record}\n{}", lines[0], &lines[2][..20]));
    let resumed = igc(&[&run[..], &["--resume", &file]].concat()).ok();
    assert_eq!(line(&resumed, "bfs_wl"), line(&table, "bfs_wl"));
    assert!(resumed.contains("3 results by 3 runs, in 3000000 s"), "{resumed}");
    assert_eq!(folder.read("found.jsonl").lines().count(), 4);
    // All work is done, so nothing runs and the file does not change.
    let before = folder.read("found.jsonl");
    igc(&[&run[..], &["--resume", &file]].concat()).ok();
    assert_eq!(folder.read("found.jsonl"), before);
}

/// Two processes test one application each. The concatenation of their files equals the file of a
/// whole run.
#[test]
fn shards_come_together() {
    let folder = Folder::new();
    let other = repository().join("examples/sssp/sssp_wl.ig");
    let programs = [bfs(), other.to_str().unwrap().to_string()];
    let run = ["--programs", &programs[0], "--programs", &programs[1], "--graph", "chain:4"];
    let run = conformance("interpreter", &[&run[..], &["--opts", "none"]].concat());
    let shard = |shard: &str, file: &str| {
        igc(&[&run[..], &["--shard", shard, "--out", &folder.path(file)]].concat()).ok()
    };
    assert!(shard("1/2", "first").contains("1 results by 1 runs"));
    assert!(shard("2/2", "second").contains("1 results by 1 runs"));
    assert!(shard("3/3", "third").contains("0 results by 0 runs"));
    let both = ["first", "second", "third"].map(|file| folder.read(file)).concat();
    let both = folder.file("both", &both);
    let table = igc(&[&run[..], &["--resume", &both]].concat()).ok();
    assert!(
        table.contains("2 results by 2 runs") && table.contains("2 passed, 0 failed"),
        "{table}"
    );
    assert_eq!(folder.read("both").lines().count(), 5, "nothing was tried again");
    let stderr = igc(&[&run[..], &["--shard", "3/2"]].concat()).fails(2);
    assert!(stderr.contains("expected I/N, the I-th of N parts, such as 1/4"), "{stderr}");
}

#[test]
fn files_of_something_else_are_refused() {
    let folder = Folder::new();
    let bfs = bfs();
    let run =
        conformance("interpreter", &["--programs", &bfs, "--graph", "chain:4", "--opts", "none"]);
    let refused = |file: &str, option: &str, content: &str, words: &str| {
        let path = folder.file(file, content);
        let stderr = igc(&[&run[..], &[option, &path]].concat()).fails(1);
        assert!(stderr.contains(words), "{stderr}");
        assert_eq!(folder.read(file), content);
    };
    refused("there", "--out", "mine\n", "--resume");
    refused("nonsense", "--resume", "mine\n", "nonsense:1: not a line that `--out` writes");
    let other = r#"{"igc":"0.0.1","device":{"name":"d","driver":"e","dialect":"f"}}"#;
    refused("other", "--resume", &format!("{other}\n"), "the results of igc 0.0.1 on d (e), f");
    let missing = folder.path("missing/file");
    let stderr = igc(&[&run[..], &["--resume", &missing]].concat()).fails(1);
    assert!(stderr.contains(&missing), "{stderr}");
}

#[test]
fn what_cannot_be_tried_is_an_error() {
    let folder = Folder::new();
    let unchecked = folder.file("unchecked.ig", "node x: u32 = 0; main { } output x;");
    let stderr = igc(&conformance("interpreter", &["--programs", &unchecked])).fails(1);
    assert!(stderr.contains("unchecked names no oracle"), "{stderr}");
    let empty = Folder::new();
    let stderr = igc(&conformance("interpreter", &["--programs", &empty.path("")])).fails(1);
    assert!(stderr.contains("the paths contain no programs"), "{stderr}");
    let stderr =
        igc(&conformance("interpreter", &["--graph", "nope:3", "--opts", "none"])).fails(1);
    assert!(stderr.contains("unknown generator 'nope'"), "{stderr}");
    igc(&conformance("none such", &["--opts", "none"])).fails(3);
    igc(&["devices", "--opts", "none"]).fails(2);
}
