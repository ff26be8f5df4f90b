//! `igc study new`: writes a template of a study file.

use std::fs::OpenOptions;
use std::io::Write;

use igc_study::Study;

use crate::args::study::NewArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::fail;

/// Writes the template.
///
/// # Errors
///
/// Returns an error if the file exists or cannot be written.
pub fn new(arguments: &NewArguments) -> Result<(), Failed> {
    let path = &arguments.output;
    let name = path.file_stem().map_or("study".into(), |stem| stem.to_string_lossy());
    // The file quotes the name.
    let name: String = name.chars().filter(|c| !c.is_control() && !"\"\\".contains(*c)).collect();
    let shown = |path: &std::path::Path| path.display().to_string().replace(['\n', '\r'], " ");
    let text = Study::template(&name, &shown(path), &shown(&path.with_extension("db")));
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    match created.and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => Ok(()),
        Err(error) => fail(Failed::Input, format_args!("{}: {error}", message::shown(path))),
    }
}
