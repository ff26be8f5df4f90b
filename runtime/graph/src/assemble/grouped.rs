//! A chunk of edges grouped by bucket, which is its form until the graph is built.

use crate::assemble::EdgeChunk;
use crate::csr::Weights;
use crate::error::{MAX_NODES, Problem};
use crate::pages::PageVec;

/// Number of low bits of a source id that are stored with each edge. The remaining high bits are
/// the bucket's number.
pub(super) const BUCKET_BITS: u32 = 14;
/// Number of source ids in a bucket.
pub(super) const BUCKET_NODES: usize = 1 << BUCKET_BITS;

/// The edges of a chunk, grouped by bucket. Inside a bucket, the edges keep the order of the chunk.
pub(crate) struct GroupedChunk {
    /// The buckets that have edges, in increasing order, each with the index of its first edge.
    pub(super) buckets: Vec<(u32, u32)>,
    /// The lower [`BUCKET_BITS`] bits of each source.
    pub(super) sources: PageVec<u16>,
    pub(super) targets: PageVec<u32>,
    pub(super) weights: GroupedWeights,
    pub(super) largest_id: u32,
}

/// The weights of a grouped chunk.
pub(super) enum GroupedWeights {
    None,
    U32(PageVec<u32>),
    I64(PageVec<i64>),
    F64(PageVec<f64>),
}

impl GroupedChunk {
    pub(super) fn new(chunk: &EdgeChunk) -> Result<Self, Problem> {
        let length = chunk.len();
        let weights = chunk.weights.as_ref().map_or(length, Weights::len);
        if chunk.targets.len() != length || weights != length {
            let (sources, targets) = (length, chunk.targets.len());
            return Err(Problem::UnevenChunk { sources, targets, weights });
        }
        if length > MAX_NODES as usize {
            return Err(Problem::TooManyEdges(length as u64));
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

    /// Returns the index range of the edges in `bucket`.
    pub(super) fn range(&self, bucket: u32) -> std::ops::Range<usize> {
        let at = self.buckets.partition_point(|&(other, _)| other < bucket);
        match self.buckets.get(at) {
            Some(&(found, start)) if found == bucket => {
                let next = self.buckets.get(at + 1).map(|&(_, start)| start as usize);
                start as usize..next.unwrap_or(self.targets.len())
            }
            _ => 0..0,
        }
    }

    /// Returns the memory of all buckets below `bucket` to the system.
    pub(super) fn release_before(&mut self, bucket: u32) {
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

    /// Calls `visit` with every source and every target.
    pub(crate) fn for_each_id(&self, mut visit: impl FnMut(u32)) {
        for &(bucket, _) in &self.buckets {
            for &low in &self.sources[self.range(bucket)] {
                visit((bucket << BUCKET_BITS) + u32::from(low));
            }
        }
        self.targets.iter().for_each(|&target| visit(target));
    }
}

/// Returns the index of the first edge of each bucket up to the largest bucket with edges, followed
/// by the number of edges.
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

/// Returns a copy of `values` in which value `i` is at index `order[i]`.
fn place_at<T: bytemuck::Pod>(values: &[T], order: &[u32]) -> Result<PageVec<T>, Problem> {
    let mut placed = PageVec::zeroed(values.len())?;
    let slots = placed.as_mut_slice();
    for (&value, &slot) in values.iter().zip(order) {
        slots[slot as usize] = value;
    }
    Ok(placed)
}
