//! What several tests use.

use std::path::{Path, PathBuf};

/// Returns all programs in some folders, sorted.
pub fn programs(folders: &[&Path]) -> Vec<PathBuf> {
    let entries = folders.iter().flat_map(walkdir::WalkDir::new);
    let files = entries.map(|entry| entry.unwrap().into_path());
    let mut found: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "ig")).collect();
    found.sort();
    found
}
