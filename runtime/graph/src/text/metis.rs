//! Reads METIS's adjacency format, usually `.graph`, which the 10th DIMACS challenge also uses.
//!
//! ```text
//! % any comment
//! NODES EDGES [FORMAT [CONSTRAINTS]]
//! [SIZE] [NODE WEIGHT]… NEIGHBOUR [EDGE WEIGHT] NEIGHBOUR …    a line for each node, from 1
//! ```
//!
//! FORMAT is up to three binary digits. The last digit says that each neighbour is followed by an
//! edge weight. The digit before it says that each line starts with CONSTRAINTS (by default 1) node
//! weights, which are skipped. The first of three digits has two meanings. In METIS's manual, each
//! line starts with the size of the node, which is skipped. In the 10th DIMACS challenge,
//! self-loops and parallel edges may occur.
//!
//! Each edge is listed at both its ends, so there are 2 · EDGES neighbours, each of which is an
//! edge from the node of the line. Files with EDGES neighbours are read as directed graphs (the GAP
//! benchmark's samples are such files). If both meanings of FORMAT are possible, the one with 2 ·
//! EDGES neighbours is used, and of two such meanings, METIS's. A blank line is a node without
//! neighbours, and lines beyond NODES must be blank. Weights are whole. A METIS mesh, whose first
//! line is only the number of elements, is rejected. <https://github.com/KarypisLab/METIS>, manual, section 4.1

use super::cursor::{Cursor, quote};
use super::lines::Lines;
use super::parse::{Line, LineFormat, parse_lines};
use super::sink::{EdgeRules, EdgeSink};
use super::{ParsedText, edge_count, in_line, node, node_count};
use crate::assemble::Numbering;
use crate::error::{GraphError, Problem};
use crate::text::number::Number;

/// The meaning of the first of three digits of FORMAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstDigit {
    /// Lines start with the size of the node.
    Sizes,
    /// Self-loops and parallel edges are allowed.
    Multigraph,
}

/// A failed attempt to read the file. `again` says whether the other [`FirstDigit`] may fit.
pub(crate) struct Misfit {
    pub(crate) error: Box<GraphError>,
    pub(crate) again: bool,
}

/// The edges of a file, as one [`FirstDigit`] reads them.
pub(crate) struct Reading {
    pub(crate) parsed: ParsedText,
    /// Whether each edge is listed at one end only.
    pub(crate) one_ended: bool,
    /// Whether lines start with the size of the node.
    pub(crate) has_sizes: bool,
}

struct Header {
    nodes: u32,
    edges: u64,
    first_digit: bool,
    node_weights: u64,
    edge_weights: bool,
}

struct Adjacency {
    nodes: u32,
    /// Number of values to skip at the start of a line.
    skipped: u64,
}

/// Reads the graph from `lines`.
pub(crate) fn read(
    mut lines: Lines<'_>,
    rules: EdgeRules,
    digit: FirstDigit,
) -> Result<Reading, Misfit> {
    let header =
        header(&mut lines).map_err(|error| Misfit { error: error.into(), again: false })?;
    let sizes = header.first_digit && digit == FirstDigit::Sizes;
    let misfit = |error: GraphError| Misfit { error: error.into(), again: sizes };
    lines.count_records(count_records);
    let rules = EdgeRules { weighted: header.edge_weights, ..rules };
    let format = Adjacency { nodes: header.nodes, skipped: header.node_weights + u64::from(sizes) };
    let parsed = parse_lines(lines, &format, rules, None).map_err(misfit)?;
    let (assembler, neighbours) = (parsed.assembler, parsed.entries);
    // Lines beyond the nodes are blank. Other lines have already caused an error.
    let (announced, found) = (u64::from(header.nodes), parsed.records);
    if found < announced {
        let what = "nodes (one line per node)";
        return Err(misfit(Problem::TooFewEntries { announced, found, what }.into()));
    }
    if neighbours != 2 * header.edges && neighbours != header.edges {
        return Err(misfit(wrong_length(&header, neighbours).into()));
    }
    let one_ended = neighbours != 2 * header.edges;
    let parsed = ParsedText { assembler, numbering: Numbering::Exactly(header.nodes) };
    Ok(Reading { parsed, one_ended, has_sizes: sizes })
}

fn wrong_length(header: &Header, neighbours: u64) -> Problem {
    Problem::Corrupt(format!(
        "the header announces {} edges, so the lines must list {} neighbours (or {} if each \
         edge is listed at one end only), but they list {neighbours}",
        header.edges,
        2 * header.edges,
        header.edges,
    ))
}

/// Number of lines that are not comments.
fn count_records(text: &[u8]) -> u64 {
    let mut cursor = Cursor::new(text);
    let mut count = 0;
    while !cursor.at_end() {
        cursor.skip_blanks();
        count += u64::from(cursor.peek() != b'%');
        cursor.next_line();
    }
    count
}

fn header(lines: &mut Lines<'_>) -> Result<Header, GraphError> {
    loop {
        let Some(mut line) = lines.line()? else {
            let expected = "a line `NODES EDGES [FORMAT]`".into();
            let found = "the end of the file".into();
            return Err(Problem::Unexpected { expected, found }.into());
        };
        line.skip_blanks();
        if !matches!(line.peek(), b'%' | b'\n') {
            let header = sizes(&mut line);
            return header.map_err(|problem| in_line(lines.line_number(), problem));
        }
    }
}

fn sizes(line: &mut Cursor<'_>) -> Result<Header, Problem> {
    let nodes = node_count(line, "the number of nodes")?;
    line.skip_blanks();
    if line.peek() == b'\n' {
        return Err(Problem::Unsupported {
            what: "the first line has only one number, as in a METIS mesh, which is not a graph"
                .into(),
            help: "a graph starts with `NODES EDGES [FORMAT]`; METIS's `m2gmetis` converts a \
                   mesh to a graph"
                .into(),
        });
    }
    let edges = edge_count(line, "the number of edges")?;
    let format = line.token();
    if format.len() > 3 || !format.iter().all(|digit| matches!(digit, b'0' | b'1')) {
        let expected = "FORMAT, up to three digits 0 or 1".into();
        return Err(Problem::Unexpected { expected, found: quote(format) });
    }
    let digit = |place: usize| {
        format.len().checked_sub(place).is_some_and(|at| format.get(at) == Some(&b'1'))
    };
    line.skip_blanks();
    let constraints = match line.peek() {
        b'\n' => 1,
        _ => line.whole("the number of node weights", 1 << 16)?,
    };
    line.end_of_line("the header")?;
    Ok(Header {
        nodes,
        edges,
        first_digit: digit(3),
        node_weights: if digit(2) { constraints } else { 0 },
        edge_weights: digit(1),
    })
}

impl LineFormat for Adjacency {
    fn line(&self, line: &mut Cursor<'_>, at: u64, edges: &mut EdgeSink) -> Result<Line, Problem> {
        line.skip_blanks();
        if line.peek() == b'%' {
            return Ok(Line::Other);
        }
        if at >= u64::from(self.nodes) {
            line.end_of_line("the last node that the header announces")?;
            return Ok(Line::Entries(0));
        }
        for _ in 0..self.skipped {
            line.whole("the node's size or weight", u64::MAX)?;
        }
        let mut neighbours = 0;
        loop {
            line.skip_blanks();
            if line.peek() == b'\n' {
                return Ok(Line::Entries(neighbours));
            }
            let target = node(line, "a neighbour", 1, self.nodes)?;
            let weight = if edges.is_weighted() { line.integer()? } else { Number::Whole(1) };
            edges.edge(at as u32, target, weight);
            neighbours += 1;
        }
    }
}
