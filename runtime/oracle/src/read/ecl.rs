//! The binary format of the ECL programs: `.egr`, little-endian, all numbers signed and with 32 bits.
//!
//! The file consists of these parts:
//!
//! - The number of nodes, which is at least 1, and the number of edges.
//! - The index of the first edge of each node, followed by the number of edges.
//! - The target of each edge.
//! - The weight of each edge, or nothing. A file without edges has no weights.
//!
//! The source is `ECLgraph.h` of the ECL suite.

use super::ReadError;
use super::bytes::Bytes;
use super::keys::Listed;
use crate::adjacency::Weight;

pub(super) fn read(mut bytes: Bytes<'_>) -> Result<Listed, ReadError> {
    let nodes = bytes.natural("the number of nodes")?;
    let edges = bytes.natural("the number of edges")?;
    if nodes == 0 {
        return Err(bytes.wrong("the graph has no nodes"));
    }
    let begin = bytes.natural("the starts of the nodes' edges")?;
    if begin != 0 {
        return Err(bytes.wrong(format!("the first node's edges begin at {begin}, not 0")));
    }
    let mut ends = Vec::new();
    for _ in 0..nodes {
        ends.push(u64::from(bytes.natural("the starts of the nodes' edges")?));
    }
    let mut targets = Vec::new();
    for _ in 0..edges {
        let target = u64::from(bytes.natural("the edges")?);
        targets.push(bytes.node(target, nodes)?);
    }
    let mut weights = vec![None; targets.len()];
    if !bytes.at_end()? {
        for weight in &mut weights {
            *weight = Some(Weight::Integer(i64::from(bytes.i32("the weights")?)));
        }
    }
    let sources = bytes.sources(&ends, edges)?;
    let edges = sources.into_iter().zip(targets).zip(weights);
    Ok(Listed {
        nodes,
        edges: edges.map(|((u, v), weight)| (u, v, weight)).collect(),
        has_both_directions: false,
    })
}
