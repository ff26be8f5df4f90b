//! The campaign of hostile inputs and faults: runs the real `igc` on mutated graphs, programs and
//! stores, kills running studies, and takes away disk space, pipes, memory and time.
//!
//! A call of `igc` must end in time with a documented exit code, never by a signal or a panic. Each
//! test of this folder states which codes it allows. `docs/src/promises.md` lists the promises that
//! the campaign tests.
//!
//! Every test runs for a few seconds. A longer campaign sets these variables (`scripts/nightly`):
//!
//! - `IGC_HOSTILE_SECONDS`: the time of each campaign, in seconds
//! - `IGC_HOSTILE_SEED`: the seed of its random numbers; the same seed gives the same inputs

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod faults;
mod full_disk;
mod graphs;
mod killed;
mod mutate;
mod outputs;
mod programs;
mod stores;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use mutate::Random;

/// Maximum time of a call. A call of a loaded machine is much faster.
const CALL: Duration = Duration::from_secs(60);

/// Memory of a call in bytes.
const MEMORY: u64 = 6 << 30;

/// The exit code of `timeout` if it ended the command.
const TIMED_OUT: i32 = 124;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn variable(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("the variable is a number"))
}

/// Calls `attack` with random numbers until the time of the campaign is over. Prints the number of
/// attacks.
fn campaign(name: &str, mut attack: impl FnMut(&mut Random)) {
    let (seconds, seed) = (variable("IGC_HOSTILE_SECONDS", 5), variable("IGC_HOSTILE_SEED", 1));
    let (start, mut attacks) = (Instant::now(), 0u64);
    while attacks == 0 || start.elapsed() < Duration::from_secs(seconds) {
        attack(&mut Random::new(seed.wrapping_add(attacks)));
        attacks += 1;
    }
    println!("{name}: {attacks} attacks from seed {seed}");
}

/// Returns a call of `igc` with limits on its time and memory.
fn igc(arguments: &[&str]) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--signal=KILL", &CALL.as_secs().to_string()]);
    // Without `prlimit`, for example on macOS, a call has no limit of memory.
    if Command::new("prlimit").arg("--version").stdout(Stdio::null()).status().is_ok() {
        command.args(["prlimit", &format!("--as={MEMORY}")]);
    }
    command.arg(env!("CARGO_BIN_EXE_igc")).args(arguments);
    command
}

/// Runs a call, and panics unless it ends with one of the allowed exit codes. `input` is copied to
/// a folder that survives the test if the call fails.
fn must_end(command: &mut Command, allowed: &[i32], input: Option<&Path>) -> Output {
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or(-1);
    let is_ended = allowed.contains(&code) && !stderr.contains("panicked at");
    if is_ended && (code == 0 || !stderr.trim().is_empty()) {
        return output;
    }
    let kept = input.map(|input| {
        let folder = std::env::temp_dir().join("igc-hostile");
        std::fs::create_dir_all(&folder).unwrap();
        let copy = folder.join(input.file_name().unwrap());
        std::fs::copy(input, &copy).unwrap();
        copy
    });
    let why = if code == TIMED_OUT || code == 137 { "did not end" } else { "ended wrongly" };
    panic!("{command:?} {why}: {}\ninput: {kept:?}\n{stderr}", output.status);
}
