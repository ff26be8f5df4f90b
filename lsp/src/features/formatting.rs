//! Formats a document, or the lines of a range, in the style of `igc fmt`.

use gen_lsp_types as lsp;
use igc_compiler::format::format;
use similar::{ChangeTag, TextDiff};

use crate::world::World;

/// Returns the edits that format a document, or those that touch a range. A document with syntax errors has none.
pub fn of(world: &World, uri: &str, range: Option<lsp::Range>) -> Option<Vec<lsp::TextEdit>> {
    let text = world.text(uri)?;
    let formatted = format(&text.text).ok()?;
    if *text.text == *formatted {
        return Some(vec![]);
    }
    let diff = TextDiff::from_lines(&*text.text, &formatted);
    let mut edits: Vec<(u32, u32, String)> = vec![];
    // The offset in the old text.
    let mut at = 0u32;
    let mut in_edit = false;
    for change in diff.iter_all_changes() {
        let length = change.value().len() as u32;
        if change.tag() != ChangeTag::Equal && !in_edit {
            edits.push((at, at, String::new()));
        }
        in_edit = change.tag() != ChangeTag::Equal;
        match (change.tag(), edits.last_mut()) {
            (ChangeTag::Insert, Some((_, _, new))) => new.push_str(change.value()),
            (ChangeTag::Delete, Some((_, end, _))) => *end += length,
            _ => {}
        }
        if change.tag() != ChangeTag::Insert {
            at += length;
        }
    }
    let line = |offset: u32| text.lines.line(offset);
    let touches = |(start, end, _): &(u32, u32, String)| match range {
        None => true,
        Some(range) => {
            // The last line of an edit is the one before its end, which is the start of a line.
            let last = if end > start { line(end - 1) } else { line(*start) };
            line(*start) <= range.end.line && last >= range.start.line
        }
    };
    let edits = edits.into_iter().filter(touches).map(|(start, end, new_text)| lsp::TextEdit {
        range: text.lines.range(&text.text, start, end, world.encoding),
        new_text,
    });
    Some(edits.collect())
}
