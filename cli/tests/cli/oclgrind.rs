//! Every program under Oclgrind, which interprets kernels and watches every access to memory: for races,
//! for what lies outside of a buffer, and for what nobody has written yet.
//!
//! Oclgrind speaks OpenCL 1.2, in which a relaxed atomic access is a volatile one, and reports those as
//! races. They are races, and they are meant: iterations of a `forall` may meet at an element, and
//! either value is right (`stdlib/opencl/atomics.cl`); likewise in local memory. So a report is passed
//! over where both sides are volatile accesses or atomic functions, and nothing else is.
//!
//! One thread runs one workgroup after the other. So an outlined loop runs in an environment of a single
//! workgroup: the first looks for others until its patience is over, and the others come too late and
//! leave. That workgroups wait for each other is tested elsewhere (`tests/suite/`); here, that they join and
//! leave, and everything within a workgroup. More threads would find more workgroups, and Oclgrind, which does
//! not know a barrier made of atomics, would report what that orders.
//!
//! That Oclgrind runs all of them, and knows what the host wrote, takes two quirks
//! (`runtime/opencl/src/quirks.rs`); that it would report what nobody wrote is tested there
//! (`runtime/opencl/tests/oclgrind.rs`), as no program in the language can read that.

use std::path::{Path, PathBuf};
use std::process::Command;

use walkdir::WalkDir;

use crate::{Done, bfs};

/// A report of a race, as Oclgrind prints it, whose two sides are accesses that may meet.
fn is_meant(report: &str) -> bool {
    let side = |line: &&str| line.contains("i32") || line.contains("i64");
    let sides: Vec<&str> = report.lines().filter(side).collect();
    let may_meet = |line: &&str| {
        let access = line.contains("load volatile") || line.contains("store volatile");
        access || line.contains("@_Z") && line.contains("atom")
    };
    report.contains("data race at ") && sides.len() == 2 && sides.iter().all(may_meet)
}

/// The reports that Oclgrind printed: paragraphs.
fn reports(stderr: &str) -> Vec<String> {
    let mut reports: Vec<String> = vec![];
    let mut inside = false;
    for line in stderr.lines() {
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

/// Whether the compiler said it: a warning about the program, or the count of the driver's own.
fn is_a_warning(report: &str) -> bool {
    let first = report.lines().next().unwrap_or_default();
    let shows_source = first.contains(['│', '┌']) || first.trim_start().starts_with("= ");
    first.starts_with("warning[") || shows_source || first.ends_with(" generated.")
}

/// Runs a program under Oclgrind, and checks its result where it names an oracle; the reports that
/// are not meant, and how many there were.
fn watched(program: &Path, arguments: &[&str]) -> Option<(Vec<String>, usize)> {
    let mut command = Command::new("oclgrind");
    command.args(["--data-races", "--uninitialized", "--num-threads", "1"]);
    command.args(["--max-errors", "100000"]);
    command.args([env!("CARGO_BIN_EXE_igc"), "run"]).arg(program).args(arguments);
    let text = std::fs::read_to_string(program).unwrap();
    let checks = text.contains("\ncheck ");
    if checks {
        command.arg("--check");
    }
    if text.contains("\nparam tolerance") && text.contains("\nparam damping") {
        // PageRank in a few rounds: fifty take most of the time of all programs, and do the same.
        command.args(["-p", "tolerance=0.01", "-p", "damping=0.5"]);
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
    // The simulator reports on stderr; what igc says is on stdout.
    assert!(done.stdout.contains("Oclgrind"), "{}", done.stdout);
    assert!(!checks || done.stdout.contains("passed: "), "{}", done.stdout);
    let mut all = reports(&done.stderr);
    all.retain(|report| !is_a_warning(report));
    let count = all.len();
    Some((all.into_iter().filter(|report| !is_meant(report)).collect(), count))
}

/// The programs of a folder.
fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let files = WalkDir::new(root).sort_by_file_name().into_iter().map(|e| e.unwrap().into_path());
    let found: Vec<PathBuf> = files.filter(|f| f.extension().is_some_and(|e| e == "ig")).collect();
    assert!(!found.is_empty(), "{folder} has programs");
    found
}

/// Runs the programs of a folder on each graph with further arguments.
fn finds_nothing(folder: &str, graphs: &[&str], arguments: &[&str]) {
    for program in programs(folder) {
        for graph in graphs {
            let arguments = [&["--graph", graph], arguments].concat();
            let Some((unmeant, _)) = watched(&program, &arguments) else { return };
            let shown = format!("{} with {}", program.display(), arguments.join(" "));
            assert!(unmeant.is_empty(), "{shown}:\n{}", unmeant.join("\n"));
        }
    }
}

/// Every application with a configuration, in small workgroups: a node of the star has more edges than
/// they have work-items.
fn finds_nothing_with(opts: &str) {
    let graphs = ["rmat:4,seed=2", "star:40"];
    finds_nothing("examples", &graphs, &["--opts", opts, "--workgroup-size", "32"]);
}

/// One test for each configuration, so that they run side by side and fail one by one.
macro_rules! configurations {
    ($($name:ident: $opts:literal,)*) => {
        mod finds_nothing_in_the_applications {
            use igc_compiler::options::Options;

            $(#[test]
            fn $name() {
                super::finds_nothing_with($opts);
            })*

            #[test]
            fn with_each() {
                let given = [$($opts),*].map(|opts| Options::parse(opts).unwrap());
                assert_eq!(given[..], Options::each());
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

/// Workgroups as large as they usually are, and all of 256.
#[test]
fn oclgrind_finds_nothing_in_workgroups_of_the_usual_size() {
    for opts in ["none", "sz256"] {
        finds_nothing("examples", &["star:20", "chain:4"], &["--opts", opts]);
    }
    finds_nothing("examples", &["star:150"], &["--opts", "wg,sg,fg8,coop-cv"]);
}

#[test]
fn oclgrind_finds_nothing_in_the_tests_programs() {
    let graphs = ["rmat:4,seed=2"];
    finds_nothing("tests/programs", &graphs, &["--opts", "none"]);
    finds_nothing("tests/programs", &graphs, &["--opts", "all", "--workgroup-size", "32"]);
}

/// The test above can fail: a plain access where a relaxed one belongs is not passed over.
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

/// On a grid two nodes of a round reach the same third, which is reported and meant: without a
/// report, the simulator was not asked the right question.
#[test]
fn oclgrind_is_watching() {
    if let Some((_, count)) = watched(Path::new(&bfs()), &["--graph", "grid:8"]) {
        assert!(count > 0, "no race on a grid: is --data-races in effect?");
    }
}
