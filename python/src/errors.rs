//! Exceptions. Their classes are in `igc/_errors.py`.

use igc::diagnostics::{Diagnostic, Severity};
use igc::{Error, ErrorKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Returns an exception of a kind without positions in a program.
pub fn make(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    make_with(py, kind, message, None)
}

/// Returns an exception of a kind, with the code of its cause if that is known.
fn make_with(py: Python<'_>, kind: &str, message: &str, code: Option<&str>) -> PyErr {
    let made = py
        .import("igc._errors")
        .and_then(|module| module.call_method1("make", (kind, message, code)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Returns the exception for an error of the library.
pub fn raise(py: Python<'_>, error: &Error) -> PyErr {
    let message = error.to_string();
    let Error::Program { path, text, diagnostics } = error else {
        let code = match error {
            Error::Run(error) => Some(error.code()),
            _ => None,
        };
        return make_with(py, kind(error), &message, code);
    };
    let made = described(py, diagnostics, text).and_then(|spans| {
        let module = py.import("igc._errors")?;
        module.call_method1("make_compile_error", (message, path, text, spans))
    });
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

fn kind(error: &Error) -> &'static str {
    match error {
        Error::Name { .. } => "name",
        Error::Source { .. } => "source",
        _ => match error.kind() {
            ErrorKind::Input => "input",
            ErrorKind::Device => "device",
            ErrorKind::Cancelled | ErrorKind::TimedOut => "cancelled",
            ErrorKind::Bug => "bug",
        },
    }
}

/// Returns diagnostics as dictionaries. Positions are numbers of characters, as Python counts them.
pub fn described<'py>(
    py: Python<'py>,
    diagnostics: &[Diagnostic],
    text: &str,
) -> PyResult<Bound<'py, PyList>> {
    let characters = |byte: u32| {
        let byte = (byte as usize).min(text.len());
        text.get(..byte).map_or(byte, |before| before.chars().count())
    };
    let list = PyList::empty(py);
    for diagnostic in diagnostics {
        let dict = PyDict::new(py);
        dict.set_item("code", diagnostic.code)?;
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        dict.set_item("severity", severity)?;
        dict.set_item("message", &diagnostic.message)?;
        dict.set_item("notes", &diagnostic.notes)?;
        dict.set_item("help", &diagnostic.help)?;
        let label = |label: &igc::diagnostics::Label| {
            (
                characters(label.span.start),
                characters(label.span.end),
                label.text.clone(),
                label.primary,
            )
        };
        let labels: Vec<_> = diagnostic.labels.iter().map(label).collect();
        dict.set_item("labels", labels)?;
        list.append(dict)?;
    }
    Ok(list)
}
