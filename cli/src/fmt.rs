//! `igc fmt`: formats programs.

use std::path::Path;

use igc_compiler::diagnostics::render::records::Record;
use igc_compiler::format::format;
use serde::Serialize;
use similar::TextDiff;

use crate::args::FmtArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{fail, json, not_written, print, write};
use crate::source::{self, Source};

/// What `igc fmt --check --json` prints. Fields may be added.
#[derive(Serialize)]
struct Checked {
    /// The programs that were compared with their formatted text.
    files: Vec<CheckedFile>,
    /// Why other programs could not be.
    errors: Vec<Record>,
}

/// A program that was compared with its formatted text.
#[derive(Serialize)]
struct CheckedFile {
    file: String,
    formatted: bool,
    /// The difference as a unified diff, empty if the program is formatted.
    diff: String,
}

/// Formats programs in place, or prints the differences. If a program cannot be formatted, the
/// others still are.
///
/// # Errors
///
/// Returns an error if a program cannot be formatted, or if `--check` found differences.
pub fn fmt(arguments: &FmtArguments) -> Result<(), Failed> {
    let mut done = Ok(());
    let mut checked = vec![];
    for path in &arguments.paths {
        match source::programs(path) {
            Ok(files) => {
                for file in files {
                    match one(&file, arguments) {
                        Ok(compared) => checked.extend(compared),
                        Err(failed) => done = Err(failed),
                    }
                }
            }
            Err(failed) => done = Err(failed),
        }
    }
    let unformatted = checked.iter().filter(|file| !file.formatted).count();
    if arguments.json {
        print(&json(&Checked { files: checked, errors: message::errors() }))?;
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

/// Formats one program. With `--check`, compares it with its formatted text instead.
fn one(path: &Path, arguments: &FmtArguments) -> Result<Option<CheckedFile>, Failed> {
    let stdin = path == Path::new("-");
    let source = if stdin { source::read_stdin()? } else { source::read_file(path)? };
    let text = format(&source.text).map_err(|failure| source::reject(&source, failure))?;
    if arguments.check {
        let diff = difference(&source, &text);
        if !arguments.json {
            print(&diff)?;
        }
        let formatted = text == source.text;
        return Ok(Some(CheckedFile { file: source.path, formatted, diff }));
    }
    if stdin {
        print(&text)?;
    } else if text != source.text {
        refuse_read_only(path)?;
        write(path, &text)?;
    }
    Ok(None)
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
