//! Parses the blocks of a text on all threads of the pool.
//!
//! Each thread repeatedly takes the next block, which includes reading or decompressing it, and
//! parses it while other threads take the following blocks. Blocks are taken in the order of the
//! file and always parsed completely, so the reported error is always the first in the file.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
struct BlockLog {
    place: u64,
    first_line: u64,
    entries: u64,
    /// The indices, within the block, of lines that do not count as entries.
    skipped: Vec<u32>,
}

struct Shared<'a, 'input, F> {
    format: &'a F,
    rules: EdgeRules,
    lines: Mutex<Lines<'input>>,
    assembler: Assembler,
    logs: Mutex<Vec<BlockLog>>,
    entries: AtomicU64,
    most: u64,
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
        logs: Mutex::new(Vec::new()),
        entries: AtomicU64::new(0),
        most: announced.map_or(u64::MAX, |announced| announced.entries),
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
        let mut log = BlockLog {
            place: block.place,
            first_line: block.first_line,
            entries: 0,
            skipped: Vec::new(),
        };
        let parsed = self.parse_block(block, edges, &mut log);
        let total = self.entries.fetch_add(log.entries, Ordering::Relaxed) + log.entries;
        if total > self.most {
            self.stop.store(true, Ordering::Relaxed);
        }
        lock(&self.logs).push(log);
        parsed?;
        self.assembler.push(block.place, edges.chunk())
    }

    fn parse_block(
        &self,
        block: &Block,
        edges: &mut EdgeSink,
        log: &mut BlockLog,
    ) -> Result<(), GraphError> {
        let mut cursor = Cursor::new(&block.bytes);
        let mut line = 0;
        let mut record = block.first_record;
        while !cursor.at_end() {
            match self.format.line(&mut cursor, record, edges) {
                Ok(Line::Entries(entries)) => {
                    log.entries += entries;
                    record += 1;
                }
                Ok(Line::Other) => log.skipped.push(line),
                Err(problem) => {
                    let line = Some(block.first_line + u64::from(line));
                    return Err(GraphError { path: String::new(), line, problem });
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
        let mut logs = self.logs.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        logs.sort_unstable_by_key(|log| log.place);
        let entries = self.entries.into_inner();
        let lines = self.lines.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let records = lines.records();
        if let Some(Announced { entries: announced, what }) = announced {
            if let Some(line) = surplus_line(&logs, announced)
                && error.as_ref().is_none_or(|(_, error)| error.line.is_none_or(|at| line < at))
            {
                let problem = Problem::TooManyEntries { announced, what };
                return Err(GraphError { path: String::new(), line: Some(line), problem });
            }
            if error.is_none() && entries < announced {
                let problem = Problem::TooFewEntries { announced, found: entries, what };
                let line = Some(lines.last_line());
                return Err(GraphError { path: String::new(), line, problem });
            }
        }
        match error {
            Some((_, error)) => Err(error),
            None => Ok(ParsedLines { assembler: self.assembler, entries, records }),
        }
    }
}

/// Returns the line of the first entry beyond `announced`, for formats with one entry per line.
fn surplus_line(logs: &[BlockLog], announced: u64) -> Option<u64> {
    let mut before = 0;
    for log in logs {
        if before + log.entries > announced {
            // Start with the line as if every line counted, then skip the lines that do not.
            let mut line = announced - before;
            for &skipped in &log.skipped {
                line += u64::from(u64::from(skipped) <= line);
            }
            return Some(log.first_line + line);
        }
        before += log.entries;
    }
    None
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
