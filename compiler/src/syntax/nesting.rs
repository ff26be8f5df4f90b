//! Limits of nesting, and brackets without a partner. Both are checked on the tokens, before
//! parsing.
//!
//! All later stages recurse over the tree, so its depth must have a limit that does not depend on
//! the size of the stack. The depth is the number of open brackets of all kinds, plus the number of
//! `else if`s of a chain, which are nested in the tree. Expressions are also nested without
//! brackets (`a + b + c …`); the builder limits their depth. Sequences of prefix operators are
//! limited here, because they fill the stack of the parser before the builder sees them.
//!
//! If a `{` is never closed, the error is often at another `{`. The diagnostic therefore also shows
//! the first pair of braces whose lines have different indentations.
use super::lexer::Spanned;
use super::token::Token;
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;

/// The largest number of open brackets and `else if`s at one position.
pub const MAX_DEPTH: usize = 100;

/// The largest number of consecutive prefix operators.
const MAX_PREFIX: usize = 50;

/// The message about a `}` without a `{`.
pub const UNMATCHED_BRACE: &str = "unmatched `}`";

/// The nesting of the brackets of a program, and the errors in it.
#[derive(Debug, Default)]
pub struct Nesting {
    /// The diagnostic for a program that is nested too deeply. If it exists, the tokens must not be
    /// parsed.
    pub too_deep: Option<Diagnostic>,
    /// The diagnostic for the first bracket without a partner.
    pub unbalanced: Option<Diagnostic>,
    /// The outermost pairs of braces, in order.
    pub bodies: Vec<Span>,
}

/// An open bracket.
struct Open {
    bracket: &'static str,
    closes_with: &'static str,
    span: Span,
    /// The number of `else if`s in the current chain that is directly inside the bracket.
    chain: usize,
}

/// Checks the brackets of a program.
pub fn check(source: &str, tokens: &[Spanned<'_>]) -> Nesting {
    let mut nesting = Nesting::default();
    let mut misindented = None;
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
                        misindented.get_or_insert((opener, *span));
                    }
                    if open.is_empty() {
                        nesting.bodies.push(Span { start: opener.start, end: span.end });
                    }
                }
                last => {
                    nesting.unbalanced = Some(mismatch(closer, *span, last));
                    return nesting;
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
            nesting.too_deep = Some(too_deep(*span));
            return nesting;
        }
    }
    nesting.unbalanced = open.last().map(|open| never_closed(open, misindented));
    nesting
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

/// Returns the diagnostic for code that is nested too deeply.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("E0006", span, "the program is nested too deeply here")
        .note(format!("brackets and `else if`s may nest up to {MAX_DEPTH} deep"))
        .help("name parts with `let`, or split the expression or statement")
}

fn mismatch(closer: &str, span: Span, open: Option<&Open>) -> Diagnostic {
    match open {
        None => Diagnostic::error("E0005", span, format!("unmatched `{closer}`"))
            .label("no bracket is open here")
            .help(Advice::replacing(
                "remove it, or look for a bracket before it that is closed too early",
                "",
            )),
        Some(open) => {
            let message = format!("expected `{}`, found `{closer}`", open.closes_with);
            Diagnostic::error("E0005", span, message)
                .label("this closes the wrong bracket")
                .also(open.span, format!("this `{}` is still open", open.bracket))
                .help(format!("add the missing `{}`", open.closes_with))
                .correction(Span { start: span.start, end: span.start }, open.closes_with)
        }
    }
}

fn never_closed(open: &Open, misindented: Option<(Span, Span)>) -> Diagnostic {
    let message = format!("this `{}` is never closed", open.bracket);
    let diagnostic = Diagnostic::error("E0005", open.span, message)
        .label(format!("the file has no matching `{}`", open.closes_with))
        .help(format!("add the missing `{}`", open.closes_with));
    match misindented {
        Some((opener, closer)) if opener.start > open.span.start => diagnostic
            .also(opener, "judging by the indentation, this may be the unmatched bracket")
            .also(closer, "because this bracket closes it"),
        _ => diagnostic,
    }
}

/// Returns the indentation of the line in which the span starts.
fn indentation(source: &str, span: Span) -> usize {
    let before = &source[..span.start as usize];
    let line = &source[before.rfind('\n').map_or(0, |at| at + 1)..];
    line.len() - line.trim_start_matches([' ', '\t']).len()
}
