//! Splits the rows of a graph into parts, so that threads can write to the rows of a part.

use std::mem;
use std::ops::Range;

use crate::offsets::Offsets;

/// Number of rows of a part.
const ROWS: usize = 1 << 13;

/// Consecutive rows of a graph.
pub(crate) struct Part<'a> {
    /// The nodes of the rows.
    pub(crate) nodes: Range<u32>,
    /// The index of the first edge.
    first_edge: usize,
    offsets: &'a Offsets,
    /// A value of each edge.
    pub(crate) edges: &'a mut [u32],
}

impl Part<'_> {
    /// Returns the indices, within the part, of the edges of a node.
    pub(crate) fn row(&self, node: u32) -> Range<usize> {
        let row = self.offsets.row(node);
        row.start - self.first_edge..row.end - self.first_edge
    }
}

/// Splits the rows into parts. `edges` has a value for each edge.
pub(crate) fn split_rows<'a>(offsets: &'a Offsets, mut edges: &'a mut [u32]) -> Vec<Part<'a>> {
    let nodes = offsets.len() - 1;
    let mut parts = Vec::with_capacity(nodes.div_ceil(ROWS));
    for first in (0..nodes).step_by(ROWS) {
        let end = (first + ROWS).min(nodes);
        let (first_edge, end_edge) = (offsets.at(first), offsets.at(end));
        let (part, rest) = mem::take(&mut edges).split_at_mut(end_edge - first_edge);
        edges = rest;
        parts.push(Part { nodes: first as u32..end as u32, first_edge, offsets, edges: part });
    }
    parts
}
