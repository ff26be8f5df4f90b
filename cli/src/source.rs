//! Reads and compiles programs, and prints their diagnostics.

use std::io::Read;
use std::path::Path;

use clap::ValueEnum;
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::options::Options;
use igc_compiler::syntax::lexer::MAX_TEXT;

use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::fail;

/// The format of errors and warnings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticsForm {
    /// Text, with excerpts of the source.
    #[default]
    Text,
    /// A JSON array.
    Json,
}

/// The text and the name of a program.
pub struct Source {
    /// The program's name: the file name without its extension.
    pub name: String,
    /// The file's text.
    pub text: String,
    /// The file's path, as shown in diagnostics.
    pub path: String,
}

/// Reads a program from a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if it is not UTF-8.
pub fn read(path: &Path) -> Result<Source, Failed> {
    let shown = shown(path);
    match std::fs::File::open(path).and_then(read_some) {
        Ok(bytes) => from_bytes(path, shown, bytes),
        Err(e) => fail(Failed::Input, format_args!("{shown}: {e}")),
    }
}

/// Reads a program from standard input.
///
/// # Errors
///
/// Returns an error if standard input cannot be read, or if it is not UTF-8.
pub fn read_stdin() -> Result<Source, Failed> {
    match read_some(std::io::stdin().lock()) {
        Ok(bytes) => from_bytes(Path::new("stdin"), "<stdin>".to_string(), bytes),
        Err(e) => fail(Failed::Input, format_args!("<stdin>: {e}")),
    }
}

/// Reads to the end, or one byte more than a program may have. The compiler reports such a text as
/// too long.
fn read_some(file: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![];
    file.take(u64::from(MAX_TEXT) + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn from_bytes(path: &Path, shown: String, bytes: Vec<u8>) -> Result<Source, Failed> {
    // A text that is too long may be cut off within a character.
    let text = match bytes.len() > MAX_TEXT as usize {
        true => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        false => String::from_utf8(bytes),
    };
    let Ok(text) = text else {
        return fail(Failed::Input, format_args!("{shown}: the file is not valid UTF-8 text"));
    };
    let name = path.file_stem().map_or("program".into(), |stem| stem.to_string_lossy().into());
    Ok(Source { name, text, path: shown })
}

/// Compiles a program, and prints its errors and warnings.
///
/// # Errors
///
/// Returns an error if the program does not compile.
pub fn build(source: &Source, options: &Options) -> Result<Compilation, Failed> {
    match compile(&source.name, &source.text, options) {
        Ok(compilation) => {
            message::diagnostics(&source.path, &source.text, &compilation.warnings);
            Ok(compilation)
        }
        Err(failure) => Err(reject(source, failure)),
    }
}

/// Prints why a program does not compile.
pub fn reject(source: &Source, failure: Failure) -> Failed {
    match failure {
        Failure::Program(diagnostics) => {
            message::diagnostics(&source.path, &source.text, &diagnostics);
            Failed::Input
        }
        Failure::Bug(reason) => {
            message::error(format_args!(
                "internal error in the compiler: {reason}\n\
                 help: this is a bug in igc; please report it, and attach the program"
            ));
            Failed::Bug
        }
    }
}
