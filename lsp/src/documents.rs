//! The texts that the editor has opened, which may differ from the files on disk.

use std::sync::Arc;

use gen_lsp_types::TextDocumentContentChangeEvent;
use igc_compiler::line_ends::with_line_feeds;

use crate::position::{Encoding, Lines};

/// A text with its lines.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: Arc<Lines>,
}

impl Text {
    /// Creates a text. Lone carriage returns become line feeds, as when the compiler reads a file. This moves no
    /// position.
    pub fn new(text: &str) -> Text {
        let text = with_line_feeds(text);
        Text { lines: Arc::new(Lines::of(&text)), text: text.into() }
    }
}

/// A document of the editor.
#[derive(Debug, Clone)]
pub struct Document {
    /// The URI as the editor writes it.
    pub uri: String,
    /// The version that the editor has given to the text.
    pub version: i32,
    /// The text.
    pub content: Text,
}

impl Document {
    /// Applies changes, each to the result of the one before.
    pub fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        self.version = version;
        let mut text = String::from(&*self.content.text);
        let mut lines = Arc::clone(&self.content.lines);
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let start = lines.offset(&text, part.range.start, encoding) as usize;
                    let end = lines.offset(&text, part.range.end, encoding) as usize;
                    text.replace_range(start..end.max(start), &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    text = whole.text;
                }
            }
            lines = Arc::new(Lines::of(&text));
        }
        self.content = Text::new(&text);
    }
}
