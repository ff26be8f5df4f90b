//! Exports results for other programs: runs and steps as comma-separated values and, with the feature `parquet`, as
//! Parquet for data frames, and cells in [`t4`], for tools of tuning.
//!
//! The first two formats have the same columns, and one row for each run or step.

#[cfg(feature = "parquet")]
mod parquet;
mod t4;

use igc_output::csv_cell;
use igc_runtime::supersteps::StepRecord;

#[cfg(feature = "parquet")]
pub use self::parquet::parquet;
pub use self::t4::t4;
use crate::store::{RunRow, StepRun};

/// A type whose values become rows of a table.
pub trait Tabular: Sized {
    /// The name of the root of the Parquet schema.
    const NAME: &'static str;

    /// Returns the columns of the table, each with its name.
    fn columns() -> Vec<(&'static str, Column<Self>)>;
}

/// The type of a column, and the function that reads its value from a row.
pub enum Column<R> {
    /// Text.
    Text(fn(&R) -> &str),
    /// An integer.
    Number(fn(&R) -> i64),
    /// An integer that may be missing.
    Known(fn(&R) -> Option<i64>),
    /// A time, in seconds.
    Seconds(fn(&R) -> f64),
    /// A time in seconds that may be missing.
    KnownSeconds(fn(&R) -> Option<f64>),
}

impl Tabular for RunRow {
    const NAME: &'static str = "run";

    fn columns() -> Vec<(&'static str, Column<RunRow>)> {
        vec![
            ("study", Column::Text(|row| &row.study)),
            ("application", Column::Text(|row| &row.application)),
            ("graph", Column::Text(|row| &row.graph)),
            ("class", Column::Text(|row| &row.class)),
            ("chip", Column::Text(|row| &row.chip)),
            ("device", Column::Text(|row| &row.device)),
            ("driver", Column::Text(|row| &row.driver)),
            ("dialect", Column::Text(|row| &row.dialect)),
            ("options", Column::Text(|row| &row.options)),
            ("artefact", Column::Text(|row| &row.artefact)),
            ("round", Column::Number(|row| row.round)),
            ("position", Column::Number(|row| row.position)),
            ("seconds", Column::Seconds(|row| row.seconds)),
            ("initialise", Column::Seconds(|row| row.initialise)),
            ("launches", Column::Number(|row| row.launches)),
            ("rounds", Column::Number(|row| row.rounds)),
            ("restarts", Column::Number(|row| row.restarts)),
            ("igc", Column::Text(|row| &row.igc)),
            ("host", Column::Text(|row| &row.host)),
            ("time", Column::Text(|row| &row.time)),
            ("waited", Column::KnownSeconds(|row| row.waited)),
        ]
    }
}

/// A step together with the run to which it belongs.
#[derive(Debug, Clone, Copy)]
pub struct StepRow<'a> {
    run: &'a StepRun,
    step: &'a StepRecord,
}

/// Returns one row for each step of these runs.
pub fn step_rows(runs: &[StepRun]) -> Vec<StepRow<'_>> {
    runs.iter().flat_map(|run| run.steps.iter().map(move |step| StepRow { run, step })).collect()
}

/// The columns of a step. Those from `repetition` on are the columns of `igc run --steps`, without its
/// last one: stores do not keep the variants that a model chose.
impl<'a> Tabular for StepRow<'a> {
    const NAME: &'static str = "step";

    fn columns() -> Vec<(&'static str, Column<StepRow<'a>>)> {
        vec![
            ("study", Column::Text(|row| &row.run.study)),
            ("application", Column::Text(|row| &row.run.application)),
            ("graph", Column::Text(|row| &row.run.graph)),
            ("class", Column::Text(|row| &row.run.class)),
            ("chip", Column::Text(|row| &row.run.chip)),
            ("device", Column::Text(|row| &row.run.device)),
            ("driver", Column::Text(|row| &row.run.driver)),
            ("dialect", Column::Text(|row| &row.run.dialect)),
            ("options", Column::Text(|row| &row.run.options)),
            ("artefact", Column::Text(|row| &row.run.artefact)),
            ("igc", Column::Text(|row| &row.run.igc)),
            ("host", Column::Text(|row| &row.run.host)),
            ("date", Column::Text(|row| &row.run.date)),
            ("repetition", Column::Number(|row| row.step.repetition.into())),
            ("loop", Column::Number(|row| row.step.loop_number.into())),
            ("kind", Column::Text(|row| row.step.kind.name())),
            ("entry", Column::Number(|row| row.step.entry.into())),
            ("step", Column::Number(|row| count(row.step.step))),
            ("rounds", Column::Number(|row| count(row.step.rounds))),
            ("start", Column::Seconds(|row| row.step.start)),
            ("time", Column::Seconds(|row| row.step.time)),
            ("launches", Column::Number(|row| count(row.step.launches))),
            ("worklist", Column::Text(|row| row.step.worklist.as_deref().unwrap_or_default())),
            ("frontier", Column::Known(|row| row.step.frontier.map(i64::from))),
            ("frontier_arcs", Column::Known(|row| row.step.frontier_edges.map(count))),
            ("discovered", Column::Known(|row| row.step.discovered.map(i64::from))),
        ]
    }
}

/// Converts a count for a table. A count that does not fit becomes the largest `i64`.
fn count(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Writes comma-separated values, with the names of the columns in the first line. Texts are safe
/// for spreadsheets ([`csv_cell`]).
///
/// # Errors
///
/// Returns an error if the CSV writer fails. It writes to memory, which does not fail.
pub fn csv<R: Tabular>(rows: &[R]) -> Result<Vec<u8>, csv::Error> {
    let columns = R::columns();
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record(columns.iter().map(|(name, _)| name))?;
    for row in rows {
        for (_, column) in &columns {
            match column {
                Column::Text(of) => writer.write_field(&*csv_cell(of(row)))?,
                Column::Number(of) => writer.write_field(of(row).to_string())?,
                Column::Known(of) => {
                    writer.write_field(of(row).map_or(String::new(), |value| value.to_string()))?;
                }
                Column::Seconds(of) => writer.write_field(of(row).to_string())?,
                Column::KnownSeconds(of) => {
                    writer.write_field(of(row).map_or(String::new(), |value| value.to_string()))?;
                }
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
