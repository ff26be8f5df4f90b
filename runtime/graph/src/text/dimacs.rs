//! Reads the shortest-path format of the 9th DIMACS challenge, usually `.gr`.
//!
//! ```text
//! c any comment, anywhere
//! p sp NODES EDGES        once, before the edges
//! a SOURCE TARGET WEIGHT  EDGES times; nodes are counted from 1, the weight is whole
//! ```
//!
//! Edges are directed, and files of undirected graphs list both directions. Ids are reduced by one.
//! Other problem lines (`p edge`, `p max`) belong to other challenges and are rejected.
//! <https://www.diag.uniroma1.it/challenge9/format.shtml>

use super::cursor::{Cursor, quote};
use super::lines::Lines;
use super::parse::{Announced, Line, LineFormat, parse_lines};
use super::sink::{EdgeRules, EdgeSink};
use super::{ParsedText, edge_count, in_line, node, node_count};
use crate::assemble::Numbering;
use crate::error::{GraphError, Problem};

struct Edges {
    nodes: u32,
}

/// Reads the graph from `lines`.
pub(crate) fn read(mut lines: Lines<'_>, rules: EdgeRules) -> Result<ParsedText, GraphError> {
    let (nodes, entries) = loop {
        match lines.line()? {
            None => {
                let (expected, found) = (HEADER.into(), "the end of the file".into());
                return Err(Problem::Unexpected { expected, found }.into());
            }
            Some(mut line) => {
                let header = header(&mut line);
                if let Some(sizes) =
                    header.map_err(|problem| in_line(lines.line_number(), problem))?
                {
                    break sizes;
                }
            }
        }
    };
    let rules = EdgeRules { weighted: true, ..rules };
    let announced = Announced { entries, what: "edges" };
    let assembler = parse_lines(lines, &Edges { nodes }, rules, Some(announced))?.assembler;
    Ok(ParsedText { assembler, numbering: Numbering::Exactly(nodes) })
}

const HEADER: &str = "a line `p sp NODES EDGES`";

/// Reads a line of the header. Returns the numbers of nodes and edges, or `None` for a comment.
fn header(line: &mut Cursor<'_>) -> Result<Option<(u32, u64)>, Problem> {
    match line.token() {
        [] | [b'c', ..] => Ok(None),
        b"p" => {
            let kind = line.token();
            if kind != b"sp" {
                return Err(Problem::Unexpected {
                    expected: "`sp` (a shortest-path graph)".into(),
                    found: quote(kind),
                });
            }
            let nodes = node_count(line, "the number of nodes")?;
            let edges = edge_count(line, "the number of edges")?;
            line.end_of_line("the number of edges")?;
            Ok(Some((nodes, edges)))
        }
        other => Err(Problem::Unexpected { expected: HEADER.into(), found: quote(other) }),
    }
}

impl LineFormat for Edges {
    #[inline]
    fn line(&self, line: &mut Cursor<'_>, _: u64, edges: &mut EdgeSink) -> Result<Line, Problem> {
        line.skip_blanks();
        match line.peek() {
            b'a' => line.advance(),
            b'c' | b'\n' => return Ok(Line::Other),
            _ => {
                return Err(Problem::Unexpected {
                    expected: "an edge `a SOURCE TARGET WEIGHT` or a comment `c …`".into(),
                    found: quote(line.token()),
                });
            }
        }
        if !matches!(line.peek(), b' ' | b'\t') {
            let expected = "a blank after `a`".into();
            return Err(Problem::Unexpected { expected, found: quote(line.token()) });
        }
        let source = node(line, "the edge's source", 1, self.nodes)?;
        let target = node(line, "the edge's target", 1, self.nodes)?;
        let weight = line.integer()?;
        line.end_of_line("the weight")?;
        edges.edge(source, target, weight);
        Ok(Line::Entries(1))
    }
}
