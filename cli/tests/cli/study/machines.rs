//! Tests of studies with several processes, like on several machines: devices, shards, runners and
//! merged stores.

use super::{FOUR, Study, keys};
use crate::{command, igc};

/// Two processes measure two devices of a study at the same time, with one store.
#[test]
fn devices_are_measured_by_processes_of_their_own() {
    let study = Study::bfs("rmat:7", FOUR, &[("one", "interpreter"), ("two", "interpreter")]);
    let runs = ["one", "two"].map(|device| {
        let arguments = ["study", "run", &study.file(), "--device", device, "--runner", "env A=1"];
        command(&arguments).stderr(std::process::Stdio::null()).spawn().unwrap()
    });
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let runs = study.runs();
    assert_eq!((runs.len(), keys(&runs).len()), (24, 24));
}

/// Processes measure parts of a study, at the same time with one store, and with separate stores.
#[test]
fn shards_are_all_of_a_study() {
    let study = Study::bfs("rmat:7", "[\"none\", \"wg\"]", &[("it", "interpreter")]).with(
        "[[graphs]]",
        "[[graphs]]\nname = \"other\"\nspec = \"chain:9\"\nclass = \"path\"\n[[graphs]]",
    );
    study.folder.file("second.ig", &std::fs::read_to_string(crate::bfs()).unwrap());
    let shards = ["1/3", "2/3", "3/3"];
    let runs = shards.map(|shard| {
        let arguments = ["study", "run", &study.file(), "--shard", shard];
        command(&arguments).stderr(std::process::Stdio::null()).spawn().unwrap()
    });
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let runs = study.runs();
    assert_eq!((runs.len(), keys(&runs).len()), (24, 24));
    assert_eq!(study.status()["runs_left"], 0);
    let stores = ["1.db", "2.db", "3.db"].map(|name| study.folder.path(name));
    for (shard, store) in shards.iter().zip(&stores) {
        study.run(&["--shard", shard, "--store", store]).ok();
        let status = igc(&["study", "status", store, "--json"]).json();
        let tests = status["tests"].as_array().unwrap();
        assert!(tests.iter().all(|test| test["done"] == 0 || test["runs_left"] == 0), "{status}");
        assert!(tests.iter().any(|test| test["done"] == 0), "{status}");
    }
    let merged = study.folder.path("merged.db");
    igc(&[&["study", "merge", &merged][..], &stores.each_ref().map(String::as_str)].concat()).ok();
    let status = igc(&["study", "status", &merged, "--json"]).json();
    assert_eq!((&status["runs"], &status["runs_left"]), (&24.into(), &0.into()), "{status}");
    study.run(&["--shard", "4/3"]).fails(2);
}

/// Returns whether a process has claimed the tests of a study.
fn is_claimed(study: &Study) -> bool {
    let entries = std::fs::read_dir(study.folder.path("")).unwrap();
    entries.flatten().any(|entry| entry.path().extension().is_some_and(|end| end == "lock"))
}

/// Returns whether a process is writing to the store of a study. Other processes would then wait.
#[cfg(unix)]
fn is_being_written(study: &Study) -> bool {
    let store = rusqlite::Connection::open(study.store()).unwrap();
    store.busy_timeout(std::time::Duration::ZERO).unwrap();
    store.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err()
}

/// Two processes with one store and one device exclude each other. The first process is stopped in
/// the middle, so that it measures for as long as the test needs.
#[cfg(unix)]
#[test]
fn processes_that_would_measure_the_same_tests_exclude_each_other() {
    for (first, others) in [("1/1", &["1/1", "1/2"][..]), ("1/2", &["1/1", "1/2", "2/3", "3/4"])] {
        // A run takes longer than a write to the store, so the process is mostly stopped in a run.
        // Each process has a study of its own: if nothing is left to measure, it ends at once.
        let study = Study::bfs("rmat:11", FOUR, &[("it", "interpreter")])
            .with("repetitions = 3", "repetitions = 20");
        let arguments = ["study", "run", &study.file(), "--shard", first];
        let mut running = command(&arguments).stderr(std::process::Stdio::null()).spawn().unwrap();
        while !is_claimed(&study) {
            assert_eq!(running.try_wait().unwrap(), None, "it ended before it claimed its tests");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let signal = |name: &str| {
            let id = running.id().to_string();
            let sent = std::process::Command::new("kill").args([name, &id]).status().unwrap();
            assert!(sent.success());
        };
        signal("-STOP");
        while is_being_written(&study) {
            signal("-CONT");
            std::thread::sleep(std::time::Duration::from_millis(1));
            signal("-STOP");
        }
        for other in others {
            let stderr = study.run(&["--shard", other]).fails(1);
            let words = format!("another process measures shard {first} of the study on `it`");
            let help = "help: wait until it ends; calls at the same time must have the same N in `--shard I/N`";
            assert!(stderr.contains(&words) && stderr.contains(help), "{other}: {stderr}");
        }
        signal("-CONT");
        assert!(running.wait().unwrap().success());
        assert!(!is_claimed(&study));
        let runs = study.runs();
        assert_eq!((runs.len(), keys(&runs).len()), (80, 80));
    }
}

/// Processes one after the other may use different numbers of shards: each measures what is missing
/// of its shard.
#[test]
fn numbers_of_shards_may_change() {
    let study = Study::bfs("rmat:7", "[\"none\"]", &[("it", "interpreter")]);
    let program = std::fs::read_to_string(crate::bfs()).unwrap();
    for name in ["b", "c", "d", "e", "f"] {
        study.folder.file(&format!("{name}.ig"), &program);
    }
    // Six tests with three runs each: 1/2 has the tests 0, 2 and 4; 2/3 has 1 and 4; 1/4 has 0 and
    // 4.
    for (shard, runs) in [("1/2", 9), ("2/3", 3), ("1/4", 0), ("1/1", 6)] {
        let done = study.run(&["--shard", shard]);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.stderr.contains(&format!("it: {runs} runs, 0 failures, 0 runs")), "{done:?}");
    }
    let runs = study.runs();
    assert_eq!((runs.len(), keys(&runs).len()), (18, 18));
}

/// A runner may start a process in another folder, so the names of files must be absolute.
#[cfg(unix)]
#[test]
fn a_runner_may_change_the_folder() {
    let study = Study::bfs("it.el", "[\"none\"]", &[("it", "interpreter")]);
    study.folder.file("it.el", "0 1\n1 2\n");
    let runner = "sh -c 'cd / && exec \"$@\"' sh";
    let mut run = command(&["study", "run", "study.toml", "--runner", runner]);
    run.current_dir(study.folder.path(""));
    let run = run.output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(study.runs().len(), 3);
}

/// The error names the failing runner and shows its output. Measurements before the failure are
/// kept.
#[cfg(unix)]
#[test]
fn a_runner_that_fails_is_named() {
    let study = Study::bfs("chain:9", "[\"none\"]", &[("it", "interpreter")]);
    let missing = study.folder.path("missing");
    let stderr = study.run(&["--runner", &format!("{missing} -n 1")]).fails(1);
    assert!(stderr.contains(&format!("cannot be started by `{missing}`")), "{stderr}");
    let stderr = study.run(&["--runner", "sh -c 'echo no node >&2; exit 1'"]).fails(3);
    let words =
        "`sh -c 'echo no node >&2; exit 1'` has not started a process that answers: its process";
    assert!(stderr.contains(words) && stderr.contains("\nno node\n"), "{stderr}");
    // A job ends in the middle of its first graph, and the runner cannot start another job.
    let script = study.folder.file(
        "runner.sh",
        "if [ -e \"$0.ran\" ]; then echo no more >&2; exit 1; fi\ntouch \"$0.ran\"\n\
         { for i in 1 2 3; do read -r line; echo \"$line\"; done; sleep 1; } | \"$@\"; exit 143",
    );
    let stderr = study.run(&["--runner", &format!("sh '{script}'")]).fails(3);
    assert!(stderr.contains("it: interrupted; "), "{stderr}");
    assert!(stderr.contains(" has the results so far"), "{stderr}");
    assert!(stderr.contains("\nno more\n"), "{stderr}");
    assert_eq!(study.status()["failed"], 0);
    study.run(&[]).ok();
    assert_eq!(study.status()["runs"], 3);
}

#[test]
fn stores_of_several_machines_merge() {
    let study = Study::bfs("chain:9", FOUR, &[("one", "interpreter"), ("two", "interpreter")]);
    let [one, two] = ["one.db", "two.db"].map(|name| study.folder.path(name));
    study.run(&["--device", "one", "--store", &one]).ok();
    study.run(&["--device", "two", "--store", &two]).ok();
    let merge = ["study", "merge", &study.store(), &one, &two];
    let first = igc(&merge);
    assert_eq!(first.code, 0, "{first:?}");
    assert_eq!(first.stderr.matches("12 new runs and 0 new failures").count(), 2, "{first:?}");
    let runs = study.runs();
    assert_eq!((runs.len(), keys(&runs).len()), (24, 24));
    let again = igc(&merge);
    assert_eq!(again.stderr.matches("0 new runs and 0 new failures; 12").count(), 2, "{again:?}");
    assert_eq!(study.runs(), runs);
    let status = study.status();
    assert_eq!((&status["done"], &status["failed"]), (&8.into(), &0.into()));
    let done = study.run(&[]);
    assert!(done.stderr.contains("one: 0 runs, 0 failures, 0 runs left"), "{done:?}");
    let other = study
        .folder
        .file("other.toml", &study.folder.read("study.toml").replace("chain:9", "chain:8"));
    let third = study.folder.path("three.db");
    igc(&["study", "run", &other, "--device", "one", "--store", &third]).ok();
    let refused = igc(&["study", "merge", &study.store(), &third]).fails(1);
    assert!(refused.contains("the graph `it` is a different graph there"), "{refused}");
    assert_eq!(study.runs(), runs);
}
