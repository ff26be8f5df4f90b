//! Reads the adjacency format of PBBS and Ligra, usually `.adj`.
//!
//! ```text
//! AdjacencyGraph                   or WeightedAdjacencyGraph
//! NODES
//! EDGES
//! OFFSET                           NODES times: the index of the node's first edge
//! TARGET                           EDGES times, counted from 0
//! WEIGHT                           EDGES times, with weights
//! ```
//!
//! Blanks and line ends separate the numbers. An undirected graph lists both directions of each edge.
//! Weights are whole or real.
//! <https://www.cs.cmu.edu/~pbbs/benchmarks/graphIO.html>, <https://github.com/jshun/ligra>

use super::cursor::{Cursor, quote};
use super::lines::{Block, Lines};
use super::number::Number;
use super::sink::{EdgeRules, EdgeSink};
use super::{ParsedText, edge_count, in_line, node, node_count};
use crate::assemble::{Assembler, Numbering};
use crate::error::{GraphError, Problem};

/// The first line of a file without weights.
pub(crate) const PLAIN: &[u8] = b"AdjacencyGraph";
/// The first line of a file with weights.
pub(crate) const WEIGHTED: &[u8] = b"WeightedAdjacencyGraph";
/// Number of edges in a chunk.
const CHUNK: usize = 1 << 18;

/// The numbers of a file that were read, in their order.
#[derive(Default)]
struct Numbers {
    nodes: Option<u32>,
    edges: Option<u64>,
    offsets: Vec<u64>,
    targets: Vec<u32>,
    /// Number of weights.
    weights: u64,
}

/// Puts edges in chunks, and knows the source of the next edge.
struct Edges<'a> {
    assembler: &'a Assembler,
    sink: EdgeSink,
    place: u64,
    source: usize,
    next: u64,
}

impl Edges<'_> {
    /// Adds the next edge.
    fn add(&mut self, offsets: &[u64], target: u32, weight: Number) -> Result<(), Problem> {
        while offsets.get(self.source + 1).is_some_and(|end| *end <= self.next) {
            self.source += 1;
        }
        self.next += 1;
        self.sink.edge(self.source as u32, target, weight);
        if self.sink.chunk().len() >= CHUNK {
            self.push()?;
        }
        Ok(())
    }

    fn push(&mut self) -> Result<(), Problem> {
        self.place += 1;
        self.assembler.push(self.place, self.sink.chunk()).map_err(|error| error.problem)?;
        self.sink.clear();
        Ok(())
    }
}

/// Reads the graph from `lines`.
pub(crate) fn read(mut lines: Lines<'_>, rules: EdgeRules) -> Result<ParsedText, GraphError> {
    let rules = EdgeRules { weighted: is_weighted(&mut lines)?, ..rules };
    let assembler = Assembler::new();
    // Even a graph without edges has weights if its format has weights.
    assembler.push(0, EdgeSink::new(rules).chunk())?;
    let sink = EdgeSink::new(rules);
    let mut edges = Edges { assembler: &assembler, sink, place: 0, source: 0, next: 0 };
    let mut numbers = Numbers::default();
    let mut block = Block::default();
    while lines.block(&mut block)? {
        let mut cursor = Cursor::new(&block.bytes).rounding_to(rules.single);
        let mut line = block.first_line;
        while !cursor.at_end() {
            cursor.skip_blanks();
            if cursor.peek() == b'\n' {
                cursor.next_line();
                line += 1;
                continue;
            }
            let taken = numbers.take(&mut cursor, &mut edges, rules.weighted);
            taken.map_err(|problem| GraphError::in_line(line, cursor.column(), problem))?;
        }
    }
    edges.push()?;
    let nodes =
        numbers.check_end(rules.weighted).map_err(|problem| in_line(lines.last_line(), problem))?;
    Ok(ParsedText { assembler, numbering: Numbering::Exactly(nodes) })
}

fn is_weighted(lines: &mut Lines<'_>) -> Result<bool, GraphError> {
    let (word, is_alone) = match lines.line()? {
        Some(mut line) => {
            let word = line.token().to_vec();
            line.skip_blanks();
            (word, line.peek() == b'\n')
        }
        None => (vec![], true),
    };
    match &word[..] {
        PLAIN if is_alone => Ok(false),
        WEIGHTED if is_alone => Ok(true),
        PLAIN | WEIGHTED => {
            let what = format!("the end of the line after {}", quote(&word));
            Err(in_line(1, Problem::Unexpected { expected: what, found: "more text".into() }))
        }
        _ => {
            let expected = "`AdjacencyGraph` or `WeightedAdjacencyGraph`".into();
            Err(in_line(1, Problem::Unexpected { expected, found: quote(&word) }))
        }
    }
}

impl Numbers {
    /// Reads the next number.
    fn take(
        &mut self,
        cursor: &mut Cursor<'_>,
        edges: &mut Edges<'_>,
        weighted: bool,
    ) -> Result<(), Problem> {
        let Some(nodes) = self.nodes else {
            self.nodes = Some(node_count(cursor, "the number of nodes")?);
            return Ok(());
        };
        let Some(count) = self.edges else {
            self.edges = Some(edge_count(cursor, "the number of edges")?);
            return Ok(());
        };
        if self.offsets.len() < nodes as usize {
            return self.offset(cursor, count);
        }
        if (self.targets.len() as u64) < count {
            let target = node(cursor, "the edge's target", 0, nodes)?;
            if !weighted {
                edges.add(&self.offsets, target, Number::Whole(1))?;
            }
            self.targets.push(target);
            return Ok(());
        }
        if weighted && self.weights < count {
            let weight = cursor.number()?;
            edges.add(&self.offsets, self.targets[self.weights as usize], weight)?;
            self.weights += 1;
            return Ok(());
        }
        let found = quote(cursor.token());
        Err(Problem::Unexpected { expected: "the end of the file".into(), found })
    }

    fn offset(&mut self, cursor: &mut Cursor<'_>, edges: u64) -> Result<(), Problem> {
        let offset = cursor.whole("the index of an edge", u64::MAX)?;
        let (least, most) = match self.offsets.last() {
            None => (0, 0),
            Some(before) => (*before, edges),
        };
        if !(least..=most).contains(&offset) {
            let expected = format!("the index of the node's first edge, from {least} to {most}");
            return Err(Problem::Unexpected { expected, found: format!("`{offset}`") });
        }
        self.offsets.push(offset);
        Ok(())
    }

    /// Checks that the file has all numbers that it announces. Returns the number of nodes.
    fn check_end(&self, weighted: bool) -> Result<u32, Problem> {
        let missing = |what: &str| {
            Err(Problem::Unexpected { expected: what.into(), found: "the end of the file".into() })
        };
        let Some(nodes) = self.nodes else { return missing("the number of nodes") };
        let Some(edges) = self.edges else { return missing("the number of edges") };
        let (offsets, targets) = (self.offsets.len() as u64, self.targets.len() as u64);
        let weights = if weighted { self.weights } else { edges };
        for (announced, found, what) in [
            (u64::from(nodes), offsets, "offsets"),
            (edges, targets, "targets"),
            (edges, weights, "weights"),
        ] {
            if found < announced {
                return Err(Problem::TooFewEntries { announced, found, what });
            }
        }
        Ok(nodes)
    }
}
