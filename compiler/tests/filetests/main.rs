//! Tests of passes and of the IR as text files: input, configuration and expected result. Adding a
//! test, or changing one, compiles nothing.
//!
//! The driver reads every `.ir` and `.ig` file of the folders beside this file. The text of `.ir`
//! files is IR, that of `.ig` files is programs. `format.rs` describes the format of a file,
//! `kinds.rs` what each kind of test checks. To run the files, or those whose path contains a text:
//!
//! ```sh
//! cargo test -p igc-compiler --test filetests
//! IGC_FILETESTS=hoist cargo test -p igc-compiler --test filetests
//! ```
//!
//! `IGC_BLESS=1` writes the results into the files. It never changes a verdict, such as `#stays`.
//! A pass that applies where the file says that it must not is therefore an error in any case.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod execute;
mod format;
#[path = "../suite/ir/graphs.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod graphs;
mod items;
mod kinds;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use format::{Case, File};
use walkdir::WalkDir;

/// The least number of cases. It is raised when tests are added, so that none get lost.
const LEAST_CASES: usize = 1433;

/// What the files of a run have in common.
#[derive(Default)]
struct Summary {
    cases: AtomicUsize,
    failures: Mutex<Vec<String>>,
}

impl Summary {
    fn fails(&self, message: String) {
        self.failures.lock().unwrap().push(message);
    }
}

/// Returns the folder of the files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests")
}

/// Returns the path of a file from the folder of the compiler, as messages show it.
fn shown(path: &Path) -> String {
    path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display().to_string()
}

/// Returns the files of tests in order. Every file below a subfolder must be one.
fn files() -> Vec<PathBuf> {
    let entries = WalkDir::new(folder()).min_depth(2).sort_by_file_name();
    let files = entries.into_iter().map(|entry| entry.unwrap());
    files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path()).collect()
}

/// Runs all cases of a file. Returns the file with the results of the cases if it differs.
fn run_file(path: &Path, summary: &Summary) -> Option<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let is_program = path.extension().is_some_and(|extension| extension == "ig");
    let file = match File::parse(&text, is_program) {
        Ok(file) => file,
        Err(wrong) => {
            summary.fails(format!("{}:{wrong}", shown(path)));
            return None;
        }
    };
    let mut results = vec![];
    for case in &file.cases {
        match run_case(&file, case) {
            Ok((result, count)) => {
                summary.cases.fetch_add(count, Ordering::Relaxed);
                results.push(Some(result));
            }
            Err(message) => {
                let place = format!("{}:{}", shown(path), case.line);
                summary.fails(format!("{place}: {}{message}", case.name()));
                results.push(None);
            }
        }
    }
    let blessed = file.with_results(&results);
    (blessed != text).then_some(blessed)
}

/// Runs a case, which may panic. Returns its result, and the number of its variants.
fn run_case(file: &File, case: &Case) -> Result<(String, usize), String> {
    let run = std::panic::AssertUnwindSafe(|| kinds::run(file, case));
    std::panic::catch_unwind(run).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("a panic: {}", text.unwrap_or_default()))
    })
}

/// Describes the first line in which the results differ from those of the file.
fn difference(path: &Path, blessed: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), blessed.lines().collect());
    let at = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let part = |lines: &[&str]| -> String {
        lines.iter().skip(at).take(12).map(|line| format!("      {line}\n")).collect()
    };
    format!(
        "{}:{}: the result differs\n    the file has\n{}    the result has\n{}",
        shown(path),
        at + 1,
        part(&old),
        part(&new)
    )
}

#[test]
fn files_have_their_results() {
    let only = std::env::var("IGC_FILETESTS").unwrap_or_default();
    let blesses = std::env::var_os("IGC_BLESS").is_some();
    let all = files();
    let chosen: Vec<&PathBuf> =
        all.iter().filter(|path| shown(path).contains(only.as_str())).collect();
    let (summary, next) = (Summary::default(), AtomicUsize::new(0));
    let work = || {
        while let Some(path) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            match run_file(path, &summary) {
                Some(blessed) if blesses => std::fs::write(path, blessed).unwrap(),
                Some(blessed) => summary.fails(difference(path, &blessed)),
                None => {}
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            // Passes recurse into nested statements.
            std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    let mut failures = summary.failures.into_inner().unwrap();
    failures.sort();
    let count = summary.cases.into_inner();
    println!("{count} cases in {} files", chosen.len());
    assert!(
        failures.is_empty(),
        "{}\n\n{} failures. If the new results are right: \
         IGC_BLESS=1 cargo test -p igc-compiler --test filetests",
        failures.join("\n\n"),
        failures.len()
    );
    assert!(chosen.len() < all.len() || count >= LEAST_CASES, "only {count} cases are left");
}
