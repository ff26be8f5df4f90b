//! Diagnostics as JSON.
//!
//! The JSON is an array with one object for each diagnostic:
//!
//! ```json
//! [{
//!   "code": "E0101",
//!   "severity": "error",
//!   "message": "unknown name `dpeth`",
//!   "labels": [{
//!     "file": "bfs.ig", "primary": true, "text": "no visible item or local has this name",
//!     "start": { "offset": 120, "line": 9, "column": 15 },
//!     "end": { "offset": 125, "line": 9, "column": 20 }
//!   }],
//!   "notes": [],
//!   "help": ["did you mean `depth`?"]
//! }]
//! ```
//!
//! Offsets count the bytes of the file from 0. Lines and columns count from 1, and columns count Unicode characters.
//! `end` is the position after the last character. The first label of each diagnostic is the primary one. An error that
//! is not about the source, such as a file that cannot be read, has the code `null` and no labels. An error of a run
//! that is about a declaration has the code `null` and a label. Fields may be added. They are never renamed or removed.

use codespan_reporting::files::{Files, SimpleFile};
use serde::Serialize;

use super::boundary;
use crate::bundle;
use crate::diagnostics::{Diagnostic, Severity, visible};

/// An error that is not about a position in the source, such as a file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherError {
    /// What is wrong.
    pub message: String,
    /// Suggestions of what to do.
    pub help: Vec<String>,
}

/// A program and the diagnostics about it.
#[derive(Debug, Clone, Copy)]
pub struct Reported<'a> {
    /// The path of the program, for people.
    pub file: &'a str,
    /// Its text, which may be a [bundle](crate::bundle).
    pub source: &'a str,
    /// The diagnostics.
    pub diagnostics: &'a [Diagnostic],
}

/// A diagnostic with the positions in its files. It serialises as this module describes.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    /// The code, unless the diagnostic has none.
    pub code: Option<&'static str>,
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The positions, the primary one first.
    pub labels: Vec<LabelRecord>,
    /// Explanations.
    pub notes: Vec<String>,
    /// Suggestions.
    pub help: Vec<String>,
}

/// A range of a file, with a text about it.
#[derive(Debug, Clone, Serialize)]
pub struct LabelRecord {
    /// The path of the file.
    pub file: String,
    /// Whether the diagnostic is about this range.
    pub primary: bool,
    /// The text, which may be empty.
    pub text: String,
    /// The first character.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Position {
    /// Bytes before the position.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in Unicode characters, from 1.
    pub column: usize,
}

/// Returns the records of programs, followed by errors that are not about a program.
pub fn records(programs: &[Reported<'_>], others: &[OtherError]) -> Vec<Record> {
    let of_programs = programs.iter().flat_map(|program| {
        let files = bundle::files(program.source);
        let files: Vec<LocatedFile<'_>> =
            files.iter().map(|part| LocatedFile::new(program.file, part)).collect();
        program.diagnostics.iter().map(move |diagnostic| record(&files, diagnostic))
    });
    let others = others.iter().map(|OtherError { message, help }| Record {
        code: None,
        severity: Severity::Error,
        message: message.clone(),
        labels: vec![],
        notes: vec![],
        help: help.clone(),
    });
    of_programs.chain(others).collect()
}

/// Returns the diagnostics of one program as JSON.
pub fn json(file: &str, source: &str, diagnostics: &[Diagnostic]) -> String {
    json_of(&records(&[Reported { file, source, diagnostics }], &[]))
}

/// Returns records as JSON.
pub fn json_of(records: &[Record]) -> String {
    let text = serde_json::to_string_pretty(records);
    visible::json(&text.expect("records of strings and numbers serialise")).into_owned()
}

/// A file of a program, with its position in the whole text.
struct LocatedFile<'a> {
    start: u32,
    file: SimpleFile<String, &'a str>,
}

impl<'a> LocatedFile<'a> {
    fn new(program: &str, part: &bundle::File<'a>) -> LocatedFile<'a> {
        let name = bundle::shown(program, part.path);
        LocatedFile { start: part.start, file: SimpleFile::new(name, part.text()) }
    }

    /// Returns a position within the file.
    fn position(&self, offset: u32) -> Position {
        let offset = boundary(self.file.source(), offset.saturating_sub(self.start));
        let location = self.file.location((), offset);
        let location = location.expect("the offset was clamped to the source");
        Position { offset, line: location.line_number, column: location.column_number }
    }
}

fn record(files: &[LocatedFile<'_>], diagnostic: &Diagnostic) -> Record {
    let labels = diagnostic.labels.iter().map(|label| {
        let starts = files.iter().map(|file| file.start);
        let file = &files[bundle::index_at(starts, label.span.start)];
        LabelRecord {
            file: file.file.name().clone(),
            primary: label.primary,
            text: label.text.clone(),
            start: file.position(label.span.start),
            end: file.position(label.span.end),
        }
    });
    Record {
        code: Some(diagnostic.code).filter(|code| !code.is_empty()),
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        labels: labels.collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
    }
}
