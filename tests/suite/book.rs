//! What the book shows: every block of code in the language that is marked as a whole program
//! compiles, without a warning; and all code is formatted.
//!
//! A block is one between lines of three backquotes, the first with `igc` behind it; `igc,fragment`
//! marks a piece of a program, `igc,error` one that is refused: what is said of it stands in the
//! block behind it, marked `text`.

use std::path::{Path, PathBuf};

use igc_compiler::diagnostics::render::plain;
use igc_compiler::driver::{Failure, compile};
use igc_compiler::passes::Options;

/// A block of code.
struct Block {
    /// The chapter.
    file: PathBuf,
    /// The line of its first backquotes, from 1.
    line: usize,
    /// What stands behind these.
    language: String,
    text: String,
}

/// The blocks of a chapter.
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

/// The chapters of a folder of the book, and of those within it.
fn chapters(folder: &Path) -> Vec<PathBuf> {
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

/// The blocks of the book, or nothing if there is no book.
fn blocks_of_the_book() -> Option<Vec<Block>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    if !folder.is_dir() {
        println!("not tested, there is no book");
        return None;
    }
    let files = chapters(&folder).into_iter();
    let found = files.flat_map(|file| blocks(&file, &std::fs::read_to_string(&file).unwrap()));
    Some(found.collect())
}

/// Those that are in the language.
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
        let Err(Failure::Program(diagnostics)) = compile("book", &block.text, &Options::default())
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
        let found = match compile("book", &block.text, &Options::default()) {
            Ok(compilation) => compilation.warnings,
            Err(Failure::Program(diagnostics)) => diagnostics,
            Err(Failure::Bug(message)) => panic!("{place}: {message}"),
        };
        wrong += &plain(&place, &block.text, &found);
    }
    println!("{count} programs in the book");
    assert!(wrong.is_empty(), "\n{wrong}help: a block that is no whole program is ```igc,fragment");
}

/// Fragments too, where they are items.
#[test]
fn code_of_the_book_is_formatted() {
    let Some(code) = code_of_the_book() else { return };
    let mut wrong = String::new();
    for Block { file, line, text, .. } in &code {
        match igc_compiler::format::format(text) {
            Ok(formatted) if formatted != *text => {
                wrong += &format!("{}:{line}: formatted, this is\n{formatted}", file.display());
            }
            Ok(_) | Err(Failure::Program(_)) => {}
            Err(Failure::Bug(message)) => panic!("{}:{line}: {message}", file.display()),
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
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
