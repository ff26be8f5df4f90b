//! Readers of graph text files. Each format is a module that reads the header line by line and then
//! interprets single lines. The formats share the rest, such as blocks and threads.
//!
//! All formats follow these rules:
//!
//! - A line ends with a line feed, or with a carriage return and a line feed. The last line may end
//!   with neither.
//! - Tokens are separated by any number of spaces or tabs, which may also start or end a line.
//! - Blank lines are ignored, except in METIS's adjacency, where they are nodes without edges.

pub mod adjacency_list;
pub(crate) mod cursor;
pub mod dimacs;
pub mod edge_list;
pub(crate) mod edge_table;
pub mod graphml;
pub mod konect;
pub mod ligra;
pub(crate) mod lines;
pub mod matrix_market;
pub mod metis;
pub(crate) mod number;
pub(crate) mod parse;
pub(crate) mod sink;
pub(crate) mod table;

use crate::assemble::{Assembler, Numbering};
use crate::error::{GraphError, MAX_EDGES, MAX_NODES, Problem};
use cursor::Cursor;

/// The edges of a text, and the rule that assigns ids to its nodes.
pub(crate) struct ParsedText {
    pub(crate) assembler: Assembler,
    pub(crate) numbering: Numbering,
}

/// Reads a node id of a graph with `nodes` nodes, counted from `first`. Returns it counted from 0.
#[inline]
fn node(line: &mut Cursor<'_>, what: &'static str, first: u32, nodes: u32) -> Result<u32, Problem> {
    let id = line.whole(what, u64::MAX)?;
    let index = id.wrapping_sub(u64::from(first));
    if index >= u64::from(nodes) {
        return Err(Problem::NodeOutOfRange { node: id, nodes: u64::from(nodes), first });
    }
    Ok(index as u32)
}

/// Reads a number of nodes in a header.
fn node_count(line: &mut Cursor<'_>, what: &'static str) -> Result<u32, Problem> {
    let nodes = count(line, what, MAX_NODES.into())?;
    match u32::try_from(nodes) {
        Ok(nodes) if nodes <= MAX_NODES => Ok(nodes),
        _ => Err(Problem::TooManyNodes(nodes)),
    }
}

/// Reads a number of at most 64 bits. A message about a longer number states the largest valid one.
fn count(line: &mut Cursor<'_>, what: &'static str, most: u64) -> Result<u64, Problem> {
    line.whole(what, u64::MAX).map_err(|problem| match problem {
        Problem::TooLarge { token, what, .. } => Problem::TooLarge { token, what, most },
        other => other,
    })
}

/// Reads a number of edges in a header.
fn edge_count(line: &mut Cursor<'_>, what: &'static str) -> Result<u64, Problem> {
    let edges = count(line, what, MAX_EDGES)?;
    if edges > MAX_EDGES {
        return Err(Problem::TooManyEdges(edges));
    }
    Ok(edges)
}

/// Adds the line number `line` to `problem`.
fn in_line(line: u64, problem: Problem) -> GraphError {
    GraphError::in_line(line, None, problem)
}
