//! Compares the language reference with the compiler: a rule mentions every code, the table of
//! checks contains every oracle, and the lists that are generated from sources (the standard
//! library, the codes and the problems) are current.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use igc::problems;
use igc_compiler::check::oracles::ORACLES;
use igc_compiler::configuration::{CHOICES, ChoiceRow, Flag};
use igc_compiler::diagnostics::registry;
use igc_compiler::library::{MODULES, Source};
use igc_compiler::syntax::{self, ast::ItemKind};

/// The environment variable that, if it is `1`, makes the tests write the lists instead of
/// comparing them.
const BLESS: &str = "IGC_BLESS";

/// The lines before and after the list of codes.
const LIST_OF_CODES: [&str; 2] = ["<!-- codes -->\n", "<!-- end of codes -->\n"];

/// The lines before and after the table of choices.
const TABLE_OF_CHOICES: [&str; 2] = ["<!-- choices -->\n", "<!-- end of choices -->\n"];

/// The lines before and after the table of problems.
const TABLE_OF_PROBLEMS: [&str; 2] = ["<!-- problems -->\n", "<!-- end of problems -->\n"];

/// Returns the folder of the reference, or `None` if there is no book.
fn reference() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/language");
    let found = folder.is_dir();
    if !found {
        println!("not tested, there is no book");
    }
    found.then_some(folder)
}

/// Compares a page with its expected content, or writes it.
#[track_caller]
fn hold(page: &Path, current: &str) {
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        std::fs::write(page, current).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(page).unwrap_or_default();
    let differing = kept.lines().zip(current.lines()).find(|(kept, current)| kept != current);
    assert!(
        kept == current,
        "{} is not what the sources say, first at {differing:?}\n\
         help: write it anew: {BLESS}=1 cargo test -p igc-tests reference",
        page.display()
    );
}

/// Compares the part of a page between two lines with its expected content, or writes it.
#[track_caller]
fn hold_part(page: &Path, [start, end]: [&str; 2], current: &str) {
    let text = std::fs::read_to_string(page).unwrap();
    let (before, rest) = text.split_once(start).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    hold(page, &format!("{before}{start}\n{current}\n{end}{after}"));
}

#[test]
fn every_code_stands_beside_its_rule() {
    let Some(folder) = reference() else { return };
    let mut text = String::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        // The list of all codes is not treated as a rule.
        if !path.ends_with("diagnostics.md") {
            text += &std::fs::read_to_string(path).unwrap();
        }
    }
    let codes = registry::all().map(|explanation| explanation.code);
    let missing: Vec<&str> = codes.filter(|code| !text.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "no page of docs/src/language says the rule of {missing:?}");
}

#[test]
fn the_list_of_codes_is_current() {
    let Some(folder) = reference() else { return };
    let mut list = "| code | means |\n| --- | --- |\n".to_owned();
    for explanation in registry::all() {
        writeln!(list, "| `{}` | {} |", explanation.code, explanation.title).unwrap();
    }
    hold_part(&folder.join("diagnostics.md"), LIST_OF_CODES, &list);
}

#[test]
fn the_table_of_choices_is_current() {
    let Some(folder) = reference() else { return };
    let is_further = |row: &&ChoiceRow| !row.flags.iter().all(|flag| Flag::OF_96.contains(flag));
    let mut table = "| choice | flags | default | needs |\n| --- | --- | --- | --- |\n".to_owned();
    for row in CHOICES.iter().filter(is_further) {
        let names: Vec<String> =
            row.flags.iter().map(|flag| format!("`{}`", flag.name())).collect();
        let (ChoiceRow { summary, page, default, needs, .. }, names) = (row, names.join(", "));
        writeln!(table, "| [{summary}](optimisations/{page}.md) | {names} | {default} | {needs} |")
            .unwrap();
        assert!(folder.join(format!("../optimisations/{page}.md")).is_file(), "{page}");
    }
    hold_part(&folder.join("../optimisations.md"), TABLE_OF_CHOICES, &table);
}

#[test]
fn the_table_of_problems_is_current() {
    let Some(folder) = reference() else { return };
    let mut table = "| problem | a result is | parameters, inputs | outputs | uniqueness | programs, the default first |\n\
                     | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    let code = |texts: Vec<&str>| -> String {
        let quoted: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
        quoted.join(", ")
    };
    for problem in problems() {
        let facts = problem.facts(problem.default_program()).unwrap();
        let parameters = problem.parameters().unwrap();
        let given = parameters.iter().chain(&facts.inputs);
        let given = code(given.map(|one| one.text.as_str()).collect());
        let outputs = code(facts.outputs.iter().map(|one| one.text.as_str()).collect());
        let programs = code(problem.programs.to_vec());
        let mut names = vec![problem.name];
        names.extend(problem.aliases);
        let (names, meaning, uniqueness) = (code(names), problem.meaning, problem.uniqueness);
        writeln!(
            table,
            "| {names} | {meaning} | {given} | {outputs} | {uniqueness} | {programs} |"
        )
        .unwrap();
    }
    hold_part(&folder.join("../applications.md"), TABLE_OF_PROBLEMS, &table);
}

#[test]
fn every_oracle_is_in_the_table() {
    let Some(folder) = reference() else { return };
    let text = std::fs::read_to_string(folder.join("checks.md")).unwrap();
    for oracle in ORACLES {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{}(", oracle.name)));
        let row = row.unwrap_or_else(|| panic!("the table of checks has no `{}`", oracle.name));
        let call = row.split('`').nth(1).unwrap();
        assert_eq!(call.split(',').count(), oracle.arguments.len(), "{row}");
    }
}

#[test]
fn the_page_of_the_standard_library_is_current() {
    let Some(folder) = reference() else { return };
    let mut page = "# The standard library\n\n\
        The modules that a program can use with `use std::…;` ([modules](functions.md#modules)). They are written in the\n\
        language, in `stdlib/std/`, and inlined like the program's own functions. A parameter that starts with `node`\n\
        takes the name of a property of the program.\n\n\
        <!-- A test writes this page: IGC_BLESS=1 cargo test -p igc-tests reference -->\n"
        .to_owned();
    for module in MODULES {
        page += &section(module);
    }
    hold(&folder.join("library.md"), &page);
}

/// Returns the section about a module of the standard library.
fn section(module: &Source) -> String {
    let (program, found) = syntax::parse(module.text);
    assert!(found.is_empty(), "std::{} has syntax errors", module.name);
    let program = program.unwrap();
    assert!(!program.doc.is_empty(), "std::{} does not say what it is for", module.name);
    let mut section = format!("\n## `{}`\n\n{}\n", module.name, lines(&program.doc));
    let text = |start: u32, end: u32| module.text[start as usize..end as usize].trim();
    for item in &program.items {
        let signature = match &item.kind {
            ItemKind::Graph(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                let needs = names.join(", ");
                write!(section, "\nThe module requires a graph that is [`{needs}`]").unwrap();
                section += "(declarations.md#requirements-on-the-graph).\n";
                continue;
            }
            ItemKind::Function(function) => text(item.span.start, function.body.span.start),
            ItemKind::Const(_) => text(item.span.start, item.span.end),
            ItemKind::Use(_) => continue,
            other => {
                panic!("std::{} has an item that the page does not show: {other:?}", module.name)
            }
        };
        assert!(!item.doc.is_empty(), "std::{}: `{signature}` is not documented", module.name);
        write!(section, "\n**`{signature}`**\n\n{}\n", lines(&item.doc)).unwrap();
    }
    section
}

fn lines(doc: &[String]) -> String {
    let lines: Vec<&str> = doc.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}
