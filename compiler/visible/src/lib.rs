//! Makes text safe for terminals, and [finds the names](suggest) that misspelt ones mean.
//!
//! A source line, a file name or a parameter can contain escape sequences, which change the title,
//! the colours or the content of a terminal, and bidirectional control characters, which make text
//! appear in another order than it is stored ("trojan source", CVE-2021-42574). Every message of
//! igc therefore shows these characters as escapes, such as `\u{1b}`.
//!
//! The command line escapes whole messages, but a message may have several lines. An error
//! therefore escapes the names that it contains ([`name`], [`path`]), so that a line feed in a name
//! cannot begin a line that looks like a message.

pub mod suggest;

use std::borrow::Cow;
use std::path::Path;

/// Whether a character changes the direction of the text around it. The lexer rejects these
/// characters in comments.
pub fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character can change how a terminal shows other text: a control character, or a
/// bidirectional control character.
pub fn is_unsafe(c: char) -> bool {
    c.is_control() || is_bidirectional(c)
}

/// Escapes the unsafe characters of a text of several lines. Line feeds and tabs stay.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_unsafe(c) && c != '\n' && c != '\t')
}

/// Escapes all unsafe characters of a name, including line feeds and tabs, so that the name cannot
/// look like a line of its own.
pub fn name(name: &str) -> Cow<'_, str> {
    escaped(name, is_unsafe)
}

/// Returns the path of a file for a message: escaped like a [`name`], and with `\u{fffd}` for bytes
/// that are not UTF-8.
pub fn path(path: &Path) -> String {
    name(&path.to_string_lossy()).into_owned()
}

/// Escapes the unsafe characters of a JSON text. JSON requires escapes only for some control
/// characters. The others can occur only within strings, so the value of the text stays the same.
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(
        text,
        |c| is_unsafe(c) && c != '\n',
        |c, out| *out += &format!("\\u{:04x}", u32::from(c)),
    )
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    replaced(text, is_escaped, |c, out| out.extend(c.escape_default()))
}

/// Replaces those characters of a text for which `is_replaced` holds.
fn replaced(
    text: &str,
    is_replaced: impl Fn(char) -> bool,
    replace: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    if !text.contains(&is_replaced) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_replaced(c) { replace(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// A source text whose unsafe characters are escaped, with the positions of the escapes, so that
/// positions in the original source can be found in it.
pub struct VisibleSource<'a> {
    /// The escaped text. It has the same lines as the original.
    pub text: Cow<'a, str>,
    /// For each escape: the offset after the original character, and the offset after its escape.
    escapes: Vec<(usize, usize)>,
}

impl<'a> VisibleSource<'a> {
    /// Escapes the unsafe characters of a source. Line ends and tabs stay.
    pub fn new(source: &'a str) -> VisibleSource<'a> {
        let is_escaped = |at: usize, c: char| match c {
            '\n' | '\t' => false,
            '\r' => !source[at + 1..].starts_with('\n'),
            c => is_unsafe(c),
        };
        if !source.char_indices().any(|(at, c)| is_escaped(at, c)) {
            return VisibleSource { text: Cow::Borrowed(source), escapes: vec![] };
        }
        let (mut text, mut escapes) = (String::with_capacity(source.len() + 16), vec![]);
        for (at, c) in source.char_indices() {
            if is_escaped(at, c) {
                text.extend(c.escape_default());
                escapes.push((at + c.len_utf8(), text.len()));
            } else {
                text.push(c);
            }
        }
        VisibleSource { text: Cow::Owned(text), escapes }
    }

    /// Returns the position in the escaped text of an offset in the original source.
    pub fn escaped_offset(&self, original: usize) -> usize {
        let before = self.escapes.partition_point(|(end, _)| *end <= original);
        let (end, escaped) = before.checked_sub(1).map_or((0, 0), |last| self.escapes[last]);
        escaped + (original - end)
    }

    /// Returns the offset in the original source of a position in the escaped text that is not
    /// inside an escape.
    pub fn original_offset(&self, escaped: usize) -> usize {
        let before = self.escapes.partition_point(|(_, end)| *end <= escaped);
        let (original, end) = before.checked_sub(1).map_or((0, 0), |last| self.escapes[last]);
        original + (escaped - end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_characters_become_escapes() {
        assert_eq!(text("a\tb\nc"), "a\tb\nc");
        assert_eq!(text("\u{1b}[31mred\r\u{7f}\u{9b}"), "\\u{1b}[31mred\\r\\u{7f}\\u{9b}");
        assert_eq!(name("a\nb\tc"), "a\\nb\\tc");
        assert_eq!(path(Path::new("a/\n\u{1b}.ig")), "a/\\n\\u{1b}.ig");
        for c in "\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}".chars() {
            assert_eq!(text(&format!("x{c}y")), format!("x\\u{{{:x}}}y", u32::from(c)));
        }
        assert_eq!(text("größer ≤ ∞ 日本"), "größer ≤ ∞ 日本");
    }

    #[test]
    fn json_keeps_its_value() {
        let value = "\u{202e}a\u{7f}\n\u{1b}";
        let text = serde_json::to_string(value).expect("a string serialises");
        let safe = json(&text);
        assert!(safe.is_ascii() && !safe.contains(char::is_control), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).expect("it is JSON"), value);
    }

    #[test]
    fn positions_are_found_on_both_sides() {
        let source = "a\u{202e}b\r\nc\rd\u{1b}";
        let visible = VisibleSource::new(source);
        assert_eq!(visible.text, "a\\u{202e}b\r\nc\\rd\\u{1b}");
        for c in ['a', 'b', 'c', 'd'] {
            let (original, escaped) = (source.find(c), visible.text.rfind(&format!("{c}")));
            let (Some(original), Some(escaped)) = (original, escaped) else { panic!("{c}") };
            // The escape of ESC contains the letter b.
            let escaped =
                if c == 'b' { visible.text.find("b\r").expect("it stays") } else { escaped };
            assert_eq!(visible.escaped_offset(original), escaped, "{c}");
            assert_eq!(visible.original_offset(escaped), original, "{c}");
        }
        assert_eq!(visible.escaped_offset(source.len()), visible.text.len());
    }
}
