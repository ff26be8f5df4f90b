//! Parses the blocks of a text on all threads of the pool.
//!
//! Each thread repeatedly takes the next block, which includes reading or decompressing it, and
//! parses it while other threads take the following blocks. Blocks are taken in the order of the
//! file and always parsed completely, so the reported error is always the first in the file.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cursor::Cursor;
use super::lines::{Block, Lines};
use super::sink::{EdgeRules, EdgeSink};
use crate::assemble::Assembler;
use crate::error::{GraphError, Problem};

/// The contribution of a line to a format's number of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// The line has this number of entries.
    Entries(u64),
    /// A comment or a blank line, which does not count.
    Other,
}

/// The lines of a format after the header.
pub(crate) trait LineFormat: Sync {
    /// Parses the line at `line` and stops at its end or before. `record` is the index of the line
    /// among the records that [`Lines::count_records`] counts.
    fn line(
        &self,
        line: &mut Cursor<'_>,
        record: u64,
        edges: &mut EdgeSink,
    ) -> Result<Line, Problem>;
}

/// The result of parsing a text after its header.
pub(crate) struct ParsedLines {
    pub(crate) assembler: Assembler,
    pub(crate) entries: u64,
    /// Number of records, or 0 if records are not counted.
    pub(crate) records: u64,
}

/// The number of entries that the header announces, and their name in messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Announced {
    pub(crate) entries: u64,
    pub(crate) what: &'static str,
}

/// Data about a parsed block, with which the line of a surplus entry can be found.
#[derive(Default)]
struct BlockLog {
    first_line: u64,
    entries: u64,
    /// The lines that do not count as entries, as runs of indices within the block.
    skipped: Vec<std::ops::Range<u64>>,
}

/// Counts the entries of the blocks in the order of the file, and finds the first entry beyond the
/// announced number. Only blocks that were parsed before an earlier block are kept, so the memory
/// does not grow with the text.
struct EntryCount {
    announced: u64,
    /// The place of the next block in order.
    next: u64,
    /// Number of entries of all blocks before it.
    before: u64,
    waiting: BTreeMap<u64, BlockLog>,
    /// Line of the first entry beyond the announced number.
    surplus_line: Option<u64>,
}

struct Shared<'a, 'input, F> {
    format: &'a F,
    rules: EdgeRules,
    lines: Mutex<Lines<'input>>,
    assembler: Assembler,
    count: Mutex<EntryCount>,
    stop: AtomicBool,
    /// The first error in the file so far, with the place of its block.
    error: Mutex<Option<(u64, GraphError)>>,
}

/// Parses the rest of `lines` and checks the number of entries against `announced`.
pub(crate) fn parse_lines<F: LineFormat>(
    lines: Lines<'_>,
    format: &F,
    rules: EdgeRules,
    announced: Option<Announced>,
) -> Result<ParsedLines, GraphError> {
    let shared = Shared {
        format,
        rules,
        lines: Mutex::new(lines),
        assembler: Assembler::new(),
        count: Mutex::new(EntryCount::new(announced.map_or(u64::MAX, |it| it.entries))),
        stop: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    // Even a graph without edges has weights if its format has weights.
    shared.assembler.push(0, EdgeSink::new(rules).chunk())?;
    // A short text is parsed on this thread because waking the pool would take longer.
    if shared.work(true) {
        rayon::broadcast(|_| shared.work(false));
    }
    shared.finish(announced)
}

impl<F: LineFormat> Shared<'_, '_, F> {
    /// Parses blocks until the text ends, or only one block if `once` is set. Returns whether more
    /// blocks may follow.
    fn work(&self, once: bool) -> bool {
        let mut block = Block::default();
        let mut edges = EdgeSink::new(self.rules);
        loop {
            let more = {
                let mut lines = lock(&self.lines);
                if self.stop.load(Ordering::Relaxed) {
                    return false;
                }
                match lines.block(&mut block) {
                    Ok(true) => !lines.is_done(),
                    Ok(false) => return false,
                    Err(error) => {
                        self.fail(u64::MAX, error);
                        return false;
                    }
                }
            };
            edges.clear();
            if let Err(error) = self.parse(&block, &mut edges) {
                self.fail(block.place, error);
                return false;
            }
            if once || !more {
                return more;
            }
        }
    }

    /// Records the error if its block comes before that of the recorded error.
    fn fail(&self, place: u64, error: GraphError) {
        self.stop.store(true, Ordering::Relaxed);
        let mut first = lock(&self.error);
        if first.as_ref().is_none_or(|(other, _)| place < *other) {
            *first = Some((place, error));
        }
    }

    fn parse(&self, block: &Block, edges: &mut EdgeSink) -> Result<(), GraphError> {
        let mut log = BlockLog { first_line: block.first_line, ..BlockLog::default() };
        let parsed = self.parse_block(block, edges, &mut log);
        if lock(&self.count).add(block.place, log) {
            self.stop.store(true, Ordering::Relaxed);
        }
        parsed?;
        self.assembler.push(block.place, edges.chunk())
    }

    fn parse_block(
        &self,
        block: &Block,
        edges: &mut EdgeSink,
        log: &mut BlockLog,
    ) -> Result<(), GraphError> {
        let mut cursor = Cursor::new(&block.bytes).rounding_to(self.rules.single);
        let mut line = 0;
        let mut record = block.first_record;
        while !cursor.at_end() {
            match self.format.line(&mut cursor, record, edges) {
                Ok(Line::Entries(entries)) => {
                    log.entries += entries;
                    record += 1;
                }
                Ok(Line::Other) => log.skip(line),
                Err(problem) => {
                    let column = cursor.column();
                    return Err(GraphError::in_line(block.first_line + line, column, problem));
                }
            }
            cursor.next_line();
            line += 1;
        }
        Ok(())
    }

    /// Returns the edges, or the first error in the file.
    fn finish(self, announced: Option<Announced>) -> Result<ParsedLines, GraphError> {
        let error = self.error.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let count = self.count.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let EntryCount { before: entries, surplus_line, .. } = count;
        let lines = self.lines.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let records = lines.records();
        if let Some(Announced { entries: announced, what }) = announced {
            if let Some(line) = surplus_line
                && error.as_ref().is_none_or(|(_, error)| error.line.is_none_or(|at| line < at))
            {
                let problem = Problem::TooManyEntries { announced, what };
                return Err(GraphError::in_line(line, None, problem));
            }
            if error.is_none() && entries < announced {
                let problem = Problem::TooFewEntries { announced, found: entries, what };
                return Err(GraphError::in_line(lines.last_line(), None, problem));
            }
        }
        match error {
            Some((_, error)) => Err(error),
            None => Ok(ParsedLines { assembler: self.assembler, entries, records }),
        }
    }
}

impl BlockLog {
    /// Notes that a line is not an entry. The lines come in order.
    fn skip(&mut self, line: u64) {
        match self.skipped.last_mut() {
            Some(run) if run.end == line => run.end += 1,
            _ => self.skipped.push(line..line + 1),
        }
    }

    /// Returns the line of the entry with this index in the block, for formats with one entry per
    /// line.
    fn line_of(&self, entry: u64) -> u64 {
        // Start with the line as if every line counted, then skip the lines that do not.
        let mut line = entry;
        for run in &self.skipped {
            if run.start > line {
                break;
            }
            line += run.end - run.start;
        }
        self.first_line + line
    }
}

impl EntryCount {
    fn new(announced: u64) -> EntryCount {
        let (waiting, surplus_line) = (BTreeMap::new(), None);
        EntryCount { announced, next: 0, before: 0, waiting, surplus_line }
    }

    /// Adds a block. Returns whether there are more entries than announced.
    fn add(&mut self, place: u64, log: BlockLog) -> bool {
        self.waiting.insert(place, log);
        while let Some(log) = self.waiting.remove(&self.next) {
            if self.surplus_line.is_none() && self.before + log.entries > self.announced {
                self.surplus_line = Some(log.line_of(self.announced - self.before));
            }
            self.before += log.entries;
            self.next += 1;
        }
        self.surplus_line.is_some()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(first_line: u64, lines: &str) -> BlockLog {
        let mut log = BlockLog { first_line, ..BlockLog::default() };
        for (at, line) in (0..).zip(lines.chars()) {
            if line == 'e' { log.entries += 1 } else { log.skip(at) }
        }
        log
    }

    #[test]
    fn the_line_of_a_surplus_entry_is_found_in_any_order_of_the_blocks() {
        let blocks = ["--e--ee", "-------", "e-e", "--e"];
        for announced in 0..6 {
            let text = blocks.concat();
            let lines = text.char_indices().filter(|(_, line)| *line == 'e');
            let expected = lines.map(|(at, _)| at as u64 + 1).nth(announced);
            for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
                let mut count = EntryCount::new(announced as u64);
                for place in order {
                    let first_line = 1 + blocks[..place].concat().len() as u64;
                    count.add(place as u64, log(first_line, blocks[place]));
                }
                assert_eq!((count.surplus_line, count.before), (expected, 6), "{announced}");
                assert!(count.waiting.is_empty());
            }
        }
    }

    #[test]
    fn blank_lines_take_no_memory() {
        let blank = log(1, &"-".repeat(100_000));
        assert_eq!(blank.skipped.len(), 1);
    }
}
