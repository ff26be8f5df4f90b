//! Reads the graphs of the ECL programs of Texas State University (`.egr`), which are CUDA programs
//! for graph algorithms. They are little-endian and have no padding.
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | number of nodes, N, at least 1 |
//! | 4 | number of edges, M (both directions of an undirected edge count) |
//! | 4 · (N + 1) | offsets: node i has the edges from offset i to before offset i + 1 |
//! | 4 · M | targets, counted from 0 |
//! | 4 · M, or nothing | weights |
//!
//! All numbers are signed and have 32 bits. Only the length of the file says whether edges have
//! weights, so a file without edges has none. The source is `ECLgraph.h` of the
//! [ECL suite](https://github.com/burtscher/ECL-Suite).

use super::stream::Stream;
use super::{checked_offsets, checked_row_end, checked_sizes, checked_target, read_offsets};
use crate::csr::{Graph, Weights};
use crate::error::{GraphError, Problem};

/// Returns whether a file of `length` bytes that begins with `sample` may be such a graph.
pub(crate) fn matches(sample: &[u8], length: u64) -> bool {
    let word = |at: usize| {
        let bytes = sample.get(at..at + 4)?;
        u64::try_from(i32::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let (Some(nodes), Some(edges), Some(0)) = (word(0), word(4), word(8)) else {
        return false;
    };
    let plain = 8 + 4 * (nodes + 1) + 4 * edges;
    nodes > 0 && (length == plain || length == plain + 4 * edges)
}

/// Reads the graph from `stream`.
pub(crate) fn read(mut stream: Stream<'_>) -> Result<Graph, GraphError> {
    let nodes: i32 = stream.value("header")?;
    let edges: i32 = stream.value("header")?;
    if nodes < 1 || edges < 0 {
        return Err(Problem::Corrupt("the header is not that of an ECL graph".into()).into());
    }
    let (nodes, edges) = checked_sizes(nodes as u64, edges as u64)?;
    let sizes = (nodes as usize + 1, edges);
    let offsets = read_offsets(&mut stream, sizes, "offsets", |end: i32, at, before| {
        match u64::try_from(end) {
            Ok(end) if at > 0 => checked_row_end(at - 1, before.unwrap_or(0), end, edges),
            Ok(0) => Ok(0),
            _ => Err(Problem::Corrupt(format!("offset {at} must not be {end}"))),
        }
    })?;
    checked_offsets(&offsets, edges)?;
    let targets = stream.converted(edges as usize, "targets", |target: i32, _: &[u32]| {
        checked_target(u64::from(target as u32), nodes)
    })?;
    let weights = match stream.is_at_end()? {
        true => None,
        false => Some(signed_weights(stream.values(edges as usize, "weights")?)),
    };
    stream.end(0)?;
    Ok(Graph { offsets, targets: targets.into(), weights, ids: None })
}

/// Returns the narrowest form of weights of 32 bits with a sign.
fn signed_weights(values: Vec<i32>) -> Weights {
    match values.iter().all(|&value| value >= 0) {
        true => Weights::U32(values.into_iter().map(|value| value as u32).collect()),
        false => Weights::I64(values.into_iter().map(i64::from).collect()),
    }
}
