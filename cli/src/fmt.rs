//! `igc fmt`: formats programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use igc_compiler::format::format;
use similar::TextDiff;
use walkdir::WalkDir;

use crate::args::FmtArguments;
use crate::failed::Failed;
use crate::output::{fail, print};
use crate::source::{self, DiagnosticsForm, Source};

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
        return fail(
            Failed::Input,
            format_args!("{}: the folder has no .ig files", path.display()),
        );
    }
    Ok(files)
}

/// Formats one program. With `check`, prints the differences instead, and returns whether the
/// program was already formatted.
fn one(path: &Path, check: bool) -> Result<bool, Failed> {
    let stdin = path == Path::new("-");
    let source = if stdin { source::read_stdin()? } else { source::read(path)? };
    let text = format(&source.text)
        .map_err(|failure| source::reject(&source, failure, DiagnosticsForm::Text))?;
    if check {
        print(&difference(&source, &text))?;
        return Ok(text == source.text);
    }
    if stdin {
        print(&text)?;
    } else if text != source.text {
        replace(path, &text)
            .or_else(|e| fail(Failed::Input, format_args!("{}: {e}", path.display())))?;
    }
    Ok(true)
}

/// Returns a unified diff, which is empty if the program is formatted.
fn difference(source: &Source, text: &str) -> String {
    let diff = TextDiff::from_lines(source.text.as_str(), text);
    let formatted = format!("{} (formatted)", source.path);
    diff.unified_diff().header(&source.path, &formatted).to_string()
}

/// Replaces the content of a file atomically: if an error occurs, the file does not change. Follows
/// symbolic links.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = path.metadata()?.permissions();
    if permissions.readonly() {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".igc-fmt-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}
