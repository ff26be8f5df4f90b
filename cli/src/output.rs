//! Output for people: errors, results, numbers and progress.

use std::fmt::{Display, Write};
use std::io::{IsTerminal, Write as _};
use std::path::Path;
use std::time::Duration;

use igc_compiler::diagnostics::visible;
use igc_measure::comparison::Failure;
use igc_measure::worker::Fault;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;

use crate::error_help;
use crate::failed::Failed;
use crate::message;

/// Prints an error, and returns the failure.
pub fn fail<T>(failed: Failed, error: impl Display) -> Result<T, Failed> {
    message::error(error);
    Err(failed)
}

/// Prints why there is no result, and returns the failure.
pub fn fail_with<T>(fault: impl Into<Fault>) -> Result<T, Failed> {
    let Fault { mut failure, is_absence } = fault.into();
    if is_absence {
        failure.code = Some("absent".into());
    }
    fail(failure.kind.into(), explained(&failure))
}

/// Returns the reason of a failure, and which option could help.
pub fn explained(failure: &Failure) -> String {
    with_help(&failure.reason, failure.code.as_deref())
}

/// Returns an error of a library, and which option could help, by the code of the error.
pub fn with_help(error: impl Display, code: Option<&str>) -> String {
    let help =
        code.and_then(error_help::of).map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    format!("{error}{help}")
}

/// Formats a result as JSON.
///
/// # Panics
///
/// Panics if a map has keys that are not strings, or if a `Serialize` implementation fails. No
/// result of igc does either.
pub fn json(result: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(result).expect("numbers and strings serialise");
    visible::json(&text).into_owned() + "\n"
}

/// Prints a result to stdout. On a terminal, unsafe characters become escapes; a file or a pipe
/// gets the text as it is.
///
/// # Errors
///
/// Returns an error if writing fails, unless the reader has closed the pipe, as `head` does.
pub fn print(text: &str) -> Result<(), Failed> {
    if message::is_silent() {
        return Ok(());
    }
    message::result_begins();
    let mut stdout = std::io::stdout().lock();
    let text = if stdout.is_terminal() { visible::text(text) } else { text.into() };
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Converts the result of writing to stdout. A reader that has closed the pipe has seen enough,
/// which is not an error.
pub fn written(result: std::io::Result<()>) -> Result<(), Failed> {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            fail(Failed::Input, format_args!("standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Writes an output file.
///
/// # Errors
///
/// Returns an error if writing fails. A regular file then keeps its previous content.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failed> {
    not_written(path, igc_output::write(path, content))
}

/// Creates a folder for output files, unless it exists. The folder that contains it must exist: a
/// mistyped path must not create folders.
///
/// # Errors
///
/// Returns an error if the folder cannot be created.
pub fn create_folder(folder: &Path) -> Result<(), Failed> {
    match std::fs::create_dir(folder) {
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            not_written(folder, Err(igc_output::missing_folder()))
        }
        created => not_written(folder, created),
    }
}

/// Prints why an output file cannot be written, if there is an error. A reader that has closed a
/// pipe has seen enough, which is not an error.
pub fn not_written<T: Default>(path: &Path, result: std::io::Result<T>) -> Result<T, Failed> {
    match result {
        Ok(done) => Ok(done),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(T::default()),
        Err(error) => fail(Failed::Input, format_args!("{}: {error}", message::shown(path))),
    }
}

/// Runs `work` and shows a [`spinner`] meanwhile.
pub fn doing<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let spinner = spinner(what);
    let result = work();
    spinner.finish_and_clear();
    result
}

/// Returns a spinner with the given text. It is hidden if stderr is not a terminal.
pub fn spinner(what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() || message::is_silent() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner().with_message(what.to_string());
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
    spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// Returns a progress bar for `length` units of work. It is hidden if stderr is not a terminal.
pub fn bar(length: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len}{left}: {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.with_key("left", |state: &ProgressState, out: &mut dyn Write| {
        let left = time_left(state.pos(), state.len().unwrap_or(0), state.elapsed());
        if let Some(left) = left {
            // A bar without this text is better than none.
            let _ = write!(out, ", about {} left", HumanDuration(left));
        }
    }));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Estimates the remaining time from the average time of the units of work that are done. Returns
/// `None` if no unit is done yet, or if none is left.
pub fn time_left(done: u64, all: u64, elapsed: Duration) -> Option<Duration> {
    let left = all.checked_sub(done).filter(|left| *left > 0 && done > 0)?;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() / done as f64 * left as f64).ok()
}

/// Returns a [`bar`] for kernels that are compiled in advance. If stderr is not a terminal, prints
/// the number of programs instead.
pub fn builds_bar(programs: usize) -> ProgressBar {
    let bar = bar(programs);
    bar.set_message("compiling kernels in advance");
    if bar.is_hidden() {
        message::say(format_args!(
            "compiling the kernels of {} programs in advance",
            grouped(programs as u64)
        ));
    }
    bar
}

/// Formats a whole number in groups of three digits.
pub fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a count with its noun, such as `1 program` or `3 programs`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count as u64))
}

/// Formats a time in seconds, milliseconds or microseconds, with three significant digits.
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let digits = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before the first unit of work is done, nothing is known: "0 seconds" would be wrong.
    #[test]
    fn the_time_left_is_unknown_at_first() {
        let three_minutes = Duration::from_secs(180);
        assert_eq!(time_left(0, 10, three_minutes), None);
        assert_eq!(time_left(1, 3, three_minutes), Some(Duration::from_secs(360)));
        assert_eq!(time_left(3, 3, three_minutes), None);
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0u32), "0");
        assert_eq!(grouped(733_846u32), "733,846");
        assert_eq!(grouped(1_000u32), "1,000");
        assert_eq!(time(0.0345), "34.5 ms");
        assert_eq!(time(0.0000061), "6.10 µs");
        assert_eq!(time(123.4), "123 s");
    }
}
