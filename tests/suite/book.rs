//! Tests the code in the book. Blocks that are marked as whole programs compile without a warning,
//! all code is formatted, and the chapter on the schedule names all parts of schedules.
//! (`cli/tests/cli/book.rs` tests the output of commands.)
//!
//! A block is enclosed in lines of three backquotes. The word after the first backquotes is `igc`
//! for a program, `igc,fragment` for a part of a program, and `igc,error` for a program that the
//! compiler rejects. A line such as `// file ./lib.ig` precedes a file that the program imports.
//! The block after an `igc,error` is marked `text` and contains the diagnostics.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use igc_compiler::bundle::from_listing;
use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::diagnostics::render::plain;
use igc_compiler::driver::{Artefact, Failure, compile};
use igc_compiler::passes::PASSES;
use igc_tests::application::APPLICATIONS;
use serde_json::Value;

/// A block of code in a chapter.
struct Block {
    /// The file of the chapter.
    file: PathBuf,
    /// The line of the block's first backquotes, from 1.
    line: usize,
    /// The text after the block's first backquotes.
    language: String,
    text: String,
}

/// Returns the blocks of a chapter.
fn blocks(file: &Path, text: &str) -> Vec<Block> {
    let mut blocks = vec![];
    let mut open: Option<Block> = None;
    for (line, content) in (1..).zip(text.lines()) {
        let mark = content.trim().strip_prefix("```");
        match (&mut open, mark) {
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.text += content;
                block.text.push('\n');
            }
            (None, Some(language)) => {
                let (file, language) = (file.to_path_buf(), language.trim().to_owned());
                open = Some(Block { file, line, language, text: String::new() });
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a block is not closed", file.display());
    blocks
}

/// Returns the chapters in a folder of the book and its subfolders.
pub fn chapters(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            found.extend(chapters(&path));
        } else if path.extension().is_some_and(|e| e == "md") {
            found.push(path);
        }
    }
    found
}

/// Returns the blocks of the book, or `None` if there is no book.
fn blocks_of_the_book() -> Option<Vec<Block>> {
    let folder = repository().join("docs/src");
    if !folder.is_dir() {
        println!("not tested, there is no book");
        return None;
    }
    let files = chapters(&folder).into_iter();
    let found = files.flat_map(|file| blocks(&file, &std::fs::read_to_string(&file).unwrap()));
    Some(found.collect())
}

/// Returns the blocks in igc's language, or `None` if there is no book.
fn code_of_the_book() -> Option<Vec<Block>> {
    let mut found = blocks_of_the_book()?;
    found.retain(|block| block.language.split(',').next() == Some("igc"));
    Some(found)
}

#[test]
fn errors_of_the_book_are_what_is_said() {
    let Some(found) = blocks_of_the_book() else { return };
    for (block, said) in found.iter().zip(&found[1..]) {
        if block.language != "igc,error" {
            continue;
        }
        let place = format!("{}:{}", block.file.display(), block.line);
        assert_eq!(said.language, "text", "{place}: what is said of it comes next");
        let Err(Failure::Program(diagnostics)) =
            compile("book", &block.text, &Configuration::default())
        else {
            panic!("{place}: this compiles");
        };
        let expected = plain("communities.ig", &block.text, &diagnostics);
        assert_eq!(said.text.trim_end(), expected.trim_end(), "{place}");
    }
}

#[test]
fn programs_of_the_book_compile() {
    let Some(code) = code_of_the_book() else { return };
    let mut wrong = String::new();
    let mut count = 0;
    for block in code.iter().filter(|block| block.language == "igc") {
        count += 1;
        let place = format!("{}:{}", block.file.display(), block.line);
        let text = from_listing(&block.text);
        let found = match compile("book", &text, &Configuration::default()) {
            Ok(compilation) => compilation.warnings,
            Err(Failure::Program(diagnostics)) => diagnostics,
            Err(failure @ Failure::Model(..)) => panic!("{place}: {failure}"),
            Err(Failure::Bug(message)) => panic!("{place}: {message}"),
        };
        wrong += &plain(&place, &text, &found);
    }
    println!("{count} programs in the book");
    assert!(wrong.is_empty(), "\n{wrong}help: a block that is no whole program is ```igc,fragment");
}

/// Checks that fragments that consist of items are formatted.
#[test]
fn code_of_the_book_is_formatted() {
    let Some(code) = code_of_the_book() else { return };
    let mut wrong = String::new();
    for Block { file, line, text, .. } in &code {
        match igc_compiler::format::format(text) {
            Ok(formatted) if formatted != *text => {
                wrong += &format!("{}:{line}: formatted, this is\n{formatted}", file.display());
            }
            Ok(_) | Err(Failure::Program(_) | Failure::Model(..)) => {}
            Err(Failure::Bug(message)) => panic!("{}:{line}: {message}", file.display()),
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Returns a page of the book, or `None` if there is no book.
pub fn page_of_the_book(name: &str) -> Option<String> {
    let page = repository().join("docs/src").join(name);
    if !page.is_file() {
        println!("not tested, there is no book");
        return None;
    }
    Some(std::fs::read_to_string(page).unwrap())
}

/// Compiles a program of the repository.
fn compiled(path: &str, options: &Configuration) -> Artefact {
    let path = repository().join(path);
    let name = path.file_stem().unwrap().to_str().unwrap();
    compile(name, &std::fs::read_to_string(&path).unwrap(), options).unwrap().artefact
}

/// Returns the root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Adds the names in a schedule to `found`: the kinds of steps, and the names of arguments, results
/// and expressions, which are either objects with one field or strings. The types of items are an
/// object whose names are those of worklists.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("do").and_then(Value::as_str).map(String::from));
            found.extend(fields.keys().filter(|_| fields.len() == 1).cloned());
            for list in ["arguments", "results"].iter().filter_map(|list| fields.get(*list)) {
                let texts = list.as_array().unwrap().iter().filter_map(Value::as_str);
                found.extend(texts.map(String::from));
            }
            let types_of_items = |name: &str, value: &Value| name == "items" && value.is_object();
            let others = fields.iter().filter(|(name, value)| !types_of_items(name, value));
            others.for_each(|(_, value)| names(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[test]
fn the_book_names_what_schedules_have() {
    let Some(page) = page_of_the_book("schedule.md") else { return };
    let mut found = BTreeSet::new();
    for options in ["none", "all"].map(|list| Configuration::parse(list).unwrap()) {
        for (folder, name) in APPLICATIONS {
            let artefact = compiled(&format!("examples/{folder}/{name}.ig"), &options);
            names(&serde_json::to_value(&artefact.schedule).unwrap(), &mut found);
        }
    }
    for name in ["pipe", "worklist_swapped", "patience"] {
        assert!(found.contains(name), "{found:?}");
    }
    let named = |name: &&String| {
        let spellings = [format!("`{name}`"), format!("\"{name}\"`"), format!("`{{\"{name}\": ")];
        spellings.iter().any(|spelling| page.contains(spelling))
    };
    let missing: Vec<&String> = found.iter().filter(|name| !named(name)).collect();
    assert!(missing.is_empty(), "docs/src/schedule.md does not name {missing:?}");
}

/// Compares the example on the page with the schedule that the compiler creates.
#[test]
fn the_schedule_of_the_book_is_right() {
    let Some(page) = page_of_the_book("schedule.md") else { return };
    let blocks = blocks(Path::new("schedule.md"), &page);
    let block = blocks.iter().find(|block| block.language == "json").unwrap();
    let artefact = compiled("examples/bfs/bfs_wl.ig", &Configuration::default());
    let shown: Value = serde_json::from_str(&block.text).unwrap();
    assert_eq!(shown, serde_json::to_value(&artefact.schedule).unwrap());
}

/// Checks that the table lists all flags in order, and that each flag has an existing page. Each
/// flag must belong to exactly one pass, except `sz256`, which belongs to none.
#[test]
fn the_flags_of_the_book_are_those_of_the_passes() {
    let Some(page) = page_of_the_book("optimisations.md") else { return };
    let rows = page.lines().skip_while(|line| !line.starts_with("| flag |")).skip(2);
    let rows: Vec<Vec<&str>> =
        rows.take_while(|line| line.starts_with('|')).map(|row| row.split('|').collect()).collect();
    let named =
        rows.iter().flat_map(|row| row[1].split(',').map(|flag| flag.trim().trim_matches('`')));
    assert_eq!(named.collect::<Vec<_>>(), Flag::OF_96.map(Flag::name));
    for row in &rows {
        let target = row[4].rsplit_once('(').unwrap().1.trim().trim_end_matches(')');
        assert!(page_of_the_book(target).is_some(), "{target}");
    }
    for flag in Flag::OF_96 {
        let passes = PASSES.iter().filter(|pass| pass.flags().any(|other| other == flag)).count();
        assert_eq!(passes, usize::from(flag != Flag::Sz256), "{}", flag.name());
    }
}

#[test]
fn blocks_are_found() {
    let text = "words\n```igc\nmain {\n}\n```\n\n```igc,fragment\nx\n```\n```sh\n```\n- a\n  ```igc\n  b\n  ```\n";
    let blocks = blocks(Path::new("x.md"), text);
    let found: Vec<_> = blocks.iter().map(|b| (b.line, &*b.language, &*b.text)).collect();
    let sh = (10, "sh", "");
    let fragment = (7, "igc,fragment", "x\n");
    assert_eq!(found, [(2, "igc", "main {\n}\n"), fragment, sh, (13, "igc", "  b\n")]);
}

/// A table of a chapter.
struct Table {
    /// The file and the line of the table's first row.
    place: String,
    /// The text from the heading before the table to the next heading.
    section: String,
    rows: Vec<String>,
}

/// Returns the tables of a chapter.
fn tables(file: &Path, text: &str) -> Vec<Table> {
    let (mut found, mut in_code): (Vec<Table>, bool) = (vec![], false);
    // The tables after this one are in the section that is read, and lack its text.
    let (mut done, mut section) = (0, String::new());
    let mut is_row_before = false;
    for (line, content) in (1..).zip(text.lines()) {
        in_code ^= content.starts_with("```");
        if !in_code && content.starts_with('#') {
            let section = std::mem::take(&mut section);
            found[done..].iter_mut().for_each(|table| table.section.clone_from(&section));
            done = found.len();
        }
        section += content;
        section.push('\n');
        let is_row = !in_code && content.starts_with('|');
        if is_row && !is_row_before {
            let place = format!("{}:{line}", file.display());
            found.push(Table { place, section: String::new(), rows: vec![] });
        }
        if let Some(table) = found.last_mut().filter(|_| is_row) {
            table.rows.push(content.to_owned());
        }
        is_row_before = is_row;
    }
    found[done..].iter_mut().for_each(|table| table.section.clone_from(&section));
    found
}

/// Whether a cell of a table is a measured number: it has a fraction or a unit.
fn is_measured(cell: &str) -> bool {
    const UNITS: [&str; 6] = ["ms", "µs", "s", "%", "GB/s", "times"];
    let mut words = cell.trim().trim_matches('*').split_whitespace();
    let number = words.next().unwrap_or_default().trim_matches('*').replace(',', "");
    let number = number.trim_end_matches('%');
    let has_unit = words.next().is_some_and(|word| UNITS.contains(&word));
    number.parse::<f64>().is_ok() && (number.contains('.') || has_unit)
}

/// Whether a section names the source of its numbers: a comment, stored files or a command.
fn names_a_source(section: &str) -> bool {
    const COMMANDS: [&str; 8] = [
        "igc bench",
        "igc devices",
        "igc graph",
        "igc run",
        "igc search",
        "igc study",
        "cargo bench",
        "scripts/",
    ];
    let starts = |command: &str| {
        section.contains(&format!("`{command}")) || section.contains(&format!("\n{command}"))
    };
    section.contains("<!-- source: ")
        || section.contains("docs/studies/")
        || COMMANDS.into_iter().any(starts)
}

/// Each table of measurements has the command that makes it, or stored files, in its section. If no
/// sentence names them, a comment `<!-- source: … -->` before the table does.
#[test]
fn tables_of_measurements_have_a_source() {
    let folder = repository().join("docs/src");
    if !folder.is_dir() {
        println!("not tested, there is no book");
        return;
    }
    let (mut missing, mut count) = (vec![], 0);
    for file in chapters(&folder) {
        for table in tables(&file, &std::fs::read_to_string(&file).unwrap()) {
            let cells = table.rows.iter().skip(2).flat_map(|row| row.split('|'));
            if cells.filter(|cell| is_measured(cell)).count() < 3 {
                continue;
            }
            count += 1;
            if !names_a_source(&table.section) {
                missing.push(table.place);
            }
        }
    }
    assert!(count > 50, "{count} tables");
    assert!(missing.is_empty(), "without a source:\n{}", missing.join("\n"));
}
