//! Splits a stream of text into blocks of whole lines that several threads can parse.

use std::io::Read;

use super::cursor::{Cursor, is_blank};
use crate::error::{GraphError, Problem};

/// Bytes per block: enough to make taking a block cheap, and few enough for a core's cache.
const BLOCK: usize = 1 << 20;
/// Maximum length in bytes of a header line. In most formats, other lines may be as long as a
/// block.
const SHORT_LINE: usize = 1 << 16;
/// Maximum length in bytes of a line that contains the whole adjacency of a node.
const LONG_LINE: usize = 1 << 32;

/// A block of whole lines, in the order of the file.
#[derive(Default)]
pub(crate) struct Block {
    /// The index of the block in the file, from 0.
    pub(crate) place: u64,
    /// Number of the first line in the file, from 1.
    pub(crate) first_line: u64,
    /// Number of records before the block, or 0 if records are not counted.
    pub(crate) first_record: u64,
    /// The lines. The last line of the file may lack its line feed.
    pub(crate) bytes: Vec<u8>,
}

/// A text whose header is read line by line and whose rest is read block by block.
pub(crate) struct Lines<'input> {
    input: Box<dyn Read + Send + 'input>,
    /// Bytes that were read from the input. The bytes `waiting[at..]` were not returned yet.
    waiting: Vec<u8>,
    at: usize,
    /// Start of the line that was returned last.
    line_start: usize,
    ended: bool,
    place: u64,
    /// Number of the next line.
    line: u64,
    records: u64,
    count_records: Option<fn(&[u8]) -> u64>,
}

impl<'input> Lines<'input> {
    /// Creates a reader of the lines of `input`.
    pub(crate) fn new(input: Box<dyn Read + Send + 'input>) -> Self {
        Self {
            input,
            waiting: Vec::new(),
            at: 0,
            line_start: 0,
            ended: false,
            place: 0,
            line: 1,
            records: 0,
            count_records: None,
        }
    }

    /// Starts to count records with `count`, and allows lines of up to [`LONG_LINE`] bytes.
    pub(crate) fn count_records(&mut self, count: fn(&[u8]) -> u64) {
        self.count_records = Some(count);
    }

    /// Number of the last line, after all lines were returned.
    pub(crate) fn last_line(&self) -> u64 {
        self.line_number()
    }

    /// Number of records returned so far.
    pub(crate) fn records(&self) -> u64 {
        self.records
    }

    /// Number of the line that [`Self::line`] returned last.
    pub(crate) fn line_number(&self) -> u64 {
        self.line.saturating_sub(1).max(1)
    }

    /// Returns the next line without its line feed, or `None` at the end of the text.
    pub(crate) fn line(&mut self) -> Result<Option<Cursor<'_>>, GraphError> {
        let mut searched = self.at;
        let end = loop {
            if let Some(end) = memchr::memchr(b'\n', &self.waiting[searched..]) {
                break searched + end;
            }
            let length = self.waiting.len() - self.at;
            if self.ended {
                break self.waiting.len();
            }
            if length > SHORT_LINE {
                return Err(self.here(Problem::LineTooLong(SHORT_LINE)));
            }
            self.fill(SHORT_LINE)?;
            searched = length;
        };
        if self.at == end && self.ended && end == self.waiting.len() {
            return Ok(None);
        }
        self.line_start = self.at;
        self.at = (end + 1).min(self.waiting.len());
        self.line += 1;
        Ok(Some(Cursor::new(&self.waiting[self.line_start..end])))
    }

    /// Makes the next call of [`Self::line`] return the last line again.
    pub(crate) fn unread(&mut self) {
        self.at = self.line_start;
        self.line -= 1;
    }

    /// Wraps `problem` with the number of the next line.
    fn here(&self, problem: Problem) -> GraphError {
        GraphError::in_line(self.line, None, problem)
    }

    /// Reads up to `length` more bytes. Drops the bytes before the line that is being read, so that
    /// a long header takes no memory.
    fn fill(&mut self, length: usize) -> Result<(), GraphError> {
        self.waiting.drain(..self.at);
        self.at = 0;
        let got = (&mut self.input).take(length as u64).read_to_end(&mut self.waiting);
        let got = got.map_err(|error| self.here(error.into()))?;
        self.ended |= got < length;
        Ok(())
    }

    /// Returns whether all bytes were returned.
    pub(crate) fn is_done(&self) -> bool {
        self.ended && self.at == self.waiting.len()
    }

    /// Fills `block` with the next whole lines. Returns `false` at the end of the text.
    pub(crate) fn block(&mut self, block: &mut Block) -> Result<bool, GraphError> {
        // Swap the two buffers, so that only the last, incomplete line is copied.
        std::mem::swap(&mut self.waiting, &mut block.bytes);
        block.bytes.drain(..self.at);
        self.at = 0;
        self.waiting.clear();
        let end = self.fill_to_line_end(&mut block.bytes)?;
        self.waiting.extend_from_slice(&block.bytes[end..]);
        block.bytes.truncate(end);
        if end == 0 {
            return Ok(false);
        }
        (block.place, block.first_line, block.first_record) = (self.place, self.line, self.records);
        self.place += 1;
        self.line += memchr::memchr_iter(b'\n', &block.bytes).count() as u64;
        self.records += self.count_records.map_or(0, |count| count(&block.bytes));
        Ok(true)
    }

    /// Fills `bytes` with at least a block and at least one whole line. Returns the end of the last
    /// whole line.
    fn fill_to_line_end(&mut self, bytes: &mut Vec<u8>) -> Result<usize, GraphError> {
        let limit = if self.count_records.is_some() { LONG_LINE } else { BLOCK };
        let mut searched = 0;
        let mut wanted = BLOCK;
        loop {
            if !self.ended && bytes.len() < wanted {
                let missing = wanted - bytes.len();
                let got = (&mut self.input).take(missing as u64).read_to_end(bytes);
                let got = got.map_err(|error| self.here(error.into()))?;
                self.ended |= got < missing;
            }
            if self.ended {
                return Ok(bytes.len());
            }
            if let Some(end) = memchr::memrchr(b'\n', &bytes[searched..]) {
                return Ok(searched + end + 1);
            }
            // Only a line of blanks can be long without content.
            join_blanks(bytes);
            if bytes.len() >= limit {
                return Err(self.here(Problem::LineTooLong(limit)));
            }
            searched = bytes.len();
            // At least as much as there is, so that joining takes linear time in total.
            wanted = searched + searched.max(BLOCK);
        }
    }
}

/// Replaces each run of blanks by one blank. The text has no line feeds.
fn join_blanks(line: &mut Vec<u8>) {
    let mut after_blank = false;
    line.retain(|&byte| {
        let blank = is_blank(byte);
        !(std::mem::replace(&mut after_blank, blank) && blank)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of many short lines, which is not in memory.
    fn lines_of(text: &'static [u8], times: u64) -> Lines<'static> {
        let mut left = times * text.len() as u64;
        let mut at = 0;
        struct Repeated<R>(R);
        impl<R: FnMut(&mut [u8]) -> usize> Read for Repeated<R> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                Ok((self.0)(buffer))
            }
        }
        Lines::new(Box::new(Repeated(move |buffer: &mut [u8]| {
            let count = left.min(buffer.len() as u64) as usize;
            for byte in &mut buffer[..count] {
                *byte = text[at % text.len()];
                at += 1;
            }
            left -= count as u64;
            count
        })))
    }

    #[test]
    fn a_long_header_is_not_kept() {
        let mut lines = lines_of(b"# a comment\n", 1 << 18);
        let mut count = 0u64;
        while let Some(mut line) = lines.line().unwrap() {
            assert_eq!(line.token(), b"#");
            count += 1;
        }
        assert_eq!(count, 1 << 18);
        assert!(lines.waiting.capacity() <= 4 * SHORT_LINE, "{}", lines.waiting.capacity());
    }

    #[test]
    fn a_line_can_be_read_again_after_more_text_was_read() {
        let mut lines = lines_of(b"one two three\n", 1 << 14);
        let mut count = 0;
        while lines.line().unwrap().is_some() {
            lines.unread();
            assert_eq!(lines.line().unwrap().unwrap().token(), b"one");
            count += 1;
        }
        assert_eq!(count, 1 << 14);
    }

    #[test]
    fn a_long_line_of_blanks_is_not_kept() {
        let mut lines = lines_of(b" \t", 1 << 24);
        lines.count_records(|_| 0);
        let mut block = Block::default();
        assert!(lines.block(&mut block).unwrap());
        assert!(block.bytes.len() < 2 * BLOCK, "{}", block.bytes.len());
        assert!(block.bytes.capacity() <= 8 * BLOCK, "{}", block.bytes.capacity());
    }
}
