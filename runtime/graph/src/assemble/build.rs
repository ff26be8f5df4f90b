//! Fills the rows of a graph, one bucket of source nodes after the other.

use rayon::prelude::*;

use super::grouped::{BUCKET_BITS, BUCKET_NODES, GroupedChunk, GroupedWeights};
use super::relabel::Ranks;
use crate::csr::{Graph, Weights};
use crate::error::Problem;
use crate::memory::zeros;

/// Number of steps after which the memory of the consumed buckets is released.
const RELEASE_STEPS: usize = 64;

/// The part of the new graph that belongs to one bucket.
struct Part<'graph> {
    bucket: u32,
    first_edge: u32,
    offsets: &'graph mut [u32],
    targets: &'graph mut [u32],
    weights: PartWeights<'graph>,
}

/// The weights of the edges of one bucket.
enum PartWeights<'graph> {
    None,
    U32(&'graph mut [u32]),
    I64(&'graph mut [i64]),
    F64(&'graph mut [f64]),
}

/// Builds the graph from `chunks`. The order of the chunks is the order of the edges. All ids in
/// `chunks` are below `ids`.
pub(super) fn build(
    mut chunks: Vec<GroupedChunk>,
    ids: u32,
    ranks: Option<Ranks>,
    edges: usize,
    weighted: bool,
) -> Result<Graph, Problem> {
    let nodes = ranks.as_ref().map_or(ids, Ranks::used);
    let mut graph = Graph {
        offsets: zeros(nodes as usize + 1)?,
        targets: zeros(edges)?,
        weights: weighted.then(|| zero_weights(&chunks, edges)).transpose()?,
    };
    let mut parts = split(&mut graph, &chunks, ids, ranks.as_ref());
    let step = parts.len().div_ceil(RELEASE_STEPS).max(rayon::current_num_threads());
    while !parts.is_empty() {
        let rest = parts.split_off(step.min(parts.len()));
        parts.into_par_iter().for_each(|part| fill(part, &chunks, ranks.as_ref()));
        if let Some(next) = rest.first() {
            chunks.par_iter_mut().for_each(|chunk| chunk.release_before(next.bucket));
        }
        parts = rest;
    }
    Ok(graph)
}

/// Returns zeros, in the narrowest form that can represent the weights of all chunks.
fn zero_weights(chunks: &[GroupedChunk], edges: usize) -> Result<Weights, Problem> {
    let has = |wanted: fn(&GroupedWeights) -> bool| chunks.iter().any(|c| wanted(&c.weights));
    Ok(if has(|weights| matches!(weights, GroupedWeights::F64(_))) {
        Weights::F64(zeros(edges)?)
    } else if has(|weights| matches!(weights, GroupedWeights::I64(_))) {
        Weights::I64(zeros(edges)?)
    } else {
        Weights::U32(zeros(edges)?)
    })
}

/// Splits the graph into one part per bucket.
fn split<'graph>(
    graph: &'graph mut Graph,
    chunks: &[GroupedChunk],
    ids: u32,
    ranks: Option<&Ranks>,
) -> Vec<Part<'graph>> {
    let buckets = (ids as usize).div_ceil(BUCKET_NODES);
    let mut sizes = vec![0usize; buckets];
    for chunk in chunks {
        for &(bucket, _) in &chunk.buckets {
            sizes[bucket as usize] += chunk.range(bucket).len();
        }
    }
    let mut offsets = &mut graph.offsets[1..];
    let mut targets = &mut graph.targets[..];
    let mut weights = match &mut graph.weights {
        None => PartWeights::None,
        Some(Weights::U32(values)) => PartWeights::U32(values),
        Some(Weights::I64(values)) => PartWeights::I64(values),
        Some(Weights::F64(values)) => PartWeights::F64(values),
    };
    let row = |id: usize| ranks.map_or(id, |ranks| ranks.rank(id as u32) as usize);
    let mut first_edge = 0;
    let mut parts = Vec::with_capacity(buckets);
    for (bucket, size) in sizes.into_iter().enumerate() {
        let ids = bucket * BUCKET_NODES..((bucket + 1) * BUCKET_NODES).min(ids as usize);
        let rows = row(ids.end) - row(ids.start);
        parts.push(Part {
            bucket: bucket as u32,
            first_edge,
            offsets: offsets.split_off_mut(..rows).expect("rows of all buckets make the offsets"),
            targets: targets.split_off_mut(..size).expect("sizes of all buckets make the edges"),
            weights: weights.split_off(size),
        });
        first_edge += size as u32;
    }
    parts
}

impl<'graph> PartWeights<'graph> {
    /// Splits off the first `size` weights and returns them.
    fn split_off(&mut self, size: usize) -> Self {
        let because = "there is a weight for each edge";
        match self {
            Self::None => Self::None,
            Self::U32(rest) => Self::U32(rest.split_off_mut(..size).expect(because)),
            Self::I64(rest) => Self::I64(rest.split_off_mut(..size).expect(because)),
            Self::F64(rest) => Self::F64(rest.split_off_mut(..size).expect(because)),
        }
    }

    /// Writes `from[range]` to the indices `slots`, converted to the form of the graph's weights.
    fn place(&mut self, from: &GroupedWeights, range: std::ops::Range<usize>, slots: &[u32]) {
        match (self, from) {
            (Self::U32(to), GroupedWeights::U32(from)) => copy(to, &from[range], slots, |w| w),
            (Self::I64(to), GroupedWeights::U32(from)) => {
                copy(to, &from[range], slots, i64::from);
            }
            (Self::I64(to), GroupedWeights::I64(from)) => copy(to, &from[range], slots, |w| w),
            (Self::F64(to), GroupedWeights::U32(from)) => {
                copy(to, &from[range], slots, f64::from);
            }
            (Self::F64(to), GroupedWeights::I64(from)) => {
                copy(to, &from[range], slots, |w| w as f64);
            }
            (Self::F64(to), GroupedWeights::F64(from)) => copy(to, &from[range], slots, |w| w),
            // The graph is unweighted. The form of a weighted graph is the widest of all
            // chunks, so a weight is never narrowed.
            _ => {}
        }
    }
}

fn copy<T, F: Copy>(to: &mut [T], from: &[F], slots: &[u32], convert: impl Fn(F) -> T) {
    for (&value, &slot) in from.iter().zip(slots) {
        to[slot as usize] = convert(value);
    }
}

/// Fills the part of one bucket: counts the edges of each row, then moves each edge to the next
/// free slot of its row.
fn fill(mut part: Part<'_>, chunks: &[GroupedChunk], ranks: Option<&Ranks>) {
    let first_id = part.bucket << BUCKET_BITS;
    let mut next = vec![0u32; BUCKET_NODES + 1];
    for chunk in chunks {
        for &low in &chunk.sources[chunk.range(part.bucket)] {
            next[usize::from(low) + 1] += 1;
        }
    }
    for row in 1..next.len() {
        next[row] += next[row - 1];
    }
    match ranks {
        None => {
            for (offset, end) in part.offsets.iter_mut().zip(&next[1..]) {
                *offset = part.first_edge + end;
            }
        }
        Some(ranks) => {
            let used = next[1..].iter().zip(first_id..).filter(|(_, id)| ranks.is_used(*id));
            for (offset, (end, _)) in part.offsets.iter_mut().zip(used) {
                *offset = part.first_edge + end;
            }
        }
    }
    let mut slots = Vec::new();
    for chunk in chunks {
        let range = chunk.range(part.bucket);
        let edges = chunk.sources[range.clone()].iter().zip(&chunk.targets[range.clone()]);
        slots.clear();
        for (&low, &target) in edges {
            let slot = &mut next[usize::from(low)];
            part.targets[*slot as usize] = ranks.map_or(target, |ranks| ranks.rank(target));
            slots.push(*slot);
            *slot += 1;
        }
        part.weights.place(&chunk.weights, range, &slots);
    }
}
