//! Splits the rows of a graph into parts, so that threads can write to the rows of a part.

use std::mem;

/// Number of rows of a part.
const ROWS: usize = 1 << 13;

/// The first node of a part, the offsets of its rows, and its slice of the edges.
pub(crate) type Part<'a> = (u32, &'a [u32], &'a mut [u32]);

/// Splits the rows into parts. `edges` has a value for each edge.
pub(crate) fn split_rows<'a>(offsets: &'a [u32], mut edges: &'a mut [u32]) -> Vec<Part<'a>> {
    let nodes = offsets.len() - 1;
    let mut parts = Vec::with_capacity(nodes.div_ceil(ROWS));
    for first in (0..nodes).step_by(ROWS) {
        let offsets = &offsets[first..=(first + ROWS).min(nodes)];
        let size = (offsets[offsets.len() - 1] - offsets[0]) as usize;
        let (part, rest) = mem::take(&mut edges).split_at_mut(size);
        edges = rest;
        parts.push((first as u32, offsets, part));
    }
    parts
}
