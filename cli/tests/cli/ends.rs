//! Tests how a program ends: each claim of the chapter with this name in the language reference, on
//! the interpreter and on the first OpenCL device.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Folder, command, devices, igc};

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

/// A typo in the condition of a loop shows after some seconds, long before the limits.
#[test]
fn a_run_that_takes_long_says_how_far_it_is() {
    let program = "
        global g: u32 = 0;
        kernel step() { forall u in nodes where u.degree > 5 { g += 1; } }
        main { while g == 0 { step(); } }
        output g;";
    let folder = Folder::new();
    let file = folder.file("program.ig", program);
    for device in ["host", "cpu"] {
        let run = ["run", &file, "--graph", "chain:5", "--device", device];
        let limited = [&run[..], &["--max-rounds", "4000000000"]].concat();
        let stderr = first_lines(&limited);
        assert!(stderr.contains("note: running for 10 s: "), "{stderr}");
        assert!(stderr.contains(" rounds, ") && stderr.contains("--max-rounds"), "{stderr}");
    }
}

/// Returns the first two lines of standard error, and ends the command. Waits for at most two
/// minutes.
fn first_lines(arguments: &[&str]) -> String {
    let mut running = command(arguments).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    let mut lines = BufReader::new(running.stderr.take().unwrap()).lines();
    let read: Vec<String> = lines.by_ref().take(2).map(|line| line.unwrap()).collect();
    assert!(start.elapsed() < Duration::from_secs(120), "{read:?}");
    running.kill().unwrap();
    running.wait().unwrap();
    read.join("\n")
}

/// Each launch resets the time limit, so many short launches together may take longer than the
/// limit.
#[test]
fn a_run_that_is_heard_of_is_not_given_up() {
    let folder = Folder::new();
    let program = "
        global count: u32 = 0;
        kernel step() { forall u in nodes where u.degree > 0 { count += 1; } }
        main { for _i in 0..300000 { step(); } }
        output count;";
    let file = folder.file("program.ig", program);
    for device in devices() {
        let run = ["run", &file, "--graph", "chain:2", "--device", device, "--timeout", "1"];
        let report = igc(&[&run[..], &["--json"]].concat()).json();
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
        }
    }
}
