//! Galois's binary format (`.gr`), versions 1 and 2, little-endian.
//!
//! The file consists of these parts:
//!
//! - Four 64-bit numbers: the version, the bytes of data per edge (0, 4 or 8), the number of nodes
//!   and the number of edges.
//! - 64 bits per node: the index after its last edge.
//! - The targets: 32 bits each in version 1, with four bytes of padding if their number is odd and
//!   edges have data; 64 bits each in version 2.
//! - The data of the edges: unsigned numbers of 32 bits or signed numbers of 64 bits, or as the key
//!   `weights` says.
//!
//! The source is FileGraph.cpp of the Galois system.

use super::bytes::Bytes;
use super::keys::Listed;
use super::lines::Edges;
use super::{ReadError, Weights};
use crate::adjacency::Weight;

pub(super) fn read(mut bytes: Bytes<'_>, weights: Weights) -> Result<Listed, ReadError> {
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
    if data_size > 0 && weights != Weights::Ignore {
        for (_, _, weight) in &mut graph {
            *weight = Some(edge_data(&mut bytes, data_size, weights)?);
        }
    }
    Ok(Listed { nodes, edges: graph, has_both_directions: false })
}

fn edge_data(bytes: &mut Bytes<'_>, size: u64, weights: Weights) -> Result<Weight, ReadError> {
    let what = "the edges' data";
    let word = if size == 4 { u64::from(bytes.u32(what)?) } else { bytes.u64(what)? };
    let real = |real: f64| match real.is_finite() {
        true => Ok(Weight::Real(real)),
        false => Err(bytes.wrong(format!("the weight {real} is not finite"))),
    };
    match (size, weights) {
        (4, Weights::Float) => real(f64::from(f32::from_bits(word as u32))),
        (_, Weights::Float) => real(f64::from_bits(word)),
        (4, Weights::BigEndian) => Ok(Weight::Integer((word as u32).swap_bytes().into())),
        (_, Weights::BigEndian) => Ok(Weight::Integer(word.swap_bytes() as i64)),
        (_, Weights::Keep | Weights::Ignore) => Ok(Weight::Integer(word as i64)),
    }
}
