//! From arcs in chunks to compressed sparse rows, in parallel and in little memory.
//!
//! Threads push chunks of arcs in any order, each with its place in the input; the graph depends
//! on the places alone, so that it is the same whatever the number of threads: a row holds its
//! arcs in the input's order, duplicates and self-loops included.
//!
//! **Memory.** An arc as two 32-bit ids takes twice what it takes in the graph, so holding the
//! arcs next to the graph would triple the peak. Instead each chunk is grouped, stably, by
//! *bucket*: the 2¹⁴ consecutive sources that share their upper bits. Inside a bucket a
//! source is 16 bits, so a waiting arc takes 6 bytes and its weight. The graph is then filled
//! bucket after bucket, and the pages of consumed buckets go back to the system meanwhile
//! ([`crate::pages`]): the peak is near the larger of the two, not their sum. A bucket's part of the graph
//! is small enough that filling it stays within a core's caches.

use std::sync::Mutex;

use rayon::prelude::*;

use crate::csr::{Graph, Weights};
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::pages::PageVec;
use crate::relabel::Ranks;

/// Bits of a source inside its bucket.
const BUCKET_BITS: u32 = 14;
/// Sources in a bucket.
const BUCKET_NODES: usize = 1 << BUCKET_BITS;
/// Consumed buckets are released in about this many steps.
const RELEASE_STEPS: usize = 64;

/// Arcs in the input's order: arc `i` goes from `sources[i]` to `targets[i]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArcChunk {
    /// Where each arc starts.
    pub sources: Vec<u32>,
    /// Where each arc ends.
    pub targets: Vec<u32>,
    /// What each arc weighs: for every chunk of a graph or for none.
    pub weights: Option<Weights>,
}

impl ArcChunk {
    /// Number of arcs.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether it holds no arc.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

/// Builds the graph of `nodes` nodes from `chunks`, whose order is that of the arcs.
///
/// Each chunk is freed as it is taken in. Where the arcs of all chunks together are large, push
/// them to an [`Assembler`] as they are made instead: a whole `Vec` of chunks already takes
/// twice the graph.
pub fn assemble(nodes: u32, chunks: Vec<ArcChunk>) -> Result<Graph, GraphError> {
    let assembler = Assembler::new();
    chunks
        .into_par_iter()
        .enumerate()
        .try_for_each(|(place, chunk)| assembler.push(place as u64, &chunk))?;
    assembler.finish(nodes)
}

/// Takes chunks of arcs from any thread in any order, then builds the graph.
#[derive(Default)]
pub struct Assembler {
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    chunks: Vec<(u64, GroupedChunk)>,
    arcs: u64,
    weighted: Option<bool>,
}

/// Sets how the nodes of the finished graph relate to the ids in the arcs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// Nodes 0 to `nodes - 1`; an id beyond is an error.
    Exactly(u32),
    /// The largest id decides the number of nodes; unused ids are isolated nodes.
    Largest,
    /// Used ids only, renumbered in increasing order.
    Compact,
}

impl Assembler {
    /// An assembler without arcs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in `chunk`. `place` orders the chunks: arcs of a smaller place come first in their
    /// rows. No two chunks may have the same place.
    pub fn push(&self, place: u64, chunk: &ArcChunk) -> Result<(), GraphError> {
        let weighted = chunk.weights.is_some();
        let grouped = GroupedChunk::new(chunk)?;
        let mut gathered = self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !chunk.is_empty() || weighted {
            if gathered.weighted.is_some_and(|before| before != weighted) {
                return Err(Problem::PartlyWeighted.into());
            }
            gathered.weighted = Some(weighted);
        }
        gathered.arcs += chunk.len() as u64;
        if gathered.arcs > u64::from(MAX_NODES) {
            return Err(Problem::TooManyArcs(gathered.arcs).into());
        }
        if !chunk.is_empty() {
            gathered.chunks.push((place, grouped));
        }
        Ok(())
    }

    /// The graph of `nodes` nodes.
    pub fn finish(self, nodes: u32) -> Result<Graph, GraphError> {
        self.finish_numbered(Numbering::Exactly(nodes))
    }

    /// The graph, its nodes numbered as `numbering` says.
    pub(crate) fn finish_numbered(self, numbering: Numbering) -> Result<Graph, GraphError> {
        let gathered = self.gathered.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut chunks = gathered.chunks;
        chunks.sort_unstable_by_key(|(place, _)| *place);
        let chunks: Vec<GroupedChunk> = chunks.into_iter().map(|(_, chunk)| chunk).collect();
        let largest = chunks.iter().map(|chunk| chunk.largest_id).max();
        let ids = match (numbering, largest) {
            (Numbering::Exactly(nodes), None) => nodes,
            (Numbering::Exactly(nodes), Some(largest)) if largest < nodes => nodes,
            (Numbering::Exactly(nodes), Some(largest)) => {
                let (node, nodes) = (u64::from(largest), u64::from(nodes));
                return Err(Problem::NodeOutOfRange { node, nodes, first: 0 }.into());
            }
            (_, None) => 0,
            (_, Some(largest)) => largest.saturating_add(1),
        };
        if ids > MAX_NODES {
            return Err(Problem::TooManyNodes(u64::from(ids)).into());
        }
        let ranks = (numbering == Numbering::Compact).then(|| Ranks::of_used(ids, &chunks));
        build(chunks, ids, ranks, gathered.arcs as usize, gathered.weighted == Some(true))
    }

    /// Number of arcs so far.
    pub(crate) fn arcs(&self) -> u64 {
        self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).arcs
    }

    /// Largest id so far.
    pub(crate) fn largest_id(&self) -> Option<u32> {
        let gathered = self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gathered.chunks.iter().map(|(_, chunk)| chunk.largest_id).max()
    }
}

/// A chunk's arcs, grouped by bucket; inside a bucket in the chunk's order.
pub(crate) struct GroupedChunk {
    /// Buckets that have arcs, increasing, with the index of their first arc.
    buckets: Vec<(u32, u32)>,
    /// Sources, without the bits that the bucket gives.
    sources: PageVec<u16>,
    targets: PageVec<u32>,
    weights: GroupedWeights,
    largest_id: u32,
}

/// Weights of a grouped chunk.
enum GroupedWeights {
    None,
    U32(PageVec<u32>),
    I64(PageVec<i64>),
    F64(PageVec<f64>),
}

impl GroupedChunk {
    fn new(chunk: &ArcChunk) -> Result<Self, Problem> {
        let length = chunk.len();
        let weights = chunk.weights.as_ref().map_or(length, Weights::len);
        if chunk.targets.len() != length || weights != length {
            let (sources, targets) = (length, chunk.targets.len());
            return Err(Problem::UnevenChunk { sources, targets, weights });
        }
        if length > MAX_NODES as usize {
            return Err(Problem::TooManyArcs(length as u64));
        }
        let mut starts = bucket_starts(&chunk.sources);
        let buckets = starts
            .windows(2)
            .enumerate()
            .filter(|(_, pair)| pair[0] < pair[1])
            .map(|(bucket, pair)| (bucket as u32, pair[0]))
            .collect();
        let mut order = vec![0; length];
        let mut sources = PageVec::<u16>::zeroed(length)?;
        let mut targets = PageVec::<u32>::zeroed(length)?;
        let (lows, ends) = (sources.as_mut_slice(), targets.as_mut_slice());
        for ((slot, &source), &target) in order.iter_mut().zip(&chunk.sources).zip(&chunk.targets) {
            let next = &mut starts[(source >> BUCKET_BITS) as usize];
            lows[*next as usize] = (source as usize % BUCKET_NODES) as u16;
            ends[*next as usize] = target;
            *slot = *next;
            *next += 1;
        }
        let weights = match &chunk.weights {
            None => GroupedWeights::None,
            Some(Weights::U32(values)) => GroupedWeights::U32(place_at(values, &order)?),
            Some(Weights::I64(values)) => GroupedWeights::I64(place_at(values, &order)?),
            Some(Weights::F64(values)) => GroupedWeights::F64(place_at(values, &order)?),
        };
        let largest_id = chunk.sources.iter().chain(&chunk.targets).copied().max().unwrap_or(0);
        Ok(Self { buckets, sources, targets, weights, largest_id })
    }

    /// Range of arcs that `bucket` holds.
    fn range(&self, bucket: u32) -> std::ops::Range<usize> {
        let at = self.buckets.partition_point(|&(other, _)| other < bucket);
        match self.buckets.get(at) {
            Some(&(found, start)) if found == bucket => {
                let next = self.buckets.get(at + 1).map(|&(_, start)| start as usize);
                start as usize..next.unwrap_or(self.targets.len())
            }
            _ => 0..0,
        }
    }

    /// Gives the memory of buckets below `bucket` back.
    fn release_before(&mut self, bucket: u32) {
        let at = self.buckets.partition_point(|&(other, _)| other < bucket);
        let end = self.buckets.get(at).map_or(self.targets.len(), |&(_, start)| start as usize);
        self.sources.release_before(end);
        self.targets.release_before(end);
        match &mut self.weights {
            GroupedWeights::None => {}
            GroupedWeights::U32(values) => values.release_before(end),
            GroupedWeights::I64(values) => values.release_before(end),
            GroupedWeights::F64(values) => values.release_before(end),
        }
    }

    /// Calls `visit` with each source and with each target.
    pub(crate) fn for_each_id(&self, mut visit: impl FnMut(u32)) {
        for &(bucket, _) in &self.buckets {
            for &low in &self.sources[self.range(bucket)] {
                visit((bucket << BUCKET_BITS) + u32::from(low));
            }
        }
        self.targets.iter().for_each(|&target| visit(target));
    }
}

/// Index of each bucket's first arc, buckets counted up to the largest, and one more.
fn bucket_starts(sources: &[u32]) -> Vec<u32> {
    let largest = sources.iter().copied().max().map_or(0, |source| source >> BUCKET_BITS);
    let mut starts = vec![0u32; largest as usize + 2];
    for &source in sources {
        starts[(source >> BUCKET_BITS) as usize + 1] += 1;
    }
    for bucket in 1..starts.len() {
        starts[bucket] += starts[bucket - 1];
    }
    starts
}

/// `values`, the `i`-th moved to `order[i]`.
fn place_at<T: bytemuck::Pod>(values: &[T], order: &[u32]) -> std::io::Result<PageVec<T>> {
    let mut placed = PageVec::zeroed(values.len())?;
    let slots = placed.as_mut_slice();
    for (&value, &slot) in values.iter().zip(order) {
        slots[slot as usize] = value;
    }
    Ok(placed)
}

/// One bucket's part of the graph being built.
struct Part<'graph> {
    bucket: u32,
    first_arc: u32,
    offsets: &'graph mut [u32],
    targets: &'graph mut [u32],
    weights: PartWeights<'graph>,
}

/// The weights of a bucket's part.
enum PartWeights<'graph> {
    None,
    U32(&'graph mut [u32]),
    I64(&'graph mut [i64]),
    F64(&'graph mut [f64]),
}

fn build(
    mut chunks: Vec<GroupedChunk>,
    ids: u32,
    ranks: Option<Ranks>,
    arcs: usize,
    weighted: bool,
) -> Result<Graph, GraphError> {
    let nodes = ranks.as_ref().map_or(ids, Ranks::used);
    let mut graph = Graph {
        offsets: vec![0; nodes as usize + 1],
        targets: vec![0; arcs],
        weights: weighted.then(|| zero_weights(&chunks, arcs)),
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

/// Zeros in the narrowest form that holds the weights of all chunks.
fn zero_weights(chunks: &[GroupedChunk], arcs: usize) -> Weights {
    let has = |wanted: fn(&GroupedWeights) -> bool| chunks.iter().any(|c| wanted(&c.weights));
    if has(|weights| matches!(weights, GroupedWeights::F64(_))) {
        Weights::F64(vec![0.0; arcs])
    } else if has(|weights| matches!(weights, GroupedWeights::I64(_))) {
        Weights::I64(vec![0; arcs])
    } else {
        Weights::U32(vec![0; arcs])
    }
}

/// Splits the graph into its buckets' parts.
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
    let mut first_arc = 0;
    let mut parts = Vec::with_capacity(buckets);
    for (bucket, size) in sizes.into_iter().enumerate() {
        let ids = bucket * BUCKET_NODES..((bucket + 1) * BUCKET_NODES).min(ids as usize);
        let rows = row(ids.end) - row(ids.start);
        parts.push(Part {
            bucket: bucket as u32,
            first_arc,
            offsets: offsets.split_off_mut(..rows).expect("rows of all buckets make the offsets"),
            targets: targets.split_off_mut(..size).expect("sizes of all buckets make the arcs"),
            weights: weights.split_off(size),
        });
        first_arc += size as u32;
    }
    parts
}

impl<'graph> PartWeights<'graph> {
    /// Takes the first `size` weights off.
    fn split_off(&mut self, size: usize) -> Self {
        let because = "there is a weight for each arc";
        match self {
            Self::None => Self::None,
            Self::U32(rest) => Self::U32(rest.split_off_mut(..size).expect(because)),
            Self::I64(rest) => Self::I64(rest.split_off_mut(..size).expect(because)),
            Self::F64(rest) => Self::F64(rest.split_off_mut(..size).expect(because)),
        }
    }

    /// Moves `from`, weights in a form that fits, to `slots`.
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
            // Unweighted: wider into narrower does not occur, the form is the widest of all.
            _ => {}
        }
    }
}

fn copy<T, F: Copy>(to: &mut [T], from: &[F], slots: &[u32], convert: impl Fn(F) -> T) {
    for (&value, &slot) in from.iter().zip(slots) {
        to[slot as usize] = convert(value);
    }
}

/// Fills one bucket's part: count the rows, then move each arc to its row's next slot.
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
                *offset = part.first_arc + end;
            }
        }
        Some(ranks) => {
            let used = next[1..].iter().zip(first_id..).filter(|(_, id)| ranks.is_used(*id));
            for (offset, (end, _)) in part.offsets.iter_mut().zip(used) {
                *offset = part.first_arc + end;
            }
        }
    }
    let mut slots = Vec::new();
    for chunk in chunks {
        let range = chunk.range(part.bucket);
        let arcs = chunk.sources[range.clone()].iter().zip(&chunk.targets[range.clone()]);
        slots.clear();
        for (&low, &target) in arcs {
            let slot = &mut next[usize::from(low)];
            part.targets[*slot as usize] = ranks.map_or(target, |ranks| ranks.rank(target));
            slots.push(*slot);
            *slot += 1;
        }
        part.weights.place(&chunk.weights, range, &slots);
    }
}

#[cfg(test)]
mod tests;
