//! The file of a conformance run: one line of JSON per case, so that an interrupted run loses no
//! finished work.

use std::collections::HashMap;
use std::path::Path;

use igc_measure::conformance::{Case, Record};
use igc_output::{AppendError, AppendFile};
use igc_runtime::backend::DeviceName;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failed::Failed;
use crate::message::shown;
use crate::output::fail;
use crate::search::store::{Lines, not_appended};

/// The option that writes the file.
const WRITER: &str = "--out";

/// The first line, which identifies the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of igc.
    pub igc: String,
    /// The device.
    pub device: DeviceName,
}

/// The records of a run, and the file that keeps them, if there is one.
pub struct Journal {
    file: Option<Lines>,
    /// The records by the artefact and the graph, which identify a case.
    records: HashMap<(String, String), Record>,
}

impl Journal {
    /// Creates a journal without a file.
    pub fn nowhere() -> Journal {
        Journal { file: None, records: HashMap::new() }
    }

    /// Creates the file. An existing file is not changed.
    pub fn create(path: &Path, about: &About) -> Result<Journal, Failed> {
        let file = match AppendFile::create(path) {
            Ok(file) => file,
            Err(error) => {
                let shown = shown(path);
                let exists = match &error {
                    AppendError::Io(error) => error.kind() == std::io::ErrorKind::AlreadyExists,
                    error => matches!(error, AppendError::Special),
                };
                let help = format!("\nhelp: continue this run with --resume {shown}");
                let help = if exists && path.is_file() { &help } else { "" };
                return fail(Failed::Input, format_args!("{shown}: {error}{help}"));
            }
        };
        let mut journal = Journal { file: Some(Lines::of(path, file)), records: HashMap::new() };
        journal.write(about)?;
        Ok(journal)
    }

    /// Opens the file, to continue the run.
    pub fn resume(path: &Path, about: &About) -> Result<Journal, Failed> {
        let (file, lines) = match AppendFile::resume(path, is_first) {
            Ok(opened) => opened,
            Err(error) => return not_appended(path, WRITER, error),
        };
        let mut records = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            // Files of several runs may have been concatenated, so the identifying line may occur
            // again.
            if at == 0 || is_first(line) {
                is_about(path, &parse(path, at, line)?, about)?;
            } else {
                let record: Record = parse(path, at, line)?;
                records.insert((record.artefact.clone(), record.graph.clone()), record);
            }
        }
        let mut journal = Journal { file: Some(Lines::of(path, file)), records };
        if lines.is_empty() {
            journal.write(about)?;
        }
        Ok(journal)
    }

    /// Returns the record of a case, if there is one.
    pub fn find(&self, case: &Case) -> Option<&Record> {
        self.records.get(&(case.artefact.clone(), case.graph.clone()))
    }

    /// Adds a record.
    pub fn add(&mut self, record: Record) -> Result<(), Failed> {
        self.write(&record)?;
        self.records.insert((record.artefact.clone(), record.graph.clone()), record);
        Ok(())
    }

    /// Returns the records of these cases, in their order and with their configurations.
    pub fn records(&self, cases: &[Case]) -> Vec<Record> {
        let known = |case: &Case| {
            let options = case.options.iter().map(ToString::to_string).collect();
            self.find(case).map(|record| Record { options, ..record.clone() })
        };
        cases.iter().filter_map(known).collect()
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failed> {
        self.file.as_mut().map_or(Ok(()), |file| file.add(line))
    }
}

/// Returns whether a line identifies a run.
fn is_first(line: &str) -> bool {
    serde_json::from_str::<About>(line).is_ok()
}

fn parse<T: DeserializeOwned>(path: &Path, at: usize, line: &str) -> Result<T, Failed> {
    serde_json::from_str(line).or_else(|error| {
        let place = format!("{}:{}", shown(path), at + 1);
        fail(Failed::Input, format_args!("{place}: not a line that `{WRITER}` writes: {error}"))
    })
}

/// Checks that the file is from the same version of igc and the same device. Other results would
/// mean nothing here.
fn is_about(path: &Path, theirs: &About, ours: &About) -> Result<(), Failed> {
    if theirs == ours {
        return Ok(());
    }
    let words = |About { igc, device }: &About| {
        format!("igc {igc} on {} ({}), {}", device.name, device.driver, device.dialect)
    };
    fail(
        Failed::Input,
        format_args!(
            "{} has the results of {}, but this is {}\nhelp: write a new file with --out",
            shown(path),
            words(theirs),
            words(ours)
        ),
    )
}
