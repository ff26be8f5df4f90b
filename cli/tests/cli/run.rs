//! Tests of `igc run`: results, reports and limits.

use std::path::Path;

use crate::{Folder, bfs, devices, has_device, igc, repository};

/// 0 → 1, 0 → 2, 1 → 3, 2 → 3, 3 → 4 and 4 → 5. Node 6 is isolated.
const GRAPH: &str = "%%MatrixMarket matrix coordinate pattern general\n7 7 6\n\
                     1 2\n1 3\n2 4\n3 4\n4 5\n5 6\n";

#[test]
fn outputs_are_a_table() {
    let folder = Folder::new();
    let graph = folder.file("graph.mtx", GRAPH);
    for device in devices() {
        let table = folder.path("levels.tsv");
        let run = ["run", &bfs(), "--graph", &graph, "--device", device, "--check", "-o", &table];
        let report = igc(&run).ok();
        assert!(report.contains("check     passed: bfs agrees"), "{report}");
        let expected = "node\tlevel\n0\t0\n1\t1\n2\t1\n3\t2\n4\t3\n5\t4\n6\t4294967295\n";
        assert_eq!(folder.read("levels.tsv"), expected);
    }
}

#[test]
fn what_a_program_requires_of_its_graph_is_made_true() {
    let folder = Folder::new();
    let graph = folder.file("graph.el", "2 1\n2 0\n2 0\n1 1\n0 2\n1 0\n3 2\n");
    let program = repository().join("tests/programs/requirements.ig");
    let table = folder.path("found.tsv");
    let run = ["run", program.to_str().unwrap(), "--graph", &graph, "--device", "interpreter"];
    igc(&[&run[..], &["-o", &table]].concat()).ok();
    let expected = "node\tloops\tdoubles\tunsorted\tunanswered\tdegree_here\n\
                    0\t0\t0\t0\t0\t2\n1\t0\t0\t0\t0\t2\n2\t0\t0\t0\t0\t3\n3\t0\t0\t0\t0\t1\n";
    assert_eq!(folder.read("found.tsv"), expected);
}

#[test]
fn reports_are_json() {
    let folder = Folder::new();
    let graph = folder.file("graph.mtx", GRAPH);
    for device in devices() {
        let run = ["run", &bfs(), "--opts", "none", "--graph", &graph, "--device", device];
        let more = ["--json", "--check", "--repeat", "3", "-p", "source=3"];
        let report = igc(&[&run[..], &more].concat()).json();
        assert_eq!(report["program"], "bfs_wl");
        assert_eq!(report["graph"]["arcs"], 6);
        assert_eq!(report["params"][0], serde_json::json!(["source", "3"]));
        assert_eq!(report["seconds"]["compute_each"].as_array().unwrap().len(), 3);
        assert_eq!(report["checks"][0]["passed"], true);
        assert_eq!(report["checks"][0]["independent"], true);
        assert_eq!((&report["rounds"], &report["launches"]), (&3.into(), &3.into()));
        assert_eq!(report["restarts"], 0);
    }
}

/// The time of a run includes the initialisation of state, and the report shows the parts.
#[test]
fn the_time_of_a_run_has_parts() {
    for device in devices().into_iter().chain(["cpu"]) {
        let run = ["run", &bfs(), "--graph", "rmat:8", "--device", device];
        let seconds = igc(&[&run[..], &["--json"]].concat()).json()["seconds"].clone();
        let [initialise, main, compute, each] = [
            &seconds["initialise"],
            &seconds["main"],
            &seconds["compute"],
            &seconds["compute_each"][0],
        ]
        .map(|time| time.as_f64().unwrap());
        assert!((initialise + main - compute).abs() < 1e-12 && main > 0.0, "{seconds}");
        assert_eq!(compute, each);
        // The interpreter initialises state as a part of `main`.
        assert_eq!(initialise > 0.0, device != "interpreter", "{device}: {seconds}");
        let report = igc(&[&run[..], &["--json", "--repeat", "4"]].concat()).json();
        let seconds = &report["seconds"];
        let [initialise, compute] =
            [&seconds["initialise"], &seconds["compute"]].map(|time| time.as_f64().unwrap());
        assert!(initialise < compute, "{seconds}");
        let rate = report["graph"]["arcs"].as_f64().unwrap() / compute;
        assert!((report["arcs_per_second"].as_f64().unwrap() / rate - 1.0).abs() < 1e-9);
        let text = igc(&[&run[..], &["--repeat", "2"]].concat()).ok();
        let line = text.lines().find(|line| line.starts_with("compute ")).unwrap();
        assert_eq!(line.contains(", of which "), device != "interpreter", "{line}");
        assert!(line.contains(" (median of 2, from "), "{line}");
    }
}

#[test]
fn a_worklist_without_room_is_reported() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let run = |capacity: &[&str], table: &str| {
        let run = ["run", &bfs(), "--graph", "star:500", "--json", "--check", "-o", table];
        igc(&[&run[..], capacity].concat()).json()
    };
    let (wide, tight) = (folder.path("wide.tsv"), folder.path("tight.tsv"));
    assert_eq!(run(&[], &wide)["restarts"], 0);
    let report = run(&["--worklist-capacity", "1"], &tight);
    assert!(report["restarts"].as_u64() > Some(0), "{report}");
    assert_eq!(folder.read("wide.tsv"), folder.read("tight.tsv"));
}

#[test]
fn a_run_that_takes_too_long_is_given_up() {
    for device in devices() {
        let run = ["run", &bfs(), "--graph", "chain:50", "--device", device, "--max-rounds", "3"];
        let stderr = igc(&run).fails(1);
        assert!(stderr.contains("not ended after 3 rounds of its loops"), "{stderr}");
        assert!(stderr.contains("--max-rounds"), "{stderr}");
    }
}

#[test]
fn parameters_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let graph = folder.file("graph.mtx", GRAPH);
    for device in devices() {
        for (param, words) in [
            ("source=99", "parameter `source` is node 99, but the graph has only 7 nodes"),
            ("source=x", "parameter `source`: `x` is not a valid node"),
            ("source=-1", "parameter `source`: `-1` is not a valid node"),
            ("source=", "parameter `source`: `` is not a valid node"),
            ("sauce=1", "unknown parameter `sauce`; the program has `source: node`"),
        ] {
            let run = ["run", &bfs(), "--graph", &graph, "--device", device, "-p", param];
            let stderr = igc(&run).fails(1);
            assert!(stderr.contains(words), "{stderr}");
        }
    }
    let run = ["run", &bfs(), "--graph", &graph, "-p", "source=1", "-p", "source=2"];
    let stderr = igc(&[&run[..], &["--device", "interpreter"]].concat()).fails(1);
    assert!(stderr.contains("given twice"), "{stderr}");
    igc(&["run", &bfs(), "--graph", &graph, "-p", "source"]).fails(2);
    igc(&["run", &bfs(), "--graph", &graph, "-p", "=3"]).fails(2);
    igc(&["run", &bfs(), "--graph", &graph, "--worklist-capacity", "0"]).fails(2);
    igc(&["run", &bfs(), "--graph", &graph, "--repeat", "0"]).fails(2);
    igc(&["run", &bfs()]).fails(2);
}

#[test]
fn graphs_that_cannot_be_had_are_refused() {
    let folder = Folder::new();
    let broken = folder.file("broken.mtx", &GRAPH.replace("1 3", "1 x"));
    let short = folder.file("short.mtx", &GRAPH.replace("7 7 6", "7 7 9"));
    for (graph, words) in [
        ("missing.mtx", "no file or generator"),
        ("nope:3", "unknown generator 'nope'"),
        ("rmat:3,sead=2", "sead"),
        (&broken, "broken.mtx"),
        (&short, "short.mtx"),
        ("empty:0", "source"),
    ] {
        let stderr = igc(&["run", &bfs(), "--graph", graph, "--device", "interpreter"]).fails(1);
        assert!(stderr.contains(words), "{graph}: {stderr}");
    }
}

#[test]
fn outputs_that_cannot_be_written_are_an_error() {
    let folder = Folder::new();
    let nowhere = folder.path("missing/folder.tsv");
    let run = ["run", &bfs(), "--graph", "chain:3", "--device", "interpreter", "-o", &nowhere];
    let stderr = igc(&run).fails(1);
    assert!(stderr.contains("missing/folder.tsv"), "{stderr}");
}

/// If the oracle rejects a result, the report states the reason, and the exit code is 4.
#[test]
fn a_wrong_program_does_not_pass_its_check() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(bfs()).unwrap();
    let wrong = folder.file("wrong.ig", &text.replace("let depth = 1", "let depth = 2"));
    for device in devices() {
        let run = ["run", &wrong, "--graph", "chain:9", "--device", device, "--check"];
        let done = igc(&run);
        assert_eq!(done.code, 4, "{done:?}");
        assert!(done.stdout.contains("node 1 has level 2, expected 1"), "{done:?}");
        assert!(done.stderr.contains("did not pass its check"), "{done:?}");
        let json = igc(&[&run[..], &["--json"]].concat());
        assert_eq!(json.code, 4);
        let report: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(report["checks"][0]["passed"], false);
        assert_eq!(igc(&run[..6]).code, 0, "without --check nobody asks");
    }
    let unchecked = folder.file("unchecked.ig", &text.replace("check bfs(level, source);", ""));
    let stderr =
        igc(&["run", &unchecked, "--graph", "chain:9", "--device", "interpreter", "--check"])
            .fails(1);
    assert!(stderr.contains("names no oracle"), "{stderr}");
}

/// The graph of the run and of the oracle has the properties that the program requires.
#[test]
fn graphs_become_what_the_program_requires() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(bfs()).unwrap();
    let text = text.replacen("param source", "graph undirected, simple, sorted;\nparam source", 1);
    let program = folder.file("undirected.ig", &text);
    let graph = folder.file("graph.mtx", GRAPH);
    let table = folder.path("levels.tsv");
    for device in devices() {
        let run = ["run", &program, "--graph", &graph, "--device", device, "--check", "--json"];
        let report = igc(&[&run[..], &["-p", "source=5", "-o", &table]].concat()).json();
        assert_eq!(report["checks"][0]["passed"], true);
        let levels = "node\tlevel\n0\t4\n1\t3\n2\t3\n3\t2\n4\t1\n5\t0\n6\t4294967295\n";
        assert_eq!(folder.read("levels.tsv"), levels);
    }
}

/// The road network of New York. The oracle computes the levels itself.
#[test]
fn new_york() {
    let file = repository().join("../shared/data/road/USA-road-d.NY.gr.gz");
    if !Path::new(&file).exists() {
        println!("not tested, there is no {}", file.display());
        return;
    }
    let spec = file.to_str().unwrap();
    // The interpreter would take too long in a debug build.
    if has_device() {
        let run = ["run", &bfs(), "--opts", "none", "--graph", spec, "-p", "source=1000"];
        let report = igc(&[&run[..], &["--check", "--json"]].concat()).json();
        assert_eq!(report["graph"]["nodes"], 264_346);
        assert_eq!(report["graph"]["arcs"], 733_846);
        assert_eq!(report["checks"][0]["passed"], true);
        assert_eq!(report["checks"][0]["independent"], true);
        assert_eq!(report["rounds"], report["launches"]);
    }
}

/// Returns the rows of a file of rounds, by column name.
fn rows(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// On a chain, each round discovers the next node, and the last round discovers none.
#[test]
fn rounds_are_written_with_their_frontiers() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let path = folder.path("steps.csv");
    let run = ["run", &bfs(), "--opts", "none", "--graph", "chain:5", "--json"];
    let report = igc(&[&run[..], &["--repeat", "2", "--steps", &path]].concat()).json();
    let rows = rows(&folder.read("steps.csv"));
    assert_eq!(rows.len() as u64, 2 * report["rounds"].as_u64().unwrap());
    assert_eq!(report["steps"].as_array().unwrap().len(), rows.len());
    let of = |column: &str| -> Vec<&str> { rows.iter().map(|row| row[column].as_str()).collect() };
    assert_eq!(of("repetition"), ["0", "0", "0", "0", "0", "1", "1", "1", "1", "1"]);
    assert_eq!(of("step")[..5], ["0", "1", "2", "3", "4"]);
    assert_eq!(of("frontier")[..5], ["1"; 5]);
    assert_eq!(of("frontier_arcs")[..5], ["1", "2", "2", "2", "1"]);
    assert_eq!(of("discovered")[..5], ["1", "1", "1", "1", "0"]);
    assert!(of("kind").iter().all(|kind| *kind == "pipe") && of("loop")[0] == "0");
    for row in &rows {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert!(number("time") > 0.0 && number("start") >= 0.0 && number("launches") == 1.0);
    }
    assert!(igc(&run).json()["steps"].is_null());
}

#[test]
fn of_an_outlined_loop_there_is_one_line() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let path = folder.path("steps.csv");
    let run = ["run", &bfs(), "--graph", "chain:5", "--opts", "oitergb", "--steps", &path];
    let done = igc(&run);
    assert!(done.stderr.contains("the host cannot time them individually"), "{done:?}");
    done.ok();
    let rows = rows(&folder.read("steps.csv"));
    assert_eq!(
        (rows.len(), rows[0]["kind"].as_str(), rows[0]["rounds"].as_str()),
        (1, "outlined", "5")
    );
    assert_eq!(rows[0]["frontier"], "");
}

#[test]
fn rounds_that_cannot_be_timed_or_written_are_refused() {
    let folder = Folder::new();
    let run = ["run", &bfs(), "--graph", "chain:5", "--device", "interpreter", "--steps"];
    let path = folder.path("steps.csv");
    let stderr = igc(&[&run[..], &[&path]].concat()).fails(1);
    assert!(stderr.contains("cannot time the rounds"), "{stderr}");
    let missing = folder.path("missing/steps.csv");
    let stderr = igc(&[&run[..], &[&missing]].concat()).fails(1);
    assert!(stderr.contains(&missing), "{stderr}");
}

/// The arrays of 70 calls in an outlined loop do not fit a stack of 1 MiB, and those of one call do.
#[test]
fn local_arrays_that_do_not_fit_the_stacks_of_a_driver_are_an_error() {
    if !has_device() {
        return;
    }
    let folder = Folder::new();
    let kernel = "kernel k() {
        forall u in nodes {
            let a: u64[1000] = 1;
            a[u as u32 % 1000] = u as u64;
            u.x += a[(u as u32 + 1) % 1000];
        }
    }";
    let text = format!(
        "node x: u64; global busy: bool = false; {kernel}
         main {{ iterate {{ busy = false; {} }} while busy; }} output x;",
        "k(); ".repeat(70)
    );
    let program = folder.file("arrays.ig", &text);
    let run = |options: &str| {
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", "ulimit -s 1024; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_igc")]);
        limited.args(["run", &program, "--graph", "empty:9", "--device", "pocl"]);
        limited.args(["--opts", options]);
        limited.output().unwrap()
    };
    assert!(run("none").status.success());
    let refused = run("oitergb");
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("the local arrays of a work-item have 547 KiB"), "{stderr}");
    assert!(stderr.contains("help: use fewer optimisations"), "{stderr}");
}
