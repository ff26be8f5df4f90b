//! Why the compiler or the formatter has no result for a text.

use std::fmt;

use crate::diagnostics::Diagnostic;
use crate::model::ModelError;

/// Why the compiler or the formatter has no result for a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// The program is wrong. At least one of the diagnostics is an error.
    Program(Vec<Diagnostic>),
    /// The model of adaptive runs is wrong: the path of its file, and what is wrong.
    Model(String, ModelError),
    /// The compiler is wrong. The text says what it did.
    Bug(String),
}

impl fmt::Display for Failure {
    /// Writes one line. For a wrong program this is the first error, and the number of the others;
    /// [`render`](crate::diagnostics::render) writes all of them, with the source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagnostics = match self {
            Failure::Program(diagnostics) => diagnostics,
            Failure::Model(path, error) => return write!(f, "{path}: {error}"),
            Failure::Bug(message) => return write!(f, "internal error in the compiler: {message}"),
        };
        let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let Some(first) = errors.next() else { return f.write_str("the program is wrong") };
        write!(f, "error[{}]: {}", first.code, first.message)?;
        match errors.count() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn a_failure_is_an_error_that_names_the_first_diagnostic() {
        let error = |code| Diagnostic::error(code, Span::default(), "unknown name `x`");
        let warning = Diagnostic::warning("W0101", Span::default(), "`y` is never used");
        let show = |diagnostics: &[Diagnostic]| -> String {
            let failure: Box<dyn std::error::Error> =
                Box::new(Failure::Program(diagnostics.to_vec()));
            failure.to_string()
        };
        let (first, second) = (error("E0101"), error("E0102"));
        assert_eq!(show(&[warning, first.clone()]), "error[E0101]: unknown name `x`");
        assert_eq!(
            show(&[first.clone(), second.clone()]),
            "error[E0101]: unknown name `x` (and 1 more error)"
        );
        assert_eq!(
            show(&[first, second.clone(), second]),
            "error[E0101]: unknown name `x` (and 2 more errors)"
        );
        assert_eq!(Failure::Bug("lost".into()).to_string(), "internal error in the compiler: lost");
    }
}
