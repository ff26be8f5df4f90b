//! Finds the programs in a folder.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::failed::Failed;
use crate::message::shown;
use crate::output::fail;

/// Returns the programs in a folder and its subfolders, ordered by name, or the file itself.
///
/// # Errors
///
/// Returns an error if the folder cannot be read, or if it has no programs.
pub fn programs(path: &Path) -> Result<Vec<PathBuf>, Failed> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = vec![];
    for entry in WalkDir::new(path).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => files.push(entry.into_path()),
            Err(e) => return fail(Failed::Input, e),
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ig"));
    if files.is_empty() {
        return fail(Failed::Input, format_args!("{}: the folder has no .ig files", shown(path)));
    }
    Ok(files)
}
