//! `igc fmt`: formats programs.

use std::path::{Path, PathBuf};

use igc_compiler::format::format;
use similar::TextDiff;
use walkdir::WalkDir;

use crate::args::FmtArguments;
use crate::failed::Failed;
use crate::message::shown;
use crate::output::{fail, not_written, print, write};
use crate::source::{self, Source};

/// Formats programs in place, or prints the differences. If a program cannot be formatted, the
/// others still are.
///
/// # Errors
///
/// Returns an error if a program cannot be formatted, or if `--check` found differences.
pub fn fmt(arguments: &FmtArguments) -> Result<(), Failed> {
    let mut done = Ok(());
    let mut unformatted = 0usize;
    for path in &arguments.paths {
        match programs(path) {
            Ok(files) => {
                for file in files {
                    match one(&file, arguments.check) {
                        Ok(formatted) => unformatted += usize::from(!formatted),
                        Err(failed) => done = Err(failed),
                    }
                }
            }
            Err(failed) => done = Err(failed),
        }
    }
    match unformatted {
        0 => done,
        1 => fail(Failed::Input, "1 program is not formatted\nhelp: run `igc fmt` without --check"),
        n => fail(
            Failed::Input,
            format_args!("{n} programs are not formatted\nhelp: run `igc fmt` without --check"),
        ),
    }
}

/// Returns the programs in a folder and its subfolders, ordered by name, or the file itself.
fn programs(path: &Path) -> Result<Vec<PathBuf>, Failed> {
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

/// Formats one program. With `check`, prints the differences instead, and returns whether the
/// program was already formatted.
fn one(path: &Path, check: bool) -> Result<bool, Failed> {
    let stdin = path == Path::new("-");
    let source = if stdin { source::read_stdin()? } else { source::read_file(path)? };
    let text = format(&source.text).map_err(|failure| source::reject(&source, failure))?;
    if check {
        print(&difference(&source, &text))?;
        return Ok(text == source.text);
    }
    if stdin {
        print(&text)?;
    } else if text != source.text {
        refuse_read_only(path)?;
        write(path, &text)?;
    }
    Ok(true)
}

/// Returns a unified diff, which is empty if the program is formatted.
fn difference(source: &Source, text: &str) -> String {
    let diff = TextDiff::from_lines(source.text.as_str(), text);
    let formatted = format!("{} (formatted)", source.path);
    diff.unified_diff().header(&source.path, &formatted).to_string()
}

/// Refuses to format a file without write permission, even if the user may overwrite it, as root
/// may.
fn refuse_read_only(path: &Path) -> Result<(), Failed> {
    let is_read_only = path.metadata().is_ok_and(|found| found.permissions().readonly());
    let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    not_written(path, if is_read_only { Err(denied) } else { Ok(()) })
}
