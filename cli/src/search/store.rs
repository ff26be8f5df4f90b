//! The file of a search: one line of JSON for each trial, so that an interrupted search loses no
//! finished work.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use igc_compiler::options::{Order, PassKind};
use igc_output::whole_lines;
use igc_study::search::features::distance;
use igc_study::search::{About, Record, Search, Trial};
use serde::Serialize;

use crate::failed::Failed;
use crate::message::shown;
use crate::output::fail;

/// The file of a search, which is open at its end.
pub struct Store {
    path: PathBuf,
    file: File,
}

impl Store {
    /// Creates the file, or opens it to continue the search. Returns the earlier trials.
    ///
    /// # Errors
    ///
    /// Returns an error if the file belongs to another search, or cannot be read or written.
    pub fn open<P: PassKind>(path: &Path, about: &About) -> Result<(Store, Vec<Trial<P>>), Failed> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let (file, lines) = match options.open(path).and_then(whole_lines) {
            Ok(opened) => opened,
            Err(error) => return fail(Failed::Input, format_args!("{}: {error}", shown(path))),
        };
        let mut store = Store { path: path.to_path_buf(), file };
        if lines.is_empty() {
            store.write(&Record::<P>::About(Box::new(about.clone())))?;
            return Ok((store, vec![]));
        }
        let (theirs, trials) = parsed(path, &lines)?;
        if theirs != *about {
            return fail(
                Failed::Input,
                format_args!(
                    "{}: the search is of another program, graph, device, configuration or version \
                     of igc\nhelp: name another file with `--store`",
                    shown(path)
                ),
            );
        }
        Ok((store, trials))
    }

    /// Adds a trial.
    pub fn add<P: PassKind>(&mut self, trial: &Trial<P>) -> Result<(), Failed> {
        self.write(&Record::Trial(trial.clone()))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failed> {
        let line = serde_json::to_string(line).expect("numbers and strings serialise") + "\n";
        // Written with one call, so that after a crash only the last line can be incomplete.
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) => fail(Failed::Input, format_args!("{}: {error}", shown(&self.path))),
        }
    }
}

/// Returns the best orders of those earlier searches whose programs are most similar.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or is not the file of a search.
pub fn neighbours<P: PassKind>(
    paths: &[PathBuf],
    about: &About,
    count: usize,
) -> Result<Vec<Order<P>>, Failed> {
    let mut searches = vec![];
    for path in paths {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return fail(Failed::Input, format_args!("{}: {error}", shown(path))),
        };
        // A search that still runs may be writing its last line.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let lines: Vec<String> = whole.lines().map(str::to_string).collect();
        let (theirs, trials) = parsed(path, &lines)?;
        searches.push((distance(&theirs.features, &about.features), Search::resume(trials).best()));
    }
    searches.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let best = searches.into_iter().take(count).flat_map(|(_, best)| best.into_iter().take(count));
    Ok(best.collect())
}

/// Returns what a search is about, and its trials.
fn parsed<P: PassKind>(path: &Path, lines: &[String]) -> Result<(About, Vec<Trial<P>>), Failed> {
    let (mut about, mut trials) = (None, vec![]);
    for (at, line) in lines.iter().enumerate() {
        match (serde_json::from_str(line), &about) {
            (Ok(Record::About(found)), None) => about = Some(*found),
            (Ok(Record::Trial(trial)), Some(_)) => trials.push(trial),
            (Ok(_), _) | (Err(_), _) => {
                let place = format!("{}:{}", shown(path), at + 1);
                return fail(
                    Failed::Input,
                    format_args!("{place}: not a line that `igc search` writes"),
                );
            }
        }
    }
    match about {
        Some(about) => Ok((about, trials)),
        None => fail(Failed::Input, format_args!("{}: not the file of a search", shown(path))),
    }
}
