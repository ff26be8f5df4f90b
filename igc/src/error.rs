//! The errors of the library.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use igc_compiler::diagnostics::{Diagnostic, render, visible};
use igc_compiler::driver::Failure;
use igc_runtime::source::SourceError;

/// The reason why there is no result. `Display` writes the whole reason; that of a program that does
/// not compile has excerpts of its text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program does not compile.
    #[error("{}", render::plain(.path, .text, .diagnostics))]
    Program {
        /// The program's file, or its name.
        path: String,
        /// The text in which the diagnostics have their places.
        text: String,
        /// Errors and warnings.
        diagnostics: Vec<Diagnostic>,
    },
    /// The program cannot be read.
    #[error("{path}: {error}")]
    Source {
        /// The program's file.
        path: String,
        /// The reason.
        error: SourceError,
    },
    /// No problem and no program of the portfolio has this name.
    #[error("`{}` is not the name of a problem or program{}", visible::name(.name), meant(.suggestion.as_deref()))]
    Name {
        /// The name.
        name: String,
        /// The nearest name, if one is near enough to be meant.
        suggestion: Option<String>,
    },
    /// The model of adaptive programs does not fit, or the compiler has a bug.
    #[error(transparent)]
    Compiler(Failure),
    /// The graph cannot be loaded, the arguments do not fit the program, the device failed, or the run
    /// was ended.
    #[error(transparent)]
    Run(#[from] igc_runtime::Error),
    /// igc panicked. The session in which this happened starts anew with its next run.
    #[error(
        "internal error: {0}\nhelp: this is a bug in igc; please report it, and attach the program"
    )]
    Panic(String),
}

/// Who can do something about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The program, the graph or the arguments are wrong.
    Input,
    /// The device does not exist, lacks something, or failed.
    Device,
    /// The run was cancelled.
    Cancelled,
    /// The run reached its time limit.
    TimedOut,
    /// igc has a bug.
    Bug,
}

impl Error {
    /// Returns who can do something about the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Program { .. } | Error::Source { .. } | Error::Name { .. } => ErrorKind::Input,
            Error::Compiler(Failure::Bug(_)) | Error::Panic(_) => ErrorKind::Bug,
            Error::Compiler(_) => ErrorKind::Input,
            Error::Run(igc_runtime::Error::Cancelled) => ErrorKind::Cancelled,
            Error::Run(igc_runtime::Error::TimedOut(_)) => ErrorKind::TimedOut,
            Error::Run(igc_runtime::Error::Internal(_)) => ErrorKind::Bug,
            Error::Run(error) if error.is_device() => ErrorKind::Device,
            Error::Run(_) => ErrorKind::Input,
        }
    }

    /// Returns the name of the cause, by which a program can tell errors apart: the code of the first diagnostic of a
    /// program that does not compile, such as `E0101`, and otherwise a word such as `parameter` or `no-device`.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Program { diagnostics, .. } => {
                diagnostics.first().map_or("program", |one| one.code)
            }
            Error::Source { .. } => "source",
            Error::Name { .. } => "name",
            Error::Compiler(Failure::Bug(_)) | Error::Panic(_) => "internal",
            Error::Compiler(_) => "model",
            Error::Run(error) => error.code(),
        }
    }

    /// Returns what is wrong, without excerpts of a program and without help.
    pub fn message(&self) -> String {
        match self {
            Error::Program { diagnostics, .. } => {
                diagnostics.first().map_or(String::new(), |one| one.message.clone())
            }
            other => split(&other.to_string()).0.to_owned(),
        }
    }

    /// Returns what the user can do about the error, or an empty text.
    pub fn help(&self) -> String {
        match self {
            Error::Program { diagnostics, .. } => {
                diagnostics.first().map_or(String::new(), |one| one.help.join("\n"))
            }
            other => split(&other.to_string()).1.to_owned(),
        }
    }

    /// Returns whether the device lacks what the program needs, so that another configuration may run.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Error::Run(error) if error.is_refusal())
    }

    /// Returns the errors and warnings of a program that does not compile.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Program { diagnostics, .. } => diagnostics,
            _ => &[],
        }
    }
}

impl From<igc_graph::GraphError> for Error {
    fn from(error: igc_graph::GraphError) -> Error {
        Error::Run(error.into())
    }
}

/// Splits a text into the reason and the help, which its last line has.
fn split(text: &str) -> (&str, &str) {
    text.rsplit_once("\nhelp: ").unwrap_or((text, ""))
}

/// Returns the line of help with a suggestion.
fn meant(suggestion: Option<&str>) -> String {
    suggestion.map(|name| format!("\nhelp: did you mean `{name}`?")).unwrap_or_default()
}

/// Does some work. A panic becomes an error.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // What the work has changed is either dropped, or whole whenever code of igc panics.
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|payload| Err(Error::Panic(text_of(&*payload))))
}

/// Returns the message of a panic.
fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}
