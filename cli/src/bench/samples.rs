//! `igc bench --csv`: writes the time of every run, for other statistics programs.

use std::fs::File;
use std::path::{Path, PathBuf};

use igc_measure::comparison::{Comparison, Outcome};

use crate::failed::Failed;
use crate::output::fail;

/// The columns of the file.
const COLUMNS: [&str; 7] =
    ["program", "graph", "options", "round", "position", "initialise", "compute"];

/// A file of times.
pub struct Samples {
    path: PathBuf,
    writer: csv::Writer<File>,
}

impl Samples {
    /// Creates the file and writes its header.
    pub fn create(path: &Path) -> Result<Samples, Failed> {
        let created = csv::Writer::from_path(path).and_then(|mut writer| {
            writer.write_record(COLUMNS)?;
            writer.flush()?;
            Ok(Samples { path: path.to_path_buf(), writer })
        });
        created.or_else(|error| fail(Failed::Input, format_args!("{}: {error}", path.display())))
    }

    /// Writes the runs of a comparison.
    pub fn write(&mut self, comparison: &Comparison) -> Result<(), Failed> {
        let written = self.rows(comparison);
        written
            .or_else(|error| fail(Failed::Input, format_args!("{}: {error}", self.path.display())))
    }

    fn rows(&mut self, comparison: &Comparison) -> Result<(), csv::Error> {
        for entry in &comparison.configurations {
            let Outcome::Timed(timed) = &entry.outcome else { continue };
            for run in &timed.runs {
                let (program, graph) = (&comparison.program, &comparison.graph.name);
                let [round, position] =
                    [run.round as usize, run.position].map(|number| number.to_string());
                let [initialise, compute] =
                    [run.initialise, run.compute].map(|seconds| seconds.to_string());
                let fields =
                    [program, graph, &entry.options, &round, &position, &initialise, &compute];
                self.writer.write_record(fields)?;
            }
        }
        Ok(self.writer.flush()?)
    }
}
