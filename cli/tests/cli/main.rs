//! Tests of the `igc` command: they run the binary, and check its output, files and exit codes.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod adaptive;
mod advice;
mod auto;
mod barrier;
mod bench;
mod book;
mod calibration;
mod check;
mod checked;
mod compile;
mod conformance;
mod connections;
mod cuda;
mod ends;
mod explain;
mod external;
mod fmt;
mod full;
mod graph;
mod host_cost;
mod ids;
mod imports;
mod inputs;
mod llvm;
mod lsp;
mod machine;
mod messages;
mod micro;
mod oclgrind;
mod outputs;
mod package;
mod plot;
mod policy;
mod primitives;
mod prints;
mod problems;
mod report;
mod rests;
mod run;
mod search;
mod stores;
mod tune;
mod weights;

mod study;
mod words;
mod worker;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns the root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the path of the example that most tests run.
fn bfs() -> String {
    repository().join("examples/bfs/bfs_wl.ig").to_str().unwrap().to_string()
}

/// The result of a call of `igc`.
#[derive(Debug)]
struct Done {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Done {
    fn from(output: Output) -> Done {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let killed = || panic!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
        let code = output.status.code().unwrap_or_else(killed);
        Done { code, stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Returns stdout if the call succeeded.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.stdout
    }

    /// Returns stderr if the call failed with an exit code and printed no result.
    #[track_caller]
    fn fails(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{self:?}");
        self.stderr
    }

    /// Returns stdout as JSON if the call succeeded.
    #[track_caller]
    fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).unwrap()
    }
}

/// Creates a call of `igc` with arguments. Without `--device`, it uses the first OpenCL device,
/// because most tests are about options that only these devices have.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_igc"));
    command.args(arguments).env("IGC_DEVICE", "0");
    command
}

/// Runs `igc` with arguments.
fn igc(arguments: &[&str]) -> Done {
    Done::from(command(arguments).output().unwrap())
}

/// Returns whether there is an OpenCL device. If not, prints a line, or fails if
/// `IGC_REQUIRE_DEVICE` is `1`.
fn has_device() -> bool {
    let devices = igc(&["devices"]);
    // A build without OpenCL succeeds, but lists only the interpreter.
    let there = devices.code == 0 && devices.stdout.starts_with("0: ");
    if !there {
        let required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
        assert!(!required, "IGC_REQUIRE_DEVICE=1 and no device: {}", devices.stderr);
        println!("not tested, there is no device: {}", devices.stderr);
    }
    there
}

/// Returns whether the user has selected everything that the tests can run, as `scripts/nightly` does.
fn everything_is_asked_for() -> bool {
    std::env::var("IGC_CONFIGURATIONS").is_ok_and(|value| value == "all")
}

/// A program of 300,000 launches, which take longer than a second together on every device, but not each.
const MANY_LAUNCHES: &str = "
    global count: u32 = 0;
    kernel step() { forall u in nodes where u.degree > 0 { count += 1; } }
    main { for _i in 0..300000 { step(); } }
    output count;";

/// Returns the devices for tests: the interpreter, and the first OpenCL device if there is one.
fn devices() -> Vec<&'static str> {
    if has_device() { vec!["interpreter", "0"] } else { vec!["interpreter"] }
}

/// A temporary folder for one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// Returns the path of a file in the folder.
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    /// Writes a file and returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}
