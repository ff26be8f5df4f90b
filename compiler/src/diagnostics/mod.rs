//! What the compiler has to say about a program: errors and warnings with codes, places and help.
//!
//! Two kinds of failure are never mixed: codes `E…` say that the *program* is wrong; a *bug* of the
//! compiler has no code and is not a [`Diagnostic`]. Codes `W…` are warnings: the
//! program compiles, but something in it is probably not meant.
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
//! [`registry`] explains every code with a wrong and a right program; [`render`] turns diagnostics
//! into text and JSON. Both are pure: nothing here reads a file or prints.

use crate::span::Span;

pub mod registry;
pub mod render;
pub mod suggest;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program does not compile.
    Error,
    /// The program compiles, but something in it is probably not meant.
    Warning,
}

/// A place in the source with what there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub text: String,
    /// Whether the diagnostic is about this place, or the place only helps to understand it.
    pub primary: bool,
}

/// One error or warning about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code in the [`registry`], such as `E0101`.
    pub code: &'static str,
    /// Whether the program compiles all the same.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// Where; at least one label is primary.
    pub labels: Vec<Label>,
    /// Why it is wrong.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label { span, text: String::new(), primary: true }],
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Says something beside the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.labels[0].text = text.into();
        self
    }

    /// Shows another place that helps to understand.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds why it is wrong.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a help line where there is one.
    #[must_use]
    pub fn help_if(self, text: Option<String>) -> Diagnostic {
        match text {
            Some(text) => self.help(text),
            None => self,
        }
    }

    /// The place that it is about.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Whether the program does not compile.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Puts diagnostics into the order of the source, errors and warnings together.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|d| (d.span().start, d.span().end, d.severity, d.code));
}
