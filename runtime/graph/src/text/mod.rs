//! Graph texts. Each format is a module that reads its header line by line and then says what
//! one line means; the rest, from blocks to threads, is shared.
//!
//! In all of them: lines end with a line feed, or a carriage return and a line feed, the last may
//! end with neither; tokens stand apart by spaces or tabs, any number of them, also in front and
//! behind; blank lines count for nothing (but in METIS's adjacency they are nodes without edges).

pub(crate) mod cursor;
pub mod dimacs;
pub mod edge_list;
pub mod konect;
pub(crate) mod lines;
pub mod matrix_market;
pub mod metis;
pub(crate) mod number;
pub(crate) mod parse;
pub(crate) mod sink;

use crate::assemble::{Assembler, Numbering};
use crate::error::{GraphError, MAX_NODES, Problem};
use cursor::Cursor;

/// A text's edges and how its nodes are numbered.
pub(crate) struct ParsedText {
    pub(crate) assembler: Assembler,
    pub(crate) numbering: Numbering,
}

/// A node id, counted from `first`, of a graph of `nodes` nodes; returned counted from 0.
#[inline]
fn node(line: &mut Cursor<'_>, what: &'static str, first: u32, nodes: u32) -> Result<u32, Problem> {
    let id = line.whole(what, u64::MAX)?;
    let index = id.wrapping_sub(u64::from(first));
    if index >= u64::from(nodes) {
        return Err(Problem::NodeOutOfRange { node: id, nodes: u64::from(nodes), first });
    }
    Ok(index as u32)
}

/// A number of nodes in a header.
fn node_count(line: &mut Cursor<'_>, what: &'static str) -> Result<u32, Problem> {
    let nodes = line.whole(what, u64::MAX)?;
    match u32::try_from(nodes) {
        Ok(nodes) if nodes <= MAX_NODES => Ok(nodes),
        _ => Err(Problem::TooManyNodes(nodes)),
    }
}

/// A number of edges in a header.
fn edge_count(line: &mut Cursor<'_>, what: &'static str) -> Result<u64, Problem> {
    let edges = line.whole(what, u64::MAX)?;
    if edges > u64::from(MAX_NODES) {
        return Err(Problem::TooManyEdges(edges));
    }
    Ok(edges)
}

/// `problem` in line `line`.
fn in_line(line: u64, problem: Problem) -> GraphError {
    GraphError { path: String::new(), line: Some(line), problem }
}
