//! `igc study export`: what was measured, for other programs.

use igc_study::export;
use igc_study::store::RunRow;

use super::arguments::{ExportArguments, ExportFormat};
use super::open;
use crate::Failed;
use crate::output::{fail, json, print};

/// Writes it to the file, or prints it.
pub fn export(arguments: &ExportArguments) -> Result<(), Failed> {
    let bytes = match arguments.format {
        ExportFormat::Json => {
            let dataset = open::dataset(&arguments.store)?;
            json(&dataset).into_bytes()
        }
        ExportFormat::Csv => written(export::csv(&rows(arguments)?))?,
        ExportFormat::Parquet => written(export::parquet(&rows(arguments)?))?,
    };
    match &arguments.output {
        Some(path) => std::fs::write(path, &bytes)
            .or_else(|error| fail(Failed::Input, format_args!("{}: {error}", path.display()))),
        None => print(&String::from_utf8_lossy(&bytes)),
    }
}

fn rows(arguments: &ExportArguments) -> Result<Vec<RunRow>, Failed> {
    let store = open::store(&arguments.store)?;
    store.rows().or_else(|error| fail(Failed::Input, error))
}

fn written<E: std::fmt::Display>(bytes: Result<Vec<u8>, E>) -> Result<Vec<u8>, Failed> {
    bytes.or_else(|error| fail(Failed::Input, error))
}
