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
mod habits;
pub mod lexer;
mod nesting;
pub mod number;
pub mod print;
pub mod token;

use crate::diagnostics::{self, Diagnostic};
use ast::Program;
use builder::Builder;
pub use builder::First;
use lalrpop_util::lalrpop_mod;
use lexer::Spanned;
use std::collections::HashSet;

lalrpop_mod!(
    #[allow(clippy::all, clippy::unwrap_used, missing_docs, unused, reason = "generated")]
    grammar,
    "/syntax/grammar.rs"
);

/// The largest number of syntax errors to report. Later errors mostly follow from the first ones.
const MAX_ERRORS: usize = 50;

/// Parses a source text.
///
/// Returns a program whenever the parser could recover any part of it. If there are diagnostics,
/// the program is incomplete, and only tools should use it. Diagnostics are in the order of the
/// source.
pub fn parse(source: &str) -> (Option<Program>, Vec<Diagnostic>) {
    parse_from(source, First::default())
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
    diagnostics.extend(nested.unbalanced);
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
    let program =
        items.map(|items| Program { modules: vec![], doc, items, expr_count, binding_count });
    (program, builder.into_diagnostics())
}
