//! Corrections: changes of the source that remove the cause of a diagnostic. Editors offer them as quick fixes.

use crate::span::Span;

/// A change of the source that probably is what the author meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// What the change does, in one line without a full stop.
    pub title: String,
    /// The positions that change, each with its new text. They do not overlap.
    pub edits: Vec<(Span, String)>,
}

impl Correction {
    /// Creates a correction that replaces one part of the source. The title follows from the edit.
    pub fn new(span: Span, text: impl Into<String>) -> Correction {
        let text = text.into();
        let shown = text.trim();
        let title = match (shown.is_empty(), span.start == span.end) {
            (true, _) => "Remove this".to_owned(),
            (false, true) => format!("Insert `{shown}`"),
            (false, false) => format!("Write `{shown}`"),
        };
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        Correction { title, edits: vec![(span, text)] }
    }

    /// Moves every position by a number of bytes.
    pub(super) fn move_by(&mut self, by: u32) {
        for (span, _) in &mut self.edits {
            *span = Span { start: span.start + by, end: span.end + by };
        }
    }

    /// Returns a text with this correction, if the positions are in the text.
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut edits: Vec<&(Span, String)> = self.edits.iter().collect();
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let (mut out, mut at) = (String::new(), 0);
        for (span, new) in edits {
            out += text.get(at..span.start as usize)?;
            out += new;
            at = span.end as usize;
        }
        Some(out + text.get(at..)?)
    }
}

/// A suggestion of what to write instead, and the text itself if it can replace the primary position of a
/// diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The suggestion.
    pub text: String,
    /// The text that replaces the primary position.
    pub replacement: Option<String>,
}

impl Advice {
    /// Creates a suggestion that knows what to write at the primary position.
    pub fn replacing(text: impl Into<String>, replacement: impl Into<String>) -> Advice {
        Advice { text: text.into(), replacement: Some(replacement.into()) }
    }
}

impl From<String> for Advice {
    fn from(text: String) -> Advice {
        Advice { text, replacement: None }
    }
}

impl From<&str> for Advice {
    fn from(text: &str) -> Advice {
        text.to_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_what_changes() {
        let title = |start, end, text: &str| Correction::new(Span { start, end }, text).title;
        assert_eq!(title(3, 3, ";"), "Insert `;`");
        assert_eq!(title(3, 5, ""), "Remove this");
        assert_eq!(title(3, 5, "level"), "Write `level`");
        assert_eq!(title(3, 3, "\n\nmain {\n}\n"), "Insert `main { }`");
    }

    #[test]
    fn edits_are_applied_in_the_order_of_the_text() {
        let at = |start, end| Span { start, end };
        let edits = vec![(at(4, 5), "c".to_owned()), (at(0, 0), "x ".to_owned())];
        let correction = Correction { title: String::new(), edits };
        assert_eq!(correction.apply("a + b").as_deref(), Some("x a + c"));
        assert_eq!(correction.apply("a"), None);
    }
}
