//! Writes the binary formats. The modules of the readers describe them.

use std::io::{Result, Write};

use crate::binary::igc;
use crate::csr::{Graph, Weights};
use crate::offsets::Offsets;

/// Number of bytes that are converted at a time.
const PIECE: usize = 1 << 16;

/// Writes values as the little-endian bytes that `bytes` returns.
fn values<T: Copy, const N: usize>(
    out: &mut impl Write,
    values: impl IntoIterator<Item = T>,
    bytes: impl Fn(T) -> [u8; N],
) -> Result<()> {
    let mut piece = Vec::with_capacity(PIECE + N);
    for value in values {
        piece.extend_from_slice(&bytes(value));
        if piece.len() >= PIECE {
            out.write_all(&piece)?;
            piece.clear();
        }
    }
    out.write_all(&piece)
}

fn u32s(out: &mut impl Write, from: &[u32]) -> Result<()> {
    values(out, from.iter().copied(), u32::to_le_bytes)
}

fn weights(out: &mut impl Write, weights: &Option<Weights>) -> Result<()> {
    match weights {
        None => Ok(()),
        Some(Weights::U32(from)) => u32s(out, from),
        Some(Weights::I64(from)) => values(out, from.iter().copied(), i64::to_le_bytes),
        Some(Weights::F64(from)) => values(out, from.iter().copied(), f64::to_le_bytes),
    }
}

fn weight_bytes(weights: &Option<Weights>) -> usize {
    match weights {
        None => 0,
        Some(Weights::U32(_)) => 4,
        Some(_) => 8,
    }
}

/// Writes version 1 of Galois's format.
pub(super) fn galois(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let edge_bytes = weight_bytes(&graph.weights) as u64;
    let header = [1, edge_bytes, u64::from(graph.nodes()), graph.edges()];
    values(out, header, u64::to_le_bytes)?;
    values(out, graph.offsets.rows().map(|row| row.end as u64), u64::to_le_bytes)?;
    u32s(out, &graph.targets)?;
    if graph.edges() % 2 == 1 {
        out.write_all(&[0; 4])?;
    }
    weights(out, &graph.weights)
}

/// Writes the GAP benchmark's format. The file is undirected if the graph is symmetric.
pub(super) fn gapbs(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let directed = !graph.is_symmetric();
    out.write_all(&[u8::from(directed)])?;
    let header = [graph.edges() as i64, i64::from(graph.nodes())];
    values(out, header, i64::to_le_bytes)?;
    gapbs_half(graph, out)?;
    if directed {
        gapbs_half(&graph.transposed(), out)?;
    }
    Ok(())
}

fn gapbs_half(graph: &Graph, out: &mut impl Write) -> Result<()> {
    values(out, (0..graph.offsets.len()).map(|at| graph.offsets.at(at) as i64), i64::to_le_bytes)?;
    let weight = |edge: usize| match &graph.weights {
        None => 0,
        Some(Weights::U32(values)) => values[edge],
        // Weights that do not fit 32 bits were rejected before.
        Some(Weights::I64(values)) => values[edge] as u32,
        Some(Weights::F64(values)) => values[edge] as u32,
    };
    if graph.weights.is_none() {
        return u32s(out, &graph.targets);
    }
    let edges = graph.targets.iter().enumerate().map(|(edge, &target)| (target, weight(edge)));
    values(out, edges, |(target, weight)| {
        (u64::from(weight) << 32 | u64::from(target)).to_le_bytes()
    })
}

/// Writes the format of the ECL programs.
pub(super) fn ecl(graph: &Graph, out: &mut impl Write) -> Result<()> {
    // Larger graphs and other weights were rejected before.
    u32s(out, &[graph.nodes(), graph.edges() as u32])?;
    let offsets = (0..graph.offsets.len()).map(|at| graph.offsets.at(at) as u32);
    values(out, offsets, u32::to_le_bytes)?;
    u32s(out, &graph.targets)?;
    match &graph.weights {
        Some(Weights::I64(from)) => values(out, from.iter().map(|&w| w as i32), i32::to_le_bytes),
        others => weights(out, others),
    }
}

/// Writes igc's format. The sections are produced twice: first to compute the hash, then to write.
pub(super) fn igc(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let mut header = Vec::with_capacity(igc::ALIGNMENT);
    let form: u32 = match &graph.weights {
        None => 0,
        Some(Weights::U32(_)) => 1,
        Some(Weights::I64(_)) => 2,
        Some(Weights::F64(_)) => 3,
    };
    let ids_form: u32 = match &graph.ids {
        None => 0,
        Some(ids) => {
            if ids.as_numbers().is_some() {
                1
            } else {
                2
            }
        }
    };
    header.extend_from_slice(&igc::MAGIC);
    header.extend_from_slice(&igc::version(&graph.offsets).to_le_bytes());
    header.extend_from_slice(&(form | ids_form << 16).to_le_bytes());
    header.extend_from_slice(&u64::from(graph.nodes()).to_le_bytes());
    header.extend_from_slice(&graph.edges().to_le_bytes());
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header);
    igc_sections(graph, &mut hasher)?;
    header.extend_from_slice(hasher.finalize().as_bytes());
    out.write_all(&header)?;
    igc_sections(graph, out)
}

fn igc_sections(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let zeros = [0; igc::ALIGNMENT];
    match &graph.offsets {
        Offsets::Narrow(offsets) => u32s(out, offsets)?,
        Offsets::Wide(offsets) => values(out, offsets.iter().copied(), u64::to_le_bytes)?,
    }
    out.write_all(&zeros[..igc::padding(graph.offsets.bytes() as usize)])?;
    u32s(out, &graph.targets)?;
    out.write_all(&zeros[..igc::padding(4 * graph.targets.len())])?;
    weights(out, &graph.weights)?;
    out.write_all(&zeros[..igc::padding(weight_bytes(&graph.weights) * graph.targets.len())])?;
    let Some(ids) = &graph.ids else { return Ok(()) };
    if let Some(numbers) = ids.as_numbers() {
        values(out, numbers.iter().copied(), i64::to_le_bytes)?;
    }
    if let Some(texts) = ids.as_texts() {
        values(out, texts.ends.iter().copied(), u64::to_le_bytes)?;
    }
    out.write_all(&zeros[..igc::padding(8 * ids.len())])?;
    let Some(texts) = ids.as_texts() else { return Ok(()) };
    out.write_all(&texts.bytes)?;
    out.write_all(&zeros[..igc::padding(texts.bytes.len())])
}
