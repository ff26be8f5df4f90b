//! Measures how long `igc compile` takes for each program in `examples/`, from the start of the
//! process to its end.
//!
//! `cargo bench -p igc-cli --bench compile` prints the median and the slowest of several runs in
//! milliseconds. It fails if a median exceeds [`LIMIT`], below which users do not notice the
//! compiler. Arguments select programs by name.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Maximum median time of a program.
const LIMIT: Duration = Duration::from_millis(50);
/// Number of compilations of each program.
const RUNS: usize = 21;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<_> = arguments.iter().filter(|name| !name.starts_with('-')).collect();
    let mut slow = false;
    println!("{:20} {:>8} {:>8}  ms", "", "median", "slowest");
    for (name, program) in examples() {
        if !names.is_empty() && !names.contains(&&name) {
            continue;
        }
        let mut times: Vec<Duration> = (0..RUNS).map(|_| compile(&program)).collect();
        times.sort_unstable();
        let (median, slowest) = (times[RUNS / 2], times[RUNS - 1]);
        let [median_ms, slowest_ms] = [median, slowest].map(|time| time.as_secs_f64() * 1e3);
        println!("{name:20} {median_ms:8.1} {slowest_ms:8.1}");
        slow |= median > LIMIT;
    }
    if slow {
        println!("at least one takes more than {} ms", LIMIT.as_millis());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Returns every program with its name.
fn examples() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = |path: &Path| {
        let entries = std::fs::read_dir(path).expect("the folder of examples can be read");
        entries.map(|entry| entry.expect("and so can its entries").path()).collect::<Vec<_>>()
    };
    let programs = entries(&root).into_iter().flat_map(|folder| entries(&folder));
    let named = |path: PathBuf| (path.file_stem().map(|s| s.to_string_lossy().into()), path);
    let mut programs: Vec<_> =
        programs.map(named).filter_map(|(name, path)| Some((name?, path))).collect();
    programs.sort();
    programs
}

/// Measures one compilation.
fn compile(program: &Path) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_igc"));
    command.arg("compile").arg(program).stdout(Stdio::null());
    let start = Instant::now();
    let status = command.status().expect("igc can be started");
    assert!(status.success(), "{} compiles", program.display());
    start.elapsed()
}
