//! Diagnostics as workflow commands, which GitHub Actions shows at the lines of a change.
//!
//! ```text
//! ::error file=bfs.ig,line=9,col=15,endLine=9,endColumn=20,title=E0101::unknown name `dpeth`
//! ```
//!
//! The message also contains the text of the primary label, the notes and the help, each in a line of its own. GitHub's
//! "Workflow commands" describes the form and its escapes: `%`, carriage return and line feed in the message, and also
//! `:` and `,` in the values before it. `endColumn` is the last column, and only exists if the range is in one line.

use super::records::{LabelRecord, Record};
use crate::diagnostics::{Severity, visible};

/// Returns one workflow command for each record, each with a line feed.
pub fn commands(records: &[Record]) -> String {
    records.iter().map(command).collect()
}

fn command(record: &Record) -> String {
    let name = match record.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut properties = record.labels.first().map(place).unwrap_or_default();
    properties.push(("title", record.code.unwrap_or("igc").to_string()));
    let properties: Vec<String> =
        properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    format!("::{name} {}::{}\n", properties.join(","), data(&text(record)))
}

/// The properties of a place.
fn place(label: &LabelRecord) -> Vec<(&'static str, String)> {
    let mut properties = vec![
        ("file", visible::name(&label.file).into_owned()),
        ("line", label.start.line.to_string()),
        ("col", label.start.column.to_string()),
        ("endLine", label.end.line.to_string()),
    ];
    if label.start.line == label.end.line {
        let last = label.end.column.saturating_sub(1).max(label.start.column);
        properties.push(("endColumn", last.to_string()));
    }
    properties
}

/// The message with everything that explains it.
fn text(record: &Record) -> String {
    let mut lines = vec![record.message.clone()];
    let label = record.labels.first().map(|label| label.text.clone());
    lines.extend(label.filter(|text| !text.is_empty()));
    lines.extend(record.notes.iter().map(|note| format!("note: {note}")));
    lines.extend(record.help.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    let text = visible::text(text);
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::records::{Position, records};
    use super::super::{OtherError, Reported};
    use super::*;
    use crate::diagnostics::Diagnostic;
    use crate::span::Span;

    #[test]
    fn a_command_has_the_place_and_escapes() {
        let source = "main {\n    let x = y;\n}\n";
        let found = Diagnostic::error("E0101", Span { start: 19, end: 20 }, "100% `y`")
            .label("no name")
            .note("a: b, c")
            .help("write\nthis");
        let program = Reported { file: "a,b:c%.ig", source, diagnostics: &[found] };
        let other = OtherError { message: "g: absent".into(), help: vec![] };
        assert_eq!(
            commands(&records(&[program], &[other])),
            "::error file=a%2Cb%3Ac%25.ig,line=2,col=13,endLine=2,endColumn=13,title=E0101::100%25 `y`\
             %0Ano name%0Anote: a: b, c%0Ahelp: write%0Athis\n\
             ::error title=igc::g: absent\n"
        );
    }

    #[test]
    fn a_range_of_several_lines_has_no_last_column() {
        let at = |line, column| Position { offset: 0, line, column };
        let (start, end) = (at(2, 5), at(4, 2));
        let file = "a.ig".into();
        let label = LabelRecord { file, primary: true, text: String::new(), start, end };
        assert!(place(&label).iter().all(|(key, _)| *key != "endColumn"));
    }
}
