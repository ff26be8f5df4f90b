//! Writes a report as Markdown for repositories and issues, with figures and numbers in separate
//! files.

use std::fmt::Write;

use super::model::{Exhibit, Report};
use super::table::{Row, Table};

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path within the folder of the report, with `/` as separator.
    pub path: String,
    /// The content.
    pub text: String,
}

/// Writes the text, `report.md`, and the files to which it links.
pub fn files(report: &Report) -> Vec<File> {
    let mut files = Vec::new();
    let mut text = format!("# {}\n\n", escaped(&report.study));
    for sentence in &report.summary {
        let _ = writeln!(text, "- {}", escaped(sentence));
    }
    for section in &report.sections {
        let _ = write!(text, "\n## {}\n\n", escaped(section.title));
        for paragraph in &section.text {
            let _ = write!(text, "{}\n\n", escaped(paragraph));
        }
        for exhibit in &section.exhibits {
            write_exhibit(&mut text, exhibit, &mut files);
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    files.push(File { path: "report.md".into(), text });
    files
}

fn write_exhibit(text: &mut String, exhibit: &Exhibit, files: &mut Vec<File>) {
    let _ = write!(text, "### {}", escaped(&exhibit.title));
    if let Some(source) = exhibit.source {
        let _ = write!(text, " ({})", escaped(source));
    }
    text.push_str("\n\n");
    if let Some(missing) = &exhibit.missing {
        let _ = write!(text, "{}\n\n", escaped(missing));
        return;
    }
    if let Some(picture) = &exhibit.picture {
        let path = format!("figures/{}.svg", exhibit.id);
        let _ = write!(text, "![{}]({path})\n\n", escaped(&exhibit.title));
        files.push(File { path, text: picture.standalone() });
    }
    write_table(text, &exhibit.table);
    let path = format!("numbers/{}.csv", exhibit.id);
    let _ = write!(text, "{} ", escaped(&exhibit.caption));
    let all = match (&exhibit.numbers, exhibit.table.folded()) {
        (Some(numbers), _) => format!("All numbers as CSV, {} rows", numbers.rows.len()),
        (None, 0) => "Table as CSV".to_string(),
        (None, _) => format!("All {} rows as CSV", exhibit.table.rows.len()),
    };
    let _ = write!(text, "[{all}]({path})\n\n");
    files.push(File { path, text: exhibit.csv() });
}

fn write_table(text: &mut String, table: &Table) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let columns = 0..table.columns.len();
    text.push_str(&line(table.headings().map(escaped).collect()));
    let rules = columns.clone().map(|at| if table.is_number(at) { "---:" } else { "---" }.into());
    text.push_str(&line(rules.collect()));
    let mut gap = false;
    for Row { cells, shown, .. } in &table.rows {
        if !shown {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) {
            text.push_str(&line(columns.clone().map(|_| "…".into()).collect()));
        }
        text.push_str(&line(cells.iter().map(|cell| escaped(&cell.value.shown())).collect()));
    }
    text.push('\n');
}

/// Escapes a text so that Markdown renders it literally, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(character);
            }
            // Markdown may contain HTML; entities are plain text in both.
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_names() {
        assert_eq!(escaped("bfs_wl"), "bfs\\_wl");
        assert_eq!(escaped("<script>|\n&amp;"), "&lt;script&gt;\\| &amp;amp;");
        assert_eq!(escaped("[a](http://b)"), "\\[a\\](http://b)");
    }
}
