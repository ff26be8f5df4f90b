//! Bounds on nesting, and brackets that have no partner, found in the tokens before parsing.
//!
//! Everything behind the parser recurses along the tree, so the tree's depth must be bounded by us
//! and not by the stack. Depth counts open brackets of all kinds and the `else if`s of a chain,
//! which nest in the tree though not on the page. Expressions nest without brackets too
//! (`a + b + c …`); the builder bounds those, and runs of prefix operators are bounded here because
//! they pile up in the parser before the builder sees them.
//!
//! Where a `{` is never closed, the place to look at is rarely that `{`: the first pair of braces of
//! which the lines are indented differently is shown with it.

use super::ast::Span;
use super::lexer::Spanned;
use super::token::Token;
use crate::diagnostics::Diagnostic;

/// How many brackets and `else if`s may be open at once.
pub const MAX_DEPTH: usize = 100;

/// How many prefix operators may follow each other.
const MAX_PREFIX: usize = 50;

/// What is wrong with the nesting.
#[derive(Debug, Default)]
pub struct Nesting {
    /// Nested deeper than the compiler follows: nothing more should be done with the tokens.
    pub too_deep: Option<Diagnostic>,
    /// The first bracket without a partner.
    pub unbalanced: Option<Diagnostic>,
    /// The outermost pairs of braces.
    pub bodies: Vec<Span>,
}

/// A bracket that is open.
struct Open {
    bracket: &'static str,
    closes_with: &'static str,
    span: Span,
    /// `else if`s of the current chain directly within it.
    chain: usize,
}

/// Examines the brackets.
pub fn check(source: &str, tokens: &[Spanned<'_>]) -> Nesting {
    let mut found = Nesting::default();
    let mut crooked = None;
    let mut open: Vec<Open> = Vec::new();
    let mut chains = 0;
    let mut prefixes = 0;
    for (index, (token, span)) in tokens.iter().enumerate() {
        let prefix = matches!(token, Token::Minus | Token::Bang | Token::Tilde);
        prefixes = if prefix { prefixes + 1 } else { 0 };
        let previous = index.checked_sub(1).map(|index| &tokens[index].0);
        if previous == Some(&Token::BraceClose)
            && *token != Token::Else
            && let Some(last) = open.last_mut()
        {
            chains -= std::mem::take(&mut last.chain);
        }
        match bracket(token) {
            Some(Bracket::Open(bracket, closes_with)) => {
                open.push(Open { bracket, closes_with, span: *span, chain: 0 });
            }
            Some(Bracket::Close(closer)) => match open.last() {
                Some(last) if last.closes_with == closer => {
                    chains -= last.chain;
                    let opener = last.span;
                    open.pop();
                    if closer == "}" && indentation(source, opener) != indentation(source, *span) {
                        crooked.get_or_insert((opener, *span));
                    }
                    if open.is_empty() {
                        found.bodies.push(Span { start: opener.start, end: span.end });
                    }
                }
                last => {
                    found.unbalanced = Some(mismatch(closer, *span, last));
                    return found;
                }
            },
            None if *token == Token::If && previous == Some(&Token::Else) => {
                if let Some(last) = open.last_mut() {
                    last.chain += 1;
                    chains += 1;
                }
            }
            None => (),
        }
        if open.len() + chains > MAX_DEPTH || prefixes > MAX_PREFIX {
            found.too_deep = Some(too_deep(*span));
            return found;
        }
    }
    found.unbalanced = open.last().map(|open| never_closed(open, crooked));
    found
}

enum Bracket {
    Open(&'static str, &'static str),
    Close(&'static str),
}

fn bracket(token: &Token<'_>) -> Option<Bracket> {
    match token {
        Token::BraceOpen => Some(Bracket::Open("{", "}")),
        Token::ParenOpen => Some(Bracket::Open("(", ")")),
        Token::BracketOpen => Some(Bracket::Open("[", "]")),
        Token::BraceClose => Some(Bracket::Close("}")),
        Token::ParenClose => Some(Bracket::Close(")")),
        Token::BracketClose => Some(Bracket::Close("]")),
        _ => None,
    }
}

/// The error of whatever nests too deeply at `span`.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("E0006", span, "the program is nested too deeply here")
        .note(format!("brackets and `else if`s may nest up to {MAX_DEPTH} deep"))
        .help("name parts with `let`, or split the expression or statement")
}

fn mismatch(closer: &str, span: Span, open: Option<&Open>) -> Diagnostic {
    match open {
        None => Diagnostic::error("E0005", span, format!("unmatched `{closer}`"))
            .label("no bracket is open here")
            .help("remove it, or look for a bracket before it that is closed too early"),
        Some(open) => {
            let message = format!("expected `{}`, found `{closer}`", open.closes_with);
            Diagnostic::error("E0005", span, message)
                .label("this closes the wrong bracket")
                .also(open.span, format!("this `{}` is still open", open.bracket))
                .help(format!("add the missing `{}`", open.closes_with))
        }
    }
}

fn never_closed(open: &Open, crooked: Option<(Span, Span)>) -> Diagnostic {
    let message = format!("this `{}` is never closed", open.bracket);
    let diagnostic = Diagnostic::error("E0005", open.span, message)
        .label(format!("the file has no matching `{}`", open.closes_with))
        .help(format!("add the missing `{}`", open.closes_with));
    match crooked {
        Some((opener, closer)) if opener.start > open.span.start => diagnostic
            .also(opener, "judging by the indentation, this may be the unmatched bracket")
            .also(closer, "because this bracket closes it"),
        _ => diagnostic,
    }
}

/// How far the line is indented that the span starts in.
fn indentation(source: &str, span: Span) -> usize {
    let before = &source[..span.start as usize];
    let line = &source[before.rfind('\n').map_or(0, |at| at + 1)..];
    line.len() - line.trim_start_matches([' ', '\t']).len()
}
