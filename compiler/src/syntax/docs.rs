//! Documentation comments: `///` lines are removed from the tokens before parsing, and then
//! attached to the items that they document.
//!
//! A `///` line documents an item if an item may start there: at the start of the file, or after
//! `;` or `}` at the top level. Anywhere else, the line is a plain comment. The grammar therefore
//! need not know documentation comments. If a blank line separates `///` lines from the first item,
//! they document the program.
use super::lexer::Spanned;
use super::token::Token;
use crate::span::Span;
use std::collections::BTreeMap;

/// The documentation of items, by the offset at which the item starts.
pub type ItemDocs = BTreeMap<u32, Vec<String>>;

/// Separates the `///` lines from the tokens. Returns the lines of the program, the lines of the
/// items, and the other tokens.
pub fn split_off<'src>(
    source: &str,
    tokens: Vec<Spanned<'src>>,
) -> (Vec<String>, ItemDocs, Vec<Spanned<'src>>) {
    let (mut program, mut items) = (Vec::new(), ItemDocs::new());
    let mut rest: Vec<Spanned<'src>> = Vec::with_capacity(tokens.len());
    let mut pending: Vec<(&str, Span)> = Vec::new();
    let mut depth = 0u32;
    for (token, span) in tokens {
        match token {
            Token::Doc(text) => {
                let before_item =
                    matches!(rest.last(), None | Some((Token::Semicolon | Token::BraceClose, _)));
                if depth == 0 && before_item {
                    pending.push((text, span));
                }
                continue;
            }
            Token::BraceOpen => depth += 1,
            Token::BraceClose => depth = depth.saturating_sub(1),
            _ => (),
        }
        if !pending.is_empty() {
            let own = if rest.is_empty() { after_last_blank(source, &pending, span) } else { 0 };
            program.extend(lines(source, &pending[..own]));
            if own < pending.len() {
                items.insert(span.start, lines(source, &pending[own..]));
            }
            pending.clear();
        }
        rest.push((token, span));
    }
    if rest.is_empty() {
        program = lines(source, &pending);
    }
    (program, items, rest)
}

/// Returns the number of lines before the last blank line that precedes `next`.
fn after_last_blank(source: &str, docs: &[(&str, Span)], next: Span) -> usize {
    let followers = docs[1..].iter().map(|(_, span)| span.start).chain([next.start]);
    let gaps = docs.iter().zip(followers).map(|((_, span), next)| blank(source, span.end, next));
    gaps.enumerate().filter(|(_, blank)| *blank).map(|(index, _)| index + 1).last().unwrap_or(0)
}

/// Returns the documentation lines without the slashes and one space. A blank line in the source
/// becomes an empty line.
fn lines(source: &str, docs: &[(&str, Span)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut end = None;
    for (text, span) in docs {
        if end.is_some_and(|end| blank(source, end, span.start)) {
            lines.push(String::new());
        }
        let text = text.trim_start_matches('/').trim_end();
        lines.push(text.strip_prefix(' ').unwrap_or(text).to_owned());
        end = Some(span.end);
    }
    lines
}

/// Whether the source has a blank line between two offsets. Comments are treated as text.
fn blank(source: &str, from: u32, to: u32) -> bool {
    let between = &source[from as usize..to as usize];
    between.split('\n').skip(1).count() > 1 && {
        let lines: Vec<&str> = between.split('\n').collect();
        lines[1..lines.len() - 1].iter().any(|line| line.trim().is_empty())
    }
}
