//! `igc run --steps`: writes the rounds of a run's loops as CSV.

use std::fs::File;
use std::path::{Path, PathBuf};

use igc_runtime::report::Report;
use igc_runtime::supersteps::{LoopKind, StepRecord};

use crate::failed::Failed;
use crate::output::fail;

/// The names of the columns, in the order of the fields of [`StepRecord`].
const COLUMNS: [&str; 13] = [
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
];

/// A CSV file of rounds.
pub struct Steps {
    path: PathBuf,
    writer: csv::Writer<File>,
}

impl Steps {
    /// Creates the file before the run, so that an invalid path is reported early.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn create(path: &Path) -> Result<Steps, Failed> {
        let writer = csv::WriterBuilder::new().has_headers(false).from_path(path);
        let path = path.to_path_buf();
        match writer {
            Ok(writer) => Ok(Steps { path, writer }),
            Err(error) => fail(Failed::Input, format_args!("{}: {error}", path.display())),
        }
    }

    /// Writes the rounds of a run. Prints a note if the run had an outlined loop, whose rounds the
    /// host cannot see.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, report: &Report) -> Result<(), Failed> {
        let steps = report.steps.as_deref().unwrap_or_default();
        if let Err(error) = self.rows(steps) {
            return fail(Failed::Input, format_args!("{}: {error}", self.path.display()));
        }
        if steps.iter().any(|step| step.kind == LoopKind::Outlined) {
            eprintln!(
                "note: a loop ran on the device as one kernel (oitergb); the file has one line for all \
                 of its rounds, because the host cannot time them individually"
            );
        }
        Ok(())
    }

    fn rows(&mut self, steps: &[StepRecord]) -> Result<(), csv::Error> {
        self.writer.write_record(COLUMNS)?;
        for step in steps {
            self.writer.serialize(step)?;
        }
        Ok(self.writer.flush()?)
    }
}
