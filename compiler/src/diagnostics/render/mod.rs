//! Diagnostics as text for people, and in three forms for machines: [JSON](records), [SARIF](sarif), and
//! [commands of GitHub's workflows](github).
//!
//! All forms show unsafe characters as escapes ([`visible`]).

pub mod github;
pub mod records;
pub mod sarif;

use std::ops::Range;

use super::visible::{self, VisibleSource};
use super::{Diagnostic, Severity};
use crate::bundle;
use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::{Error as FilesError, Files, SimpleFile};
use codespan_reporting::term;
pub use records::{OtherError, Reported, json, json_of};

/// Why rendering cannot fail.
const IN_MEMORY: &str = "writing to memory succeeds, and labels were clamped to the source";

/// The longest source line that is shown, in bytes. A diagnostic about a longer line shows only the
/// position.
const MAX_LINE: usize = 1000;

/// The diagnostics as plain text with the source lines that they are about.
pub fn plain(file: &str, source: &str, diagnostics: &[Diagnostic]) -> String {
    let files = VisibleFiles::new(file, source);
    let render = |diagnostic| {
        let config = config(source, diagnostic);
        term::emit_into_string(&config, &files, &files.to_codespan(diagnostic)).expect(IN_MEMORY)
    };
    diagnostics.iter().map(render).collect()
}

/// The same with ANSI colours.
pub fn ansi(file: &str, source: &str, diagnostics: &[Diagnostic]) -> String {
    let files = VisibleFiles::new(file, source);
    let mut out = term::termcolor::Buffer::ansi();
    for diagnostic in diagnostics {
        let config = config(source, diagnostic);
        let diagnostic = files.to_codespan(diagnostic);
        term::emit_to_write_style(
            &mut term::StylesWriter::new(&mut out, &term::Styles::default()),
            &config,
            &files,
            &diagnostic,
        )
        .expect(IN_MEMORY);
    }
    String::from_utf8_lossy(out.as_slice()).into_owned()
}

/// How to show a diagnostic: with the source lines, unless one of them is too long.
fn config(source: &str, diagnostic: &Diagnostic) -> term::Config {
    let long = diagnostic.labels.iter().any(|label| {
        [label.span.start, label.span.end].into_iter().any(|offset| {
            let (before, after) = source.split_at(boundary(source, offset));
            let start = before.bytes().rev().take(MAX_LINE + 1).take_while(|byte| *byte != b'\n');
            let end = after.bytes().take(MAX_LINE + 1).take_while(|byte| *byte != b'\n');
            start.count() + end.count() > MAX_LINE
        })
    });
    let display_style = if long { term::DisplayStyle::Medium } else { term::DisplayStyle::Rich };
    term::Config { display_style, ..term::Config::default() }
}

/// A file as codespan shows it: unsafe characters of its name and its source are escapes. Columns
/// are those of the original source.
struct VisibleFile<'a> {
    original: &'a str,
    visible: VisibleSource<'a>,
    escaped: SimpleFile<String, String>,
}

impl<'a> VisibleFile<'a> {
    fn new(file: &str, original: &'a str) -> VisibleFile<'a> {
        let visible = VisibleSource::new(original);
        let name = visible::name(file).into_owned();
        let escaped = SimpleFile::new(name, visible.text.clone().into_owned());
        VisibleFile { original, visible, escaped }
    }

    fn column_number(&self, line: usize, offset: usize) -> Result<usize, FilesError> {
        let start = self.visible.original_offset(self.escaped.line_range((), line)?.start);
        let end = self.visible.original_offset(offset);
        Ok(self.original.get(start..end).map_or(0, |before| before.chars().count()) + 1)
    }
}

/// A program and the files that it imports, each with its position in the whole text.
struct VisibleFiles<'a>(Vec<(u32, VisibleFile<'a>)>);

impl<'a> VisibleFiles<'a> {
    fn new(program: &str, source: &'a str) -> VisibleFiles<'a> {
        let visible = |file: bundle::File<'a>| {
            let name = bundle::shown(program, file.path);
            (file.start, VisibleFile::new(&name, file.text()))
        };
        VisibleFiles(bundle::files(source).into_iter().map(visible).collect())
    }

    fn to_codespan(&self, diagnostic: &Diagnostic) -> codespan::Diagnostic<usize> {
        let severity = match diagnostic.severity {
            Severity::Error => codespan::Severity::Error,
            Severity::Warning => codespan::Severity::Warning,
        };
        let labels = diagnostic.labels.iter().map(|label| {
            let starts = self.0.iter().map(|(start, _)| *start);
            let id = bundle::index_at(starts, label.span.start);
            let (start, file) = &self.0[id];
            let offset = |offset: u32| {
                let within = boundary(file.original, offset.saturating_sub(*start));
                file.visible.escaped_offset(within)
            };
            let range = offset(label.span.start)..offset(label.span.end);
            match label.primary {
                true => codespan::Label::primary(id, range),
                false => codespan::Label::secondary(id, range),
            }
            .with_message(visible::text(&label.text))
        });
        let notes = diagnostic.notes.iter().map(|text| prefixed("note: ", text));
        let help = diagnostic.help.iter().map(|text| prefixed("help: ", text));
        codespan::Diagnostic::new(severity)
            .with_code(diagnostic.code)
            .with_message(visible::text(&diagnostic.message))
            .with_labels(labels.collect())
            .with_notes(notes.chain(help).collect())
    }
}

impl<'f> Files<'f> for VisibleFiles<'_> {
    type FileId = usize;
    type Name = &'f str;
    type Source = &'f str;

    fn name(&'f self, id: usize) -> Result<&'f str, FilesError> {
        Ok(self.0[id].1.escaped.name())
    }

    fn source(&'f self, id: usize) -> Result<&'f str, FilesError> {
        Ok(self.0[id].1.escaped.source())
    }

    fn line_index(&'f self, id: usize, offset: usize) -> Result<usize, FilesError> {
        self.0[id].1.escaped.line_index((), offset)
    }

    fn line_range(&'f self, id: usize, line: usize) -> Result<Range<usize>, FilesError> {
        self.0[id].1.escaped.line_range((), line)
    }

    fn column_number(&'f self, id: usize, line: usize, offset: usize) -> Result<usize, FilesError> {
        self.0[id].1.column_number(line, offset)
    }
}

/// Prefixes the first line and indents the others beneath it.
fn prefixed(prefix: &str, text: &str) -> String {
    let indent = format!("\n{}", " ".repeat(prefix.len()));
    format!("{prefix}{}", visible::text(text).replace('\n', &indent))
}

/// The offset, moved back to where a character starts and into the source.
fn boundary(source: &str, offset: u32) -> usize {
    let clamped = source.len().min(offset as usize);
    (0..=clamped).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn very_long_lines_are_not_shown() {
        for (length, is_shown) in [(MAX_LINE, true), (MAX_LINE + 1, false), (1 << 20, false)] {
            for character in ["x", "\0"] {
                let source = character.repeat(length);
                let span = Span { start: 0, end: length as u32 };
                let diagnostic = Diagnostic::error("E0001", span, "an error").label("all of it");
                let text = plain("long.ig", &source, &[diagnostic]);
                assert_eq!(text.len() > MAX_LINE, is_shown, "{length} times {character:?}");
            }
        }
    }
}
