//! Ends of lines: a line feed, a carriage return and a line feed, or only a carriage return, as on old
//! Macs.
//!
//! Every reader of a text that users write uses the same rule. Without it, a comment in a text with
//! only carriage returns would extend to the end of the text.

use std::borrow::Cow;

/// Replaces carriage returns by line feeds if the text has no line feeds. Positions stay the same.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    match text.contains('\r') && !text.contains('\n') {
        true => Cow::Owned(text.replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_carriage_returns_end_lines() {
        assert_eq!(with_line_feeds("a\rb\r"), "a\nb\n");
        for text in ["", "a", "a\nb", "a\r\nb\r\n", "a\rb\n"] {
            assert_eq!(with_line_feeds(text), text);
        }
    }
}
