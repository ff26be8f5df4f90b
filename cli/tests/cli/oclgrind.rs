//! Runs every program under Oclgrind, which interprets kernels and checks every access to memory.
//! It reports races, accesses outside of buffers, and reads of uninitialised memory.
//!
//! Oclgrind supports OpenCL 1.2, in which a relaxed atomic access is a volatile access, and reports
//! conflicts of such accesses as races. These races are intended: iterations of a `forall` may
//! access the same element, and either value is correct (`stdlib/device/opencl/atomics.cl`). The same is
//! true for local memory. Therefore the tests ignore a report if both accesses are volatile or
//! atomic functions. They ignore no other reports.
//!
//! Oclgrind uses one thread, which runs one workgroup after the other. In an outlined loop, the
//! first workgroup waits for others until its time limit, and then runs alone; the others arrive
//! too late and leave. These tests therefore cover joining, leaving, and everything within a
//! workgroup. `tests/suite/` tests barriers between workgroups. With more threads, more workgroups
//! would join, but Oclgrind does not recognise barriers that consist of atomics, and would report
//! accesses that they order.
//!
//! Oclgrind needs two quirks to run all programs and to know which memory the host has written
//! (`runtime/opencl/src/quirks.rs`). `runtime/opencl/tests/oclgrind.rs` tests that it reports
//! uninitialised memory, because no program in the language can read such memory.

use std::path::{Path, PathBuf};
use std::process::Command;

use igc_compiler::configuration::Configuration;
use walkdir::WalkDir;

use crate::{Done, bfs, everything_is_asked_for};

/// Returns whether a report of Oclgrind is about a race between two accesses that may conflict.
fn is_meant(report: &str) -> bool {
    let is_access = |line: &&str| line.contains("i32") || line.contains("i64");
    let accesses: Vec<&str> = report.lines().filter(is_access).collect();
    let may_conflict = |line: &&str| {
        let access = line.contains("load volatile") || line.contains("store volatile");
        access || line.contains("@_Z") && line.contains("atom")
    };
    report.contains("data race at ") && accesses.len() == 2 && accesses.iter().all(may_conflict)
}

/// Splits Oclgrind's log into reports, which are paragraphs.
fn reports(log: &str) -> Vec<String> {
    let mut reports: Vec<String> = vec![];
    let mut inside = false;
    for line in log.lines() {
        let starts = !line.starts_with('\t') && !line.trim().is_empty();
        if starts {
            reports.push(String::new());
            inside = true;
        }
        if inside && let Some(last) = reports.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    reports
}

/// Runs a program under Oclgrind, and checks its result if it names an oracle. Returns the reports
/// of races that are not intended, and the number of all reports.
fn watched(program: &Path, arguments: &[&str]) -> Option<(Vec<String>, usize)> {
    let mut command = Command::new("oclgrind");
    command.args(["--data-races", "--uninitialized", "--num-threads", "1"]);
    command.args(["--max-errors", "100000"]);
    let log = tempfile::NamedTempFile::new().unwrap();
    command.arg("--log").arg(log.path());
    command.args([env!("CARGO_BIN_EXE_igc"), "run"]).arg(program).args(arguments);
    command.args(["--device", "0"]);
    let text = std::fs::read_to_string(program).unwrap();
    let checks = text.contains("\ncheck ");
    if checks {
        command.arg("--check");
    }
    if text.contains("\nparam tolerance") && text.contains("\nparam damping") {
        // PageRank runs few rounds: fifty rounds would take most of the time of all tests, without
        // testing more.
        command.args(["-p", "tolerance=0.01", "-p", "damping=0.5"]);
    } else if text.contains("\nparam tolerance") {
        command.args(["-p", "tolerance=0.01"]);
    }
    for input in text.lines().filter_map(|line| line.strip_prefix("input ")) {
        let name = input.split([' ', ':', ';']).nth(1).unwrap();
        command.arg("--input").arg(format!("{name}=random"));
    }
    let output = match command.env("IGC_CACHE_DIR", "off").env_remove("IGC_OPENCL_LIBRARY").output()
    {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            println!("not tested, there is no oclgrind");
            return None;
        }
        output => output.unwrap(),
    };
    let done = Done::from(output);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.stdout.contains("Oclgrind"), "{}", done.stdout);
    assert!(!checks || done.stdout.contains("passed: "), "{}", done.stdout);
    let all = reports(&std::fs::read_to_string(log.path()).unwrap());
    let count = all.len();
    Some((all.into_iter().filter(|report| !is_meant(report)).collect(), count))
}

/// Returns the programs of a folder.
fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let files = WalkDir::new(root).sort_by_file_name().into_iter().map(|e| e.unwrap().into_path());
    let found: Vec<PathBuf> = files.filter(|f| f.extension().is_some_and(|e| e == "ig")).collect();
    assert!(!found.is_empty(), "{folder} has programs");
    found
}

/// Runs the programs of a folder on graphs with further arguments, and checks that Oclgrind finds
/// no unintended races. By default, each program runs on one of the graphs, in turn, beginning with
/// the graph at `turn`, and only one of `parts` programs runs. If the environment variable `IGC_CONFIGURATIONS` is
/// `all`, all programs run on all of them.
fn finds_nothing(folder: &str, graphs: &[&str], (turn, parts): (usize, usize), arguments: &[&str]) {
    let everything = everything_is_asked_for();
    let all = programs(folder);
    let chosen = all.iter().zip(turn..).filter(|(_, turn)| everything || turn % parts == 0);
    for (program, turn) in chosen {
        let one = turn / parts % graphs.len();
        for graph in if everything { graphs } else { &graphs[one..=one] } {
            let arguments = [&["--graph", graph], arguments].concat();
            let Some((unmeant, _)) = watched(program, &arguments) else { return };
            let shown = format!("{} with {}", program.display(), arguments.join(" "));
            assert!(unmeant.is_empty(), "{shown}:\n{}", unmeant.join("\n"));
        }
    }
}

/// Runs every application in a configuration with small workgroups. The hub of the star has more
/// edges than a workgroup has work-items.
fn finds_nothing_with(opts: &str) {
    let graphs = ["rmat:4,seed=2", "star:40"];
    let options = Configuration::parse(opts).unwrap();
    let turn = Configuration::each().iter().position(|each| *each == options).unwrap();
    // With as many parts as configurations, each application runs in one of them.
    let parts = Configuration::each().len();
    let arguments = ["--opts", opts, "--workgroup-size", "32"];
    finds_nothing("examples", &graphs, (turn, parts), &arguments);
}

/// Defines one test for each configuration, so that tests run in parallel and fail separately.
macro_rules! configurations {
    ($($name:ident: $opts:literal,)*) => {
        mod finds_nothing_in_the_applications {
            use igc_compiler::configuration::Configuration;

            $(#[test]
            fn $name() {
                super::finds_nothing_with($opts);
            })*

            #[test]
            fn with_each() {
                let given = [$($opts),*].map(|opts| Configuration::parse(opts).unwrap());
                assert_eq!(given[..], Configuration::each());
            }
        }
    };
}

configurations! {
    with_none: "none",
    with_wg: "wg",
    with_sg: "sg",
    with_fg1: "fg1",
    with_fg8: "fg8",
    with_coop_cv: "coop-cv",
    with_oitergb: "oitergb",
    with_sz256: "sz256",
    with_all: "all",
}

/// Runs every application with the usual workgroup sizes, 128 and 256.
#[test]
fn oclgrind_finds_nothing_in_workgroups_of_the_usual_size() {
    for (turn, opts) in ["none", "sz256"].into_iter().enumerate() {
        finds_nothing("examples", &["star:20", "chain:4"], (turn * 8, 24), &["--opts", opts]);
    }
    finds_nothing("examples", &["star:150"], (16, 24), &["--opts", "wg,sg,fg8,coop-cv"]);
}

#[test]
fn oclgrind_finds_nothing_in_the_tests_programs() {
    let graphs = ["rmat:4,seed=2"];
    finds_nothing("tests/programs", &graphs, (0, 12), &["--opts", "none"]);
    finds_nothing("tests/programs", &graphs, (6, 12), &["--opts", "all", "--workgroup-size", "32"]);
}

/// Shows that the tests above can fail: the race of plain accesses is not ignored.
#[test]
fn a_race_of_plain_accesses_would_be_found() {
    let race = |first: &str, second: &str| {
        format!(
            "Read-write data race at global memory address 0x300000000000c\n\tKernel: bfs_wl_visit\n\t\n\
             \tFirst entity:  Global(1,0,0) Local(1,0,0) Group(0,0,0)\n\t  {first}\n\
             \tAt line 172 (column 1) of input.cl:\n\t  IGC_INTEGER_ATOMICS(uint, atomic)\n\t\n\
             \tSecond entity: Global(0,0,0) Local(0,0,0) Group(0,0,0)\n\t  {second}\n"
        )
    };
    let load = "%5 = load volatile i32, i32 addrspace(1)* %add.ptr, align 4";
    let store = "store volatile i32 %depth, i32 addrspace(1)* %add.ptr, align 4";
    let plain = "store i32 %depth, i32 addrspace(1)* %add.ptr, align 4";
    let atomic = "%7 = tail call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Vjjj(i32 addrspace(1)* %p)";
    assert!(is_meant(&race(load, store)));
    assert!(is_meant(&race(atomic, store)));
    assert!(!is_meant(&race(load, plain)));
    assert!(!is_meant(&race(plain, plain)));
    assert!(!is_meant("Invalid write of size 4 at global memory address 0x1\n\tKernel: k\n"));
    assert!(!is_meant("Controlflow depends on uninitialized value\n\tKernel: k\n\t  br i1 %cmp\n"));
    let text = format!("\n{}\n{}\n", race(load, plain), race(load, store));
    assert_eq!(reports(&text).len(), 2);
}

/// On a grid, two nodes of a round reach the same third node, which Oclgrind must report as an
/// (intended) race. Otherwise, it does not check for races.
#[test]
fn oclgrind_is_watching() {
    if let Some((_, count)) = watched(Path::new(&bfs()), &["--opts", "none", "--graph", "grid:8"]) {
        assert!(count > 0, "no race on a grid: is --data-races in effect?");
    }
}
