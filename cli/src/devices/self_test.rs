//! `igc devices --self-test`: tests the device library on devices, and prints the results as a
//! table.

use std::fmt::Write;

use igc_measure::opencl::self_test::{DialectResults, Outcome, SelfTest, self_test};
use igc_runtime::watch::Watch;

use crate::args::devices::DevicesArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{doing, fail, json, print};
use crate::watchdog;

/// Tests the selected devices, or all.
///
/// # Errors
///
/// Returns an error if a test fails on a device.
pub fn test(arguments: &DevicesArguments) -> Result<(), Failed> {
    let devices = arguments.device.opencl_devices()?;
    let watch = Watch::default();
    watchdog::guard(&watch, arguments.timeout(), arguments.build_timeout())?;
    let mut tested = vec![];
    for device in &devices {
        // With `--dialect`, the device has this dialect.
        let dialects = match arguments.device.dialect {
            Some(_) => vec![device.clone()],
            None => device.dialects(),
        };
        let test = || self_test(device, &dialects, &watch, &mut |results| say(results));
        let result = doing("testing", test);
        let result = result.or_else(|error| fail(Failed::Device, error))?;
        if !arguments.json {
            print(&table(&result))?;
        }
        tested.push(result);
    }
    if arguments.json {
        print(&json(&tested))?;
    }
    match tested.iter().all(SelfTest::passed) {
        true => Ok(()),
        false => fail(Failed::Device, "a device failed the self test"),
    }
}

/// States that the tests in a dialect have ended, because a device with a slow compiler needs
/// minutes for all of them.
fn say(results: &DialectResults) {
    let DialectResults { dialect, seconds, .. } = results;
    let failures = match results.failures() {
        0 => "no test failed".to_string(),
        1 => "1 test failed".to_string(),
        failures => format!("{failures} tests failed"),
    };
    message::say(format_args!("{dialect}: {failures} ({seconds:.1} s)"));
}

/// Formats the results as a table with a line for each test and a column for each dialect.
fn table(result: &SelfTest) -> String {
    let mut out = format!("{}: {}\n", result.index, result.device);
    for (column, dialect) in ('A'..).zip(&result.dialects) {
        let (words, seconds) = (&dialect.dialect, dialect.seconds);
        writeln!(out, "    {column}  {words} ({seconds:.1} s)").expect("a string takes it");
    }
    let tests = result.dialects.first().map_or(&[][..], |dialect| &dialect.tests);
    let width = tests.iter().map(|test| test.name.len()).max().unwrap_or(0);
    let mut line = format!("    {:width$}", "");
    for (column, _) in ('A'..).zip(&result.dialects) {
        write!(line, "  {column:<11}").expect("a string takes it");
    }
    out += &(line.trim_end().to_string() + "\n");
    for (at, test) in tests.iter().enumerate() {
        let mut line = format!("    {:width$}", test.name);
        for dialect in &result.dialects {
            let word = dialect.tests.get(at).map_or(String::new(), |test| word(&test.outcome));
            write!(line, "  {word:<11}").expect("a string takes it");
        }
        out += &(line.trim_end().to_string() + "\n");
    }
    for (reason, tests) in reasons(result) {
        writeln!(out, "{}: {reason}", tests.join(", ")).expect("a string takes it");
    }
    out
}

/// Returns the reasons why tests did not run, each with the tests and the columns of the dialects.
fn reasons(result: &SelfTest) -> Vec<(&str, Vec<String>)> {
    let tests = result.dialects.first().map_or(&[][..], |dialect| &dialect.tests);
    let mut reasons: Vec<(&str, Vec<String>)> = vec![];
    for (at, test) in tests.iter().enumerate() {
        let mut here: Vec<(&str, String)> = vec![];
        for (column, dialect) in ('A'..).zip(&result.dialects) {
            let outcome = dialect.tests.get(at).map(|test| &test.outcome);
            let Some(reason) = outcome.and_then(why_not) else { continue };
            match here.iter_mut().find(|(other, _)| *other == reason) {
                Some((_, columns)) => columns.push(column),
                None => here.push((reason, format!("{} {column}", test.name))),
            }
        }
        for (reason, test) in here {
            match reasons.iter_mut().find(|(other, _)| *other == reason) {
                Some((_, tests)) => tests.push(test),
                None => reasons.push((reason, vec![test])),
            }
        }
    }
    reasons
}

/// Returns the reason why a test did not run, or `None` if it ran.
fn why_not(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Passed { .. } | Outcome::Failed { .. } => None,
        Outcome::Refused { reason } => Some(reason),
        Outcome::Lacking { reason } => Some(reason),
    }
}

/// Returns the outcome of a test in one or two words.
fn word(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Passed { observed: 0 } => "ok".into(),
        Outcome::Passed { observed } => format!("ok, {observed}"),
        Outcome::Failed { violations } => format!("FAILED {violations}"),
        Outcome::Refused { .. } => "REFUSED".into(),
        Outcome::Lacking { .. } => "lacks".into(),
    }
}
