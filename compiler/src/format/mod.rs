//! The formatter: it rewrites a program in one style, and keeps its comments.
//!
//! It works on tokens, not on the syntax tree. A tree does not have comments, parentheses and the
//! spelling of numbers, and it would need a printer for each kind of statement. Tokens have all of
//! this, and the rules hardly depend on the kind of statement: brackets, operators and `;` decide
//! where lines may break. `rules` contains everything that the formatter knows about the language.
//!
//! ```text
//! text ── lexer ──► tokens ── rules ──► roles ── stream ──► lexemes ── layout ──► text
//! ```
//!
//! The result has the same tokens as the source, character by character, except for commas after
//! the last element of a list, and the same comments in the same order. The formatter checks this
//! each time, so that a bug in it cannot lose code. The layout depends only on properties that
//! formatting keeps: the tokens, the comments, which comments share a line with code, and blank
//! lines between statements. Formatting a program twice therefore gives the same result as
//! formatting it once.
//!
//! Blank lines between items and between statements stay, but several in a row become one. All
//! lines end like the first one, with `\n` or `\r\n`. A byte order mark is removed.

mod layout;
mod rules;
mod stream;
mod writer;

use crate::diagnostics::Diagnostic;
use crate::failure::Failure;
use crate::syntax::lexer;
use crate::syntax::token::Token;
use crate::syntax::{First, parse_from};

pub use layout::MAX_WIDTH;

/// Formats one file of a program.
///
/// # Errors
///
/// Returns the diagnostics of a program with syntax errors, which cannot be formatted.
pub fn format(source: &str) -> Result<String, Failure> {
    let (_, diagnostics) = parse_from(source, First::default());
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Failure::Program(diagnostics));
    }
    let mut text = layout::layout(&stream::Stream::new(source));
    if let Some(lost) = first_difference(source, &text) {
        return Err(Failure::Bug(format!("formatting would have changed {lost}")));
    }
    let first_line = source.split_inclusive('\n').next();
    if first_line.is_some_and(|line| line.ends_with("\r\n")) {
        text = text.replace('\n', "\r\n");
    }
    Ok(text)
}

/// If two texts differ in more than white space and optional commas, returns the first token or
/// comment of the first text that differs.
fn first_difference(before: &str, after: &str) -> Option<String> {
    let ((tokens, comments), (new_tokens, new_comments)) =
        (tokens_and_comments(before), tokens_and_comments(after));
    let differs = |old: &[&str], new: &[&str]| {
        let at = (0..old.len().max(new.len())).find(|&at| old.get(at) != new.get(at))?;
        Some(format!("`{}`", old.get(at).or(new.get(at))?))
    };
    differs(&tokens, &new_tokens).or_else(|| differs(&comments, &new_comments))
}

/// The tokens of a text without optional commas, and its comments.
fn tokens_and_comments(source: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut tokens, mut comments) = (vec![], vec![]);
    for (token, span) in lexer::lex_with_trivia(source).0 {
        let text = &source[span.start as usize..span.end as usize];
        if let Token::Comment(_) | Token::Doc(_) = token {
            comments.push(text.trim_end());
            continue;
        }
        if matches!(token, Token::ParenClose | Token::BracketClose) && tokens.last() == Some(&",") {
            tokens.pop();
        }
        tokens.push(text);
    }
    (tokens, comments)
}
