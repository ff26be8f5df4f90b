//! Checks that the runtime reads no optimisation flag: what passes decide is in the IR.

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

/// Returns the lines of a file that name flags, without the tests at its end.
fn mentions(text: &str) -> Vec<&str> {
    let code = text.split_once("#[cfg(test)]").map_or(text, |(code, _)| code);
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let names_flags = |line: &&str| {
        ["options::Flag", "Flag::", "is_on(", "igc_compiler::configuration"]
            .iter()
            .any(|name| line.contains(name))
    };
    code.lines().filter(is_code).filter(names_flags).collect()
}

#[test]
fn the_runtime_names_no_flags() {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(files.len() > 50, "{}", files.len());
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(mentions(&text), [""; 0], "{}", path.display());
    }
}

#[test]
fn mentions_are_found() {
    let text = "use igc_compiler::configuration::Flag;\n// Flag::Wg\nlet x = options.is_on(flag);\n\
                #[cfg(test)]\nFlag::Sg";
    assert_eq!(mentions(text).len(), 2);
}
