//! Words for people: errors, numbers, and signs of life.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use igc_measure::worker::Fault;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failed::Failed;

/// Says what went wrong, and fails.
pub fn fail<T>(failed: Failed, error: impl Display) -> Result<T, Failed> {
    eprintln!("error: {error}");
    Err(failed)
}

/// Prints why there is no result, and fails with the exit code of the fault.
pub fn fail_with<T>(fault: impl Into<Fault>) -> Result<T, Failed> {
    let Fault { failure, is_absence } = fault.into();
    let failed = fail(failure.kind.into(), failure.reason);
    if is_absence {
        eprintln!("help: `--device host` runs the program without OpenCL, slowly");
    }
    failed
}

/// A result for machines.
///
/// # Panics
///
/// It has a key that is no text, or fails by itself to serialise: nothing that igc prints does.
pub fn json(result: &impl Serialize) -> String {
    serde_json::to_string_pretty(result).expect("numbers and strings serialise") + "\n"
}

/// Prints a result to stdout. A reader that has gone away, as `head` does, is no failure.
pub fn print(text: &str) -> Result<(), Failed> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => fail(Failed::Input, e),
        _ => Ok(()),
    }
}

/// Shows what is being done while `work` does it, where someone is watching.
pub fn doing<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let spinner = spinner(what);
    let result = work();
    spinner.finish_and_clear();
    result
}

/// Shows what is being done until it is finished, where someone is watching.
pub fn spinner(what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner().with_message(what.to_string());
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
    spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// Shows how much of so much is done, and what is being done, where someone is watching.
pub fn bar(length: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len}, {eta} left: {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A [`bar`] for kernels that are built ahead. Where nobody is watching, a line says how many.
pub fn builds_bar(programs: usize) -> ProgressBar {
    let bar = bar(programs);
    bar.set_message("building kernels ahead");
    if bar.is_hidden() {
        eprintln!("building kernels of {} programs ahead", grouped(programs as u64));
    }
    bar
}

/// A whole number in groups of three digits.
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

/// A time in the unit that suits it, with three significant digits.
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
