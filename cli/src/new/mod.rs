//! `igc new`: writes a new program, or a copy of a program that is part of igc.

use std::path::{Path, PathBuf};

use igc_compiler::bundle;

use crate::args::problems::NewArguments;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{create_folder, fail, not_written};
use crate::source;

/// The program that `igc new FILE` writes.
const TEMPLATE: &str = include_str!("template.ig");

/// Writes the program and the files that it imports.
///
/// # Errors
///
/// Returns an error if a name is unknown, if a file exists or cannot be written.
pub fn new(arguments: &NewArguments) -> Result<(), Failed> {
    let (text, usual) = match &arguments.from {
        Some(name) => {
            let source = source::named(name)?;
            (source.text, PathBuf::from(source.path))
        }
        None => (TEMPLATE.to_owned(), PathBuf::from("program.ig")),
    };
    let path = arguments.file.as_ref().unwrap_or(&usual);
    let folder = path.parent().unwrap_or(Path::new(""));
    let files: Vec<(PathBuf, &str)> = bundle::files(&text)
        .iter()
        .map(|file| {
            let of_import = || folder.join(file.path);
            (if file.path.is_empty() { path.clone() } else { of_import() }, file.text())
        })
        .collect();
    // Either all files are written, or none.
    if let Some((taken, _)) = files.iter().find(|(file, _)| file.symlink_metadata().is_ok()) {
        return fail(
            Failed::Input,
            format_args!(
                "{}: the file exists, and igc does not overwrite it\n\
                 help: name another file: `igc new … FILE.ig`",
                shown(taken)
            ),
        );
    }
    for (file, text) in &files {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|_| file != path) {
            create_folder(folder)?;
        }
        not_written(file, igc_output::create_new(file, text))?;
    }
    message::say(format_args!(
        "wrote {}; to run it: igc run {} --graph rmat:16",
        shown(path),
        as_argument(path)
    ));
    Ok(())
}

/// Returns a path as an argument that `igc run` takes for a file.
fn as_argument(path: &Path) -> String {
    let start = if source::is_file(path) { "" } else { "./" };
    format!("{start}{}", shown(path))
}
