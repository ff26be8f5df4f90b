//! `igc lsp`: the language server.

use igc_lsp::{Ended, Options, serve_stdio};

use crate::failed::Failed;
use crate::output::fail;

/// Serves one editor on standard input and output.
///
/// # Errors
///
/// Returns an error if the editor ends the connection without asking the server to shut down, or if the server
/// cannot start.
pub fn lsp() -> Result<(), Failed> {
    let options = Options {
        igc: std::env::current_exe().ok(),
        temporary: std::env::temp_dir(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    match serve_stdio(&options) {
        Ok(Ended::Properly) => Ok(()),
        Ok(Ended::Abruptly) => fail(Failed::Input, "the editor closed the connection"),
        Err(error) => fail(Failed::Input, error),
    }
}
