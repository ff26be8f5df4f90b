//! Diagnostics as SARIF 2.1.0, the "Static Analysis Results Interchange Format" of OASIS, which GitHub's code scanning
//! and editors read.
//!
//! One run contains a result for each diagnostic about a program, with a rule for each code. Errors that are not about a
//! program, such as a file that cannot be read, are notifications of the run's invocation, which then did not succeed.
//! Columns count Unicode characters, which the run states.

use serde_json::{Value, json};

use super::records::{LabelRecord, Record};
use crate::diagnostics::{Severity, registry, visible};

/// The schema of the format.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Returns records as a SARIF log. `version` is that of the tool.
pub fn log(records: &[Record], version: &str) -> String {
    let (results, others): (Vec<&Record>, Vec<&Record>) =
        records.iter().partition(|record| !record.labels.is_empty());
    let mut codes: Vec<&str> = results.iter().filter_map(|record| record.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results: Vec<Value> = results.iter().map(|record| result(record, &codes)).collect();
    let notifications: Vec<Value> = others
        .iter()
        .map(|other| json!({ "level": level(other), "message": { "text": text(other) } }))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "igc",
                "semanticVersion": version,
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    });
    visible::json(&format!("{log:#}")).into_owned()
}

/// Returns the rule of a code: its explanation.
fn rule(code: &str) -> Value {
    match registry::find(code) {
        Some(known) => json!({
            "id": code,
            "shortDescription": { "text": known.title },
            "fullDescription": { "text": known.text },
            "help": { "text": known.to_string(), "markdown": known.to_string() },
        }),
        None => json!({ "id": code }),
    }
}

fn result(record: &Record, codes: &[&str]) -> Value {
    let mut result = json!({
        "level": level(record),
        "message": { "text": text(record) },
        "locations": record.labels.iter().take(1).map(location).collect::<Vec<_>>(),
    });
    if let Some(code) = record.code {
        result["ruleId"] = code.into();
        result["ruleIndex"] = codes.iter().position(|known| *known == code).into();
    }
    let related: Vec<Value> = record.labels.iter().skip(1).map(location).collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    result
}

fn level(record: &Record) -> &'static str {
    match record.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// The message, the notes and the help.
fn text(record: &Record) -> String {
    let notes = record.notes.iter().map(|note| format!("\nnote: {note}"));
    let help = record.help.iter().map(|help| format!("\nhelp: {help}"));
    notes.chain(help).fold(record.message.clone(), |text, line| text + &line)
}

fn location(label: &LabelRecord) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&label.file) },
            "region": {
                "startLine": label.start.line,
                "startColumn": label.start.column,
                "endLine": label.end.line,
                "endColumn": label.end.column,
            },
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}

/// Returns the path of a file as a reference of RFC 3986.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { String::from("file://") } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("a b/ü:1%.ig"), "a%20b/%C3%BC%3A1%25.ig");
        assert_eq!(uri("/tmp/a.ig"), "file:///tmp/a.ig");
    }
}
