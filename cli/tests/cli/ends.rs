//! Tests how a program ends: each claim of the chapter with this name in the language reference, on
//! the interpreter and on the first OpenCL device.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Folder, MANY_LAUNCHES, command, devices, igc};

/// Runs a program on a graph on each device. Returns the error messages.
fn fails(program: &str, graph: &str, options: &[&str], code: i32) -> Vec<String> {
    let folder = Folder::new();
    let file = folder.file("program.ig", program);
    let run = |device| {
        let run = [&["run", &file, "--graph", graph, "--device", device], options].concat();
        igc(&run).fails(code)
    };
    devices().into_iter().map(run).collect()
}

#[test]
fn a_kernel_that_does_not_end_is_given_up() {
    let program = "
        node x: u32 = 0;
        node spins: u32 = 0;
        kernel wait() { forall u in nodes { while u.x == 0 { u.spins += 1; } } }
        main { wait(); }
        output spins;";
    for stderr in fails(program, "chain:5", &["--timeout", "2"], 5) {
        let reason = "the device has not finished within 2 s: the kernel `wait` is running";
        assert!(stderr.contains(reason), "{stderr}");
        assert!(stderr.contains("--timeout"), "{stderr}");
    }
}

/// Starts a command and waits for its note of how long it runs, for at most two minutes. On Linux, ends it by a signal as
/// a crash does. Returns the lines of its standard error up to the one after the note, the other lines, and the exit code.
fn ended_in_a_long_run(arguments: &[&str]) -> (Vec<String>, String, Option<i32>) {
    let mut call = command(arguments);
    call.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = call.spawn().unwrap();
    let start = Instant::now();
    let mut lines = BufReader::new(running.stderr.take().unwrap()).lines().map_while(Result::ok);
    let mut first = vec![];
    for line in lines.by_ref() {
        let is_note = line.contains("note: running for 10 s: ");
        first.push(line);
        if is_note {
            first.extend(lines.next());
            break;
        }
    }
    assert!(start.elapsed() < Duration::from_secs(120), "{first:?}");
    if cfg!(target_os = "linux") {
        let signal = ["-s", "SEGV", &running.id().to_string()];
        assert!(std::process::Command::new("kill").args(signal).status().unwrap().success());
    } else {
        running.kill().unwrap();
    }
    let rest: Vec<String> = lines.collect();
    (first, rest.join("\n"), running.wait().unwrap().code())
}

/// A typo in the condition of a loop shows after some seconds, long before the limits. The report of a crash names
/// the engine that ran.
#[test]
fn a_long_run_says_how_far_it_is_and_its_crash_names_the_engine() {
    let program = "
        global g: u32 = 0;
        kernel step() { forall u in nodes where u.degree > 5 { g += 1; } }
        main { while g == 0 { step(); } }
        output g;";
    let folder = Folder::new();
    let file = folder.file("program.ig", program);
    for (device, expected, help, code) in [
        ("interpreter", "its interpreter (`--device interpreter`)", "this is a bug in igc", 101),
        ("cpu", "native target (`--device cpu`)", "--device interpreter --checked", 3),
        ("0", "inside the OpenCL driver ", "`--device cpu` runs the program without OpenCL", 3),
    ] {
        if device == "0" && !crate::has_device() {
            continue;
        }
        let run = ["run", &file, "--opts", "none", "--graph", "chain:5", "--device", device];
        let limited = [&run[..], &["--max-rounds", "4000000000"]].concat();
        let (first, stderr, ended) = ended_in_a_long_run(&limited);
        let progress = first.join("\n");
        assert!(progress.contains("note: running for 10 s: "), "{device}: {progress}");
        assert!(
            progress.contains(" rounds, ") && progress.contains("--max-rounds"),
            "{device}: {progress}"
        );
        // A driver may write lines of its own.
        assert!(device == "0" || first.len() == 2, "{device}: {progress}");
        if cfg!(target_os = "linux") {
            assert!(stderr.contains(expected) && stderr.contains(help), "{device}: {stderr}");
            assert_eq!(ended, Some(code), "{device}: {stderr}");
            assert!(device == "0" || !stderr.contains("driver"), "{device}: {stderr}");
        }
    }
}

/// OpenCL cannot stop a kernel, so there the time limit ends the process.
#[test]
fn a_kernel_that_pushes_without_end_ends_when_the_worklist_is_full() {
    let program = "
        node x: u32 = 0;
        racy kernel fill() { forall u in nodes { while u.x == 0 { push u; } } }
        kernel empty() { forall u in worklist { u.x = 1; } }
        main { fill(); once pipe { empty(); } }
        output x;";
    let folder = Folder::new();
    let file = folder.file("program.ig", program);
    for device in ["interpreter", "cpu", "cpu:1", "cpu:4"] {
        let run = ["run", &file, "--graph", "chain:10", "--device", device];
        let stderr = igc(&[&run[..], &["--max-worklist", "1000"]].concat()).fails(1);
        let reason = "worklist `worklist` needs a capacity of more than 1000 items";
        assert!(stderr.contains(reason) && stderr.contains("--max-worklist"), "{device}: {stderr}");
    }
}

/// Each launch resets the time limit, so many short launches together may take longer than the
/// limit.
#[test]
fn a_run_that_is_heard_of_is_not_given_up() {
    let folder = Folder::new();
    let file = folder.file("program.ig", MANY_LAUNCHES);
    for device in devices() {
        let run = ["run", &file, "--opts", "none", "--graph", "chain:2", "--device", device];
        let report = igc(&[&run[..], &["--timeout", "1", "--json"]].concat()).json();
        assert_eq!(report["launches"], 300_000);
    }
}

#[test]
fn loops_of_main_end_with_their_rounds() {
    for body in [
        "while true { step(); }",
        "while g == 0 { continue; }",
        "for i in 0..MAX { g = i; }",
        "iterate { step(); } while true;",
        "pipe nodes { again(); }",
        "once pipe nodes { while reduce_add(x) > 0 { step(); } }",
    ] {
        let program = format!(
            "global g: u32 = 0;
             node x: u32 = 1;
             kernel step() {{ forall u in nodes {{ u.x += 0; }} }}
             kernel again() {{ forall u in worklist {{ push u; }} }}
             main {{ step(); once pipe nodes {{ again(); }} {body} }}
             output g, x;"
        );
        for stderr in fails(&program, "chain:5", &["--max-rounds", "40"], 1) {
            assert!(stderr.contains("not ended after 40 rounds of its loops"), "{body}: {stderr}");
        }
    }
}

#[test]
fn worklists_that_grow_without_end_are_named() {
    let program = "
        worklist near, far;
        kernel double() { forall u in near { push near u; push near u; push far u; } }
        main { pipe near [0 as node] { double(); } }";
    for stderr in fails(program, "chain:5", &["--max-worklist", "5000"], 1) {
        let named = stderr.contains("worklist `near` needs a capacity of more than 5000 items")
            || stderr.contains("worklist `far` needs a capacity of more than 5000 items");
        assert!(named && stderr.contains("--max-worklist"), "{stderr}");
    }
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let head = "%%MatrixMarket matrix coordinate";
    let negative = folder.file("negative.mtx", &format!("{head} integer general\n2 2 1\n1 2 -7\n"));
    let large =
        folder.file("large.mtx", &format!("{head} integer general\n2 2 1\n1 2 4294967296\n"));
    let broken = folder.file("broken.mtx", &format!("{head} real general\n2 2 1\n1 2 0.5\n"));
    let none = folder.file("none.mtx", &format!("{head} pattern general\n2 2 1\n1 2\n"));
    for (ty, graph, words) in [
        ("u32", &negative, "`w` has the type u32, which cannot represent -7, the weight of edge 0"),
        ("u32", &large, "`w` has the type u32, which cannot represent 4294967296"),
        ("i32", &large, "`w` has the type i32, which cannot represent 4294967296"),
        ("u64", &broken, "`w` has the type u64, which cannot represent 0.5"),
        ("f32", &none, "`w` holds the weights of the graph, but the graph has no weights"),
    ] {
        let program = format!("edge w: {ty}; main {{ }} output w;");
        for stderr in fails(&program, graph, &[], 1) {
            assert!(stderr.contains(words), "{stderr}");
            let help = if ty == "f32" { "weights=1..100" } else { "give `w` a type that can" };
            assert!(stderr.contains(help), "{stderr}");
            assert!(stderr.contains("program.ig:1:6"), "{stderr}");
        }
    }
}

#[test]
fn parameters_outside_of_their_ranges_are_refused() {
    let program = "
        param damping: f64 = 0.85 in 0..1;
        param walks: u32 in 1..=10;
        global g: f64 = damping;
        global n: u32 = walks;
        main {}
        output g, n;";
    for (name, value, words) in [
        ("damping", "2", "is 2, but it must be at least 0 and less than 1"),
        ("damping", "1", "is 1, but it must be at least 0 and less than 1"),
        ("damping", "nan", "is NaN, but it must be at least 0 and less than 1"),
        ("walks", "0", "is 0, but it must be at least 1 and at most 10"),
        ("walks", "11", "is 11, but it must be at least 1 and at most 10"),
    ] {
        let given = format!("{name}={value}");
        let mut options = vec!["-p", &given];
        if name != "walks" {
            options.extend(["-p", "walks=1"]);
        }
        for stderr in fails(program, "chain:5", &options, 1) {
            assert!(stderr.contains(&format!("parameter `{name}` {words}")), "{stderr}");
            assert!(stderr.contains("help: set it to a value in the range "), "{stderr}");
        }
        let folder = Folder::new();
        let file = folder.file("program.ig", program);
        let bench = ["bench", &file, "--graph", "chain:5", "--device", "cpu"];
        let stderr = igc(&[&bench, &options[..]].concat()).fails(1);
        assert!(stderr.contains(words), "{stderr}");
    }
    let unknown = fails(program, "chain:5", &["-p", "dampling=1"], 1);
    for stderr in unknown {
        let list = "the program has `damping: f64 in 0..1`, `walks: u32 in 1..=10`";
        assert!(stderr.contains(list), "{stderr}");
    }
}

#[test]
fn requirements_that_do_not_hold_end_the_run() {
    let program = "
        param most: u64 = 10;
        node x: u64 = 1;
        kernel grow() { forall u in nodes { u.x *= 2; } }
        main {
            let sum = reduce_add(x);
            require sum == node_count as u64, \"each node starts with 1\";
            while sum > 0 {
                grow();
                sum = reduce_add(x);
                require sum <= most, \"the sum is small\";
            }
        }
        output x;";
    for options in [&[][..], &["--opts", "oitergb"], &["--opts", "persistent"]] {
        for stderr in fails(program, "chain:5", options, 1) {
            assert!(stderr.contains("the program requires: the sum is small"), "{stderr}");
        }
    }
}

/// Heavy weights: the modularity needs products of sums of weights, which have 64 bits.
#[test]
fn communities_of_graphs_with_heavy_weights_are_refused() {
    let folder = Folder::new();
    let edges = |heavy: &str| {
        let triangles = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)];
        let heavy: String = triangles.map(|(u, v)| format!("{u} {v} {heavy}\n")).concat();
        format!("{heavy}2 3 1\n")
    };
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    for (name, weight) in [("louvain", "= 1;"), ("leiden", "= 1;")] {
        let text = std::fs::read_to_string(format!("{examples}/{name}/{name}.ig")).unwrap();
        let declaration = format!("edge weight: u64 {weight}");
        assert!(text.contains(&declaration), "{name} declares its weights in another way");
        let text = text.replace(&declaration, "edge weight: u64;");
        for (heavy, words) in [
            ("4000000000", "the program requires: each weight is at most 2147483648"),
            ("1000000000", "in both directions sum to at most 2147483648"),
        ] {
            let graph = folder.file("heavy.wel", &edges(heavy));
            for stderr in fails(&text, &graph, &[], 1) {
                assert!(stderr.contains(words), "{name}: {stderr}");
            }
        }
        let graph = folder.file("light.wel", &edges("100000000"));
        let file = folder.file("program.ig", &text);
        let done = igc(&["run", &file, "--graph", &graph, "--device", "cpu", "-o", "-"]).ok();
        let community = |node: usize| {
            let line = done.lines().find_map(|line| line.strip_prefix(&format!("{node}\t")));
            line.unwrap_or_else(|| panic!("{name}: no node {node} in {done}")).to_owned()
        };
        assert!(community(0) == community(2) && community(3) == community(5), "{name}: {done}");
        assert_ne!(community(0), community(3), "{name}");
    }
}
