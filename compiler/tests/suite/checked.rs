//! Tests of checked runs: what the interpreter reports of mistakes that devices ignore.
//!
//! Each program of `checked/*.ig` has mistakes of one kind; its snapshot contains what a user
//! reads. The examples have none.

use std::path::Path;

use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::{Diagnostic, render};
use igc_compiler::driver::{Compilation, compile};
use igc_compiler::interp::RunError;
use igc_compiler::interp::findings::Finding;

use crate::common::findings;

fn compiled(path: &Path) -> (String, Compilation) {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    let compilation = compile(name, &text, &Configuration::default()).unwrap();
    (text, compilation)
}

#[test]
fn findings_have_source_lines() {
    insta::glob!("checked/*.ig", |path| {
        let (text, compilation) = compiled(path);
        let found = findings(&compilation, 0).unwrap();
        let diagnostics: Vec<Diagnostic> = found.iter().map(Finding::diagnostic).collect();
        let name = path.file_name().unwrap().to_str().unwrap();
        insta::assert_snapshot!(render::plain(name, &text, &diagnostics));
    });
}

/// Checks that a run without races in one order has none in another one: the findings do not depend
/// on the order in which the interpreter runs the iterations.
#[test]
fn findings_do_not_depend_on_the_order() {
    for name in ["mixed_values", "unwritten"] {
        let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/checked/{}.ig"), name);
        let (_, compilation) = compiled(Path::new(&path));
        let of = |seed| -> Vec<_> {
            let found = findings(&compilation, seed).unwrap().into_iter();
            found.map(|f| (f.code(), f.span, f.other)).collect()
        };
        let first = of(0);
        assert!(!first.is_empty());
        (1..6).for_each(|seed| assert_eq!(of(seed), first, "{name} with seed {seed}"));
    }
}

/// Checks that races on purpose are no findings, so that they do not hide mistakes.
#[test]
fn examples_have_no_findings() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"));
    let mut list = vec![];
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_none_or(|extension| extension != "ig") {
            continue;
        }
        let (text, compilation) = compiled(&path);
        let name = path.file_stem().unwrap().to_str().unwrap();
        match findings(&compilation, 0) {
            Ok(found) => list.extend(found.iter().map(|finding| {
                let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
                let other =
                    finding.other.map_or(String::new(), |o| format!(" and {}", line(o.start)));
                format!("{name}:{}{other}: {}", line(finding.span.start), finding.code())
            })),
            // These programs need inputs.
            Err(RunError::Data(_)) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(list.is_empty(), "{list:?}");
}
