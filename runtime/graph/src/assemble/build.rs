//! Fills the rows of a graph, one bucket of source nodes after the other.

use rayon::prelude::*;

use super::grouped::{BUCKET_BITS, BUCKET_NODES, GroupedChunk, GroupedWeights};
use super::relabel::Ranks;
use crate::csr::{Graph, Weights};
use crate::error::{MAX_NARROW_EDGES, Problem};
use crate::memory::zeros;
use crate::offsets::{EdgeId, Offsets, with_offsets};

/// Number of steps after which the memory of the consumed buckets is released.
const RELEASE_STEPS: usize = 64;

/// The part of the new graph that belongs to one bucket.
struct Part<'graph, O> {
    bucket: u32,
    first_edge: usize,
    offsets: &'graph mut [O],
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
    let mut offsets = Offsets::zeros(nodes as usize + 1, edges as u64)?;
    let mut targets = zeros::<u32>(edges)?;
    let mut weights = weighted.then(|| zero_weights(&chunks, edges)).transpose()?;
    let rows = Rows { targets: &mut targets, weights: PartWeights::of(&mut weights) };
    let ranks = ranks.as_ref();
    with_offsets!(&mut offsets, offsets => {
        fill_all(rows.split(&mut offsets[1..], &chunks, ids, ranks)?, &mut chunks, ranks);
    });
    Ok(Graph { offsets, targets: targets.into(), weights, ids: None })
}

/// Fills the parts in steps, and releases the memory of the consumed buckets after each step.
fn fill_all<O: EdgeId>(
    mut parts: Vec<Part<'_, O>>,
    chunks: &mut [GroupedChunk],
    ranks: Option<&Ranks>,
) {
    let step = parts.len().div_ceil(RELEASE_STEPS).max(rayon::current_num_threads());
    while !parts.is_empty() {
        let rest = parts.split_off(step.min(parts.len()));
        parts.into_par_iter().for_each(|part| fill(part, chunks, ranks));
        if let Some(next) = rest.first() {
            chunks.par_iter_mut().for_each(|chunk| chunk.release_before(next.bucket));
        }
        parts = rest;
    }
}

/// Returns zeros, in the narrowest form that can represent the weights of all chunks.
fn zero_weights(chunks: &[GroupedChunk], edges: usize) -> Result<Weights, Problem> {
    let has = |wanted: fn(&GroupedWeights) -> bool| chunks.iter().any(|c| wanted(&c.weights));
    Ok(if has(|weights| matches!(weights, GroupedWeights::F64(_))) {
        Weights::F64(zeros(edges)?.into())
    } else if has(|weights| matches!(weights, GroupedWeights::I64(_))) {
        Weights::I64(zeros(edges)?.into())
    } else {
        Weights::U32(zeros(edges)?.into())
    })
}

/// The memory of the edges of a graph.
struct Rows<'graph> {
    targets: &'graph mut [u32],
    weights: PartWeights<'graph>,
}

impl<'graph> Rows<'graph> {
    /// Splits the graph into one part per bucket. `offsets` are the ends of the rows.
    fn split<O: EdgeId>(
        self,
        mut offsets: &'graph mut [O],
        chunks: &[GroupedChunk],
        ids: u32,
        ranks: Option<&Ranks>,
    ) -> Result<Vec<Part<'graph, O>>, Problem> {
        let Rows { mut targets, mut weights } = self;
        let row = |id: usize| ranks.map_or(id, |ranks| ranks.rank(id as u32) as usize);
        let mut first_edge = 0;
        let mut parts = vec![];
        for (bucket, size) in bucket_sizes(chunks, ids)?.into_iter().enumerate() {
            let ids = bucket * BUCKET_NODES..((bucket + 1) * BUCKET_NODES).min(ids as usize);
            let rows = row(ids.end) - row(ids.start);
            let because = "the buckets make the whole";
            parts.push(Part {
                bucket: bucket as u32,
                first_edge,
                offsets: offsets.split_off_mut(..rows).expect(because),
                targets: targets.split_off_mut(..size).expect(because),
                weights: weights.split_off(size),
            });
            first_edge += size;
        }
        Ok(parts)
    }
}

/// Returns the number of edges of each bucket. Edges are counted in 32 bits within a bucket.
fn bucket_sizes(chunks: &[GroupedChunk], ids: u32) -> Result<Vec<usize>, Problem> {
    let mut sizes = vec![0usize; (ids as usize).div_ceil(BUCKET_NODES)];
    for chunk in chunks {
        for &(bucket, _) in &chunk.buckets {
            sizes[bucket as usize] += chunk.range(bucket).len();
        }
    }
    match sizes.iter().find(|size| **size as u64 > MAX_NARROW_EDGES) {
        Some(&size) => Err(Problem::TooManyEdgesFor(size as u64, "16,384 consecutive nodes")),
        None => Ok(sizes),
    }
}

impl<'graph> PartWeights<'graph> {
    /// The weights of all edges.
    fn of(weights: &'graph mut Option<Weights>) -> Self {
        match weights {
            None => PartWeights::None,
            Some(Weights::U32(values)) => PartWeights::U32(values),
            Some(Weights::I64(values)) => PartWeights::I64(values),
            Some(Weights::F64(values)) => PartWeights::F64(values),
        }
    }

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
fn fill<O: EdgeId>(mut part: Part<'_, O>, chunks: &[GroupedChunk], ranks: Option<&Ranks>) {
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
                *offset = O::new(part.first_edge + *end as usize);
            }
        }
        Some(ranks) => {
            let used = next[1..].iter().zip(first_id..).filter(|(_, id)| ranks.is_used(*id));
            for (offset, (end, _)) in part.offsets.iter_mut().zip(used) {
                *offset = O::new(part.first_edge + *end as usize);
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
