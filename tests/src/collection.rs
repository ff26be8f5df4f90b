//! Published graphs in a folder next to the repository (`../shared/data`).
//!
//! The files are not part of the repository. If they are missing, a test prints a line and passes.

use std::path::{Path, PathBuf};

/// Returns the path of a file. If the file is missing, prints a line and returns `None`.
pub fn file(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("not tested: {name} is absent");
    None
}

/// Returns the specification of the graph in a file, with the given keys. If the file is missing,
/// prints a line and returns `None`.
pub fn graph(name: &str, keys: &str) -> Option<String> {
    let path = file(name)?;
    Some(format!("{}{keys}", path.to_str().expect("paths here are ASCII")))
}
