//! The GAP benchmark's binary format: `.sg`, and `.wsg` with weights, little-endian.
//!
//! The file consists of these parts:
//!
//! - One byte: 1 if the graph is directed, otherwise 0.
//! - 64 bits each: the number of edges and the number of nodes.
//! - The index of the first edge of each node, followed by the number of edges, in 64 bits each.
//! - For each edge, its target in 32 bits, followed in `.wsg` by a signed 32-bit weight.
//! - For directed graphs, the indices and targets of the graph with all edges reversed. This reader
//!   ignores them.
//!
//! The sources are `reader.h` and `writer.h` of the benchmark.

use super::ReadError;
use super::bytes::Bytes;
use super::keys::Listed;
use crate::adjacency::Weight;

pub(super) fn read(mut bytes: Bytes<'_>, weighted: bool) -> Result<Listed, ReadError> {
    let directed = bytes.u8("the first byte")?;
    if directed > 1 {
        return Err(bytes.wrong(format!("the first byte is {directed}, not 0 or 1")));
    }
    let edges = bytes.count("edges")?;
    let nodes = bytes.count("nodes")?;
    let begin = bytes.u64("the starts of the nodes' edges")?;
    if begin != 0 {
        return Err(bytes.wrong(format!("the first node's edges begin at {begin}, not 0")));
    }
    let mut ends = Vec::new();
    for _ in 0..nodes {
        ends.push(bytes.u64("the starts of the nodes' edges")?);
    }
    let mut heads = Vec::new();
    for _ in 0..edges {
        let target = u64::from(bytes.u32("the edges")?);
        let target = bytes.node(target, nodes)?;
        let weight = if weighted { Some(bytes.i32("the edges")?) } else { None };
        heads.push((target, weight.map(|weight| Weight::Integer(i64::from(weight)))));
    }
    let sources = bytes.sources(&ends, edges)?;
    let graph = sources.into_iter().zip(heads).map(|(u, (v, weight))| (u, v, weight)).collect();
    Ok(Listed { nodes, edges: graph, has_both_directions: directed == 0 })
}
