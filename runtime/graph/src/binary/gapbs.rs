//! Reads the serialized graphs of the GAP benchmark suite: `.sg` without weights and `.wsg` with
//! weights. They are little-endian and have no padding.
//!
//! | bytes | content |
//! | --- | --- |
//! | 1 | 1 if directed, else 0 |
//! | 8 | number of edges, M (both directions of an undirected edge count) |
//! | 8 | number of nodes, N |
//! | 8 · (N + 1) | offsets, signed: node i has the edges from offset i to before offset i + 1 |
//! | 4 · M, or 8 · M with weights | target of each edge, followed by its weight: 32-bit signed |
//! | the last two rows again if directed | offsets and sources of the reversed graph |
//!
//! The reversed graph is skipped. The header does not say whether edges have weights; the length of
//! the file does.

use super::stream::{Stream, append};
use super::{checked_offsets, checked_row_end, checked_sizes, checked_target, read_offsets};
use crate::csr::Graph;
use crate::error::{GraphError, Problem};
use crate::narrow::narrow_i64;

/// Length in bytes of a file with `nodes` nodes, `edges` edges and `edge_bytes` (4 or 8) bytes per
/// edge. Returns `None` if the length does not fit 64 bits.
pub(crate) fn file_length(directed: bool, nodes: u64, edges: u64, edge_bytes: u64) -> Option<u64> {
    let offsets = nodes.checked_add(1)?.checked_mul(8)?;
    let half = offsets.checked_add(edges.checked_mul(edge_bytes)?)?;
    half.checked_mul(1 + u64::from(directed))?.checked_add(17)
}

/// Reads the graph from `stream`. Also returns whether the graph is directed; an undirected graph
/// has both directions of each edge.
pub(crate) fn read(mut stream: Stream<'_>, weighted: bool) -> Result<(Graph, bool), GraphError> {
    let directed: u8 = stream.value("header")?;
    let edges: i64 = stream.value("header")?;
    let nodes: i64 = stream.value("header")?;
    if directed > 1 || edges < 0 || nodes < 0 {
        return Err(Problem::Corrupt("the header is not that of a GAP graph".into()).into());
    }
    let (nodes, edges) = checked_sizes(nodes as u64, edges as u64)?;
    let sizes = (nodes as usize + 1, edges);
    let offsets = read_offsets(&mut stream, sizes, "offsets", |end: i64, at, before| {
        let end = if at == 0 && end != 0 { -1 } else { end };
        checked_row_end(at.saturating_sub(1), before.unwrap_or(0), end as u64, edges)
    })?;
    checked_offsets(&offsets, edges)?;
    let target = |target: i32| checked_target(u64::from(target as u32), nodes);
    let (targets, weights) = if weighted {
        let (mut targets, mut weights) = (Vec::new(), Vec::<i64>::new());
        let mut narrow = Vec::<u32>::new();
        stream.pieces(edges as usize, "edges", |piece: &[[i32; 2]]| {
            append(&mut targets, piece.len())?;
            for &[id, weight] in piece {
                targets.push(target(id)?);
                // Most files have only non-negative weights: store 32 bits until a weight is
                // negative.
                match u32::try_from(weight) {
                    Ok(whole) if weights.is_empty() => narrow.push(whole),
                    _ => {
                        weights.extend(narrow.drain(..).map(i64::from));
                        weights.push(weight.into());
                    }
                }
            }
            Ok(())
        })?;
        let weights = match weights.is_empty() {
            true => crate::csr::Weights::U32(narrow.into()),
            false => narrow_i64(weights),
        };
        (targets, Some(weights))
    } else {
        (stream.converted(edges as usize, "edges", |id: i32, _: &[u32]| target(id))?, None)
    };
    if directed == 1 {
        stream.pieces(nodes as usize + 1, "reversed offsets", |_: &[i64]| Ok(()))?;
        let bytes = if weighted { 8 } else { 4 };
        stream.pieces(edges as usize * bytes, "reversed edges", |_: &[u8]| Ok(()))?;
    }
    stream.end(0)?;
    Ok((Graph { offsets, targets: targets.into(), weights, ids: None }, directed == 1))
}
