//! Reads igc's binary format, `.igc`: the arrays of the graph as in memory, with a hash.
//!
//! The format is little-endian. Each section starts at a multiple of 64 bytes, with zeros between
//! sections, so that a mapped file could be used without a copy.
//!
//! | at | bytes | content |
//! | --- | --- | --- |
//! | 0 | 8 | `89 49 47 43 0D 0A 1A 0A` (`IGC` between bytes that a transfer as text would change) |
//! | 8 | 4 | version: 1 if offsets have 32 bits, 2 if they have 64 bits |
//! | 12 | 2 | weights: 0 none, 1 32-bit unsigned, 2 64-bit signed, 3 64-bit real |
//! | 14 | 2 | ids of nodes: 0 none, 1 64-bit signed, 2 texts |
//! | 16 | 8 | number of nodes, N |
//! | 24 | 8 | number of edges, M |
//! | 32 | 32 | BLAKE3 hash of everything else: bytes 0 to 31, then 64 to the end |
//! | 64 | 4 · (N + 1) or 8 · (N + 1) | offsets |
//! | | 4 · M | targets |
//! | | 4 · M or 8 · M | weights |
//! | | 8 · N | ids, or the ends of their texts in the next section |
//! | | | texts of ids, in UTF-8 |
//!
//! The length of the file is a multiple of 64 bytes. The writer produces version 2 only for graphs
//! with 2³² − 1 or more edges. The reader accepts a file only if the hash matches, all rows and
//! targets are in range, and ids are valid texts. It does not check that the ids differ.

use std::sync::Arc;

use super::stream::Stream;
use super::{checked_offsets, checked_row_end, checked_sizes, checked_target};
use crate::csr::{Graph, Weights};
use crate::error::{GraphError, MAX_NARROW_EDGES, Problem};
use crate::ids::{Ids, Texts};
use crate::offsets::Offsets;

/// The first bytes of a file in igc's format.
pub(crate) const MAGIC: [u8; 8] = *b"\x89IGC\r\n\x1a\n";
/// The version of a file whose offsets have 32 bits.
const NARROW: u32 = 1;
/// The version of a file whose offsets have 64 bits.
const WIDE: u32 = 2;
/// Alignment of sections in bytes.
pub(crate) const ALIGNMENT: usize = 64;

/// Number of zero bytes after a section of `bytes` bytes.
pub(crate) fn padding(bytes: usize) -> usize {
    bytes.wrapping_neg() % ALIGNMENT
}

/// The version of a file with these offsets.
pub(crate) fn version(offsets: &Offsets) -> u32 {
    match offsets {
        Offsets::Narrow(_) => NARROW,
        Offsets::Wide(_) => WIDE,
    }
}

/// Reads the graph from `stream`.
pub(crate) fn read(mut stream: Stream<'_>) -> Result<Graph, GraphError> {
    stream.hash();
    let magic: u64 = stream.value("header")?;
    let version: u32 = stream.value("header")?;
    let forms: u32 = stream.value("header")?;
    let (form, ids_form) = (forms & 0xffff, forms >> 16);
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
    if !matches!(version, NARROW | WIDE) || form > 3 || ids_form > 2 {
        let what = format!(
            "version {version} (weights {form}, ids {ids_form}) of the igc format is not supported"
        );
        let help = "versions 1 and 2 are supported".into();
        return Err(Problem::Unsupported { what, help }.into());
    }
    let (nodes, edges) = checked_sizes(nodes, edges)?;
    if version == NARROW && edges > MAX_NARROW_EDGES {
        return Err(Problem::TooManyEdgesFor(edges, "version 1 of the igc format").into());
    }
    let offsets = match version {
        NARROW => Offsets::Narrow(stream.values(nodes as usize + 1, "offsets")?.into()),
        _ => Offsets::Wide(stream.values(nodes as usize + 1, "offsets")?.into()),
    };
    stream.padding(padding(offsets.bytes() as usize))?;
    let graph = edge_sections(&mut stream, offsets, edges as usize, form)?;
    let ids = id_sections(&mut stream, nodes as usize, ids_form)?;
    let found = stream.take_hash().map(|hash| *hash.as_bytes());
    let expected: Vec<u8> = expected.iter().flat_map(|word| word.to_le_bytes()).collect();
    if found.is_none_or(|found| found[..] != expected[..]) {
        return Err(Problem::Corrupt("the hash does not match: the file was changed".into()).into());
    }
    stream.end(0)?;
    check(&graph, nodes, edges)?;
    let ids = match ids {
        None => None,
        Some(Read::Numbers(numbers)) => Some(Ids::of_numbers(numbers)),
        Some(Read::Texts(texts)) => Some(Ids::of_texts(texts)?),
    };
    Ok(Graph { ids: ids.map(Arc::new), ..graph })
}

/// The ids of a file, before they are checked.
enum Read {
    Numbers(Vec<i64>),
    Texts(Texts),
}

/// Reads the sections with the ids of nodes.
fn id_sections(stream: &mut Stream<'_>, nodes: usize, form: u32) -> Result<Option<Read>, Problem> {
    let read = match form {
        0 => return Ok(None),
        1 => Read::Numbers(stream.values(nodes, "ids")?),
        _ => {
            let ends: Vec<u64> = stream.values(nodes, "ids")?;
            stream.padding(padding(8 * nodes))?;
            let bytes = stream.values(ends.last().copied().unwrap_or(0) as usize, "ids")?;
            stream.padding(padding(bytes.len()))?;
            return Ok(Some(Read::Texts(Texts { bytes, ends })));
        }
    };
    stream.padding(padding(8 * nodes))?;
    Ok(Some(read))
}

/// Reads the sections after the offsets.
fn edge_sections(
    stream: &mut Stream<'_>,
    offsets: Offsets,
    edges: usize,
    form: u32,
) -> Result<Graph, Problem> {
    let targets = stream.values(edges, "targets")?;
    stream.padding(padding(4 * edges))?;
    let weights = match form {
        0 => None,
        1 => Some(Weights::U32(stream.values(edges, "weights")?.into())),
        2 => Some(Weights::I64(stream.values(edges, "weights")?.into())),
        _ => Some(Weights::F64(stream.values(edges, "weights")?.into())),
    };
    stream.padding(match form {
        0 => 0,
        1 => padding(4 * edges),
        _ => padding(8 * edges),
    })?;
    Ok(Graph { offsets, targets: targets.into(), weights, ids: None })
}

/// Checks that rows and targets are in range and weights are finite.
fn check(graph: &Graph, nodes: u32, edges: u64) -> Result<(), Problem> {
    if graph.offsets.at(0) != 0 {
        return Err(Problem::Corrupt("the first node's edges do not begin at 0".into()));
    }
    for (node, row) in graph.offsets.rows().enumerate() {
        checked_row_end(node, row.start as u64, row.end as u64, edges)?;
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
