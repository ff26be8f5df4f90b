//! Tests of workers: a crash or a hang is a result of the configuration that was running.

use std::time::Duration;

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{FailureKind, Progress, Settings};
use igc_measure::worker::{Activity, News, Task, Workers};
use igc_runtime::devices::DeviceRequest;

use crate::{Folder, MANY_LAUNCHES, bfs, command, devices, igc};

/// A program with a kernel that does not end.
const ENDLESS: &str = "
    node x: u32 = 0;
    kernel wait() { forall u in nodes { while u.x == 0 { u.x += 0; } } }
    main { wait(); }
    output x;";

fn task(text: &str) -> Task {
    Task {
        program: "program".into(),
        text: text.into(),
        options: ["none", "wg"].map(|list| Configuration::parse(list).unwrap()).into(),
        given_up: vec![],
        completed: vec![],
        graph: "rmat:6".into(),
        settings: Settings { repeat: 2, repeat_identical: true, ..Settings::default() },
    }
}

/// Sends a signal to the process whose id is in the text.
#[cfg(unix)]
fn end(signal: &str, process: &str) {
    let kill = ["-s", signal, process.trim()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
}

/// The worker is killed whenever it runs the endless kernel, which happens in both configurations.
/// Another program is measured nevertheless.
#[cfg(unix)]
#[test]
fn a_crash_costs_one_configuration() {
    let folder = Folder::new();
    let (file, igc) = (folder.path("process"), env!("CARGO_BIN_EXE_igc"));
    let script = format!("echo $$ > '{file}'; exec '{igc}' worker");
    let launch = move || {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]);
        command
    };
    for device in devices() {
        for (signal, kind, words) in [
            // A signal that no driver handles.
            ("ALRM", FailureKind::Crashed, "its process ended with signal: 14 (SIGALRM)"),
            ("KILL", FailureKind::Killed, "its process was killed"),
        ] {
            let wanted = DeviceRequest::of(device);
            let mut workers = Workers::new(launch.clone(), wanted, Duration::from_secs(60));
            let mut steps = |news: News<'_>| {
                if matches!(news, News::Activity(Activity::Comparing(Progress::WarmingUp(_)))) {
                    end(signal, &folder.read("process"));
                }
            };
            let comparison = workers.compare(task(ENDLESS), &mut steps).unwrap();
            let failures: Vec<_> = comparison.failures().collect();
            assert_eq!(failures.len(), 2);
            for (entry, failure) in failures {
                assert_eq!(failure.kind, kind, "{}", entry.options);
                assert!(failure.reason.starts_with(words), "{}", failure.reason);
            }
            let text = std::fs::read_to_string(bfs()).unwrap();
            let comparison = workers.compare(task(&text), &mut |_| {}).unwrap();
            assert_eq!(comparison.failures().count(), 0);
        }
    }
}

/// The kernel of one program does not end, but the other programs are measured.
#[test]
fn a_hang_costs_one_configuration() {
    let folder = Folder::new();
    let endless = folder.file("endless.ig", ENDLESS);
    for device in devices() {
        let run = ["bench", &endless, &bfs(), "--graph", "chain:5", "--device", device];
        let run = [&run[..], &["--timeout", "2", "--repeat", "1", "--opts", "none"]].concat();
        let done = igc(&run);
        assert_eq!(done.code, 5, "{done:?}");
        assert!(done.stdout.contains("none  failed: no progress for 2 s"), "{done:?}");
        assert!(done.stdout.contains("\nbfs_wl -p source=0 on chain:5"), "{done:?}");
        assert!(done.stderr.contains("--timeout"), "{done:?}");
        // The progress says it at once.
        let again =
            "  the comparison starts again in a new process, because the last one was lost\n";
        let failed = "  none: failed: no progress for 2 s";
        let lines = format!("endless on chain:5: 1 configuration\n{again}{failed}");
        assert!(done.stderr.contains(&lines), "{done:?}");
    }
}

/// Each launch resets the time limit, as for `igc run`.
#[test]
fn a_long_run_is_no_hang() {
    let folder = Folder::new();
    let file = folder.file("program.ig", MANY_LAUNCHES);
    for device in devices() {
        let run = ["bench", &file, "--graph", "chain:2", "--device", device, "--timeout", "1"];
        igc(&[&run[..], &["--repeat", "1", "--warmup", "0", "--opts", "none"]].concat()).ok();
    }
}

#[test]
fn a_worker_that_nobody_asks_any_more_leaves() {
    use std::process::Stdio;
    let mut worker = command(&["worker"]);
    worker.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut worker = worker.spawn().unwrap();
    drop(worker.stdin.take());
    assert!(worker.wait().unwrap().success());
}
