//! `igc fmt`

use std::io::Write;
use std::path::{Path, PathBuf};

use igc_compiler::format::format;
use similar::TextDiff;
use walkdir::WalkDir;

use crate::args::FmtArguments;
use crate::failed::Failed;
use crate::output::{fail, print};
use crate::source::{self, DiagnosticsForm, Source};

/// Formats programs in place, or shows what that would change. One that cannot be formatted does
/// not keep the others from it.
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
        1 => fail(Failed::Input, "1 program is not formatted; `igc fmt` does it"),
        n => fail(Failed::Input, format_args!("{n} programs are not formatted; `igc fmt` does it")),
    }
}

/// The programs that a path stands for, in the order of their names.
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
        return fail(Failed::Input, format_args!("{}: no .ig file in this folder", path.display()));
    }
    Ok(files)
}

/// Formats one program; whether it was there already, where that is only asked.
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

/// A unified diff, empty where there is none.
fn difference(source: &Source, text: &str) -> String {
    let diff = TextDiff::from_lines(source.text.as_str(), text);
    let formatted = format!("{} (formatted)", source.path);
    diff.unified_diff().header(&source.path, &formatted).to_string()
}

/// Replaces what a file contains, all of it or, if something fails, nothing; links stay links.
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
