//! `igc study export`: writes the results of a study for other programs.

use clap::ValueEnum;
use igc_study::export::{self, Tabular};

use super::open;
use crate::args::study::{ExportArguments, ExportFormat};
use crate::failed::Failed;
use crate::message::shown;
use crate::output::{fail, json, print, write};

/// Writes the results to a file, or prints them.
pub fn export(arguments: &ExportArguments) -> Result<(), Failed> {
    let bytes = match (format(arguments)?, arguments.steps) {
        (ExportFormat::Json, _) => json(&open::dataset(&arguments.store)?).into_bytes(),
        (ExportFormat::T4, true) => {
            let message = "T4 has no steps\nhelp: leave --steps out, or export --format csv";
            return fail(Failed::Usage, message);
        }
        (ExportFormat::T4, false) => {
            json(&export::t4(&open::dataset(&arguments.store)?)).into_bytes()
        }
        (format, false) => {
            let runs = open::store(&arguments.store)?.rows();
            table(format, &runs.or_else(|error| fail(Failed::Input, error))?)?
        }
        (format, true) => {
            let runs = open::store(&arguments.store)?.step_runs();
            let runs = runs.or_else(|error| fail(Failed::Input, error))?;
            table(format, &export::step_rows(&runs))?
        }
    };
    match &arguments.output {
        Some(path) => write(path, &bytes),
        None => print(&String::from_utf8_lossy(&bytes)),
    }
}

/// Returns the format that the option or the ending of the file names. Without both, it is JSON.
///
/// # Errors
///
/// Returns an error if the file has an unknown ending and no option is given, or if the option and
/// the ending name different formats.
fn format(arguments: &ExportArguments) -> Result<ExportFormat, Failed> {
    let Some(path) = &arguments.output else {
        return Ok(arguments.format.unwrap_or(ExportFormat::Json));
    };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let of_ending = match &ending {
        Some(ending) => ExportFormat::from_str(ending, false).ok(),
        None => arguments.format.or(Some(ExportFormat::Json)),
    };
    match (arguments.format, of_ending) {
        // T4 is JSON.
        (Some(ExportFormat::T4), Some(ExportFormat::Json)) => Ok(ExportFormat::T4),
        (Some(asked), Some(other)) if asked != other => {
            let [asked, other] = [asked, other].map(name);
            let message = format!(
                "{}: the ending means the format {other}, but --format is {asked}\n\
                 help: leave --format out, or write to a file with another ending",
                shown(path)
            );
            fail(Failed::Usage, message)
        }
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) => {
            let message = format!(
                "{}: the ending does not say which format to write\n\
                 help: use the ending .json, .csv, .parquet or .t4, or the option --format",
                shown(path)
            );
            fail(Failed::Usage, message)
        }
    }
}

fn name(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Json => "json",
        ExportFormat::Csv => "csv",
        ExportFormat::Parquet => "parquet",
        ExportFormat::T4 => "t4",
    }
}

/// Formats rows as CSV or Parquet.
fn table<R: Tabular>(format: ExportFormat, rows: &[R]) -> Result<Vec<u8>, Failed> {
    match format {
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => export::parquet(rows).or_else(|error| fail(Failed::Input, error)),
        #[cfg(not(feature = "parquet"))]
        ExportFormat::Parquet => fail(
            Failed::Usage,
            "this igc was built without Parquet\n\
             help: build it with `cargo build --release --features parquet`, or export `--format csv`",
        ),
        _ => export::csv(rows).or_else(|error| fail(Failed::Input, error)),
    }
}
