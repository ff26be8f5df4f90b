//! Finds the files that a pattern of a study file names, such as `bfs/*.ig`.
//!
//! The crate `glob` compares names with patterns, but this module reads the folders: `glob` takes
//! only paths that are UTF-8, and ignores files with other names. In a name that is not UTF-8, `*`
//! and `?` match the other bytes.

use std::path::{Component, Path, PathBuf};

use glob::Pattern;
use igc_visible as visible;

/// Returns the files that match a pattern relative to a folder, in order.
///
/// # Errors
///
/// Returns the reason if the pattern is invalid, if no file matches it, or if a folder cannot be
/// read.
pub fn matching(pattern: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
    Pattern::new(pattern).map_err(|error| invalid(&error))?;
    let mut found = vec![folder.to_path_buf()];
    for part in Path::new(pattern).components() {
        found = match part {
            Component::Normal(name) => {
                let name = name.to_string_lossy();
                let below = found.iter().map(|folder| matching_in(folder, &name));
                below.collect::<Result<Vec<_>, String>>()?.concat()
            }
            Component::CurDir => found,
            other => found.iter().map(|folder| folder.join(other)).collect(),
        };
    }
    found.sort();
    // `**/**` finds a file in several ways.
    found.dedup();
    match found.is_empty() {
        true => Err(format!(
            "there is no file `{}`\n\
             help: the path of a program is relative to the folder of the study file",
            visible::path(&folder.join(pattern))
        )),
        false => Ok(found),
    }
}

/// Returns the paths in a folder that match one part of a pattern.
fn matching_in(folder: &Path, part: &str) -> Result<Vec<PathBuf>, String> {
    if part == "**" {
        let mut folders = vec![folder.to_path_buf()];
        for below in entries(folder)? {
            // A link may lead to a folder that contains the link.
            if below.is_dir() && !below.is_symlink() {
                folders.extend(matching_in(&below, part)?);
            }
        }
        return Ok(folders);
    }
    if !part.contains(['*', '?', '[']) {
        let path = folder.join(part);
        return Ok(if path.symlink_metadata().is_ok() { vec![path] } else { vec![] });
    }
    let pattern = Pattern::new(part).map_err(|error| invalid(&error))?;
    let is_match = |path: &PathBuf| {
        path.file_name().is_some_and(|name| pattern.matches(&name.to_string_lossy()))
    };
    Ok(entries(folder)?.into_iter().filter(is_match).collect())
}

/// Returns the paths of the entries of a folder. Other files have none.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let named = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !named.is_dir() {
        return Ok(vec![]);
    }
    let entries = std::fs::read_dir(named).and_then(|entries| {
        entries.map(|entry| Ok(folder.join(entry?.file_name()))).collect::<std::io::Result<_>>()
    });
    entries.map_err(|error| format!("{}: {error}", visible::path(named)))
}

fn invalid(error: &glob::PatternError) -> String {
    format!("the pattern is invalid: {}", error.msg)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the files that match a pattern in a folder with a few files, relative to the folder.
    fn found(pattern: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("there is room");
        for file in ["a.ig", "b.ig", "c.txt", "[x].ig", "x/d.ig", "x/y/e.ig"] {
            let path = folder.path().join(file);
            let parent = path.parent().expect("it is in a folder");
            std::fs::create_dir_all(parent).expect("it is writable");
            std::fs::write(path, "").expect("it is writable");
        }
        let found = matching(pattern, folder.path())?;
        let relative = |path: &PathBuf| {
            let path = path.strip_prefix(folder.path()).expect("it is in the folder");
            path.to_string_lossy().replace('\\', "/")
        };
        Ok(found.iter().map(relative).collect())
    }

    #[test]
    fn patterns_match_names_part_by_part() {
        for (pattern, files) in [
            ("a.ig", &["a.ig"][..]),
            ("./a.ig", &["a.ig"]),
            ("x/../b.ig", &["x/../b.ig"]),
            ("*.ig", &["[x].ig", "a.ig", "b.ig"]),
            ("[!x[].ig", &["a.ig", "b.ig"]),
            ("[[]x].ig", &["[x].ig"]),
            ("?/*.ig", &["x/d.ig"]),
            ("**/*.ig", &["[x].ig", "a.ig", "b.ig", "x/d.ig", "x/y/e.ig"]),
            ("**/**/e.ig", &["x/y/e.ig"]),
            ("x/**/*", &["x/d.ig", "x/y", "x/y/e.ig"]),
        ] {
            assert_eq!(found(pattern).expect("it is a pattern"), files, "{pattern}");
        }
        for (pattern, reason) in [
            ("*.gi", "there is no file `"),
            ("c.txt/*", "there is no file `"),
            ("***", "the pattern is invalid"),
            ("a[", "the pattern is invalid"),
        ] {
            assert!(found(pattern).is_err_and(|error| error.starts_with(reason)), "{pattern}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_text_match() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().expect("there is room");
        let inner = folder.path().join(OsStr::from_bytes(b"f\xff"));
        let file = inner.join(OsStr::from_bytes(b"\xe9.ig"));
        std::fs::create_dir(&inner).expect("it is writable");
        std::fs::write(&file, "").expect("it is writable");
        for (pattern, folder) in [("*.ig", &*inner), ("?.ig", &inner), ("*/*.ig", folder.path())] {
            assert_eq!(matching(pattern, folder), Ok(vec![file.clone()]), "{pattern}");
        }
        let error = matching("*.gi", &inner).expect_err("there is none");
        assert!(error.contains("f\u{fffd}/*.gi"), "{error}");
    }
}
