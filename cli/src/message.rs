//! The only writer of messages: everything that igc prints to standard error, except progress bars,
//! goes through this module.
//!
//! - **A message never changes the outcome.** If standard error is closed or full, the message is lost and the command
//!   continues. `eprintln!` would panic, so a lint forbids it.
//! - **A message is safe to show.** Control characters and bidirectional control characters, for example from the name
//!   of a file, become escapes.
//! - **`--diagnostics` selects the form of errors and warnings.** With `json` and `sarif`, all messages are one document,
//!   which [`finish`] writes at the end of the command.
//! - **With `--json`, a command that fails prints a document, too.** If it has printed no result, [`finish`] writes its
//!   errors to standard output.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use igc_compiler::diagnostics::render::records::{Record, records};
use igc_compiler::diagnostics::render::{self, OtherError, Reported, github, sarif};
use igc_compiler::diagnostics::{Diagnostic, Severity, visible};
use igc_runtime::backend::ranks::mpi;
use serde::Serialize;

use crate::failed::Failed;

/// The form of errors and warnings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticsForm {
    /// Text, with excerpts of the source
    #[default]
    Text,
    /// A JSON array
    Json,
    /// Workflow commands, which GitHub Actions shows at the lines of a change
    Github,
    /// A SARIF 2.1.0 log
    Sarif,
}

/// What this module knows about the command.
static STATE: Mutex<State> = Mutex::new(State {
    form: DiagnosticsForm::Text,
    wants_json: false,
    has_result: false,
    programs: vec![],
    errors: vec![],
    is_silent: false,
    kept: vec![],
});

/// What this module knows about the command.
struct State {
    form: DiagnosticsForm,
    /// Whether the results of the command are JSON.
    wants_json: bool,
    /// Whether the command has printed a result, or a part of it.
    has_result: bool,
    /// The path and the text of each program, and the diagnostics about it.
    programs: Vec<(String, String, Vec<Diagnostic>)>,
    /// The errors that are not about a program.
    errors: Vec<OtherError>,
    /// Whether nothing is printed, because another rank prints.
    is_silent: bool,
    /// The errors that a silent rank has not printed.
    kept: Vec<String>,
}

impl State {
    /// Returns whether errors and warnings become one document.
    fn is_document(&self) -> bool {
        matches!(self.form, DiagnosticsForm::Json | DiagnosticsForm::Sarif)
    }

    /// Returns whether errors and warnings are kept for [`finish`].
    fn collects(&self) -> bool {
        self.is_document() || self.wants_json
    }

    /// Returns everything that was collected.
    fn records(&self) -> Vec<Record> {
        let programs = self.programs.iter();
        let programs =
            programs.map(|(file, source, diagnostics)| Reported { file, source, diagnostics });
        records(&programs.collect::<Vec<_>>(), &self.errors)
    }
}

/// What `--json` prints if a command fails. Fields may be added.
#[derive(Serialize)]
struct Failure {
    exit_code: i32,
    errors: Vec<Record>,
}

/// Sets the form of all errors and warnings from now on.
pub fn use_form(form: DiagnosticsForm) {
    with_state(|state| state.form = form);
}

/// Prints nothing from now on, because another rank does.
pub fn silence() {
    with_state(|state| state.is_silent = true);
}

/// Prints messages from now on.
pub fn speak() {
    with_state(|state| state.is_silent = false);
}

/// Returns whether nothing is printed.
pub fn is_silent() -> bool {
    with_state(|state| state.is_silent)
}

/// Returns the errors that were not printed, because this rank is silent.
pub fn kept() -> String {
    with_state(|state| state.kept.join("\n"))
}

/// Says that the results of the command are JSON.
pub fn use_json_results() {
    with_state(|state| state.wants_json = true);
}

/// Says that the command writes a result to standard output.
pub fn result_begins() {
    with_state(|state| state.has_result = true);
}

/// Returns the errors up to now, if the results of the command are JSON.
pub fn errors() -> Vec<Record> {
    let mut errors = with_state(|state| state.records());
    errors.retain(|record| record.severity == Severity::Error);
    errors
}

/// Prints a line, or several, about the progress of a command. If the messages are one document,
/// only errors and warnings are printed.
pub fn say(message: impl Display) {
    if !with_state(|state| state.is_document()) {
        line(&message.to_string());
    }
}

/// Prints a line of the program that runs, whatever the form of diagnostics is.
pub fn print(text: &str) {
    line(text);
}

/// Prints what another process of igc has written to its standard error. If the messages are one
/// document, the text becomes an error of it.
pub fn relay(words: &str) {
    let words = words.trim();
    if words.is_empty() {
        return;
    }
    if with_state(|state| state.form == DiagnosticsForm::Text && !state.wants_json) {
        line(words);
    } else {
        error(words.strip_prefix("error: ").unwrap_or(words));
    }
}

fn line(text: &str) {
    write(&(visible::text(text.trim_end_matches('\n')).into_owned() + "\n"));
}

/// Prints an error. Lines that start with `help: ` are suggestions.
pub fn error(error: impl Display) {
    let error = error.to_string();
    let form = with_state(|state| {
        if state.is_silent {
            state.kept.push(error.clone());
        }
        if state.collects() {
            state.errors.push(other_error(&error));
        }
        state.form
    });
    match form {
        DiagnosticsForm::Text => line(&format!("error: {error}")),
        DiagnosticsForm::Github => write(&github::commands(&records(&[], &[other_error(&error)]))),
        DiagnosticsForm::Json | DiagnosticsForm::Sarif => {}
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
    if diagnostics.is_empty() {
        return;
    }
    let form = with_state(|state| {
        if state.collects() {
            state.programs.push((path.to_string(), text.to_string(), diagnostics.to_vec()));
        }
        state.form
    });
    let program = Reported { file: path, source: text, diagnostics };
    let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
    if let Some(first) = diagnostics.iter().find(is_error) {
        with_state(|state| {
            if state.is_silent {
                state.kept.push(format!("{path}: {}", first.message));
            }
        });
    }
    match form {
        // The renderer escapes unsafe characters. Its own escape sequences, for colours, must stay.
        DiagnosticsForm::Text => write(&match std::io::stderr().is_terminal() {
            true => render::ansi(path, text, diagnostics),
            false => render::plain(path, text, diagnostics),
        }),
        DiagnosticsForm::Github => write(&github::commands(&records(&[program], &[]))),
        DiagnosticsForm::Json | DiagnosticsForm::Sarif => {}
    }
}

/// Prints the documents of a command that ends with an exit code: the collected messages to standard
/// error, and, if a command with `--json` failed before it printed a result, its errors to standard
/// output.
fn finish(code: i32) {
    let (form, has_result, wants_json, records) = with_state(|state| {
        let records = if state.collects() { state.records() } else { vec![] };
        let has_result = std::mem::replace(&mut state.has_result, true);
        let wants_json = std::mem::take(&mut state.wants_json);
        (std::mem::take(&mut state.form), has_result, wants_json, records)
    });
    match form {
        DiagnosticsForm::Json => write(&(render::json_of(&records) + "\n")),
        DiagnosticsForm::Sarif => write(&(sarif::log(&records, env!("CARGO_PKG_VERSION")) + "\n")),
        DiagnosticsForm::Text | DiagnosticsForm::Github => {}
    }
    if wants_json && !has_result && code != 0 && !is_silent() {
        let is_error = |record: &Record| record.severity == Severity::Error;
        let errors = records.into_iter().filter(is_error).collect();
        let failure = serde_json::to_string_pretty(&Failure { exit_code: code, errors });
        let failure = failure.expect("records of strings and numbers serialise") + "\n";
        // Nobody reads a report that cannot be written.
        let _ = std::io::stdout().lock().write_all(visible::json(&failure).as_bytes());
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
    if igc_runtime::input::is_decoding() {
        return;
    }
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

/// Ends this rank together with the others. Returns the exit code of all ranks.
pub fn end_ranks(code: i32) -> i32 {
    let Some(world) = mpi::world() else { return code };
    let own = match kept() {
        text if text.is_empty() && code != 0 => format!("the command has failed with code {code}"),
        text => text,
    };
    let (rank, text) = (world.rank(), own.clone());
    let alone = move || {
        if rank > 0 {
            speak();
            error(format_args!("rank {rank}: {text}"));
        }
    };
    let (code, error) = world.end(code, &own, alone);
    if let Some(text) = error {
        self::error(text);
    }
    code
}

/// Prints the collected messages, and ends the process without drivers' handlers for its end: the
/// system frees their memory anyway.
pub fn end(code: i32) -> ! {
    let code = end_ranks(code);
    finish(code);
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

fn with_state<T>(use_it: impl FnOnce(&mut State) -> T) -> T {
    use_it(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Writes a text with one call, so that messages of several processes do not mix. Errors are
/// ignored.
fn write(text: &str) {
    if is_silent() {
        return;
    }
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
