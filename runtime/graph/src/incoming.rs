//! The incoming edges of each node: a counting sort of the edges by target.
//!
//! Targets are random in many graphs, so a plain counting sort waits for memory at each edge.
//! Instead, the edges are first grouped by *bucket*: the 2¹⁴ consecutive targets that share their
//! upper bits. The counts of a bucket and the places where its edges belong are in a core's caches.
//! Threads group chunks of the edges, and then sort buckets. A grouped edge takes 6 bytes, until
//! all edges are sorted.

use std::ops::Range;
use std::slice::IterMut;

use bytemuck::Pod;
use rayon::prelude::*;

use crate::csr::Graph;
use crate::error::{GraphError, Problem};
use crate::memory::zeros;
use crate::offsets::{EdgeId, Offsets, with_offsets};
use crate::threads;

/// Number of low bits of a target that are stored with each edge.
const BUCKET_BITS: u32 = 14;
/// Number of targets in a bucket.
const BUCKET_NODES: usize = 1 << BUCKET_BITS;

/// A value of each edge, ordered by target. Edges with the same target have the order of their ids.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming<V = u32> {
    /// The index of the first incoming edge of each node, and one past the last.
    pub offsets: Offsets,
    /// The value of each incoming edge.
    pub values: Vec<V>,
}

/// Edges in the order of their buckets: the low bits of the target, and the value.
struct Grouped<V> {
    lows: Vec<u16>,
    values: Vec<V>,
    /// Number of edges of each bucket.
    sizes: Vec<usize>,
}

/// The places for the edges of one chunk in one bucket.
type Places<'g, V> = (IterMut<'g, u16>, IterMut<'g, V>);

impl Graph {
    /// Returns the source of each incoming edge. Runs on rayon's threads.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn incoming_sources(&self) -> Result<Incoming, GraphError> {
        Ok(self.incoming(|edges| self.sources(edges))?)
    }

    /// Returns the id of each incoming edge. Runs on rayon's threads.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn incoming_edges<O: EdgeId>(&self) -> Result<Incoming<O>, GraphError> {
        Ok(self.incoming(|edges| edges.map(O::new))?)
    }

    fn incoming<V: Pod + Send + Sync, I: IntoIterator<Item = V>>(
        &self,
        values_of: impl Fn(Range<usize>) -> I + Sync,
    ) -> Result<Incoming<V>, Problem> {
        threads::start();
        let grouped = self.grouped(values_of)?;
        let mut offsets = Offsets::zeros(self.offsets.len(), self.edges())?;
        let mut values = zeros(self.targets.len())?;
        with_offsets!(&mut offsets, offsets => sort_all(&grouped, &mut offsets[1..], &mut values));
        Ok(Incoming { offsets, values })
    }

    /// Groups a value of each edge by the bucket of the target. The order inside a bucket stays.
    fn grouped<V: Pod + Send + Sync, I: IntoIterator<Item = V>>(
        &self,
        values_of: impl Fn(Range<usize>) -> I + Sync,
    ) -> Result<Grouped<V>, Problem> {
        let buckets = (self.nodes() as usize).div_ceil(BUCKET_NODES);
        let (edges, count) = (self.targets.len(), rayon::current_num_threads());
        let chunk = |number| edges * number / count..edges * (number + 1) / count;
        let chunks: Vec<Range<usize>> = (0..count).map(chunk).collect();
        let sizes = |chunk: &Range<usize>| {
            let mut sizes = vec![0usize; buckets];
            for target in &self.targets[chunk.clone()] {
                sizes[(target >> BUCKET_BITS) as usize] += 1;
            }
            sizes
        };
        let sizes: Vec<Vec<usize>> = chunks.par_iter().map(sizes).collect();
        let (mut lows, mut values) = (zeros::<u16>(edges)?, zeros::<V>(edges)?);
        let mut rest = (&mut lows[..], &mut values[..]);
        let mut places: Vec<Vec<Places<'_, V>>> = chunks.iter().map(|_| vec![]).collect();
        for bucket in 0..buckets {
            for (sizes, places) in sizes.iter().zip(&mut places) {
                let because = "the sizes of all chunks make the whole";
                let lows = rest.0.split_off_mut(..sizes[bucket]).expect(because);
                let values = rest.1.split_off_mut(..sizes[bucket]).expect(because);
                places.push((lows.iter_mut(), values.iter_mut()));
            }
        }
        chunks.into_par_iter().zip(places).for_each(|(chunk, mut places)| {
            for (target, value) in self.targets[chunk.clone()].iter().zip(values_of(chunk)) {
                let (lows, values) = &mut places[(target >> BUCKET_BITS) as usize];
                if let (Some(low), Some(place)) = (lows.next(), values.next()) {
                    (*low, *place) = ((*target as usize % BUCKET_NODES) as u16, value);
                }
            }
        });
        let sizes = (0..buckets).map(|bucket| sizes.iter().map(|of| of[bucket]).sum()).collect();
        Ok(Grouped { lows, values, sizes })
    }

    /// Returns the sources of some consecutive edges.
    pub fn sources(&self, edges: Range<usize>) -> Vec<u32> {
        let first = self.offsets.row_of(edges.start);
        let mut sources = Vec::with_capacity(edges.len());
        for node in first..self.nodes() {
            let row = self.row(node);
            if row.start >= edges.end {
                break;
            }
            let count = row.end.min(edges.end) - row.start.max(edges.start);
            sources.extend(std::iter::repeat_n(node, count));
        }
        sources
    }
}

/// Returns the number of its row for each element of rows with these offsets. For the offsets of
/// incoming edges, these are the destinations.
pub fn row_numbers(offsets: &Offsets) -> Vec<u32> {
    let rows = offsets.rows().zip(0u32..);
    rows.flat_map(|(row, number)| std::iter::repeat_n(number, row.len())).collect()
}

/// Sorts the edges of all buckets by target. `ends` gets the index after the last incoming edge of
/// each node.
fn sort_all<V: Pod + Send + Sync, O: EdgeId>(
    grouped: &Grouped<V>,
    ends: &mut [O],
    values: &mut [V],
) {
    let nodes = ends.len();
    let mut sources = (&grouped.lows[..], &grouped.values[..]);
    let mut results = (ends, values);
    let mut parts = vec![];
    let mut first_edge = 0;
    for (bucket, size) in grouped.sizes.iter().enumerate() {
        let rows = (nodes - bucket * BUCKET_NODES).min(BUCKET_NODES);
        let because = "the buckets make the whole";
        let from = (
            sources.0.split_off(..*size).expect(because),
            sources.1.split_off(..*size).expect(because),
        );
        let to = (
            results.0.split_off_mut(..rows).expect(because),
            results.1.split_off_mut(..*size).expect(because),
        );
        parts.push((first_edge, from, to));
        first_edge += *size;
    }
    let sort = |(first_edge, (lows, from), (ends, to))| sort(first_edge, lows, from, ends, to);
    parts.into_par_iter().for_each(sort);
}

/// Sorts the edges of a bucket by target. The first of them has the index `first_edge` among all
/// incoming edges. `ends` gets the index after the last incoming edge of each node.
fn sort<V: Copy, O: EdgeId>(
    first_edge: usize,
    lows: &[u16],
    from: &[V],
    ends: &mut [O],
    to: &mut [V],
) {
    let mut places = vec![0usize; BUCKET_NODES];
    for low in lows {
        places[usize::from(*low)] += 1;
    }
    let mut sum = 0;
    for (place, end) in places.iter_mut().zip(ends) {
        sum += std::mem::replace(place, sum);
        *end = O::new(first_edge + sum);
    }
    for (low, value) in lows.iter().zip(from) {
        let place = &mut places[usize::from(*low)];
        to[*place] = *value;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::draw;
    use crate::offsets::Offsets;

    /// Graphs with nodes without edges, parallel edges and self-loops, and one of several buckets.
    #[test]
    fn incoming_edges_are_ordered_by_target() {
        let keep = ("keep".to_string(), String::new());
        for (generator, size, keys) in [
            ("rmat", "10", vec![keep]),
            ("uniform", "17", vec![]),
            ("star", "50", vec![]),
            ("empty", "3", vec![]),
            ("empty", "0", vec![]),
        ] {
            let graph = draw(generator, size, &keys).unwrap().build().unwrap();
            let edges = graph.targets.len();
            let sources = graph.sources(0..edges);
            let rows = (0..graph.nodes()).map(|node| (node, graph.neighbours(node).len()));
            let expected: Vec<u32> = rows.flat_map(|(node, degree)| vec![node; degree]).collect();
            assert_eq!(sources, expected, "{generator}");
            for (start, end) in [(0, edges / 2), (edges / 3, edges), (edges / 2, edges / 2)] {
                assert_eq!(graph.sources(start..end), expected[start..end], "{generator}");
            }

            let mut ids: Vec<u32> = (0..graph.edges() as u32).collect();
            let target = |edge: &u32| graph.targets[*edge as usize];
            ids.sort_by_key(target);
            let sources: Vec<u32> = ids.iter().map(|edge| sources[*edge as usize]).collect();
            let before = |node: u32| ids.partition_point(|edge| target(edge) < node) as u32;
            let offsets = Offsets::Narrow((0..=graph.nodes()).map(before).collect());
            let wide_ids: Vec<u64> = ids.iter().map(|id| u64::from(*id)).collect();
            for threads in [1, 2, 5] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let incoming = pool.install(|| graph.incoming_edges::<u64>().unwrap());
                assert!(incoming.values == wide_ids, "{generator}, {threads} threads");
                let incoming = pool.install(|| graph.incoming_edges::<u32>().unwrap());
                assert!(incoming.values == ids, "{generator}, {threads} threads");
                assert!(incoming.offsets == offsets, "{generator}, {threads} threads");
                let incoming = pool.install(|| graph.incoming_sources().unwrap());
                assert!(incoming.values == sources, "{generator}, {threads} threads");
                assert!(incoming.offsets == offsets, "{generator}, {threads} threads");
            }
        }
    }
}
