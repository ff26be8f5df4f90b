//! Arranges tokens in lines.
//!
//! Code that fits on the line stays on it. Other code breaks at all of its operators of the lowest
//! precedence, before each operator. If a part between them still does not fit, it breaks at its
//! own operators, indented by one more level. Code without operators breaks at lists, with one line
//! for each element. If a value does not fit after its `=` but fits on the next line, it goes
//! there.
//!
//! ```text
//! forall u in nodes                        let offered =
//!     where u.degree > 0                       select(near < far, near + weight, far + weight);
//!         && !u.decided                    output dist, parent, hops,
//! {                                            rounds;
//! ```
//!
//! The code after a comment always starts a new line, so comments may stand anywhere.

use super::rules::{self, Level, Role};
use super::stream::{Comment, Stream};
use super::writer::Writer;
use std::ops::Range;

/// The maximum length of a line, in characters. A line that cannot be broken may exceed it.
pub const MAX_WIDTH: usize = 100;

/// The indentation of each level, in characters.
const INDENT: usize = 4;

/// Returns the text of a program.
pub fn layout(stream: &Stream<'_>) -> String {
    let mut layout = Layout { stream, writer: Writer::new(), commented: 0 };
    layout.statements(0..stream.len(), 0);
    layout.writer.finish()
}

struct Layout<'a> {
    stream: &'a Stream<'a>,
    writer: Writer,
    /// The number of tokens whose preceding comments are written.
    commented: usize,
}

impl Layout<'_> {
    /// Writes items or statements, each on separate lines, and the comments before the token that
    /// ends them.
    fn statements(&mut self, range: Range<usize>, indent: usize) {
        let mut at = range.start;
        while at < range.end {
            let first = self.comments_apart(at, indent, at == range.start);
            self.writer.line(self.stream[at].blank_before && !first);
            let end = self.statement_end(at);
            self.statement(at..end, indent);
            at = end;
        }
        self.comments_apart(range.end, indent, range.is_empty());
    }

    /// Returns the end of the statement that starts at a token.
    fn statement_end(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.stream.len() {
            let (text, role) = (self.stream[at].text, self.stream[at].role);
            at = self.stream[at].partner + 1;
            let continues = || rules::continues(self.stream[start].text, self.stream[at].text);
            if text == ";" || role == Role::OpenBlock && !continues() {
                break;
            }
        }
        at
    }

    /// Writes a statement, which alternates between code and blocks.
    fn statement(&mut self, range: Range<usize>, indent: usize) {
        let mut at = range.start;
        while at < range.end {
            let Some(open) = self.find(at..range.end, |role| role == Role::OpenBlock) else {
                self.part(at..range.end, indent, 0);
                break;
            };
            let close = self.stream[open].partner;
            let empty = close == open + 1 && self.stream[close].comments.is_empty();
            // `{}` is written only at the end of a statement, because `if c {} else {}` would be
            // hard to read.
            let braces = if empty && close + 1 == range.end { " {}" } else { " {" };
            self.part(at..open, indent, braces.len());
            // If the code before a block takes several lines, the brace goes on its own line and
            // separates the code from the block.
            if at < open && self.writer.indent() > indent {
                self.writer.line(false);
            }
            self.token(open, indent);
            if braces == " {" {
                self.statements(open + 1..close, indent + INDENT);
                self.writer.line(false);
            }
            self.token(close, indent);
            at = close + 1;
        }
    }

    /// Writes code without blocks. The first line is indented by `indent`, and the other lines are
    /// indented by more. `tail` is the width of the text that follows on the last line.
    fn part(&mut self, range: Range<usize>, indent: usize, tail: usize) {
        if range.is_empty() {
            return;
        }
        if self.fits(&range, indent, tail) {
            return self.one_line(range, indent);
        }
        match self.loosest(range.clone()) {
            None => self.brackets(range, indent, tail),
            Some(Level::Comma) => self.names(range, indent, tail),
            Some(Level::Assignment) => self.assignment(range, indent, tail),
            Some(level) => self.chain(range, level, indent, tail),
        }
    }

    /// Writes `a + b - c` with a line for each operator.
    fn chain(&mut self, range: Range<usize>, level: Level, indent: usize, tail: usize) {
        let starts_chain = |at: &usize| self.stream[*at].role == Role::Infix(level);
        let operators: Vec<usize> = self.top_level(range.clone()).filter(starts_chain).collect();
        let first = range.start..operators[0];
        // If the first operand also breaks at operators, its operators are indented more than those
        // of this chain.
        let inner = !self.fits(&first, indent, 0) && self.loosest(first.clone()).is_some();
        self.part(first, if inner { indent + INDENT } else { indent }, 0);
        let ends = operators[1..].iter().copied().chain([range.end]);
        for (operator, end) in operators.iter().copied().zip(ends) {
            self.writer.line(false);
            self.token(operator, indent + INDENT);
            let tail = if end == range.end { tail } else { 0 };
            self.part(operator + 1..end, indent + INDENT, tail);
        }
    }

    /// Writes `place = value;`.
    fn assignment(&mut self, range: Range<usize>, indent: usize, tail: usize) {
        let is_operator = |role| role == Role::Infix(Level::Assignment);
        let operator = self.find(range.clone(), is_operator).expect("it is the loosest");
        let value = operator + 1..range.end;
        self.part(range.start..operator, indent, " <<=".len());
        self.token(operator, indent + INDENT);
        let own_line = self.has_comments(value.start)
            || !self.fits(&value, indent, tail) && self.better_on_next_line(&value, indent, tail);
        if own_line {
            self.writer.line(false);
        }
        self.part(value, if own_line { indent + INDENT } else { indent }, tail);
    }

    /// Whether a value that does not fit on its line fits on the next line, or can at least start
    /// there.
    fn better_on_next_line(&self, value: &Range<usize>, indent: usize, tail: usize) -> bool {
        let room = MAX_WIDTH.saturating_sub(indent + INDENT);
        let fits_there = |range: &Range<usize>, tail| {
            self.stream.width(range).is_some_and(|width| width + tail <= room)
        };
        let start = value.start..self.first_break(value.clone());
        fits_there(value, tail) || !self.fits(&start, indent, 0) && fits_there(&start, 0)
    }

    /// Returns the first position at which code can be broken: before an operator, or after an
    /// opening bracket.
    fn first_break(&self, range: Range<usize>) -> usize {
        for at in self.top_level(range.clone()) {
            match self.stream[at].role {
                Role::Infix(_) => return at,
                Role::OpenList { .. } | Role::OpenGroup { .. } => return at + 1,
                _ => {}
            }
        }
        range.end
    }

    /// Writes `output a, b, c;` with as many names on each line as fit.
    fn names(&mut self, range: Range<usize>, indent: usize, tail: usize) {
        let is_comma = |at: &usize| self.stream[*at].role == Role::Infix(Level::Comma);
        let commas: Vec<usize> = self.top_level(range.clone()).filter(is_comma).collect();
        let mut start = range.start;
        for end in commas.into_iter().chain([range.end]) {
            let first = start == range.start;
            let inner = if first { indent } else { indent + INDENT };
            let tail = if end == range.end { tail } else { ",".len() };
            if !first && !self.fits(&(start..end), inner, tail) {
                self.writer.line(false);
            }
            self.part(start..end, inner, tail);
            if end < range.end {
                self.token(end, indent + INDENT);
            }
            start = end + 1;
        }
    }

    /// Writes code that can only break within brackets.
    fn brackets(&mut self, range: Range<usize>, indent: usize, tail: usize) {
        let tokens: Vec<usize> = self.top_level(range.clone()).collect();
        for (index, &at) in tokens.iter().enumerate() {
            let opens = |at: &usize| self.stream[*at].partner > *at;
            if !opens(&at) {
                self.token(at, if at == range.start { indent } else { indent + INDENT });
                continue;
            }
            // The width of the text after the bracket on its last line, up to the next bracket,
            // which may break too.
            let close = self.stream[at].partner;
            let rest = match tokens[index + 1..].iter().find(|at| opens(at)) {
                Some(next) => self.stream.width(&(close..next + 1)),
                None => self.stream.width(&(close..range.end)).map(|width| width + tail),
            };
            let rest = rest.unwrap_or(")".len()) - ")".len();
            self.bracket(at, indent, rest);
        }
    }

    /// Writes a list or an expression in brackets.
    fn bracket(&mut self, open: usize, indent: usize, tail: usize) {
        let close = self.stream[open].partner;
        if self.fits(&(open..close + 1), indent, tail) {
            return self.one_line(open..close + 1, indent);
        }
        self.token(open, indent);
        if let Role::OpenGroup { .. } = self.stream[open].role {
            let inner = if self.has_comments(open + 1) { indent + INDENT } else { indent };
            self.part(open + 1..close, inner, ")".len() + tail);
        } else {
            self.elements(open + 1..close, indent + INDENT);
            self.comments(close, indent + INDENT);
            self.writer.line(false);
        }
        self.token(close, indent);
    }

    /// Writes the elements of a list, each on its own line and with a comma.
    fn elements(&mut self, range: Range<usize>, indent: usize) {
        let mut start = range.start;
        while start < range.end {
            let is_comma = |role| role == Role::Infix(Level::Comma);
            let comma = self.find(start..range.end, is_comma);
            self.writer.line(false);
            self.part(start..comma.unwrap_or(range.end), indent, ",".len());
            match comma {
                Some(comma) => self.token(comma, indent),
                None => self.writer.append(","),
            }
            start = comma.unwrap_or(range.end) + 1;
        }
    }

    /// Writes tokens on one line.
    fn one_line(&mut self, range: Range<usize>, indent: usize) {
        range.filter(|at| !self.stream[*at].optional).for_each(|at| self.token(at, indent));
    }

    /// Writes a token, and the comments before it that are not written yet.
    fn token(&mut self, at: usize, indent: usize) {
        self.comments(at, indent);
        self.writer.word(self.stream[at].text, indent, self.stream.space_before(at));
    }

    /// Writes the comments before a token within a statement, without blank lines.
    fn comments(&mut self, at: usize, indent: usize) {
        if self.has_comments(at) {
            let comments = &self.stream[at].comments;
            comments.iter().for_each(|comment| self.comment(comment, indent, false));
        }
        self.commented = self.commented.max(at + 1);
    }

    /// Writes the comments before a token that starts or ends a statement, with the blank lines
    /// between them. `first` says that no line of the block is written yet, so no blank line may be
    /// written here. Returns whether the block still has no lines.
    fn comments_apart(&mut self, at: usize, indent: usize, mut first: bool) -> bool {
        self.writer.line(false);
        for comment in &self.stream[at].comments {
            self.comment(comment, indent, comment.blank_before && !first);
            first &= comment.trailing;
        }
        self.commented = at + 1;
        first
    }

    fn comment(&mut self, comment: &Comment<'_>, indent: usize, blank: bool) {
        if comment.trailing {
            self.writer.append(" ");
            self.writer.append(comment.text);
        } else {
            self.writer.line(blank);
            self.writer.word(comment.text, indent, false);
        }
        self.writer.line(false);
    }

    /// Whether comments before the token are not written yet.
    fn has_comments(&self, at: usize) -> bool {
        at >= self.commented && !self.stream[at].comments.is_empty()
    }

    /// Whether tokens fit on the line, together with the text that must follow them there.
    fn fits(&self, range: &Range<usize>, indent: usize, tail: usize) -> bool {
        let column = match self.has_comments(range.start) {
            true => indent,
            false => self.writer.next_column(indent, self.stream.space_before(range.start)),
        };
        self.stream.width(range).is_some_and(|width| column + width + tail <= MAX_WIDTH)
    }

    /// Returns the lowest precedence of the operators outside of brackets. Returns `None` if there
    /// are no operators.
    fn loosest(&self, range: Range<usize>) -> Option<Level> {
        let level = |at: usize| match self.stream[at].role {
            Role::Infix(level) => Some(level),
            _ => None,
        };
        self.top_level(range).filter_map(level).min()
    }

    /// Returns the first token of a kind outside of brackets, if any.
    fn find(&self, range: Range<usize>, wanted: impl Fn(Role) -> bool) -> Option<usize> {
        self.top_level(range).find(|at| wanted(self.stream[*at].role))
    }

    /// Returns the tokens outside of brackets, including the opening brackets.
    fn top_level(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let next = |at: &usize| Some(self.stream[*at].partner + 1);
        std::iter::successors(Some(range.start), next).take_while(move |at| *at < range.end)
    }
}
