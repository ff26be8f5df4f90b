//! Galois's binary format (`.gr`), versions 1 and 2, little-endian.
//!
//! The file consists of these parts:
//!
//! - Four 64-bit numbers: the version, the bytes of data per edge (0, 4 or 8), the number of nodes
//!   and the number of edges.
//! - 64 bits per node: the index after its last edge.
//! - The targets: 32 bits each in version 1, with four bytes of padding if their number is odd and
//!   edges have data; 64 bits each in version 2.
//! - The data of the edges, which this reader takes as unsigned weights.
//!
//! The source is FileGraph.cpp of the Galois system.

use super::ReadError;
use super::bytes::Bytes;
use super::lines::Edges;
use crate::adjacency::{Adjacency, Weight};

pub(super) fn read(mut bytes: Bytes<'_>) -> Result<Adjacency, ReadError> {
    let version = bytes.u64("the version")?;
    if version != 1 && version != 2 {
        return Err(bytes.wrong(format!("version {version} is neither 1 nor 2")));
    }
    let data_size = bytes.u64("the size of an edge's data")?;
    if ![0, 4, 8].contains(&data_size) {
        let reason = format!("the oracle reads edge data of 0, 4 or 8 bytes, not {data_size}");
        return Err(bytes.unsupported(reason));
    }
    let nodes = bytes.count("nodes")?;
    let edges = bytes.count("edges")?;
    let mut ends = Vec::new();
    for _ in 0..nodes {
        ends.push(bytes.u64("the ends of the nodes' edges")?);
    }
    let mut targets = Vec::new();
    for _ in 0..edges {
        let target = match version {
            1 => u64::from(bytes.u32("the edges' targets")?),
            _ => bytes.u64("the edges' targets")?,
        };
        targets.push(bytes.node(target, nodes)?);
    }
    let sources = bytes.sources(&ends, edges)?;
    let mut graph: Edges = sources.into_iter().zip(targets).map(|(u, v)| (u, v, None)).collect();
    if version == 1 && edges % 2 == 1 && data_size > 0 {
        bytes.u32("the padding")?;
    }
    if data_size > 0 {
        for (_, _, weight) in &mut graph {
            *weight = Some(edge_data(&mut bytes, data_size)?);
        }
    }
    bytes.graph(nodes, graph)
}

fn edge_data(bytes: &mut Bytes<'_>, size: u64) -> Result<Weight, ReadError> {
    if size == 4 {
        return Ok(Weight::Integer(i64::from(bytes.u32("the edges' data")?)));
    }
    let value = bytes.u64("the edges' data")?;
    let signed = i64::try_from(value);
    let signed = signed.map_err(|_| bytes.wrong(format!("the weight {value} is beyond 2^63")))?;
    Ok(Weight::Integer(signed))
}
