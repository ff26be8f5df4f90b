//! Graphs that others published, in a folder beside the repository (`../shared/data`).
//!
//! The files are not part of the repository. Where they are absent, a test says so and passes.

use std::path::{Path, PathBuf};

/// The file of that name, or `None`, and a line that says so, where it is absent.
pub fn file(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("not tested: {name} is absent");
    None
}

/// The specification of the graph in the file of that name, with these keys; `None`, and a line that
/// says so, where it is absent.
pub fn graph(name: &str, keys: &str) -> Option<String> {
    let path = file(name)?;
    Some(format!("{}{keys}", path.to_str().expect("paths here are ASCII")))
}
