//! `igc study report`: what a study says, as a page or a folder.

use std::path::{Path, PathBuf};

use clap::Args;
use igc_study::report;

use super::open;
use crate::Failed;
use crate::output::{doing, fail};

/// `igc study report`
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// The study: its store, or what `igc study export` wrote
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// A file that ends in .html, for the page alone; or a folder, for the page (index.html), the same as
    /// Markdown (report.md), the figures (SVG) and the numbers (CSV)
    #[arg(short, long, value_name = "PATH", default_value = "report")]
    pub output: PathBuf,
}

/// Judges a study, and writes what there is to say.
pub fn report(arguments: &ReportArguments) -> Result<(), Failed> {
    let dataset = open::dataset(&arguments.study)?;
    let report = doing("judging", || report::report(&dataset));
    let output = &arguments.output;
    let is_page =
        output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
    if is_page && !output.is_dir() {
        return write(output, &report.html());
    }
    for file in report.files() {
        write(&output.join(file.path), &file.text)?;
    }
    Ok(())
}

/// Writes a file, and the folders that it is in.
fn write(path: &Path, text: &str) -> Result<(), Failed> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder
        .and_then(|()| std::fs::write(path, text))
        .or_else(|error| fail(Failed::Input, format_args!("{}: {error}", path.display())))
}
