//! Tests of the grammars for editors in `editors/`: they know every word of the language, and the tree-sitter grammar
//! parses every program of the repository without an error.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use igc_compiler::symbols::language::{ENTRIES, Kind};
use igc_lsp::Settings;
use serde_json::Value;
use tree_sitter::{Language, Parser, Query};
use tree_sitter_generate::{GenerateError, JSError, LoadGrammarError};
use tree_sitter_language::LanguageFn;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap()
}

/// Returns all programs of the repository.
fn programs() -> Vec<PathBuf> {
    let folders = ["examples", "stdlib", "tests/programs"].map(|it| repository().join(it));
    let found = common::programs(&folders.each_ref().map(PathBuf::as_path));
    assert!(found.len() > 80, "{}", found.len());
    found
}

/// Compiles the parser that tree-sitter has generated, and returns its language.
fn language() -> Language {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("igc.so");
    let source = repository().join("editors/tree-sitter/src");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let done = Command::new(compiler)
        .args(["-O1", "-shared", "-fPIC", "-I"])
        .arg(&source)
        .arg(source.join("parser.c"))
        .arg("-o")
        .arg(&library)
        .status();
    assert!(done.expect("there is a C compiler").success());
    // SAFETY: the generated parser has no initialisers, and its function has this type.
    unsafe {
        let library = Box::leak(Box::new(libloading::Library::new(&library).unwrap()));
        let function = library.get::<unsafe extern "C" fn() -> *const ()>(b"tree_sitter_igc");
        LanguageFn::from_raw(*function.unwrap()).into()
    }
}

/// The parser is what tree-sitter generates from the grammar. With `IGC_BLESS=1`, it is written.
#[test]
fn the_generated_parser_is_current() {
    let grammar = repository().join("editors/tree-sitter");
    let generated = tempfile::tempdir().unwrap();
    let (abi, out) = (tree_sitter::LANGUAGE_VERSION, Some(generated.path()));
    let done = tree_sitter_generate::generate_parser_in_directory(
        &grammar,
        out,
        None::<PathBuf>,
        abi,
        None,
        Some("node"),
        true,
        tree_sitter_generate::OptLevel::default(),
        &mut vec![],
    );
    if let Err(GenerateError::LoadGrammarFile(LoadGrammarError::LoadJSGrammarFile(
        JSError::JSRuntimeSpawn { .. },
    ))) = &done
    {
        println!("not tested, there is no node, which reads grammar.js");
        return;
    }
    done.unwrap();
    for file in ["parser.c", "tree_sitter/parser.h"] {
        let new = std::fs::read_to_string(generated.path().join(file)).unwrap();
        let path = grammar.join("src").join(file);
        if std::env::var_os("IGC_BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&path, &new).unwrap();
        }
        let is_current = std::fs::read_to_string(&path).unwrap() == new;
        assert!(is_current, "{file} is old: IGC_BLESS=1 cargo test -p igc-lsp --test grammars");
    }
}

#[test]
#[cfg(unix)]
fn the_tree_sitter_grammar_parses_every_program() {
    let language = language();
    let mut parser = Parser::new();
    parser.set_language(&language).unwrap();
    for path in programs() {
        let text = std::fs::read_to_string(&path).unwrap();
        let tree = parser.parse(&text, None).unwrap();
        let shown = tree.root_node().to_sexp();
        assert!(!tree.root_node().has_error(), "{}: {shown}", path.display());
    }
    // A command of the user is permitted only where the user asks for it, so no program above has one.
    let tree = parser.parse("check external \"python3 check.py\"(level);", None).unwrap();
    assert!(!tree.root_node().has_error(), "{}", tree.root_node().to_sexp());
    let tree = parser.parse("kernel {", None).unwrap();
    assert!(tree.root_node().has_error(), "errors are noticed");
    for query in ["highlights", "folds"] {
        let text = read(&format!("editors/tree-sitter/queries/{query}.scm"));
        Query::new(&language, &text).unwrap_or_else(|error| panic!("{query}: {error}"));
    }
}

#[test]
fn the_grammars_know_every_word_of_the_language() {
    let text_mate = read("editors/vscode/syntaxes/igc.tmLanguage.json");
    let tree_sitter = read("editors/tree-sitter/grammar.js");
    let words = |text: &str| {
        let split = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        split.map(str::to_owned).collect::<std::collections::HashSet<_>>()
    };
    // `atomic_(add|sub)` stands for two words.
    let expanded = text_mate
        .replace("atomic_(", "atomic_ (")
        .replace("reduce_(", "reduce_ (")
        .replace("\\b", " ");
    let (in_text_mate, in_tree_sitter) = (words(&expanded), words(&tree_sitter));
    for entry in ENTRIES {
        let name = entry.name();
        let ending = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("reduce_"));
        let is_known = in_text_mate.contains(ending.unwrap_or(name));
        // Requirements are names that only the checker knows.
        let is_name = matches!(entry.kind, Kind::Requirement) || name == "std";
        assert!(is_known || is_name, "{name} is not in the TextMate grammar");
        if entry.kind == Kind::Keyword {
            assert!(in_tree_sitter.contains(name), "{name} is not in the tree-sitter grammar");
        }
    }
    serde_json::from_str::<Value>(&text_mate).unwrap();
}

/// The extension for VS Code offers the settings of the server, with the same defaults.
#[test]
fn the_extension_has_the_settings_of_the_server() {
    let package: Value = serde_json::from_str(&read("editors/vscode/package.json")).unwrap();
    let properties = package["contributes"]["configuration"]["properties"].as_object().unwrap();
    let mut sent = serde_json::Map::new();
    for (name, property) in properties {
        let name = name.strip_prefix("igc.").unwrap();
        let mut place = &mut sent;
        let parts: Vec<&str> = name.split('.').collect();
        for part in &parts[..parts.len() - 1] {
            let inner = place
                .entry((*part).to_owned())
                .or_insert_with(|| Value::Object(Default::default()));
            place = inner.as_object_mut().unwrap();
        }
        place.insert(parts[parts.len() - 1].to_owned(), property["default"].clone());
    }
    let (settings, wrong) = Settings::of(&Value::Object(sent.clone()));
    assert_eq!((settings, wrong), (Settings::default(), vec![]));
    for name in ["configuration", "graph", "device", "inlayHints"] {
        assert!(sent.contains_key(name), "{name}");
    }
    let devices =
        package["contributes"]["configuration"]["properties"]["igc.device"]["enum"].clone();
    for device in devices.as_array().unwrap() {
        let (_, wrong) = Settings::of(&serde_json::json!({ "device": device }));
        assert_eq!(wrong, Vec::<String>::new());
    }
}
