//! Errors about the weights of a graph. They name the declaration that takes the weights.

use igc_compiler::data::DataError;
use igc_compiler::diagnostics::Diagnostic;
use igc_compiler::interp::RunError;
use igc_compiler::span::Span;
use igc_compiler::syntax::ast::ItemKind;
use igc_compiler::syntax::parse;
use igc_runtime::Error;

use crate::failed::Failed;
use crate::message;
use crate::source::{Source, fail_in};

/// Prints why a run has no result. An error about weights shows the declaration in the program.
pub fn fail_at_declaration<T>(source: &Source, error: igc::Error) -> Result<T, Failed> {
    match diagnostic(source, &error) {
        Some(diagnostic) => {
            message::diagnostics(&source.path, &source.text, &[diagnostic]);
            Err(Failed::Input)
        }
        None => fail_in(source)(error),
    }
}

/// Returns the diagnostic of an error about weights, and `None` for any other error.
fn diagnostic(source: &Source, error: &igc::Error) -> Option<Diagnostic> {
    let igc::Error::Run(Error::Data(data) | Error::Run(RunError::Data(data))) = error else {
        return None;
    };
    let (array, label) = match data {
        DataError::NoWeights { array, .. } => (array, "it has no initial value"),
        DataError::Weight { array, .. } => (array, "it has the weights of the graph"),
        _ => return None,
    };
    let text = data.to_string();
    let mut lines = text.lines();
    let message = lines.next().unwrap_or_default();
    // The text of an error that is not about the source has no code.
    let mut diagnostic = Diagnostic::error("", declaration(source, array)?, message).label(label);
    for line in lines {
        diagnostic = match line.split_once(": ") {
            Some(("note", note)) => diagnostic.note(note),
            Some(("help", help)) => diagnostic.help(help),
            _ => diagnostic.note(line),
        };
    }
    Some(diagnostic)
}

/// Returns the place of the name in the declaration of an edge property.
fn declaration(source: &Source, name: &str) -> Option<Span> {
    let items = parse(&source.text).0?.items;
    items.into_iter().find_map(|item| match item.kind {
        ItemKind::EdgeProperty(field) if field.name.text == name => Some(field.name.span),
        _ => None,
    })
}
