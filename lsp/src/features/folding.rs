//! What can be folded: blocks, comments of several lines, and the `use`s at the start. It works on tokens, so that broken
//! texts fold, too.

use gen_lsp_types as lsp;
use igc_compiler::syntax::lexer::lex_with_trivia;
use igc_compiler::syntax::token::Token;

use crate::world::World;

/// Returns the ranges of a document that can be folded.
pub fn of(world: &World, uri: &str) -> Option<Vec<lsp::FoldingRange>> {
    let text = world.text(uri)?;
    let line = |offset: u32| text.lines.line(offset);
    let mut found = vec![];
    let mut open: Vec<u32> = vec![];
    // The first and the last line of the current run of comments, and of `use`s.
    let mut comment: Option<(u32, u32)> = None;
    let mut uses: Option<(u32, u32)> = None;
    let mut in_use = false;
    for (token, span) in lex_with_trivia(&text.text).0 {
        let at = line(span.start);
        if let Token::Comment(_) | Token::Doc(_) = token {
            comment = match comment {
                Some((first, last)) if last + 1 == at => Some((first, at)),
                other => {
                    add(&mut found, other, Some(lsp::FoldingRangeKind::Comment));
                    Some((at, at))
                }
            };
            continue;
        }
        match token {
            Token::BraceOpen => open.push(at),
            // The line of the `}` stays visible.
            Token::BraceClose => {
                let range = open.pop().map(|first| (first, at.saturating_sub(1)));
                add(&mut found, range, None);
            }
            _ => {}
        }
        in_use |= token == Token::Use;
        if in_use {
            uses = Some((uses.map_or(at, |(first, _)| first), at));
        } else {
            add(&mut found, uses.take(), Some(lsp::FoldingRangeKind::Imports));
        }
        in_use &= token != Token::Semicolon;
    }
    add(&mut found, comment, Some(lsp::FoldingRangeKind::Comment));
    add(&mut found, uses, Some(lsp::FoldingRangeKind::Imports));
    found.sort_by_key(|range| (range.start_line, range.end_line));
    Some(found)
}

fn add(
    found: &mut Vec<lsp::FoldingRange>,
    lines: Option<(u32, u32)>,
    kind: Option<lsp::FoldingRangeKind>,
) {
    if let Some((start_line, end_line)) = lines.filter(|(first, last)| first < last) {
        found.push(lsp::FoldingRange {
            start_line,
            start_character: None,
            end_line,
            end_character: None,
            kind,
            collapsed_text: None,
        });
    }
}
