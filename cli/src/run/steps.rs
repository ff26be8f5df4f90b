//! The rounds of a run's loops as a table: `igc run --steps`.

use std::fs::File;
use std::path::{Path, PathBuf};

use igc_runtime::report::Report;
use igc_runtime::supersteps::{LoopKind, StepRecord};

use crate::failed::Failed;
use crate::output::fail;

/// The columns: the fields of a [`StepRecord`], in their order.
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

/// A file of rounds.
pub struct Steps {
    path: PathBuf,
    writer: csv::Writer<File>,
}

impl Steps {
    /// Creates the file: one that cannot be written is not worth a run.
    pub fn create(path: &Path) -> Result<Steps, Failed> {
        let writer = csv::WriterBuilder::new().has_headers(false).from_path(path);
        let path = path.to_path_buf();
        match writer {
            Ok(writer) => Ok(Steps { path, writer }),
            Err(error) => fail(Failed::Input, format_args!("{}: {error}", path.display())),
        }
    }

    /// Writes the rounds of a run, and says which loops it could not look into.
    pub fn write(&mut self, report: &Report) -> Result<(), Failed> {
        let steps = report.steps.as_deref().unwrap_or_default();
        if let Err(error) = self.rows(steps) {
            return fail(Failed::Input, format_args!("{}: {error}", self.path.display()));
        }
        if steps.iter().any(|step| step.kind == LoopKind::Outlined) {
            eprintln!(
                "note: a loop ran on the device as one kernel (oitergb), and the host saw no round of \
                 it: the file has one line for all of them"
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
