//! Tests that the registry of diagnostic codes is complete and correct.

use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::registry::{self, Explanation};
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

/// Returns the diagnostics of a program in one file.
fn found(text: &str) -> Vec<Diagnostic> {
    match check::source(text) {
        Ok((_, warnings)) => warnings,
        Err(errors) => errors,
    }
}

/// A correction removes its diagnostic, for each wrong program that igc explains. It may uncover others.
#[test]
fn corrections_remove_their_diagnostics() {
    let mut corrected = BTreeSet::new();
    let alone = |one: &&Explanation| !one.wrong.contains("// file ");
    for explanation in registry::all().filter(alone) {
        for diagnostic in found(explanation.wrong) {
            for correction in &diagnostic.corrections {
                let text = correction.apply(explanation.wrong).expect("it changes the program");
                let same = |other: &Diagnostic| {
                    other.code == diagnostic.code && other.message == diagnostic.message
                };
                let count = |text: &str| found(text).iter().filter(|other| same(other)).count();
                let (before, after) = (count(explanation.wrong), count(&text));
                assert!(after < before, "{}: {}\n{text}", diagnostic.message, correction.title);
                corrected.insert(diagnostic.code);
            }
        }
    }
    let expected =
        ["E0004", "E0101", "E0105", "E0109", "E0401", "W0101", "W0102", "W0103", "W0104"];
    for code in expected {
        assert!(corrected.contains(code), "no explained program with {code} has a correction");
    }
}

#[test]
fn corrections_know_what_is_meant() {
    for (wrong, right) in [
        ("node x: float = 0;\nmain {\n}\noutput x;\n", "node x: f32 = 0;\nmain {\n}\noutput x;\n"),
        (
            "global x: u32 = 0;\nmain {\n    x = 1\n}\noutput x;\n",
            "global x: u32 = 0;\nmain {\n    x = 1;\n}\noutput x;\n",
        ),
        (
            "global x: u32 = 0;\nmain {\n    let y: u64 = 1;\n    x = y + 1;\n}\noutput x;\n",
            "global x: u32 = 0;\nmain {\n    let y: u64 = 1;\n    x = (y + 1) as u32;\n}\noutput x;\n",
        ),
        (
            "node x: u32 = 0;\nkernel f() {\n    forall e in edges {\n        e.source.x = 1;\n    }\n}\nmain {\n    f();\n}\noutput x;\n",
            "node x: u32 = 0;\nkernel f() {\n    forall e in edges {\n        e.src.x = 1;\n    }\n}\nmain {\n    f();\n}\noutput x;\n",
        ),
        (
            "global x: u32 = 0;\nmain {\n    x = hash::mix(x);\n}\noutput x;\n",
            "use std::hash;\n\nglobal x: u32 = 0;\nmain {\n    x = hash::mix(x);\n}\noutput x;\n",
        ),
        (
            "global x: bool = 1 ≤ 2;\nmain {\n}\noutput x;\n",
            "global x: bool = 1 <= 2;\nmain {\n}\noutput x;\n",
        ),
        ("graph symmetric;\nmain {\n}\n", "graph undirected;\nmain {\n}\n"),
    ] {
        let corrections = found(wrong).into_iter().flat_map(|found| found.corrections);
        let texts: Vec<_> = corrections.filter_map(|one| one.apply(wrong)).collect();
        assert!(texts.iter().any(|text| text == right), "{wrong}: {texts:#?}");
    }
}
