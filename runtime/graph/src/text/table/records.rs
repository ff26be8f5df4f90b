//! Splits a table into records and fields, as RFC 4180 defines them, with four possible separators.
//!
//! - A field that starts with a quotation mark ends with one, and may contain separators, line feeds and
//!   doubled quotation marks (`""` means `"`). Blanks inside the quotation marks belong to the field.
//! - Blanks around other fields do not belong to them. A quotation mark within such a field is an
//!   ordinary character.
//! - If blanks separate fields, any number of spaces and tabs is one separator.
//! - Blank lines are skipped, and so are lines before the first record that start with `#` or `%`.
//!
//! The crate `csv` is not used here: it accepts text after a closing quotation mark, and a field whose
//! quotation mark never closes, without an error, and it does not know blanks as separators.

use std::io::Read;
use std::ops::Range;

use crate::error::{GraphError, Problem};
use crate::text::cursor::quote;

/// Bytes that are read at a time.
const PIECE: usize = 1 << 18;
/// Maximum length of a record in bytes.
const LONGEST: usize = 1 << 20;

/// What separates the fields of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// A comma.
    Comma,
    /// A semicolon.
    Semicolon,
    /// A tab.
    Tab,
    /// Spaces and tabs.
    Blanks,
}

impl Separator {
    /// Every separator with its name.
    pub(crate) const ALL: [(&'static str, Separator); 4] = [
        ("comma", Separator::Comma),
        ("semicolon", Separator::Semicolon),
        ("tab", Separator::Tab),
        ("blanks", Separator::Blanks),
    ];

    /// Returns whether a byte separates two fields.
    #[inline]
    fn is(self, byte: u8) -> bool {
        match self {
            Separator::Comma => byte == b',',
            Separator::Semicolon => byte == b';',
            Separator::Tab => byte == b'\t',
            Separator::Blanks => matches!(byte, b' ' | b'\t'),
        }
    }

    /// Returns whether a byte around a field does not belong to it.
    #[inline]
    fn is_padding(self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\r') || byte == b'\t' && self != Separator::Tab
    }

    /// Returns the separator that a line has most often outside of quotation marks. Of equally frequent
    /// ones, tabs come first, then semicolons.
    fn of(line: &[u8]) -> Separator {
        let mut counts = [(0, Separator::Tab), (0, Separator::Semicolon), (0, Separator::Comma)];
        let mut is_quoted = false;
        for &byte in line {
            is_quoted ^= byte == b'"';
            let counted = counts.iter_mut().filter(|(_, one)| !is_quoted && one.is(byte));
            counted.for_each(|(count, _)| *count += 1);
        }
        let most = counts.iter().map(|(count, _)| *count).max().unwrap_or(0);
        let found = counts.iter().find(|(count, _)| *count == most && most > 0);
        found.map_or(Separator::Blanks, |(_, separator)| *separator)
    }
}

/// A table that is read record by record.
pub(crate) struct Records<'input> {
    input: Box<dyn Read + Send + 'input>,
    /// Bytes that were read from the input. The bytes `waiting[at..]` belong to later records.
    waiting: Vec<u8>,
    at: usize,
    has_ended: bool,
    /// Number of the next line.
    line: u64,
    separator: Option<Separator>,
    /// The number of nodes that the first line states, if it is the comment of an edge list of igc.
    stated_nodes: Option<u64>,
    record: Record,
}

/// The place of a record and of its fields.
#[derive(Default)]
struct Record {
    line: u64,
    start: usize,
    fields: Vec<Range<usize>>,
    /// The indices of the fields with doubled quotation marks.
    doubled: Vec<usize>,
}

/// A record of a table.
pub(crate) struct Fields<'records> {
    bytes: &'records [u8],
    record: &'records Record,
}

impl Fields<'_> {
    /// Number of fields.
    pub(crate) fn len(&self) -> usize {
        self.record.fields.len()
    }

    /// Returns the field at an index.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> &[u8] {
        &self.bytes[self.record.fields[at].clone()]
    }

    /// Returns the fields as text for messages and names.
    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |at| String::from_utf8_lossy(self.get(at)).into_owned();
        (0..self.len()).map(text).collect()
    }

    /// Number of the first line of the record.
    pub(crate) fn line(&self) -> u64 {
        self.record.line
    }

    /// Adds the line and, if `at` is the index of a field, the place of the field to a problem.
    pub(crate) fn error(&self, at: Option<usize>, problem: Problem) -> GraphError {
        let column = at.and_then(|at| {
            let place = self.record.fields.get(at)?.start - self.record.start + 1;
            u32::try_from(place).ok().and_then(|place| place.try_into().ok())
        });
        GraphError::in_line(self.line(), column, problem)
    }
}

/// What ends a field, with the place after it.
enum End {
    /// Another field follows.
    Field(usize),
    /// The record is complete.
    Record(usize),
    /// The bytes that were read end before the field does.
    Unknown,
}

impl<'input> Records<'input> {
    /// Reads records from `input`. Without a separator, the first record determines it.
    pub(crate) fn new(input: Box<dyn Read + Send + 'input>, separator: Option<Separator>) -> Self {
        Self {
            input,
            waiting: Vec::new(),
            at: 0,
            has_ended: false,
            line: 1,
            separator,
            stated_nodes: None,
            record: Record::default(),
        }
    }

    /// The number of nodes that an edge list of igc states in its first line.
    pub(crate) fn stated_nodes(&self) -> Option<u64> {
        self.stated_nodes
    }

    /// Reads the next record.
    pub(crate) fn read(&mut self) -> Result<Option<Fields<'_>>, GraphError> {
        match self.advance()? {
            true => Ok(Some(self.current())),
            false => Ok(None),
        }
    }

    /// Returns the record that was read last.
    pub(crate) fn current(&self) -> Fields<'_> {
        Fields { bytes: &self.waiting, record: &self.record }
    }

    fn advance(&mut self) -> Result<bool, GraphError> {
        loop {
            let Some(end) = self.line_end()? else { return Ok(false) };
            let line = self.waiting[self.at..end].trim_ascii();
            let is_comment = self.record.line == 0 && matches!(line.first(), Some(b'#' | b'%'));
            if !line.is_empty() && !is_comment {
                break;
            }
            if self.line == 1 {
                let words: Vec<_> = line.split(u8::is_ascii_whitespace).collect();
                if let [b"#", b"igc", b"nodes", nodes] = words[..] {
                    self.stated_nodes =
                        str::from_utf8(nodes).ok().and_then(|text| text.parse().ok());
                }
            }
            self.at = (end + 1).min(self.waiting.len());
            self.line += 1;
        }
        self.split().map(|()| true)
    }

    /// Returns the end of the line that starts at `at`, or `None` at the end of the text.
    fn line_end(&mut self) -> Result<Option<usize>, GraphError> {
        let mut searched = self.at;
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.waiting[searched..]) {
                return Ok(Some(searched + end));
            }
            if self.has_ended {
                let end = self.waiting.len();
                return Ok((self.at < end).then_some(end));
            }
            searched = self.waiting.len() - self.at;
            self.fill()?;
        }
    }

    /// Reads more bytes, and drops those before the current record.
    fn fill(&mut self) -> Result<(), GraphError> {
        let in_line = |line, problem| Err(GraphError::in_line(line, None, problem));
        if self.waiting.len() - self.at > LONGEST {
            return in_line(self.line, Problem::LongRecord(LONGEST));
        }
        self.waiting.drain(..self.at);
        self.at = 0;
        // At least as much as there is, so that a long record is split in linear time.
        let more = PIECE.max(self.waiting.len());
        let got = (&mut self.input).take(more as u64).read_to_end(&mut self.waiting);
        match got {
            Ok(got) => self.has_ended = got < more,
            Err(error) => return in_line(self.line, error.into()),
        }
        Ok(())
    }

    /// Splits the record that starts at `at`.
    fn split(&mut self) -> Result<(), GraphError> {
        let separator = match self.separator {
            Some(separator) => separator,
            None => {
                let rest = &self.waiting[self.at..];
                let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
                *self.separator.insert(Separator::of(line))
            }
        };
        self.record.line = self.line;
        loop {
            if let Some(next) = self.split_waiting(separator)? {
                self.join_doubled();
                let record = &self.waiting[self.at..next];
                self.line += (memchr::memchr_iter(b'\n', record).count() as u64).max(1);
                self.at = next;
                return Ok(());
            }
            if self.has_ended {
                return Err(GraphError::in_line(self.line, None, Problem::OpenQuotes));
            }
            self.fill()?;
        }
    }

    /// Finds the fields of the record that starts at `at`. Returns the place after the record, or `None`
    /// if more bytes are needed.
    fn split_waiting(&mut self, separator: Separator) -> Result<Option<usize>, GraphError> {
        self.record.start = self.at;
        self.record.fields.clear();
        self.record.doubled.clear();
        let mut at = self.at;
        loop {
            while self.peek(at).is_some_and(|byte| separator.is_padding(byte)) {
                at += 1;
            }
            let end = match self.peek(at) {
                Some(b'"') => self.quoted(at + 1, separator)?,
                _ => self.unquoted(at, separator),
            };
            match end {
                End::Field(next) => at = next,
                End::Record(next) => return Ok(Some(next)),
                End::Unknown => return Ok(None),
            }
        }
    }

    #[inline]
    fn peek(&self, at: usize) -> Option<u8> {
        self.waiting.get(at).copied()
    }

    /// Finds the end of a field without quotation marks.
    fn unquoted(&mut self, start: usize, separator: Separator) -> End {
        let rest = &self.waiting[start..];
        let length = rest.iter().position(|&byte| byte == b'\n' || separator.is(byte));
        let at = start + length.unwrap_or(rest.len());
        let mut end = at;
        while end > start && separator.is_padding(self.waiting[end - 1]) {
            end -= 1;
        }
        self.record.fields.push(start..end);
        self.after(at, separator)
    }

    /// Finds the end of a field after its first quotation mark.
    fn quoted(&mut self, start: usize, separator: Separator) -> Result<End, GraphError> {
        let mut at = start;
        let mut is_doubled = false;
        loop {
            match memchr::memchr(b'"', &self.waiting[at..]) {
                None => return Ok(End::Unknown),
                Some(quote) => at += quote + 1,
            }
            if self.peek(at) != Some(b'"') {
                break;
            }
            is_doubled = true;
            at += 1;
        }
        let end = at - 1;
        while self.peek(at).is_some_and(|byte| separator.is_padding(byte)) {
            at += 1;
        }
        let has_blanks = separator == Separator::Blanks && at > end + 1;
        if let Some(byte) = self.peek(at)
            && byte != b'\n'
            && !separator.is(byte)
            && !has_blanks
        {
            let rest = &self.waiting[at..];
            let length = rest.iter().position(|&byte| byte == b'\n' || separator.is(byte));
            let found = quote(&rest[..length.unwrap_or(rest.len())]);
            return Err(GraphError::in_line(self.line, None, Problem::AfterQuotes(found)));
        }
        if is_doubled {
            self.record.doubled.push(self.record.fields.len());
        }
        self.record.fields.push(start..end);
        Ok(self.after(at, separator))
    }

    /// Returns what ends a field that ends at `at`.
    fn after(&self, mut at: usize, separator: Separator) -> End {
        while separator == Separator::Blanks
            && self.peek(at).is_some_and(|byte| separator.is_padding(byte))
        {
            at += 1;
        }
        match self.peek(at) {
            None if !self.has_ended => End::Unknown,
            None => End::Record(at),
            Some(b'\n') => End::Record(at + 1),
            Some(_) if separator == Separator::Blanks => End::Field(at),
            Some(_) => End::Field(at + 1),
        }
    }

    /// Replaces doubled quotation marks in the fields of the record by single ones. The bytes after a
    /// shorter field are not used again.
    fn join_doubled(&mut self) {
        for &field in &self.record.doubled {
            let field = &mut self.record.fields[field];
            let (mut from, mut to) = (field.start, field.start);
            while from < field.end {
                let byte = self.waiting[from];
                self.waiting[to] = byte;
                from += if byte == b'"' { 2 } else { 1 };
                to += 1;
            }
            field.end = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, so that each record is split in several attempts.
    struct Slow<'t>(&'t [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn split(text: &str, separator: Option<Separator>) -> Result<Vec<(u64, Vec<String>)>, String> {
        let mut records = Records::new(Box::new(Slow(text.as_bytes())), separator);
        let mut found = vec![];
        while let Some(fields) = records.read().map_err(|error| error.to_string())? {
            found.push((fields.line(), fields.texts()));
        }
        Ok(found)
    }

    #[test]
    fn fields_of_all_separators() {
        for (text, separator, wanted) in [
            ("a,b\n", Separator::Comma, &["a", "b"][..]),
            (" a , b b,\r\n", Separator::Comma, &["a", "b b", ""]),
            ("\"a,\"\"b\",\" c \" ,d\"e", Separator::Comma, &["a,\"b", " c ", "d\"e"]),
            ("a;\"b\nc\";1,5", Separator::Semicolon, &["a", "b\nc", "1,5"]),
            ("\ta b\t\"\"\t", Separator::Tab, &["", "a b", "", ""]),
            (" a\t \"b c\"  d \t\n", Separator::Blanks, &["a", "b c", "d"]),
            ("a \"\" b", Separator::Blanks, &["a", "", "b"]),
        ] {
            let found = split(text, Some(separator)).expect("the table is valid");
            assert_eq!(found, [(1, wanted.iter().map(ToString::to_string).collect())], "{text}");
        }
    }

    #[test]
    fn the_first_record_determines_the_separator() {
        for (line, separator) in [
            ("0;1;2,5", Separator::Semicolon),
            ("\"a;b;c\",d", Separator::Comma),
            ("a\tb", Separator::Tab),
            ("a,b;c", Separator::Semicolon),
            ("a b", Separator::Blanks),
        ] {
            assert_eq!(Separator::of(line.as_bytes()), separator, "{line}");
        }
    }

    #[test]
    fn lines_are_counted_and_comments_come_first() {
        let found = split("# c\n\n%\na,\"x\ny\"\n \n#b,c", None).expect("the table is valid");
        let wanted = [(4, vec!["a", "x\ny"]), (7, vec!["#b", "c"])];
        let wanted = wanted.map(|(line, all)| (line, all.into_iter().map(String::from).collect()));
        assert_eq!(found, wanted);
        let mut records = Records::new(Box::new(&b"# igc nodes 7\n0 1\n"[..]), None);
        assert!(records.read().is_ok_and(|record| record.is_some()));
        assert_eq!(records.stated_nodes(), Some(7));
    }

    #[test]
    fn wrong_quotation_marks_are_errors() {
        let open = split("a,b\nc,\"d\ne,f\n", None).expect_err("it is never closed");
        assert!(open.starts_with("line 2: the quotation mark"), "{open}");
        let after = split("\"a\"b,c\n", None).expect_err("there is text after the field");
        assert!(after.contains("found `b`"), "{after}");
        let long = format!("a,\"{}", "x".repeat(3 << 20));
        let long = split(&long, None).expect_err("it is too long");
        assert!(long.contains("longer than"), "{long}");
    }
}
