//! Positions of the protocol. A position has a line and a column. The column counts the code units of an encoding that
//! the client and the server negotiate, by default UTF-16. The compiler counts bytes.

use gen_lsp_types::{Position, Range};

/// What a column counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encoding {
    /// The code units of UTF-16.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

/// The starts of the lines of a text. Lines end with `\n`, `\r\n` or `\r`, as the protocol defines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> Lines {
        let mut starts = vec![0];
        let bytes = text.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
            if ends {
                starts.push(at as u32 + 1);
            }
        }
        Lines { starts }
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the line that contains an offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1) as u32
    }

    /// Returns the offset at which a line starts; the end of the text if there is no such line.
    pub fn start(&self, line: u32, text: &str) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(text.len() as u32)
    }

    /// Returns the text of a line without its end.
    pub fn content<'t>(&self, line: u32, text: &'t str) -> &'t str {
        let (start, end) = (self.start(line, text), self.start(line + 1, text));
        text.get(start as usize..end as usize).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// Returns the position of an offset. An offset within a character means the start of the character.
    pub fn position(&self, text: &str, offset: u32, encoding: Encoding) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset as u32);
        let before = &text[self.start(line, text) as usize..offset];
        Position { line, character: width(before, encoding) }
    }

    /// Returns the offset of a position. A column after the end of a line means its end, and one within a character
    /// the start of the character.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> u32 {
        let content = self.content(position.line, text);
        let start = self.start(position.line, text);
        let mut units = 0;
        for (at, c) in content.char_indices() {
            units += match encoding {
                Encoding::Utf16 => c.len_utf16() as u32,
                Encoding::Utf8 => c.len_utf8() as u32,
            };
            if units > position.character {
                return start + at as u32;
            }
        }
        start + content.len() as u32
    }

    /// Returns the range between two offsets.
    pub fn range(&self, text: &str, start: u32, end: u32, encoding: Encoding) -> Range {
        Range {
            start: self.position(text, start, encoding),
            end: self.position(text, end, encoding),
        }
    }
}

/// Returns the number of code units of a text.
pub fn width(text: &str, encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Utf16 => text.chars().map(|c| c.len_utf16() as u32).sum(),
        Encoding::Utf8 => text.len() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf_16() {
        // The emoji has two code units of UTF-16 and four bytes, and the umlaut one and two.
        let text = "// \u{1F600} ä\nlet x;\r\nend\rlast";
        let lines = Lines::of(text);
        assert_eq!(lines.count(), 4);
        let at = |needle: &str| text.find(needle).expect("it is there") as u32;
        let position = |line, character| Position { line, character };
        for (needle, expected) in [
            ("ä", position(0, 6)),
            ("let", position(1, 0)),
            ("x;", position(1, 4)),
            ("end", position(2, 0)),
            ("last", position(3, 0)),
        ] {
            let found = lines.position(text, at(needle), Encoding::Utf16);
            assert_eq!(found, expected, "{needle}");
            assert_eq!(lines.offset(text, found, Encoding::Utf16), at(needle), "{needle}");
        }
        assert_eq!(lines.position(text, at("ä"), Encoding::Utf8), position(0, 8));
        assert_eq!(lines.offset(text, position(0, 8), Encoding::Utf8), at("ä"));
    }

    #[test]
    fn positions_outside_of_the_text_are_moved_into_it() {
        let text = "a\u{1F600}\nb";
        let lines = Lines::of(text);
        let offset =
            |line, character| lines.offset(text, Position { line, character }, Encoding::Utf16);
        assert_eq!((offset(0, 2), offset(0, 99), offset(9, 9)), (1, 5, 7));
        let inside = lines.position(text, 3, Encoding::Utf16);
        assert_eq!(inside, Position { line: 0, character: 1 });
        assert_eq!(lines.position(text, 99, Encoding::Utf16), Position { line: 1, character: 1 });
    }
}
