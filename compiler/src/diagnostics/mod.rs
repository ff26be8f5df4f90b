//! Errors and warnings about a program, with codes, source positions and help.
//!
//! A code `E…` means that the *program* is wrong. A code `W…` is a warning: the program compiles,
//! but a part of it is probably not intended. A *bug* of the compiler has no code and is not a
//! [`Diagnostic`].
//!
//! | codes | what they are about |
//! | --- | --- |
//! | `E00xx` | characters, tokens and grammar |
//! | `E01xx` | names |
//! | `E02xx` | types and values |
//! | `E03xx` | statements, and where they may stand |
//! | `E04xx` | `main`, `output`, `check`, `graph` and other declarations |
//! | `W01xx` | warnings |
//!
//! [`registry`] explains every code with a wrong and a corrected program. [`render`] turns
//! diagnostics into text and JSON. [`visible`] makes text safe for terminals. None of them reads
//! files or prints.

pub use correction::{Advice, Correction};
pub use igc_visible as visible;

use crate::span::Span;

mod correction;
pub mod registry;
pub mod render;
pub mod suggest;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program does not compile.
    Error,
    /// The program compiles, but a part of it is probably not intended.
    Warning,
}

/// A position in the source, with a text about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The position.
    pub span: Span,
    /// The text, which may be empty.
    pub text: String,
    /// Whether the diagnostic is about this position. Otherwise the position only helps to
    /// understand it.
    pub primary: bool,
}

/// One error or warning about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code in the [`registry`], such as `E0101`, or empty for an error of a run.
    pub code: &'static str,
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The positions; at least one label is primary.
    pub labels: Vec<Label>,
    /// Explanations of what is wrong.
    pub notes: Vec<String>,
    /// Suggestions of what to write instead.
    pub help: Vec<String>,
    /// Changes of the source that an editor can offer.
    pub corrections: Vec<Correction>,
}

impl Diagnostic {
    /// Creates an error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label { span, text: String::new(), primary: true }],
            notes: Vec::new(),
            help: Vec::new(),
            corrections: Vec::new(),
        }
    }

    /// Creates a warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Adds a text at the primary position.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.labels[0].text = text.into();
        self
    }

    /// Adds another position that helps to understand the error.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds an explanation.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a suggestion. If it knows a replacement for the primary position, adds this correction.
    #[must_use]
    pub fn help(mut self, advice: impl Into<Advice>) -> Diagnostic {
        let Advice { text, replacement } = advice.into();
        self.help.push(text);
        match replacement {
            Some(new) => {
                let span = self.span();
                self.correction(span, new)
            }
            None => self,
        }
    }

    /// Adds a correction: the text that replaces a part of the source.
    #[must_use]
    pub fn correction(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.corrections.push(Correction::new(span, text));
        self
    }

    /// Adds a suggestion, if there is one.
    #[must_use]
    pub fn help_if(self, text: Option<impl Into<Advice>>) -> Diagnostic {
        match text {
            Some(text) => self.help(text),
            None => self,
        }
    }

    /// Moves every position by a number of bytes.
    #[must_use]
    pub fn moved(mut self, by: u32) -> Diagnostic {
        for Label { span, .. } in &mut self.labels {
            *span = Span { start: span.start + by, end: span.end + by };
        }
        self.corrections.iter_mut().for_each(|correction| correction.move_by(by));
        self
    }

    /// The position that it is about.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The largest number of errors to report, and of warnings.
pub const MAX_REPORTED: usize = 50;

/// Removes the diagnostics after the first [`MAX_REPORTED`]. The last one gets a note with their
/// number.
pub fn cut_off(diagnostics: &mut Vec<Diagnostic>) {
    let more = diagnostics.len().saturating_sub(MAX_REPORTED);
    diagnostics.truncate(MAX_REPORTED);
    if let Some(last) = diagnostics.last_mut().filter(|_| more > 0) {
        let what = if last.is_error() { "errors" } else { "warnings" };
        last.notes.push(format!("the program has {more} more {what}, which are not shown"));
    }
}

/// Sorts diagnostics by their position in the source.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|d| (d.span().start, d.span().end, d.severity, d.code));
}
