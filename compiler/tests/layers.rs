//! Imports point one way: each module of the compiler imports only modules of earlier stages.
//!
//! [`LAYERS`] describes the allowed imports. The tests compare it with every path that starts with
//! `crate::` or reaches the crate's root by `super::`. Comments are ignored, so the documentation
//! of a stage may link to a later stage.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use walkdir::WalkDir;

/// The modules of the crate, from the bottom to the top, each with exactly the modules that it
/// imports. A module may import modules of earlier rows and of its own row.
const LAYERS: &[(&str, &str)] = &[
    // Vocabulary that several stages share.
    ("span", ""),
    ("types", ""),
    ("atomics", ""),
    ("options", ""),
    // From source text to a checked program.
    ("diagnostics", "span"),
    ("failure", "diagnostics span"),
    ("syntax", "diagnostics span types"),
    ("format", "diagnostics failure syntax"),
    ("library", "span syntax"),
    ("check", "atomics diagnostics library span syntax types"),
    // From a checked program to distributed IR.
    ("ir", "atomics span types"),
    ("lower", "check ir span syntax"),
    ("remarks", "ir options"),
    ("passes", "ir options remarks"),
    // Modules for execution on the host, which do not import a backend.
    ("data", "ir types"),
    ("interp", "data ir"),
    // The interface between device code and the host, and the modules that use it. Neither the
    // backend nor the schedule imports the interpreter.
    ("interface", "ir"),
    ("schedule", "interface ir options"),
    ("target", "interface ir options"),
    // All stages, in one function.
    (
        "driver",
        "check diagnostics failure interface ir lower options passes remarks schedule target",
    ),
];

/// Returns the modules that each module may import, including those of its own row.
fn allowed() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let rows = LAYERS.iter().map(|(row, imports)| (row.split(' '), imports.split_whitespace()));
    rows.flat_map(|(row, imports)| {
        let all: BTreeSet<&str> = row.clone().chain(imports).collect();
        row.map(move |module| (module, all.clone()))
    })
    .collect()
}

/// Returns the modules of the crate to which the text of a file refers. `depth` is the number of
/// modules from the crate's root to the file: 1 for `ir/mod.rs`, 2 for `ir/expr.rs`.
fn imports(text: &str, depth: usize) -> BTreeSet<&str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let to_root = "super::".repeat(depth);
    code.flat_map(|line| {
        assert!(!line.contains("crate::{"), "write one `use` for each module: {line}");
        let from_crate = line.split("crate::").skip(1);
        let from_super = line.split(&*to_root).skip(1);
        from_crate.chain(from_super).map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            &rest[..end]
        })
    })
    .filter(|name| allowed().contains_key(name))
    .collect()
}

/// Returns the modules of the crate, each with the modules that its files import.
fn found() -> BTreeMap<String, BTreeSet<String>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in WalkDir::new(&src) {
        let path = entry.expect("the sources are there").into_path();
        let within = path.strip_prefix(&src).expect("it lies in the folder").with_extension("");
        let source = path.extension().is_some_and(|suffix| suffix == "rs" || suffix == "lalrpop");
        if !source || within == Path::new("lib") {
            continue;
        }
        let mut modules: Vec<&str> = within.iter().filter_map(|part| part.to_str()).collect();
        modules.retain(|name| *name != "mod");
        let text = std::fs::read_to_string(&path).expect("it is text");
        let of_module = found.entry(modules[0].to_owned()).or_default();
        of_module.extend(imports(&text, modules.len()).into_iter().map(str::to_owned));
    }
    found
}

#[test]
fn every_module_imports_what_the_table_says() {
    let (allowed, found) = (allowed(), found());
    let names = |modules: &BTreeMap<&str, _>| modules.keys().map(|m| (*m).to_owned()).collect();
    let in_table: BTreeSet<String> = names(&allowed);
    let in_crate: BTreeSet<String> = found.keys().cloned().collect();
    assert_eq!(in_crate, in_table, "the modules of the crate, and those of the table");
    for (row, listed) in LAYERS {
        for module in row.split(' ') {
            let forbidden: Vec<&String> =
                found[module].iter().filter(|m| !allowed[module].contains(m.as_str())).collect();
            assert!(forbidden.is_empty(), "`{module}` must not import {forbidden:?}");
        }
        for import in listed.split_whitespace() {
            let used = row.split(' ').any(|module| found[module].contains(import));
            assert!(used, "`{row}` no longer imports `{import}`: remove it from the table");
        }
    }
}

#[test]
fn the_table_points_one_way() {
    let mut earlier = BTreeSet::new();
    for (row, imports) in LAYERS {
        for import in imports.split_whitespace() {
            assert!(earlier.contains(import), "`{import}` is not before `{row}`");
        }
        earlier.extend(row.split(' '));
    }
}

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "
        //! [`driver`](crate::driver) is a link.
        use crate::passes::{self, PASSES};
        pub use crate::check::Checked; // not crate::lower
        let text = crate::syntax::print::expr(crate::ir::text::statement(stmt));
        use super::super::schedule::Schedule;
        use super::library;
    ";
    let seen = BTreeSet::from(["check", "ir", "passes", "schedule", "syntax"]);
    assert_eq!(imports(text, 2), seen);
    assert!(imports("use super::library;", 1).contains("library"));
}
