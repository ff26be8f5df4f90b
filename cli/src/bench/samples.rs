//! `igc bench --csv`: writes the time of every run, for other statistics programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use igc_measure::comparison::{Comparison, Outcome};
use igc_output::{OutputFile, csv_cell};

use crate::failed::Failed;
use crate::output::not_written;

/// The columns of the file.
const COLUMNS: [&str; 7] =
    ["program", "graph", "options", "round", "position", "initialise", "compute"];

/// A file of times.
pub struct Samples {
    path: PathBuf,
    /// The file, once there are times.
    file: Option<OutputFile>,
}

impl Samples {
    /// Checks that the file can be written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn to(path: &Path) -> Result<Samples, Failed> {
        not_written(path, igc_output::check(path))?;
        Ok(Samples { path: path.to_path_buf(), file: None })
    }

    /// Writes the runs of a comparison. After this, an interrupted command keeps them. The first
    /// comparison replaces the previous content of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, comparison: &Comparison) -> Result<(), Failed> {
        let rows = rows(comparison, self.file.is_none()).expect("memory can be written");
        let written = self.append(&rows);
        not_written(&self.path, written)
    }

    fn append(&mut self, rows: &[u8]) -> std::io::Result<()> {
        let file = match self.file.take() {
            Some(file) => file,
            None => OutputFile::create(&self.path)?,
        };
        let file = self.file.insert(file);
        file.write_all(rows)?;
        file.publish()
    }
}

fn rows(comparison: &Comparison, has_header: bool) -> csv::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(vec![]);
    if has_header {
        writer.write_record(COLUMNS)?;
    }
    for entry in &comparison.configurations {
        let Outcome::Timed(timed) = &entry.outcome else { continue };
        for run in &timed.runs {
            let program = csv_cell(&comparison.program);
            let graph = csv_cell(&comparison.graph.name);
            let [round, position] =
                [run.round as usize, run.position].map(|number| number.to_string());
            let [initialise, compute] =
                [run.initialise, run.compute].map(|seconds| seconds.to_string());
            let fields: [&str; COLUMNS.len()] =
                [&program, &graph, &entry.options, &round, &position, &initialise, &compute];
            writer.write_record(fields)?;
        }
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
