//! Checks that the runtime reads no optimisation flag and no schedule: what passes decide, and what a program declares,
//! is in the IR.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the source files of a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Names of flags.
const FLAGS: [&str; 3] = ["Flag::", "is_on(", "igc_compiler::configuration"];

/// Names of schedules. A word for the end of a loop is shared with them.
const SCHEDULES: [&str; 3] = [".schedule", "Schedule", "igc_compiler::schedule::{"];

/// Returns the lines of a file that have one of the names, without the tests at its end.
fn mentions<'t>(text: &'t str, names: &[&str]) -> Vec<&'t str> {
    let code = text.split_once("#[cfg(test)]").map_or(text, |(code, _)| code);
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let has_name = |line: &&str| names.iter().any(|name| line.contains(name));
    code.lines().filter(is_code).filter(has_name).collect()
}

#[test]
fn the_runtime_names_no_flags() {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(files.len() > 50, "{}", files.len());
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(mentions(&text, &FLAGS), [""; 0], "{}", path.display());
    }
}

/// The schedule is an export. The libraries that run programs read the IR instead.
#[test]
fn nothing_that_runs_programs_reads_schedules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["src", "native/src", "opencl/src", "measure/src", "study/src", "../igc/src"] {
        for path in sources(&root.join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(mentions(&text, &SCHEDULES), [""; 0], "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn mentions_are_found() {
    let text = "use igc_compiler::configuration::Flag;\n// Flag::Wg\nlet x = options.is_on(flag);\n\
                #[cfg(test)]\nFlag::Sg";
    assert_eq!(mentions(text, &FLAGS).len(), 2);
    let text = "let x = artefact.schedule.params;\n// artefact.schedule\nfn f(s: &Schedule) {}";
    assert_eq!(mentions(text, &SCHEDULES).len(), 2);
}
