//! The files of searches and of their comparisons: lines of JSON, so that an interruption loses no
//! finished work.

use std::path::{Path, PathBuf};

use igc_compiler::configuration::{LlvmPass, OrderOf, PassKind};
use igc_output::{AppendError, AppendFile};
use igc_runtime::source::{LARGE, SMALL, read_text};
use igc_study::search::cross::{CrossRecord, Origin};
use igc_study::search::features::distance;
use igc_study::search::{About, Record, Search, Trial, has_retired_pass};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::fail;

/// A file of lines of JSON, which is open at its end.
pub struct Lines {
    path: PathBuf,
    file: AppendFile,
}

impl Lines {
    /// Continues a file that is open at its end.
    pub fn of(path: &Path, file: AppendFile) -> Lines {
        Lines { path: path.to_path_buf(), file }
    }

    /// Creates the file, or opens it to continue. Returns the earlier lines. The `writer`, a
    /// command, writes first lines of the type `T`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written, if another command has written it, or
    /// if another process is writing it.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        writer: &str,
    ) -> Result<(Lines, Vec<String>), Failed> {
        let is_first = |line: &str| serde_json::from_str::<T>(line).is_ok();
        match AppendFile::open(path, is_first) {
            Ok((file, lines)) => Ok((Lines::of(path, file), lines)),
            Err(error) => not_appended(path, writer, error),
        }
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or does not exist any more.
    pub fn add(&mut self, record: &impl Serialize) -> Result<(), Failed> {
        let line = serde_json::to_string(record).expect("numbers and strings serialise") + "\n";
        match self.file.add(&line) {
            Ok(()) => Ok(()),
            Err(error) => fail(Failed::Input, format_args!("{}: {error}", shown(&self.path))),
        }
    }
}

/// Prints why a file cannot be appended to.
pub fn not_appended<T>(path: &Path, writer: &str, error: AppendError) -> Result<T, Failed> {
    let path = shown(path);
    match error {
        AppendError::Foreign => {
            fail(Failed::Input, format_args!("{path}:1: not a line that `{writer}` writes"))
        }
        error => fail(Failed::Input, format_args!("{path}: {error}")),
    }
}

/// Parses lines of JSON, which the `writer`, a command, has written.
///
/// # Errors
///
/// Returns an error if the file has other lines.
pub fn records<T: DeserializeOwned>(
    path: &Path,
    lines: &[String],
    writer: &str,
) -> Result<Vec<T>, Failed> {
    numbered_records(path, (1..).zip(lines), writer)
}

/// Parses lines of JSON with their numbers in the file.
fn numbered_records<'l, T: DeserializeOwned>(
    path: &Path,
    lines: impl IntoIterator<Item = (usize, &'l String)>,
    writer: &str,
) -> Result<Vec<T>, Failed> {
    let mut records = vec![];
    for (number, line) in lines {
        match serde_json::from_str(line) {
            Ok(record) => records.push(record),
            Err(_) => {
                let place = format!("{}:{number}", shown(path));
                let message = format_args!("{place}: not a line that `{writer}` writes");
                return fail(Failed::Input, message);
            }
        }
    }
    Ok(records)
}

/// What the file of a search contains.
pub struct Kept<P> {
    /// What the search is about.
    pub about: About,
    /// The trials.
    pub trials: Vec<Trial<P>>,
    /// The best order of the last final, if the search has ended.
    best: Option<OrderOf<P>>,
}

impl<P: PassKind> Kept<P> {
    /// Parses the lines of a file. Leaves out orders with passes that igc no longer has, with a
    /// note.
    fn parse(path: &Path, lines: &[String]) -> Result<Kept<P>, Failed> {
        refuse_other_passes::<P>(path, lines)?;
        let (retired, lines): (Vec<_>, Vec<_>) =
            (1..).zip(lines).partition(|(_, line)| has_retired_pass(line));
        if !retired.is_empty() {
            let (path, count) = (shown(path), retired.len());
            message::say(format_args!(
                "note: {path}: {count} orders have passes that igc no longer has, and are left out"
            ));
        }
        let (mut about, mut trials, mut best) = (None, vec![], None);
        for record in numbered_records(path, lines, WRITER)? {
            match (record, &about) {
                (Record::About(found), None) => about = Some(*found),
                (Record::Trial(trial), Some(_)) => trials.push(trial),
                (Record::Best(order), Some(_)) => best = Some(order),
                _ => {
                    let message = format_args!("{}: not the file of one search", shown(path));
                    return fail(Failed::Input, message);
                }
            }
        }
        match about {
            Some(about) => Ok(Kept { about, trials, best }),
            None => fail(Failed::Input, format_args!("{}: not the file of a search", shown(path))),
        }
    }
}

impl<P: PassKind> Kept<P> {
    /// Returns the best order: that of the final, or of the trials so far. Returns `None` if no
    /// order was timed.
    pub fn origin(&self) -> Option<Origin<P>> {
        let of_trials = || Search::resume(self.trials.clone()).best().into_iter().next();
        let order = self.best.clone().or_else(of_trials)?;
        let About { subject, device, .. } = &self.about;
        Some(Origin { subject: subject.clone(), device: device.clone(), order })
    }
}

/// Refuses the file of a search for an order of other passes.
fn refuse_other_passes<P: PassKind>(path: &Path, lines: &[String]) -> Result<(), Failed> {
    match lines.first().map(|line| serde_json::from_str(line)) {
        Some(Ok(Record::<P>::About(about))) => refuse_other::<P>(path, &about.over),
        _ => Ok(()),
    }
}

/// Refuses a file about other passes.
fn refuse_other<P: PassKind>(path: &Path, over: &str) -> Result<(), Failed> {
    if over == P::OPTION {
        return Ok(());
    }
    let (path, needed) = (shown(path), P::OPTION);
    fail(
        Failed::Input,
        format_args!(
            "{path}: the file has orders of `{over}`, but orders of `{needed}` are needed"
        ),
    )
}

/// Reads which passes the file of a search is about: the option of a configuration that lists them.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is not the file of a search.
pub fn over(path: &Path) -> Result<String, Failed> {
    let lines = lines_of(path)?;
    match records(path, &lines[..lines.len().min(1)], WRITER)?.pop() {
        Some(Record::<LlvmPass>::About(about)) => Ok(about.over),
        _ => fail(Failed::Input, format_args!("{}: not the file of a search", shown(path))),
    }
}

/// The fields by which a line of `igc search cross` is recognised, for orders of any passes.
#[derive(Deserialize)]
pub struct CrossLine {
    #[serde(rename = "subject")]
    _subject: serde::de::IgnoredAny,
    #[serde(rename = "measured")]
    _measured: serde::de::IgnoredAny,
}

/// Parses the records of `igc search cross`.
///
/// # Errors
///
/// Returns an error if the file has other lines, or records of other passes.
pub fn cross_records<P: PassKind>(
    path: &Path,
    lines: &[String],
) -> Result<Vec<CrossRecord<P>>, Failed> {
    /// The field of a record that tells how to parse the others.
    #[derive(Deserialize)]
    struct Kind {
        over: String,
    }
    if let Some(Ok(Kind { over })) = lines.first().map(|line| serde_json::from_str(line)) {
        refuse_other::<P>(path, &over)?;
    }
    records(path, lines, CROSS_WRITER)
}

/// Reads the file of a search, which may still run.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is not the file of a search for an order of
/// these passes.
pub fn read<P: PassKind>(path: &Path) -> Result<Kept<P>, Failed> {
    Kept::parse(path, &lines_of(path)?)
}

/// Reads the complete lines of a file, to which another process may be adding a line.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn lines_of(path: &Path) -> Result<Vec<String>, Failed> {
    let text = match read_text(path, LARGE) {
        Ok(text) => text,
        Err(error) => return fail(Failed::Input, format_args!("{}: {error}", shown(path))),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    Ok(whole.lines().map(str::to_string).collect())
}

/// Reads a list of orders.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if a line is not an order of these passes.
pub fn listed<P: PassKind>(path: &Path) -> Result<Vec<OrderOf<P>>, Failed> {
    let text = match read_text(path, SMALL) {
        Ok(text) => text,
        Err(error) => return fail(Failed::Input, format_args!("{}: {error}", shown(path))),
    };
    let mut orders = vec![];
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match OrderOf::parse(&line.replace('+', ",")) {
            Ok(order) => orders.push(order),
            Err(error) => {
                let message = format_args!("{}:{number}: {error}", shown(path));
                return fail(Failed::Input, message);
            }
        }
    }
    Ok(orders)
}

/// The command that writes the files of comparisons of orders.
pub const CROSS_WRITER: &str = "igc search cross";

/// The command that writes the files of searches.
const WRITER: &str = "igc search";

/// The file of a search.
pub struct Store(Lines);

impl Store {
    /// Creates the file, or opens it to continue the search. Returns the earlier trials.
    ///
    /// # Errors
    ///
    /// Returns an error if the file belongs to another search, or cannot be read or written.
    pub fn open<P: PassKind>(path: &Path, about: &About) -> Result<(Store, Vec<Trial<P>>), Failed> {
        let (mut lines, earlier) = Lines::open::<Record<P>>(path, WRITER)?;
        if earlier.is_empty() {
            lines.add(&Record::<P>::About(Box::new(about.clone())))?;
            return Ok((Store(lines), vec![]));
        }
        let kept = Kept::parse(path, &earlier)?;
        let theirs = About { file: about.file.clone(), ..kept.about };
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
        Ok((Store(lines), kept.trials))
    }

    /// Adds a trial.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn add<P: PassKind>(&mut self, trial: &Trial<P>) -> Result<(), Failed> {
        self.0.add(&Record::Trial(trial.clone()))
    }

    /// Adds the best order of the final.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn end<P: PassKind>(&mut self, best: OrderOf<P>) -> Result<(), Failed> {
        self.0.add(&Record::Best(best))
    }
}

/// Returns the best orders of those earlier searches whose programs are most similar.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or is not the file of a search for an order of
/// these passes.
pub fn neighbours<P: PassKind>(
    paths: &[PathBuf],
    about: &About,
    count: usize,
) -> Result<Vec<OrderOf<P>>, Failed> {
    let mut searches = vec![];
    for path in paths {
        let Kept { about: theirs, trials, .. } = read(path)?;
        searches.push((distance(&theirs.features, &about.features), Search::resume(trials).best()));
    }
    searches.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let best = searches.into_iter().take(count).flat_map(|(_, best)| best.into_iter().take(count));
    Ok(best.collect())
}
