//! `///` lines: taken out of the tokens before parsing, and found again by the items they document.
//!
//! A `///` line counts where an item may start: at the top level, at the start of the file or behind
//! `;` or `}`. Anywhere else it is a plain comment, so that the grammar need not know of it. Lines
//! before the first item that a blank line parts from it document the program.
use super::lexer::Spanned;
use super::token::Token;
use crate::span::Span;
use std::collections::BTreeMap;

/// The documentation of items by the offset at which the item starts.
pub type ItemDocs = BTreeMap<u32, Vec<String>>;

/// Takes the `///` lines out: the program's, the items', and the tokens that are left.
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

/// How many of the lines a blank line parts from what stands at `next`.
fn after_last_blank(source: &str, docs: &[(&str, Span)], next: Span) -> usize {
    let followers = docs[1..].iter().map(|(_, span)| span.start).chain([next.start]);
    let gaps = docs.iter().zip(followers).map(|((_, span), next)| blank(source, span.end, next));
    gaps.enumerate().filter(|(_, blank)| *blank).map(|(index, _)| index + 1).last().unwrap_or(0)
}

/// The lines without slashes and one space; an empty line where a blank line was.
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

/// Whether there is a blank line between the two offsets, comments aside.
fn blank(source: &str, from: u32, to: u32) -> bool {
    let between = &source[from as usize..to as usize];
    between.split('\n').skip(1).count() > 1 && {
        let lines: Vec<&str> = between.split('\n').collect();
        lines[1..lines.len() - 1].iter().any(|line| line.trim().is_empty())
    }
}
