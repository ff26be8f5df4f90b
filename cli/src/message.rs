//! The only writer of messages: everything that igc prints to standard error, except progress bars,
//! goes through this module.
//!
//! - **A message never changes the outcome.** If standard error is closed or full, the message is lost and the command
//!   continues. `eprintln!` would panic, so a lint forbids it.
//! - **A message is safe to show.** Control characters and bidirectional control characters, for example from the name
//!   of a file, become escapes.
//! - **With `--diagnostics json`, all messages are one JSON array.** [`finish`] writes it at the end of the command.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use igc_compiler::diagnostics::render::{self, OtherError};
use igc_compiler::diagnostics::{Diagnostic, visible};

use crate::failed::Failed;

/// The messages of a command with `--diagnostics json`; `None` if messages are text.
static COLLECTED: Mutex<Option<Collected>> = Mutex::new(None);

/// Messages that will become one JSON array.
#[derive(Default)]
struct Collected {
    /// The path and the text of the program.
    path: String,
    text: String,
    diagnostics: Vec<Diagnostic>,
    errors: Vec<OtherError>,
}

/// Collects all messages from now on, for [`finish`].
pub fn use_json() {
    with_collected(|collected| *collected = Some(Collected::default()));
}

/// Prints a line, or several, about the progress of a command. With `--diagnostics json`, only
/// errors and warnings are printed.
pub fn say(message: impl Display) {
    if with_collected(|collected| collected.is_none()) {
        line(&message.to_string());
    }
}

/// Prints a line of the program that runs, also with `--diagnostics json`.
pub fn print(text: &str) {
    line(text);
}

fn line(text: &str) {
    write(&(visible::text(text.trim_end_matches('\n')).into_owned() + "\n"));
}

/// Prints an error. Lines that start with `help: ` are suggestions.
pub fn error(error: impl Display) {
    let error = error.to_string();
    let is_collected = with_collected(|collected| match collected {
        Some(collected) => {
            collected.errors.push(other_error(&error));
            true
        }
        None => false,
    });
    if !is_collected {
        line(&format!("error: {error}"));
    }
}

/// Splits the suggestions from an error.
fn other_error(error: &str) -> OtherError {
    let mut parts = error.trim_end().split("\nhelp: ");
    let message = parts.next().unwrap_or_default().to_string();
    OtherError { message, help: parts.map(str::to_string).collect() }
}

/// Prints the errors and warnings of a program.
pub fn diagnostics(path: &str, text: &str, diagnostics: &[Diagnostic]) {
    let is_collected = with_collected(|collected| match collected {
        Some(collected) => {
            (collected.path, collected.text) = (path.to_string(), text.to_string());
            collected.diagnostics.extend_from_slice(diagnostics);
            true
        }
        None => false,
    });
    if is_collected || diagnostics.is_empty() {
        return;
    }
    // The renderer escapes unsafe characters. Its own escape sequences, for colours, must stay.
    write(&match std::io::stderr().is_terminal() {
        true => render::ansi(path, text, diagnostics),
        false => render::plain(path, text, diagnostics),
    });
}

/// Prints the collected messages. Without `--diagnostics json`, there are none.
pub fn finish() {
    if let Some(Collected { path, text, diagnostics, errors }) = with_collected(Option::take) {
        write(&(render::json_with(&path, &text, &diagnostics, &errors) + "\n"));
    }
}

/// The exit code for a bug of igc, which is also the one with which Rust's own programs end.
const INTERNAL_ERROR: i32 = 101;

/// The message if there is not enough memory. A signal handler prints it, so it is prepared.
pub const NO_MEMORY: &str = "error: there is not enough memory\n\
    help: use a smaller graph, or a machine with more memory\n";

/// Prints why a thread panicked, and ends the process. This is a panic hook.
///
/// The process ends whichever thread panicked, because a result after a bug cannot be trusted. It
/// ends at once: drivers' handlers for the end of a process would wait for threads that no longer
/// answer.
pub fn panicked(panic: &PanicHookInfo<'_>) {
    let backtrace = std::backtrace::Backtrace::capture();
    let backtrace = match backtrace.status() {
        std::backtrace::BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    let code = match is_lack_of_memory(panic) {
        true => {
            error(NO_MEMORY.trim_start_matches("error: ").trim_end());
            Failed::Input as i32
        }
        false => {
            error(format_args!(
                "internal error: {panic}{backtrace}\n\
                 help: this is a bug in igc; please report it, and attach the command and its files"
            ));
            INTERNAL_ERROR
        }
    };
    end(code)
}

/// Prints the collected messages, and ends the process without drivers' handlers for its end: the
/// system frees their memory anyway.
pub fn end(code: i32) -> ! {
    finish();
    // Nobody reads a report that cannot be written.
    let _ = std::io::stdout().flush();
    #[cfg(unix)]
    // SAFETY: the function has no requirements. It does not return.
    unsafe {
        libc::_exit(code)
    }
    #[cfg(not(unix))]
    std::process::exit(code)
}

/// Whether the standard library panicked because the system has no memory left, for example for the
/// stack on which a new thread handles signals. It offers no other way to report this.
fn is_lack_of_memory(panic: &PanicHookInfo<'_>) -> bool {
    let is_of_library = panic.location().is_some_and(|place| place.file().starts_with("/rustc/"));
    is_of_library && panic.to_string().contains("(os error 12)")
}

/// Returns the path of a file for a message. A line feed in the name cannot start a line of the
/// message.
pub fn shown(path: &Path) -> String {
    visible::path(path)
}

fn with_collected<T>(use_it: impl FnOnce(&mut Option<Collected>) -> T) -> T {
    use_it(&mut COLLECTED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Writes a text with one call, so that messages of several processes do not mix. Errors are
/// ignored.
fn write(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
