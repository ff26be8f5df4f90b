//! Snapshots of the front end for whole programs: trees, types and diagnostics.
//!
//! `programs/*.ig` and the examples must parse. The snapshot of each contains its tree, with the
//! type of every expression if the program passes the checker. Each file of `diagnostics/*.ig` must
//! cause a diagnostic; its snapshot contains the text that a user reads. A file may list the files
//! that it imports, each after a line such as `// file ./lib.ig`.

use igc_compiler::bundle;
use igc_compiler::check::{self, Checked};
use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::{Diagnostic, render};
use igc_compiler::driver::{Failure, compile};
use igc_compiler::syntax::{self, dump, lexer};
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file was listed")
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}

/// Returns the tree of a program with types, or without types if the checker rejects the program.
fn tree(path: &Path) -> String {
    let source = read(path);
    let (program, found) = syntax::parse(&source);
    assert!(found.is_empty(), "{}", render::plain(&file_name(path), &source, &found));
    let program = program.expect("a program without errors is there");
    match check::check(program.clone()) {
        Ok((checked, warnings)) => typed(&checked) + &said(path, &source, &warnings),
        Err(errors) => dump::program(&program) + &said(path, &source, &errors),
    }
}

fn typed(checked: &Checked) -> String {
    dump::annotated(&checked.program, |expr| {
        checked.types[expr.id.0 as usize].map(|ty| ty.to_string())
    })
}

fn said(path: &Path, source: &str, found: &[Diagnostic]) -> String {
    match found {
        [] => String::new(),
        _ => format!("\n\n{}", render::plain(&file_name(path), source, found)),
    }
}

#[test]
fn programs() {
    insta::glob!("programs/*.ig", |path| insta::assert_snapshot!(tree(path)));
}

/// Checks that the examples do not even cause a warning, because users write programs like them.
#[test]
fn examples() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"));
    for directory in std::fs::read_dir(root).expect("there are examples") {
        let directory = directory.expect("the examples can be listed").path();
        for file in std::fs::read_dir(directory).expect("an example is a directory") {
            let path = file.expect("the example can be listed").path();
            if path.extension().is_some_and(|extension| extension == "ig") {
                let source = read(&path);
                let (checked, warnings) = check::source(&source).unwrap_or_else(|errors| {
                    panic!("{}", render::plain(&file_name(&path), &source, &errors))
                });
                assert_eq!(render::plain(&file_name(&path), &source, &warnings), "");
                insta::with_settings!({ snapshot_suffix => file_name(&path) }, {
                    insta::assert_snapshot!("examples", typed(&checked));
                });
            }
        }
    }
}

#[test]
fn diagnostics() {
    insta::glob!("diagnostics/*.ig", |path| {
        let source = bundle::from_listing(&read(path));
        let found = match (
            check::source(&source),
            compile("program", &source, &Configuration::default()),
        ) {
            (Err(errors), _) | (_, Err(Failure::Program(errors))) => errors,
            (Ok((_, warnings)), _) => warnings,
        };
        assert!(!found.is_empty(), "{} passes without a word", path.display());
        let helpless = found.iter().find(|diagnostic| diagnostic.help.is_empty());
        assert!(helpless.is_none(), "{}: no help for {helpless:?}", path.display());
        insta::assert_snapshot!(render::plain(&file_name(path), &source, &found));
    });
}

#[test]
fn tokens() {
    let source = "/// doc\n// comment\n//// also a comment\nparam x: node = 0x_ff; // end\n\
                  u.x min= 1_000u64 .. 1.5e-3f64 <<= >= -> :: \"text\" ü";
    let (tokens, found) = lexer::lex_with_trivia(source);
    let lines: Vec<String> = tokens
        .iter()
        .map(|(token, span)| format!("{:>3}..{:<3} {token:?}", span.start, span.end))
        .collect();
    insta::assert_snapshot!(lines.join("\n") + "\n" + &render::plain("tokens.ig", source, &found));
}

#[test]
fn json_and_colours() {
    let source = "main {\n    let grün = 1;\n    let x = y;\n}\n";
    let found = check::source("main {\n    let x = y;\n}\n").expect_err("y is unknown");
    insta::assert_snapshot!("json", render::json("a.ig", "main {\n    let x = y;\n}\n", &found));
    assert!(render::ansi("a.ig", source, &found).contains("\u{1b}["));
    let unicode = check::source(source).expect_err("ü is no letter of the language");
    assert!(render::json("a.ig", source, &unicode).contains("\"column\": 11"));
}
