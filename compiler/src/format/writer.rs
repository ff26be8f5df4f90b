//! The text that the formatter makes, and where on its last line it is.

/// A line that is due before what is written next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PendingLine {
    /// None.
    Nothing,
    /// A line.
    Line,
    /// A line, behind a blank one.
    BlankLine,
}

/// Text in lines.
#[derive(Debug)]
pub struct Writer {
    text: String,
    pending: PendingLine,
    /// Characters on the last line.
    column: usize,
    /// Spaces that the last line starts with.
    indent: usize,
}

impl Writer {
    /// No text.
    pub fn new() -> Writer {
        Writer { text: String::new(), pending: PendingLine::Nothing, column: 0, indent: 0 }
    }

    /// What is written next starts a line, behind a blank one if that is asked for.
    pub fn line(&mut self, blank: bool) {
        self.pending =
            self.pending.max(if blank { PendingLine::BlankLine } else { PendingLine::Line });
    }

    /// Writes a word: on a line of its own, so far indented, if that is due; else behind a space, if
    /// it wants one.
    pub fn word(&mut self, word: &str, indent: usize, space: bool) {
        if self.pending == PendingLine::Nothing && !self.text.is_empty() {
            self.append(if space { " " } else { "" });
        } else {
            self.start_line(indent);
        }
        self.append(word);
    }

    /// Writes on the current line, even if another is due.
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

    /// The column of the next word, which would be so far indented or behind a space.
    pub fn next_column(&self, indent: usize, space: bool) -> usize {
        match self.pending {
            PendingLine::Nothing => self.column + usize::from(space),
            _ => indent,
        }
    }

    /// How far the current line is indented.
    pub fn indent(&self) -> usize {
        self.indent
    }

    /// The text, which ends with a line unless it is empty.
    pub fn finish(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}
