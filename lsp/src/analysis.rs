//! A program or module with the files that it imports: parsed, checked and indexed.

use igc_compiler::bundle;
use igc_compiler::check::{self, Examined};
use igc_compiler::diagnostics::Diagnostic;
use igc_compiler::library;
use igc_compiler::span::Span;
use igc_compiler::symbols::Index;
use igc_compiler::syntax::ast::{ItemKind, Program};
use igc_compiler::syntax::lexer::lex;
use igc_compiler::syntax::token::Token;
use igc_compiler::syntax::{self, First};

use crate::documents::Text;

/// A file of a program.
#[derive(Debug, Clone)]
pub struct File {
    /// The URI of the file. It is empty for the program that only imports a module, so that the module is checked.
    pub uri: String,
    /// The position of the text in the bundle.
    pub start: u32,
    /// The text.
    pub content: Text,
}

/// A place in a file or in the standard library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place<'a> {
    /// A range of a file with this URI.
    File(&'a str, Span),
    /// A range of a module of the standard library, by its position in [`library::MODULES`].
    Library(usize, Span),
}

/// A program with the results of checking.
#[derive(Debug)]
pub struct Analysis {
    /// The text of the program and of the files that it imports.
    pub bundle: String,
    /// The program, and the files that it imports.
    pub files: Vec<File>,
    /// The names of the program.
    pub index: Index,
    /// The errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether any diagnostic is an error.
    pub has_errors: bool,
    /// Whether the document is a module, which is checked by a program that imports it.
    pub is_module: bool,
    /// The keyword `main` of the program.
    pub main: Option<Span>,
    /// Whether the program names an oracle.
    pub has_check: bool,
}

impl Analysis {
    /// Analyses a program. `files` are the parts of the bundle that have texts.
    pub fn of(bundle: String, files: Vec<File>, is_module: bool) -> Analysis {
        let (program, syntax_errors) = syntax::parse(&bundle);
        let program = program.unwrap_or_else(empty);
        let (main, has_check) = facts(&program);
        let examined = check::examine_all(program, syntax_errors);
        let index = Index::of(&examined);
        let Examined { diagnostics, has_errors, .. } = examined;
        Analysis { bundle, files, index, diagnostics, has_errors, is_module, main, has_check }
    }

    /// Returns the place of a span.
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        if let Some((module, local)) = library::locate(span) {
            return Some(Place::Library(library::find(module.name)?, local));
        }
        let at = bundle::index_at(self.files.iter().map(|file| file.start), span.start);
        let file = self.files.get(at)?;
        let local = |offset: u32| offset.saturating_sub(file.start);
        let local = Span { start: local(span.start), end: local(span.end) };
        (!file.uri.is_empty()).then_some(Place::File(&file.uri, local))
    }

    /// Returns the position in the bundle of an offset in a file.
    pub fn position(&self, uri: &str, offset: u32) -> Option<u32> {
        let file = self.files.iter().find(|file| file.uri == uri)?;
        Some(file.start + offset)
    }

    /// Returns whether the program contains a file.
    pub fn contains(&self, uri: &str) -> bool {
        self.files.iter().any(|file| file.uri == uri)
    }
}

/// Returns a program without items.
fn empty() -> Program {
    let (program, _) = syntax::parse_from("", First::default());
    program.expect("the empty text is a program")
}

fn facts(program: &Program) -> (Option<Span>, bool) {
    let mut main = None;
    let mut has_check = false;
    for item in &program.items {
        match item.kind {
            ItemKind::Main(_) => {
                let start = item.span.start;
                main = main.or(Some(Span { start, end: start + "main".len() as u32 }));
            }
            ItemKind::Check(_) => has_check = true,
            _ => {}
        }
    }
    (main, has_check)
}

/// Returns whether a text is a module: it has items, and only those that an imported file can contain. The tokens at which
/// items start decide, because this is quicker than parsing.
pub fn is_module(text: &str) -> bool {
    let mut depth = 0usize;
    let mut starts = true;
    let mut has_items = false;
    for (token, _) in lex(text).0 {
        match token {
            Token::Doc(_) => continue,
            Token::BraceOpen => depth += 1,
            Token::BraceClose => depth = depth.saturating_sub(1),
            _ if depth > 0 || !starts => {}
            Token::Use | Token::Const | Token::Graph | Token::Fn | Token::Racy => {
                has_items = true;
            }
            _ => return false,
        }
        // `racy kernel` is not an item of a module.
        starts = depth == 0 && matches!(token, Token::Semicolon | Token::BraceClose | Token::Racy);
    }
    has_items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_have_no_state() {
        for (text, expected) in [
            ("", false),
            ("// nothing", false),
            ("/// Doc.\nuse std::hash;\nracy fn f() {\n    { }\n}\nconst c: u32 = 1;", true),
            ("graph simple;", true),
            ("use std::hash;\nmain {\n}", false),
            ("racy kernel f() {\n}", false),
            ("fn f() {\n    if", true),
            ("node x: u32;", false),
            ("nonsense", false),
        ] {
            assert_eq!(is_module(text), expected, "{text}");
        }
    }
}
