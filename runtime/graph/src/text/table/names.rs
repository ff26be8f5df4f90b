//! Reads a table in which each different id is a node.
//!
//! Ids are numbered in the order of the table, a batch of records after the other. While the ids of a batch
//! are looked up, one thread splits the records of the next batch. All threads look up ids that are known
//! already, which most ids of a large table are, and then one thread adds those that are new.
//!
//! If all ids are whole numbers, nodes are numbered in increasing order of their ids, which is known only
//! at the end of the table. Therefore the edges are kept until then, in 8 bytes each and their weights.

use rayon::prelude::*;

use super::keys::TableKeys;
use super::records::{Fields, Records};
use super::{CHUNK, ParsedTable, Reader};
use crate::assemble::{Assembler, EdgeChunk, Numbering};
use crate::csr::Weights;
use crate::error::{GraphError, Problem};
use crate::ids::{Interned, Interner};
use crate::text::ParsedText;
use crate::text::number::Number;
use crate::text::sink::{EdgeRules, EdgeSink};

/// Number of records in a batch.
const BATCH: usize = 1 << 16;
/// Number of ids that a thread looks up at least.
const LOOKUPS: usize = 1 << 12;

/// Records that were split: their two ids, one after the other, their weights and their lines.
#[derive(Default)]
struct Batch {
    ids: Vec<u8>,
    ends: Vec<usize>,
    weights: Vec<Number>,
    lines: Vec<u64>,
    /// The error that follows the records.
    error: Option<GraphError>,
}

impl Batch {
    fn id(&self, at: usize) -> &[u8] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ids[start..self.ends[at]]
    }

    /// Replaces the records by the next ones. `more` says whether a record was read.
    fn fill(&mut self, records: &mut Records<'_>, more: &mut bool, reader: &Reader) {
        self.ids.clear();
        self.ends.clear();
        self.weights.clear();
        self.lines.clear();
        while *more && self.lines.len() < BATCH {
            let read = self.add(&records.current(), reader);
            match read.and_then(|()| Ok(records.read()?.is_some())) {
                Ok(another) => *more = another,
                Err(error) => (self.error, *more) = (Some(error), false),
            }
        }
    }

    fn add(&mut self, fields: &Fields<'_>, reader: &Reader) -> Result<(), GraphError> {
        reader.check(fields)?;
        let source = reader.id(fields, reader.columns.source)?;
        let target = reader.id(fields, reader.columns.target)?;
        self.weights.push(reader.weight(fields)?);
        for id in [source, target] {
            self.ids.extend_from_slice(id);
            self.ends.push(self.ids.len());
        }
        self.lines.push(fields.line());
        Ok(())
    }
}

/// Edges between ids.
pub(crate) struct NamedEdges {
    pub(crate) interner: Interner,
    chunks: Vec<EdgeChunk>,
    sink: EdgeSink,
    rules: EdgeRules,
}

impl NamedEdges {
    /// Starts without edges.
    pub(crate) fn new(rules: EdgeRules) -> NamedEdges {
        // Reversed edges are added when the nodes have their final numbers.
        let rules = EdgeRules { mirrored: false, ..rules };
        let (interner, sink) = (Interner::default(), EdgeSink::new(rules));
        NamedEdges { interner, chunks: vec![], sink, rules }
    }

    /// Adds an edge between two ids that the interner has numbered.
    #[inline]
    pub(crate) fn add(&mut self, source: u32, target: u32, weight: Number) {
        self.sink.edge(source, target, weight);
        if self.sink.chunk().len() >= CHUNK {
            self.next_chunk();
        }
    }

    fn next_chunk(&mut self) {
        let sink = EdgeSink::new(self.rules);
        self.chunks.push(std::mem::replace(&mut self.sink, sink).into_chunk());
    }

    /// Numbers the nodes, and adds reversed edges if the rules say so.
    pub(crate) fn finish(mut self, rules: EdgeRules) -> Result<ParsedTable, GraphError> {
        self.next_chunk();
        let Interned { nodes, renumbered, ids } = self.interner.finish();
        let assembler = renumber(self.chunks, renumbered.as_deref(), rules)?;
        let numbering = Numbering::Exactly(nodes);
        Ok(ParsedTable { ids, ..ParsedTable::of(ParsedText { assembler, numbering }) })
    }
}

/// The edges and the ids of the records so far.
struct Edges {
    named: NamedEdges,
    /// The line and the ids of the first edge.
    first: Option<(u64, [u32; 2])>,
    /// Whether another edge has one of the ids of the first one.
    goes_on: bool,
    /// Number of edges.
    count: u64,
}

impl Edges {
    /// Adds the records of a batch. Returns its error after the records before it were added.
    fn add(&mut self, batch: &mut Batch) -> Result<(), GraphError> {
        let ids = (0..batch.ends.len()).into_par_iter().with_min_len(LOOKUPS);
        let known: Vec<Option<u32>> =
            ids.map(|at| self.named.interner.find(batch.id(at))).collect();
        for (record, line) in batch.lines.iter().enumerate() {
            let mut ends = [0; 2];
            for (end, at) in ends.iter_mut().zip(2 * record..) {
                *end = match known[at] {
                    Some(number) => number,
                    None => {
                        let added = self.named.interner.intern(batch.id(at));
                        added.map_err(|problem| GraphError::in_line(*line, None, problem))?
                    }
                };
            }
            match self.first {
                None => self.first = Some((*line, ends)),
                Some((_, first)) => self.goes_on |= first.iter().any(|id| ends.contains(id)),
            }
            self.count += 1;
            self.named.add(ends[0], ends[1], batch.weights[record]);
        }
        batch.error.take().map_or(Ok(()), Err)
    }
}

impl Edges {
    /// Returns the line and the problem if the first line seems to have the names of the columns: two different words
    /// that no other line has, or that are not numbers, as all other ids are.
    fn header(&self, keys: &TableKeys) -> Option<(u64, Problem)> {
        let (line, ids) = self.first?;
        let texts = ids.map(|id| self.named.interner.text(id));
        let is_alone = self.count > 1 && !self.goes_on && ids[0] != ids[1];
        let are_words = texts.iter().all(|text| is_word(text));
        let why = match self.named.interner.are_exceptions(&ids) {
            true => "all other ids are numbers",
            false if is_alone && are_words => "no other line has one of its ids",
            false => return None,
        };
        let key = match keys.has_numbers() || !are_words {
            true => "header=yes".to_owned(),
            false => format!("source={},target={}", texts[0], texts[1]),
        };
        let what = format!("this line may have the names of the columns, because {why}");
        let help = format!("add the key `{key}` if it has, and `header=no` if it is an edge");
        Some((line, Problem::Columns { what, help }))
    }
}

/// Whether a text may be the name of a column in a specification of a graph.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic())
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
}

/// Reads the edges after the header. `more` says whether a record was read.
pub(super) fn read(
    mut records: Records<'_>,
    mut more: bool,
    reader: &Reader,
    rules: EdgeRules,
    keys: &TableKeys,
) -> Result<ParsedTable, GraphError> {
    let named = NamedEdges::new(rules);
    let mut edges = Edges { named, first: None, goes_on: false, count: 0 };
    let (mut batch, mut next) = (Batch::default(), Batch::default());
    batch.fill(&mut records, &mut more, reader);
    while !batch.lines.is_empty() || batch.error.is_some() {
        let fill = || next.fill(&mut records, &mut more, reader);
        let (added, ()) = rayon::join(|| edges.add(&mut batch), fill);
        added?;
        std::mem::swap(&mut batch, &mut next);
    }
    if !reader.columns.has_header
        && keys.header.is_none()
        && let Some((line, problem)) = edges.header(keys)
    {
        return Err(GraphError::in_line(line, None, problem));
    }
    edges.named.finish(rules)
}

/// Replaces the numbers of ids by those of nodes, and adds reversed edges if the rules say so.
fn renumber(
    chunks: Vec<EdgeChunk>,
    numbers: Option<&[u32]>,
    rules: EdgeRules,
) -> Result<Assembler, GraphError> {
    let assembler = Assembler::new();
    let number = |id: u32| numbers.map_or(id, |numbers| numbers[id as usize]);
    chunks.into_par_iter().enumerate().try_for_each(|(place, chunk)| {
        let mut edges = EdgeSink::new(rules);
        let weight = |at: usize| match &chunk.weights {
            None => Number::Whole(1),
            Some(Weights::U32(values)) => Number::Whole(values[at].into()),
            Some(Weights::I64(values)) => Number::Whole(values[at]),
            Some(Weights::F64(values)) => Number::Real(values[at]),
        };
        for (at, (source, target)) in chunk.sources.iter().zip(&chunk.targets).enumerate() {
            edges.edge(number(*source), number(*target), weight(at));
        }
        assembler.push(place as u64, edges.chunk())
    })?;
    Ok(assembler)
}
