//! `igc run --checked`: prints the findings of a checked run.

use igc::Report;
use igc::diagnostics::{Diagnostic, render};
use igc::findings::Finding;
use serde::Serialize;

use crate::args::run::RunArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{fail, json};
use crate::source::Source;

/// The report of a checked run as JSON.
#[derive(Serialize)]
struct CheckedReport<'r> {
    #[serde(flatten)]
    report: &'r Report,
    findings: serde_json::Value,
}

/// Checks that the device can check runs.
///
/// # Errors
///
/// Returns an error if only the interpreter could.
pub fn check_device(arguments: &RunArguments, is_interpreter: bool) -> Result<(), Failed> {
    match arguments.checked && !is_interpreter {
        true => fail(
            Failed::Usage,
            "`--checked` is for the interpreter\nhelp: add `--device interpreter`",
        ),
        false => Ok(()),
    }
}

/// Prints the findings.
pub fn print(source: &Source, findings: &[Finding]) {
    message::diagnostics(&source.path, &source.text, &diagnostics(findings));
    message::say(match findings.len() {
        0 => "checked: nothing was found".into(),
        1 => "checked: 1 finding".into(),
        many => format!("checked: {many} findings"),
    });
}

/// Returns the report as JSON with the findings.
pub fn report(source: &Source, findings: &[Finding], report: &Report) -> String {
    let findings = render::json(&source.path, &source.text, &diagnostics(findings));
    let findings = serde_json::from_str(&findings).expect("diagnostics are JSON");
    json(&CheckedReport { report, findings })
}

fn diagnostics(findings: &[Finding]) -> Vec<Diagnostic> {
    findings.iter().map(Finding::diagnostic).collect()
}
