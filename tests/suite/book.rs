//! What the book shows: every block of code in the language that is marked as a whole program
//! compiles, without a warning.
//!
//! A block is one between lines of three backquotes, the first with `igc` behind it; `igc,fragment`
//! marks a piece of a program.

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
    text: String,
}

/// The blocks of a chapter that are whole programs.
fn programs(file: &Path, text: &str) -> Vec<Block> {
    let mut blocks = vec![];
    let mut open: Option<(bool, Block)> = None;
    for (line, content) in (1..).zip(text.lines()) {
        let mark = content.trim().strip_prefix("```");
        match (&mut open, mark) {
            (Some((whole, _)), Some("")) => {
                let whole = *whole;
                blocks.extend(open.take().map(|(_, block)| block).filter(|_| whole));
            }
            (Some((_, block)), _) => {
                block.text += content;
                block.text.push('\n');
            }
            (None, Some(language)) => {
                let file = file.to_path_buf();
                open = Some((language.trim() == "igc", Block { file, line, text: String::new() }));
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a block is not closed", file.display());
    blocks
}

#[test]
fn programs_of_the_book_compile() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("not tested, there is no book");
        return;
    };
    let files = files.map(|file| file.unwrap().path());
    let mut wrong = String::new();
    let mut count = 0;
    for file in files.filter(|file| file.extension().is_some_and(|e| e == "md")) {
        let text = std::fs::read_to_string(&file).unwrap();
        for block in programs(&file, &text) {
            count += 1;
            let place = format!("{}:{}", block.file.display(), block.line);
            let found = match compile("book", &block.text, &Options::default()) {
                Ok(compilation) => compilation.warnings,
                Err(Failure::Program(diagnostics)) => diagnostics,
                Err(Failure::Bug(message)) => panic!("{place}: {message}"),
            };
            wrong += &plain(&place, &block.text, &found);
        }
    }
    println!("{count} programs in the book");
    assert!(wrong.is_empty(), "\n{wrong}help: a block that is no whole program is ```igc,fragment");
}

#[test]
fn blocks_are_found() {
    let text = "words\n```igc\nmain {\n}\n```\n\n```igc,fragment\nx\n```\n```sh\n```\n- a\n  ```igc\n  b\n  ```\n";
    let blocks = programs(Path::new("x.md"), text);
    let found: Vec<_> = blocks.iter().map(|block| (block.line, block.text.as_str())).collect();
    assert_eq!(found, [(2, "main {\n}\n"), (13, "  b\n")]);
}
