//! Keeps what reproduces the failure of a random program, so that a failure that happens once can be
//! examined:
//!
//! * [`config`] makes proptest keep the seed of a failed case in a file with the ending `.seeds` beside the
//!   file of the test. The next run of the test begins with these seeds.
//! * [`Running`] keeps the program, the graph and the configuration in `target/random-programs/` while
//!   they run. A crash ends the process before proptest can report the case, so the file stays.
//! * The first case lets the process write a core dump, which systems without a crash handler write to
//!   `tests/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use igc_compiler::configuration::Configuration;
use proptest::prelude::ProptestConfig;
use proptest::test_runner::FileFailurePersistence;

use crate::small::Small;

/// The folder of the cases that are running.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/random-programs");

/// Keeps the seeds of failures beside the file of the test.
pub const SEEDS: FileFailurePersistence = FileFailurePersistence::WithSource("seeds");

/// The environment variable that scales the number of cases, in per cent. `PROPTEST_CASES` would set the same number
/// for all tests, although a case on a device takes a thousand times as long as one of the parser.
const SCALE: &str = "IGC_RANDOM_CASES";

/// Returns a number of cases, scaled by the environment variable `IGC_RANDOM_CASES`.
///
/// # Panics
///
/// Panics if the variable is not a number.
pub fn scaled(count: u32) -> u32 {
    let Ok(percent) = std::env::var(SCALE) else { return count };
    let percent: u64 = percent.parse().unwrap_or_else(|_| panic!("{SCALE}={percent}: no number"));
    u32::try_from(u64::from(count).saturating_mul(percent) / 100).unwrap_or(u32::MAX).max(1)
}

/// Configures the number of cases: `count`, [scaled]. Proptest keeps the seeds of failures.
pub fn config(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: scaled(count),
        failure_persistence: Some(Box::new(SEEDS)),
        ..ProptestConfig::default()
    }
}

/// A case that is running. Its file exists until the value is dropped.
pub struct Running(PathBuf);

impl Running {
    /// Writes a case to a file.
    pub fn new(program: &str, graph: &Small, options: &Configuration) -> Running {
        static DUMPS: Once = Once::new();
        static CASES: AtomicU32 = AtomicU32::new(0);
        DUMPS.call_once(allow_core_dumps);
        let number = CASES.fetch_add(1, Ordering::Relaxed);
        let file = Path::new(FOLDER).join(format!("{}-{number}.txt", std::process::id()));
        let text = format!(
            "// options: {options}\n// nodes: {}\n// edges: {:?}\n{program}",
            graph.nodes, graph.edges
        );
        let written = fs::create_dir_all(FOLDER).and_then(|()| fs::write(&file, text));
        written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Running(file)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Raises the limit on the size of core dumps to the maximum that the system allows.
fn allow_core_dumps() {
    #[cfg(unix)]
    // SAFETY: both calls access only the value on the stack.
    unsafe {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        if libc::getrlimit(libc::RLIMIT_CORE, &raw mut limit) == 0 {
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(libc::RLIMIT_CORE, &raw const limit);
        }
    }
}
