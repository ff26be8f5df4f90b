//! Readers of binary graph files. All formats are little-endian. All readers process the file as a
//! stream of bounded pieces, so memory grows with the length of the file and not with the sizes
//! that its header claims.

pub mod galois;
pub mod gapbs;
pub mod igc;
pub(crate) mod stream;

use crate::error::{GraphError, MAX_NODES, Problem};

/// Returns the `nodes` and `edges` of a header as 32-bit numbers, or an error if 32-bit ids do not
/// suffice for them.
fn checked_sizes(nodes: u64, edges: u64) -> Result<(u32, u32), GraphError> {
    let fits = |count: u64| u32::try_from(count).ok().filter(|&count| count <= MAX_NODES);
    let nodes = fits(nodes).ok_or(Problem::TooManyNodes(nodes))?;
    let edges = fits(edges).ok_or(Problem::TooManyEdges(edges))?;
    Ok((nodes, edges))
}

/// Checks `end`, the end of the row of `node`, which begins at `start`, in a graph with `edges`
/// edges. Returns `end` as a 32-bit number.
fn checked_row_end(node: usize, start: u32, end: u64, edges: u32) -> Result<u32, Problem> {
    match u32::try_from(end) {
        Ok(end) if start <= end && end <= edges => Ok(end),
        _ => Err(Problem::Corrupt(format!(
            "the edges of node {node} end at {end}, which is not between their start, {start}, and \
             the number of edges, {edges}"
        ))),
    }
}

/// Checks a target of a graph with `nodes` nodes. Returns the target as a 32-bit number.
#[inline]
fn checked_target(target: u64, nodes: u32) -> Result<u32, Problem> {
    if target >= u64::from(nodes) {
        return Err(Problem::NodeOutOfRange { node: target, nodes: u64::from(nodes), first: 0 });
    }
    Ok(target as u32)
}

/// Checks that the last offset is the number of edges.
fn checked_offsets(offsets: &[u32], edges: u32) -> Result<(), Problem> {
    match offsets.last() {
        Some(&last) if last == edges => Ok(()),
        _ => Err(Problem::Corrupt(format!(
            "the edges of the last node must end at the number of edges, {edges}"
        ))),
    }
}
