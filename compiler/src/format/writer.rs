//! The text that the formatter writes, and the position on its last line.

/// The line break that must precede the next word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PendingLine {
    /// No line break.
    Nothing,
    /// A line break.
    Line,
    /// A blank line.
    BlankLine,
}

/// A text that is written line by line.
#[derive(Debug)]
pub struct Writer {
    text: String,
    pending: PendingLine,
    /// The number of characters on the last line.
    column: usize,
    /// The number of spaces at the start of the last line.
    indent: usize,
}

impl Writer {
    /// Creates an empty text.
    pub fn new() -> Writer {
        Writer { text: String::new(), pending: PendingLine::Nothing, column: 0, indent: 0 }
    }

    /// Starts a new line for the next word, after a blank line if `blank` is set.
    pub fn line(&mut self, blank: bool) {
        self.pending =
            self.pending.max(if blank { PendingLine::BlankLine } else { PendingLine::Line });
    }

    /// Writes a word. If a new line is pending, the word starts it with the indentation `indent`.
    /// Otherwise the word is written on the current line, after a space if `space` is set.
    pub fn word(&mut self, word: &str, indent: usize, space: bool) {
        if self.pending == PendingLine::Nothing && !self.text.is_empty() {
            self.append(if space { " " } else { "" });
        } else {
            self.start_line(indent);
        }
        self.append(word);
    }

    /// Writes text on the current line, even if a new line is pending.
    pub fn append(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn start_line(&mut self, indent: usize) {
        if !self.text.is_empty() {
            self.text.push_str(if self.pending == PendingLine::BlankLine { "\n\n" } else { "\n" });
        }
        self.text.extend(std::iter::repeat_n(' ', indent));
        (self.pending, self.column, self.indent) = (PendingLine::Nothing, indent, indent);
    }

    /// Returns the column of the next word. If a new line is pending, it is `indent`; otherwise it
    /// is the current column, plus one if `space` is set.
    pub fn next_column(&self, indent: usize, space: bool) -> usize {
        match self.pending {
            PendingLine::Nothing => self.column + usize::from(space),
            _ => indent,
        }
    }

    /// Returns the indentation of the current line.
    pub fn indent(&self) -> usize {
        self.indent
    }

    /// Returns the text. It ends with a line break unless it is empty.
    pub fn finish(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}
