//! Tests that the registry of diagnostic codes is complete and correct.

use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::registry;
use igc_compiler::diagnostics::{Diagnostic, render};
use igc_compiler::driver::{Failure, compile};
use igc_compiler::interp::findings::Finding;
use igc_compiler::{bundle, check, syntax};
use std::collections::BTreeSet;
use std::path::Path;

use crate::common::findings;

fn diagnose(listing: &str) -> Vec<Diagnostic> {
    let (program, found) = syntax::parse(&bundle::from_listing(listing));
    match program {
        Some(program) if found.is_empty() => {
            let text = bundle::from_listing(listing);
            match (check::check(program), compile("program", &text, &Configuration::default())) {
                (Err(errors), _) | (_, Err(Failure::Program(errors))) => errors,
                (Ok((_, mut warnings)), _) => {
                    warnings.extend(findings_of(&text));
                    warnings
                }
            }
        }
        _ => found,
    }
}

/// Returns the findings of a checked run. A program whose run ends early has none.
fn findings_of(text: &str) -> Vec<Diagnostic> {
    let compilation = compile("program", text, &Configuration::default());
    let found = compilation.map(|compilation| findings(&compilation, 0));
    let found = found.ok().and_then(Result::ok).unwrap_or_default();
    found.iter().map(Finding::diagnostic).collect()
}

#[test]
fn every_wrong_example_has_the_error_that_it_shows() {
    for explanation in registry::all() {
        let found = diagnose(explanation.wrong);
        assert!(
            found.iter().any(|d| d.code == explanation.code),
            "the wrong example of {} reports only\n{}",
            explanation.code,
            render::plain("wrong.ig", &bundle::from_listing(explanation.wrong), &found)
        );
    }
}

#[test]
fn every_right_example_is_right() {
    for explanation in registry::all() {
        let mut found = diagnose(explanation.right);
        found.retain(|d| d.code == explanation.code || d.is_error());
        let text = render::plain("right.ig", &bundle::from_listing(explanation.right), &found);
        assert!(found.is_empty(), "the right example of {} reports\n{text}", explanation.code);
    }
}

/// Checks that some program in `diagnostics/` or `checked/` causes each code. The program's
/// snapshot shows the text that a user reads.
#[test]
fn every_code_is_shown_by_a_snapshot() {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite"));
    let programs = ["diagnostics", "checked"].map(|folder| std::fs::read_dir(tests.join(folder)));
    let mut shown = BTreeSet::new();
    for entry in programs.into_iter().flat_map(|folder| folder.expect("the programs are there")) {
        let path = entry.expect("the programs can be listed").path();
        let source = std::fs::read_to_string(&path).expect("the program can be read");
        shown.extend(diagnose(&source).iter().map(|diagnostic| diagnostic.code));
    }
    let codes = registry::all().map(|explanation| explanation.code);
    let missing: Vec<&str> = codes.filter(|code| !shown.contains(code)).collect();
    assert!(missing.is_empty(), "no program of tests/diagnostics gets {missing:?}");
}

#[test]
fn codes_are_unique_and_in_order() {
    let codes: Vec<&str> = registry::all().map(|explanation| explanation.code).collect();
    assert!(codes.is_sorted() && codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
}

/// Compares the registry with the codes in the source of the compiler.
#[test]
fn every_code_that_can_be_reported_is_explained() {
    let mut reported = BTreeSet::new();
    codes_below(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut reported);
    let explained: BTreeSet<String> = registry::all().map(|e| e.code.to_owned()).collect();
    assert_eq!(reported, explained);
}

fn codes_below(directory: &Path, codes: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).expect("the source is there") {
        let path = entry.expect("the source can be listed").path();
        if path.is_dir() && !path.ends_with("registry") {
            codes_below(&path, codes);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("the source can be read");
            for quoted in text.split('"').skip(1) {
                let digits = quoted.strip_prefix(['E', 'R', 'W']).unwrap_or_default();
                if digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()) {
                    codes.insert(quoted.to_owned());
                }
            }
        }
    }
}
