//! Programs: reading them, compiling them, and saying what is wrong with them.

use std::io::{IsTerminal, Read};
use std::path::Path;

use clap::ValueEnum;
use igc_compiler::diagnostics::{Diagnostic, render};
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::options::Options;

use crate::failed::Failed;
use crate::output::fail;

/// How errors and warnings are reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticsForm {
    /// Text with the lines that they are about.
    #[default]
    Text,
    /// A JSON list.
    Json,
}

/// A program's text and name.
pub struct Source {
    /// What the program is called: the file's name without its suffix.
    pub name: String,
    /// The file's text.
    pub text: String,
    /// The file's path, as it is shown.
    pub path: String,
}

/// Reads a program.
pub fn read(path: &Path) -> Result<Source, Failed> {
    let shown = path.display().to_string();
    match std::fs::read(path) {
        Ok(bytes) => from_bytes(path, shown, bytes),
        Err(e) => fail(Failed::Input, format_args!("{shown}: {e}")),
    }
}

/// Reads a program from standard input.
pub fn read_stdin() -> Result<Source, Failed> {
    let mut bytes = vec![];
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => from_bytes(Path::new("stdin"), "<stdin>".to_string(), bytes),
        Err(e) => fail(Failed::Input, format_args!("<stdin>: {e}")),
    }
}

fn from_bytes(path: &Path, shown: String, bytes: Vec<u8>) -> Result<Source, Failed> {
    let Ok(text) = String::from_utf8(bytes) else {
        return fail(Failed::Input, format_args!("{shown}: a program is UTF-8 text, this is not"));
    };
    let name = path.file_stem().map_or("program".into(), |stem| stem.to_string_lossy().into());
    Ok(Source { name, text, path: shown })
}

/// Compiles a program, and reports errors and warnings.
pub fn build(
    source: &Source,
    options: &Options,
    form: DiagnosticsForm,
) -> Result<Compilation, Failed> {
    match compile(&source.name, &source.text, options) {
        Ok(compilation) => {
            report(source, &compilation.warnings, form);
            Ok(compilation)
        }
        Err(failure) => Err(reject(source, failure, form)),
    }
}

/// Says what is wrong with a program, or with igc.
pub fn reject(source: &Source, failure: Failure, form: DiagnosticsForm) -> Failed {
    match failure {
        Failure::Program(diagnostics) => report(source, &diagnostics, form),
        Failure::Bug(message) => eprintln!(
            "error: internal error in the compiler: {message}\n\
             help: this is a bug of igc; please report it with the program"
        ),
    }
    Failed::Input
}

fn report(source: &Source, diagnostics: &[Diagnostic], form: DiagnosticsForm) {
    let Source { path, text, .. } = source;
    match form {
        DiagnosticsForm::Json => eprintln!("{}", render::json(path, text, diagnostics)),
        DiagnosticsForm::Text if diagnostics.is_empty() => {}
        DiagnosticsForm::Text if std::io::stderr().is_terminal() => {
            eprint!("{}", render::ansi(path, text, diagnostics));
        }
        DiagnosticsForm::Text => eprint!("{}", render::plain(path, text, diagnostics)),
    }
}
