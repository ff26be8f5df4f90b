//! Graph binaries. All are little-endian, and all are read as a stream in bounded pieces: memory
//! grows with what the file holds, never with what its header claims.

pub mod galois;
pub mod gapbs;
pub mod igc;
pub(crate) mod stream;

use crate::error::{GraphError, MAX_NODES, Problem};

/// `nodes` and `edges` of a header, if 32-bit ids can name them.
fn checked_sizes(nodes: u64, edges: u64) -> Result<(u32, u32), GraphError> {
    let fits = |count: u64| u32::try_from(count).ok().filter(|&count| count <= MAX_NODES);
    let nodes = fits(nodes).ok_or(Problem::TooManyNodes(nodes))?;
    let edges = fits(edges).ok_or(Problem::TooManyEdges(edges))?;
    Ok((nodes, edges))
}

/// `end`, the end of a row that begins at `start`, of a graph of `edges` edges.
fn checked_row_end(node: usize, start: u32, end: u64, edges: u32) -> Result<u32, Problem> {
    match u32::try_from(end) {
        Ok(end) if start <= end && end <= edges => Ok(end),
        _ => Err(Problem::Corrupt(format!(
            "node {node}'s edges end at {end}: they begin at {start} and there are {edges}"
        ))),
    }
}

/// A target of a graph of `nodes` nodes.
#[inline]
fn checked_target(target: u64, nodes: u32) -> Result<u32, Problem> {
    if target >= u64::from(nodes) {
        return Err(Problem::NodeOutOfRange { node: target, nodes: u64::from(nodes), first: 0 });
    }
    Ok(target as u32)
}

/// That the offsets end at the number of edges.
fn checked_offsets(offsets: &[u32], edges: u32) -> Result<(), Problem> {
    match offsets.last() {
        Some(&last) if last == edges => Ok(()),
        _ => Err(Problem::Corrupt(format!(
            "the last node's edges should end at the number of edges, {edges}"
        ))),
    }
}
