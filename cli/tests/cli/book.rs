//! Tests the commands in the book: each block marked `console` must show what its commands print
//! when they run in the root of the repository. A line `…` matches any lines, and `…` within a line
//! matches any text.

use std::path::{Path, PathBuf};

use crate::auto::untuned;
use crate::{Done, repository};

/// A command in the book and the output that the book shows.
#[derive(Debug, PartialEq)]
struct Shown {
    /// The page and the line of the command, from 1.
    place: String,
    command: String,
    output: Vec<String>,
}

/// Returns the commands of a page.
fn shown(page: &str, text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = vec![];
    let mut inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some(command)) => found.push(Shown {
                place: format!("{page}:{number}"),
                command: command.into(),
                output: vec![],
            }),
            (true, None) => {
                let last = found.last_mut().unwrap_or_else(|| panic!("{page}:{number}: no `$ `"));
                last.output.push(line.into());
            }
        }
    }
    found
}

/// Returns whether lines match a pattern.
fn fits(pattern: &[String], lines: &[&str]) -> bool {
    match (pattern, lines) {
        ([], []) => true,
        ([any, rest @ ..], _) if any.trim() == "…" => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        ([first, pattern @ ..], [line, lines @ ..]) => {
            line_fits(first, line) && fits(pattern, lines)
        }
        _ => false,
    }
}

/// Returns whether a line matches a pattern with at most one `…`, which matches any text.
fn line_fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('…') {
        Some((start, end)) => {
            let rest = line.strip_prefix(start);
            rest.is_some_and(|rest| !rest.is_empty() && rest.ends_with(end))
        }
        None => pattern == line,
    }
}

/// Returns the pages of the book in a folder and its subfolders.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "md"));
    own.chain(folders.iter().flat_map(|folder| pages(folder))).collect()
}

#[test]
fn commands_of_the_book_print_what_it_says() {
    let folder = repository().join("docs/src");
    if !folder.is_dir() {
        println!("not tested, there is no book");
        return;
    }
    let (mut count, mut wrong) = (0, String::new());
    for page in pages(&folder) {
        let text = std::fs::read_to_string(&page).unwrap();
        for Shown { place, command: line, output } in shown(page.to_str().unwrap(), &text) {
            let mut words = line.split_whitespace();
            assert_eq!(words.next(), Some("igc"), "{place}");
            let arguments: Vec<&str> = words.collect();
            let mut igc = untuned(&arguments);
            let printed = Done::from(igc.current_dir(repository()).output().unwrap()).ok();
            let lines: Vec<&str> = printed.trim_end().lines().collect();
            if !fits(&output, &lines) {
                wrong += &format!("{place}: {line} prints\n{printed}\n");
            }
            count += 1;
        }
    }
    println!("{count} commands in the book");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn commands_are_found() {
    let text =
        "$ igc no\n```console\n$ igc a b\n1\n\n2\n$ igc c\n```\n$ igc no\n```text\n$ igc no\n```\n";
    let of = |line: u32, command: &str, output: &[&str]| Shown {
        place: format!("x.md:{line}"),
        command: command.into(),
        output: output.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(shown("x.md", text), [of(3, "igc a b", &["1", "", "2"]), of(7, "igc c", &[])]);
}

#[test]
fn dots_stand_for_any_lines() {
    let fits = |pattern: &[&str], lines: &[&str]| {
        let pattern: Vec<String> = pattern.iter().map(ToString::to_string).collect();
        fits(&pattern, lines)
    };
    assert!(fits(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["…", "a"], &["a"]));
    assert!(fits(&["f(…, c)", "  …"], &["f(a, b, c)"]));
    assert!(!fits(&["f(…, d)"], &["f(a, b, c)"]));
    assert!(!fits(&["a", "…", "d"], &["a", "b"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(!fits(&["a", "b"], &["a"]));
}
