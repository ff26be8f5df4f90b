//! Reads igc's binary format, `.igc`: the arrays of the graph as in memory, with a hash.
//!
//! The format is little-endian. Each section starts at a multiple of 64 bytes, with zeros between
//! sections, so that a mapped file could be used without a copy.
//!
//! | at | bytes | content |
//! | --- | --- | --- |
//! | 0 | 8 | `89 49 47 43 0D 0A 1A 0A` (`IGC` between bytes that a transfer as text would change) |
//! | 8 | 4 | version, 1 |
//! | 12 | 4 | weights: 0 none, 1 32-bit unsigned, 2 64-bit signed, 3 64-bit real |
//! | 16 | 8 | number of nodes, N |
//! | 24 | 8 | number of edges, M |
//! | 32 | 32 | BLAKE3 hash of everything else: bytes 0 to 31, then 64 to the end |
//! | 64 | 4 · (N + 1) | offsets |
//! | | 4 · M | targets |
//! | | 4 · M or 8 · M | weights |
//!
//! The length of the file is a multiple of 64 bytes. The reader accepts a file only if the hash
//! matches and all rows and targets are in range.

use super::stream::Stream;
use super::{checked_offsets, checked_row_end, checked_sizes, checked_target};
use crate::csr::{Graph, Weights};
use crate::error::{GraphError, Problem};

/// The first bytes of a file in igc's format.
pub(crate) const MAGIC: [u8; 8] = *b"\x89IGC\r\n\x1a\n";
/// The version that the writer produces.
pub(crate) const VERSION: u32 = 1;
/// Alignment of sections in bytes.
pub(crate) const ALIGNMENT: usize = 64;

/// Number of zero bytes after a section of `bytes` bytes.
pub(crate) fn padding(bytes: usize) -> usize {
    bytes.wrapping_neg() % ALIGNMENT
}

/// Reads the graph from `stream`.
pub(crate) fn read(mut stream: Stream<'_>) -> Result<Graph, GraphError> {
    stream.hash();
    let magic: u64 = stream.value("header")?;
    let version: u32 = stream.value("header")?;
    let form: u32 = stream.value("header")?;
    let nodes: u64 = stream.value("header")?;
    let edges: u64 = stream.value("header")?;
    let hasher = stream.pause_hash();
    let expected: [u64; 4] = [
        stream.value("header")?,
        stream.value("header")?,
        stream.value("header")?,
        stream.value("header")?,
    ];
    stream.resume_hash(hasher);
    if magic != u64::from_le_bytes(MAGIC) {
        let what = "the first bytes are not those of the igc format: the file is damaged, or it is \
                    in another format";
        return Err(Problem::Corrupt(what.into()).into());
    }
    if version != VERSION || form > 3 {
        let what = format!("version {version} (weights {form}) of the igc format is not supported");
        return Err(Problem::Unsupported { what, help: "version 1 is supported".into() }.into());
    }
    let (nodes, edges) = checked_sizes(nodes, edges)?;
    let graph = sections(&mut stream, nodes as usize, edges as usize, form)?;
    let found = stream.take_hash().map(|hash| *hash.as_bytes());
    let expected: Vec<u8> = expected.iter().flat_map(|word| word.to_le_bytes()).collect();
    if found.is_none_or(|found| found[..] != expected[..]) {
        return Err(Problem::Corrupt("the hash does not match: the file was changed".into()).into());
    }
    stream.end(0)?;
    check(&graph, nodes, edges)?;
    Ok(graph)
}

fn sections(
    stream: &mut Stream<'_>,
    nodes: usize,
    edges: usize,
    form: u32,
) -> Result<Graph, Problem> {
    let offsets = stream.values(nodes + 1, "offsets")?;
    stream.padding(padding(4 * (nodes + 1)))?;
    let targets = stream.values(edges, "targets")?;
    stream.padding(padding(4 * edges))?;
    let weights = match form {
        0 => None,
        1 => Some(Weights::U32(stream.values(edges, "weights")?)),
        2 => Some(Weights::I64(stream.values(edges, "weights")?)),
        _ => Some(Weights::F64(stream.values(edges, "weights")?)),
    };
    stream.padding(match form {
        0 => 0,
        1 => padding(4 * edges),
        _ => padding(8 * edges),
    })?;
    Ok(Graph { offsets, targets, weights })
}

/// Checks that rows and targets are in range and weights are finite.
fn check(graph: &Graph, nodes: u32, edges: u32) -> Result<(), Problem> {
    if graph.offsets[0] != 0 {
        return Err(Problem::Corrupt("the first node's edges do not begin at 0".into()));
    }
    for (node, row) in graph.offsets.windows(2).enumerate() {
        checked_row_end(node, row[0], row[1].into(), edges)?;
    }
    checked_offsets(&graph.offsets, edges)?;
    if let Some(&target) = graph.targets.iter().find(|&&target| target >= nodes) {
        checked_target(target.into(), nodes)?;
    }
    if let Some(Weights::F64(values)) = &graph.weights
        && let Some(value) = values.iter().find(|value| !value.is_finite())
    {
        return Err(Problem::NotFinite(value.to_string()));
    }
    Ok(())
}
