//! `igc study export`: writes the results of a study for other programs.

use igc_study::export::{self, Tabular};

use super::open;
use crate::args::study::{ExportArguments, ExportFormat};
use crate::failed::Failed;
use crate::output::{fail, json, print, write};

/// Writes the results to a file, or prints them.
pub fn export(arguments: &ExportArguments) -> Result<(), Failed> {
    let bytes = match (arguments.format, arguments.steps) {
        (ExportFormat::Json, _) => json(&open::dataset(&arguments.store)?).into_bytes(),
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
