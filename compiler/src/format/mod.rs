//! The formatter: a program in, the same program in the one style out, comments included.
//!
//! It works on tokens, not on the syntax tree. A tree has lost the comments, the parentheses and
//! the spelling of numbers, and each statement that the language gains would need its own printer.
//! Tokens have it all, and hardly anything depends on the statement: brackets, operators and `;`
//! decide where lines may break. What there is to know about the language fits into `rules`.
//!
//! ```text
//! text ── lexer ──► tokens ── rules ──► roles ── stream ──► lexemes ── layout ──► text
//! ```
//!
//! The text that comes out has the tokens of the one that went in, character by character, except
//! for commas behind the last element of a list; and its comments, in order. This is checked each
//! time, so that a mistake in here never costs anybody a line. Layout depends on nothing else than
//! tokens, comments, which comments share a line with code, and blank lines between statements, all
//! of which it keeps: formatting twice changes nothing.
//!
//! Blank lines stay, at most one in a row, between items and between statements. Lines end as the
//! first one does, in `\n` or `\r\n`. A byte order mark goes.

mod layout;
mod rules;
mod stream;
mod writer;

use crate::diagnostics::Diagnostic;
use crate::failure::Failure;
use crate::syntax::lexer;
use crate::syntax::parse;
use crate::syntax::token::Token;

pub use layout::MAX_WIDTH;

/// Formats a program.
///
/// # Errors
///
/// The diagnostics of a program with syntax errors, which has no format.
pub fn format(source: &str) -> Result<String, Failure> {
    let (_, diagnostics) = parse(source);
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

/// Where two texts differ in more than white space and optional commas, the token or comment of
/// the first at which they do.
fn first_difference(before: &str, after: &str) -> Option<String> {
    let ((tokens, comments), (new_tokens, new_comments)) =
        (tokens_and_comments(before), tokens_and_comments(after));
    let differs = |old: &[&str], new: &[&str]| {
        let at = (0..old.len().max(new.len())).find(|&at| old.get(at) != new.get(at))?;
        Some(format!("`{}`", old.get(at).or(new.get(at))?))
    };
    differs(&tokens, &new_tokens).or_else(|| differs(&comments, &new_comments))
}

/// The tokens of a text, without optional commas, and its comments.
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
