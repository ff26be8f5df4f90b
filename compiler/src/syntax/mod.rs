//! From source text to a syntax tree: the lexer (logos), the grammar (LALRPOP) and the tree.
//!
//! ```text
//! text ── lexer ──► tokens ── nesting, docs ──► tokens ── grammar (with builder) ──► Program
//!                                                                                       │
//!                                                                text ◄── print, dump ──┘
//! ```
//!
//! Parsing does not panic, and its recursion is bounded: `nesting` limits the depth of statements,
//! and the `Builder` limits the depth of expressions. Code that traverses a tree may therefore
//! recurse.

pub mod ast;
mod builder;
mod docs;
pub mod dump;
mod errors;
pub(crate) mod foreign;
mod habits;
pub mod lexer;
mod nesting;
pub mod number;
pub mod print;
pub mod token;

use crate::bundle::{self, Content};
use crate::diagnostics::{self, Diagnostic};
use ast::{ImportedFile, Program};
use builder::Builder;
pub use builder::First;
use lalrpop_util::lalrpop_mod;
use lexer::Spanned;
use std::collections::{BTreeMap, HashSet, VecDeque};

lalrpop_mod!(
    #[allow(clippy::all, clippy::unwrap_used, missing_docs, unused, reason = "generated")]
    grammar,
    "/syntax/grammar.rs"
);

/// The largest number of syntax errors to report. Later errors mostly follow from the first ones.
const MAX_ERRORS: usize = 50;

/// Parses a program, which may be a [bundle]. The files that it imports are not parsed.
///
/// Returns a program whenever the parser could recover any part of it. If there are diagnostics,
/// the program is incomplete, and only tools should use it. Diagnostics are in the order of the
/// source.
pub fn parse(source: &str) -> (Option<Program>, Vec<Diagnostic>) {
    // A text that is too long is rejected as a whole.
    let is_too_long = source.len() > lexer::MAX_TEXT as usize;
    let files = bundle::files(source);
    let (program, imported) = files.split_first().filter(|_| !is_too_long).unzip();
    let (text, start) = program.map_or((source, 0), |program| (program.text(), program.start));
    let (mut tree, diagnostics) = parse_from(text, First { byte: start, ..First::default() });
    if let (Some(tree), Some(imported)) = (&mut tree, imported) {
        tree.files = imported.iter().map(imported_file).collect();
    }
    (tree, diagnostics.into_iter().map(|found| found.moved(start)).collect())
}

fn imported_file(file: &bundle::File<'_>) -> ImportedFile {
    ImportedFile { path: file.path.to_owned(), start: file.start, content: file.content.to_owned() }
}

/// Returns the [bundle] of a program and all files that it imports. `read` reads a file by its path
/// from the folder of the program.
pub fn with_imports(program: &str, mut read: impl FnMut(&str) -> Content<String>) -> String {
    let mut files: Vec<(String, Content<String>)> = vec![];
    let mut known: HashSet<String> = HashSet::new();
    let mut wanted: VecDeque<String> = imports("", program).into();
    let mut size = program.len();
    while let Some(path) = wanted.pop_front() {
        // A text that is too long is rejected in any case.
        if size > lexer::MAX_TEXT as usize || !known.insert(path.clone()) {
            continue;
        }
        let content = read(&path);
        if let Content::Text(text) = &content {
            size += text.len();
            wanted.extend(imports(&path, text));
        }
        files.push((path, content));
    }
    bundle::join(program, &files)
}

/// Returns the files that a file imports, by their paths from the folder of the program.
fn imports(importer: &str, text: &str) -> Vec<String> {
    let (tokens, _) = lexer::lex(text);
    let pairs = tokens.windows(2).filter_map(|pair| match (&pair[0].0, &pair[1].0) {
        (token::Token::Use, token::Token::File(path)) => Some(bundle::resolve(importer, path)),
        _ => None,
    });
    pairs.collect()
}

/// Parses one of several texts of a program, like [`parse`]. Ids and spans of the tree start at
/// `first`; the spans of diagnostics start at 0.
pub fn parse_from(source: &str, first: First) -> (Option<Program>, Vec<Diagnostic>) {
    let (tokens, mut diagnostics) = lexer::lex(source);
    let nested = nesting::check(source, &tokens);
    if let Some(too_deep) = nested.too_deep {
        diagnostics.push(too_deep);
        return (None, diagnostics);
    }
    let (doc, docs, tokens) = docs::split_off(source, tokens);
    let ends = tokens.iter().map(|(_, span)| span.end).collect();
    let builder = Builder::new(source, docs, nested.bodies, ends, first);
    let (program, errors) = parse_tokens(builder, doc, tokens, first.byte);
    // A brace without a partner causes further errors in the grammar, so errors after it are
    // dropped.
    let trusted = nested.unbalanced.as_ref().map_or(u32::MAX, |d| d.span().start);
    diagnostics.extend(errors.into_iter().filter(|d| d.span().end <= trusted));
    // Where a `{` is missing, its `}` has no partner, which is the same error.
    let lacks_brace = diagnostics.iter().any(|d| d.message.starts_with("expected `{`"));
    let is_left_over = |d: &Diagnostic| d.message == nesting::UNMATCHED_BRACE;
    diagnostics.extend(nested.unbalanced.filter(|d| !lacks_brace || !is_left_over(d)));
    diagnostics::sort(&mut diagnostics);
    first_of_each_line(source, &mut diagnostics);
    diagnostics.truncate(MAX_ERRORS);
    (program, diagnostics)
}

/// Keeps only the first error of the grammar on each line. Drops all of them on lines with wrong
/// characters or brackets, which have caused them.
fn first_of_each_line(source: &str, diagnostics: &mut Vec<Diagnostic>) {
    let from_grammar = |d: &Diagnostic| matches!(d.code, "E0004" | "E0006" | "E0007");
    let line_starts: Vec<usize> = source.match_indices('\n').map(|(at, _)| at).collect();
    let line = |d: &Diagnostic| line_starts.partition_point(|at| *at < d.span().start as usize);
    let mut taken: HashSet<usize> =
        diagnostics.iter().filter(|d| !from_grammar(d)).map(line).collect();
    diagnostics.retain(|d| !from_grammar(d) || taken.insert(line(d)));
}

fn parse_tokens<'src>(
    mut builder: Builder<'src>,
    doc: Vec<String>,
    tokens: Vec<Spanned<'src>>,
    base: u32,
) -> (Option<Program>, Vec<Diagnostic>) {
    let tokens =
        tokens.into_iter().map(|(token, span)| (base + span.start, token, base + span.end));
    let items = match grammar::ItemsParser::new().parse(&mut builder, tokens) {
        Ok(items) => Some(items),
        Err(error) => {
            builder.fail(error);
            None
        }
    };
    let (expr_count, binding_count) = builder.counts();
    let program = items.map(|items| Program {
        modules: vec![],
        doc,
        items,
        files: vec![],
        file_modules: BTreeMap::new(),
        expr_count,
        binding_count,
    });
    (program, builder.into_diagnostics())
}
