//! `igc run --steps`: writes the rounds of a run's loops as CSV.

use std::path::{Path, PathBuf};

use igc::Report;
use igc::supersteps::{LoopKind, StepRecord};

use crate::failed::Failed;
use crate::message;
use crate::output::{not_written, write};

/// The names of the columns, in the order of the fields of [`StepRecord`].
const COLUMNS: [&str; 14] = [
    "repetition",
    "loop",
    "kind",
    "entry",
    "step",
    "rounds",
    "start",
    "time",
    "launches",
    "worklist",
    "frontier",
    "frontier_arcs",
    "discovered",
    "variants",
];

/// A CSV file of rounds.
pub struct Steps {
    path: PathBuf,
}

impl Steps {
    /// Checks before the run that the file can be written, so that an invalid path is reported
    /// early.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn to(path: &Path) -> Result<Steps, Failed> {
        not_written(path, igc_output::check(path))?;
        Ok(Steps { path: path.to_path_buf() })
    }

    /// Writes the rounds of a run. Prints a note if the run had an outlined loop, whose rounds the
    /// host cannot see.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&self, report: &Report) -> Result<(), Failed> {
        let steps = report.steps.as_deref().unwrap_or_default();
        write(&self.path, rows(steps).expect("memory can be written"))?;
        if steps.iter().any(|step| step.kind == LoopKind::Outlined) {
            message::say(
                "note: a loop ran on the device as one kernel (oitergb); the file has one line for all \
                 of its rounds, because the host cannot time them individually",
            );
        }
        Ok(())
    }
}

fn rows(steps: &[StepRecord]) -> csv::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(vec![]);
    writer.write_record(COLUMNS)?;
    for step in steps {
        writer.serialize(step)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
