//! Reads the binary format of Galois (usually `.gr`), versions 1 and 2, little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | version, 1 or 2 |
//! | 8 | bytes of an edge's data: 0, 4 or 8 |
//! | 8 | number of nodes, N |
//! | 8 | number of edges, M |
//! | 8 · N | index of the first edge after those of each node |
//! | 4 · M (version 1) or 8 · M (version 2) | targets, counted from 0 |
//! | 4 if M is odd (version 1) | padding to a multiple of 8; without edge data it may be missing |
//! | M times an edge's data | weights |
//!
//! The file does not say what type its edge data have. By default they are read as whole numbers:
//! unsigned if they have 4 bytes, signed if they have 8. The key `weights=float` reads them as real
//! numbers of the same size. `weights=big` reads them as whole numbers in big-endian byte order;
//! such files circulate and cannot be recognised by their content. `weights=ignore` skips them.

use super::stream::Stream;
use super::{checked_offsets, checked_row_end, checked_sizes, checked_target, read_offsets};
use crate::csr::{Graph, Weights};
use crate::error::{GraphError, Problem};
use crate::narrow::{narrow_f64, narrow_i64};
use crate::offsets::{EdgeId, with_offsets};
use crate::options::WeightsKey;

/// Reads the graph from `stream`.
pub(crate) fn read(mut stream: Stream<'_>, weights: WeightsKey) -> Result<Graph, GraphError> {
    let version: u64 = stream.value("header")?;
    let edge_bytes: u64 = stream.value("header")?;
    let nodes: u64 = stream.value("header")?;
    let edges: u64 = stream.value("header")?;
    if !matches!(version, 1 | 2) {
        let what = format!("version {version} of Galois's format is not supported");
        return Err(
            Problem::Unsupported { what, help: "versions 1 and 2 are supported".into() }.into()
        );
    }
    if !matches!(edge_bytes, 0 | 4 | 8) {
        let what = format!("edge data of {edge_bytes} bytes cannot be weights");
        return Err(
            Problem::Unsupported { what, help: "weights have 0, 4 or 8 bytes".into() }.into()
        );
    }
    let (nodes, edges) = checked_sizes(nodes, edges)?;
    let sizes = (nodes as usize, edges);
    let mut offsets = read_offsets(&mut stream, sizes, "row ends", |end: u64, node, before| {
        checked_row_end(node, before.unwrap_or(0), end, edges)
    })?;
    with_offsets!(&mut offsets, ends => ends.to_mut().insert(0, EdgeId::new(0)));
    checked_offsets(&offsets, edges)?;
    let targets = match version {
        1 => stream.converted(edges as usize, "targets", |target: u32, _: &[u32]| {
            checked_target(target.into(), nodes)
        })?,
        _ => stream.converted(edges as usize, "targets", |target: u64, _: &[u32]| {
            checked_target(target, nodes)
        })?,
    };
    if version == 1 && edges % 2 == 1 && edge_bytes > 0 {
        // Writers store arbitrary bytes here.
        stream.pieces(4, "padding", |_: &[u8]| Ok(()))?;
    }
    let weights = read_weights(&mut stream, edges as usize, edge_bytes, weights)?;
    stream.end(if edge_bytes == 0 { 4 } else { 0 })?;
    Ok(Graph { offsets, targets: targets.into(), weights, ids: None })
}

fn read_weights(
    stream: &mut Stream<'_>,
    edges: usize,
    edge_bytes: u64,
    key: WeightsKey,
) -> Result<Option<Weights>, Problem> {
    const SECTION: &str = "weights";
    let finite = |value: f64| match value.is_finite() {
        true => Ok(value),
        false => Err(Problem::NotFinite(value.to_string())),
    };
    Ok(match (edge_bytes, key) {
        (0, _) => None,
        (bytes, WeightsKey::Ignore) => {
            stream.pieces(edges * bytes as usize, SECTION, |_: &[u8]| Ok(()))?;
            None
        }
        (4, WeightsKey::Keep) => Some(Weights::U32(stream.values(edges, SECTION)?.into())),
        (4, WeightsKey::BigEndian) => {
            let swap = |value: u32, _: &[u32]| Ok(value.swap_bytes());
            Some(Weights::U32(stream.converted(edges, SECTION, swap)?.into()))
        }
        (4, WeightsKey::Float) => {
            let real = |bits: u32, _: &[f64]| finite(f32::from_bits(bits).into());
            Some(narrow_f64(stream.converted(edges, SECTION, real)?))
        }
        (_, WeightsKey::Keep) => Some(narrow_i64(stream.values(edges, SECTION)?)),
        (_, WeightsKey::BigEndian) => {
            let swap = |value: i64, _: &[i64]| Ok(value.swap_bytes());
            Some(narrow_i64(stream.converted(edges, SECTION, swap)?))
        }
        (_, WeightsKey::Float) => {
            let real = |bits: u64, _: &[f64]| finite(f64::from_bits(bits));
            Some(narrow_f64(stream.converted(edges, SECTION, real)?))
        }
    })
}
