//! Faults of the surroundings: a full disk, closed pipes, and too little memory. Missing threads
//! are in `tests/cli/machine.rs`.

use std::process::{Command, Stdio};

use crate::killed::Study;
use crate::{campaign, igc, must_end, repository};

fn run<'a>(program: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let run = ["run", program, "--graph", "rmat:8", "-p", "source=0", "--device", "interpreter"];
    [&run[..], more].concat()
}

#[test]
fn a_full_disk_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("not tested, there is no /dev/full");
        return;
    }
    let bfs = repository().join("examples/bfs/bfs_wl.ig");
    let bfs = bfs.to_str().unwrap();
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    must_end(&mut igc(&run(bfs, &["-o", "/dev/full"])), &[1], None);
    must_end(igc(&["graph", "info", "chain:5"]).stdout(full()), &[1], None);
    must_end(igc(&["compile", bfs]).stdout(full()), &[1], None);
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |arguments: &[&str]| {
        let mut command = Command::new("prlimit");
        command.args(["--fsize=20000", env!("CARGO_BIN_EXE_igc")]).args(arguments);
        command
    };
    if Command::new("prlimit").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("not tested, prlimit is not installed");
        return;
    }
    let graph = folder.path().join("graph.igc");
    let graph = graph.to_str().unwrap();
    must_end(&mut limited(&["graph", "generate", "rmat:12", graph]), &[1], None);
    assert!(!std::path::Path::new(graph).exists());
    // A study continues when there is room again.
    let study = Study::new(20);
    let file = study.folder.path().join("study.toml");
    must_end(&mut limited(&["study", "run", file.to_str().unwrap()]), &[1], None);
    must_end(&mut study.run(), &[0], None);
}

#[test]
fn a_reader_that_closes_its_pipe_is_no_error() {
    let bfs = repository().join("examples/bfs/bfs_wl.ig");
    for arguments in [&["graph", "info", "chain:5"][..], &["compile", bfs.to_str().unwrap()]] {
        let mut command = igc(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {output:?}");
    }
}

#[test]
fn missing_memory_is_an_error() {
    if Command::new("prlimit").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("not tested, prlimit is not installed");
        return;
    }
    let bfs = repository().join("examples/bfs/bfs_wl.ig");
    let bfs = bfs.to_str().unwrap();
    campaign("missing memory", |random| {
        // A process needs about 100 MB to start. The graph and the run need about 600 MB.
        let bytes = (120 + random.below(700)) << 20;
        let mut command = Command::new("prlimit");
        command.arg(format!("--as={bytes}")).arg(env!("CARGO_BIN_EXE_igc"));
        command.args(["run", bfs, "--graph", "rmat:14,degree=200", "-p", "source=0"]);
        command.args(["--device", "interpreter", "--timeout", "50"]).env("RUST_BACKTRACE", "0");
        must_end(&mut command, &[0, 1, 3], None);
    });
}
