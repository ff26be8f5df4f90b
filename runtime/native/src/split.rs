//! Splits the iterations of a loop into chunks of about equal work.

use igc_compiler::data::GraphWords;
use igc_team::{Perturbation, Team};

/// Work below which one thread runs a loop alone. The unit is an element or an edge, which takes
/// some nanoseconds; waking the other threads takes about a microsecond.
const ALONE: u64 = 2048;
/// Likewise, for loops whose rounds are fused: the items that they push are work, too.
const ALONE_FUSED: u64 = 256;
/// Work of a chunk. Taking a chunk costs about ten nanoseconds.
const CHUNK: u64 = 4096;
/// Number of items of a chunk of a worklist whose items visit edges: their degrees are not known.
const ITEMS: u64 = 64;
/// Number of items of a worklist up to which their degrees are added to find the work of a round.
const COUNTED_ITEMS: u64 = 256;

/// The sizes that decide how a loop is split.
#[derive(Debug, Clone, Copy)]
pub struct Grain {
    /// Work below which one thread runs a loop alone.
    alone: u64,
    /// Likewise, for loops whose rounds are fused.
    alone_fused: u64,
    /// Work of a chunk.
    chunk: u64,
    /// Number of items of a chunk, if the items visit edges.
    items: u64,
    /// Number of chunks from which chunks become larger instead of more.
    most: u64,
}

impl Grain {
    /// Returns the sizes for a loop. In a perturbed team, threads share loops that are too small to
    /// share otherwise.
    pub fn of(team: &Team) -> Grain {
        let (alone, alone_fused) = (ALONE, ALONE_FUSED);
        let usual = Grain { alone, alone_fused, chunk: CHUNK, items: ITEMS, most: u64::MAX };
        Grain::perturbed(team.perturbation()).unwrap_or(usual)
    }

    /// Returns the work below which one thread runs a loop alone.
    pub fn alone(&self, is_fused: bool) -> u64 {
        if is_fused { self.alone_fused } else { self.alone }
    }

    fn perturbed(perturbation: &Perturbation) -> Option<Grain> {
        let alone = if perturbation.shares_loop()? { 0 } else { u64::MAX };
        let (chunk, items) = (1 << perturbation.draw(0, 10)?, 1 << perturbation.draw(0, 5)?);
        Some(Grain { alone, alone_fused: alone, chunk, items, most: 64 })
    }
}

/// How the iterations of a loop are split into chunks.
pub struct Split<'g> {
    /// Number of iterations.
    pub iterations: u64,
    /// An estimate of the work.
    pub work: u64,
    /// Number of chunks.
    pub chunks: u64,
    /// The offsets of the edges that iterations over nodes visit. Without them, all chunks have the
    /// same number of iterations.
    offsets: Option<&'g GraphWords>,
}

impl<'g> Split<'g> {
    /// Iterations of equal work.
    pub fn even(iterations: u64, grain: &Grain) -> Split<'g> {
        let chunks = iterations.div_ceil(grain.chunk.max(iterations / grain.most));
        Split { iterations, work: iterations, chunks, offsets: None }
    }

    /// Iterations that each visit the edges of a node that is not known.
    pub fn of_unknown_rows(iterations: u64, rows: Rows, grain: &Grain) -> Split<'g> {
        // Few iterations that may have many edges are split further than many iterations.
        let items = (iterations / 64).clamp(1, grain.items);
        let chunks = iterations.div_ceil(items.max(iterations / grain.most));
        let work =
            iterations.saturating_mul(rows.usual.saturating_add(1)).saturating_add(rows.largest);
        Split { iterations, work, chunks, offsets: None }
    }

    /// Iterations over all nodes that visit their edges.
    pub fn rows(nodes: u32, edges: u64, offsets: &'g GraphWords, grain: &Grain) -> Split<'g> {
        let work = u64::from(nodes) + edges;
        let chunks = work.div_ceil(grain.chunk.max(work / grain.most));
        Split { iterations: nodes.into(), work, chunks, offsets: Some(offsets) }
    }

    /// Iterations over items that visit their edges.
    pub fn items(items: &[u32], offsets: &GraphWords, rows: Rows, grain: &Grain) -> Split<'g> {
        let iterations = items.len() as u64;
        let split = Split::of_unknown_rows(iterations, rows, grain);
        if iterations > COUNTED_ITEMS {
            return split;
        }
        let edges = match offsets {
            GraphWords::Narrow(offsets) => edges_of(items, offsets),
            GraphWords::Wide(offsets) => edges_of(items, offsets),
        };
        Split { work: iterations + edges, ..split }
    }

    /// Returns the iterations of a chunk: the first, and the one after the last.
    pub fn range(&self, chunk: u64) -> (u64, u64) {
        (self.start(chunk), self.start(chunk + 1))
    }

    /// Returns the first iteration of a chunk; the number of iterations for the chunk after the
    /// last.
    fn start(&self, chunk: u64) -> u64 {
        if chunk >= self.chunks {
            return self.iterations;
        }
        let share =
            |whole: u64| (u128::from(whole) * u128::from(chunk) / u128::from(self.chunks)) as u64;
        match self.offsets {
            None => share(self.iterations),
            Some(offsets) => {
                let before = share(self.work);
                // The work before a node is the number of nodes and edges before it.
                partition_point(self.iterations, |node| {
                    offsets.get(node as usize).is_some_and(|edges| edges + node < before)
                })
            }
        }
    }
}

/// The numbers of edges of nodes.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// The largest number.
    largest: u64,
    /// A number that many nodes together rarely exceed on average.
    usual: u64,
}

impl Rows {
    /// Returns the numbers for a graph in which no node has more than `largest` edges.
    pub fn new(nodes: u32, edges: u64, largest: u64) -> Rows {
        // The nodes of a round have more edges than others, because many edges lead to them.
        let usual = (edges + edges / 4).div_ceil(u64::from(nodes).max(1));
        Rows { largest, usual: usual.min(largest) }
    }
}

/// Returns the largest number of edges of a node.
pub fn largest_row(offsets: &GraphWords) -> u64 {
    fn largest<T: Copy + Into<u64>>(offsets: &[T]) -> u64 {
        offsets.windows(2).map(|row| row[1].into() - row[0].into()).max().unwrap_or(0)
    }
    match offsets {
        GraphWords::Narrow(offsets) => largest(offsets),
        GraphWords::Wide(offsets) => largest(offsets),
    }
}

/// Returns the number of edges of some nodes. This loop runs in every round of a worklist, so it has
/// a version for each width of offsets.
fn edges_of<T: Copy + Into<u64>>(items: &[u32], offsets: &[T]) -> u64 {
    let row = |item: &u32| offsets.get(*item as usize..*item as usize + 2);
    items.iter().filter_map(row).map(|row| row[1].into() - row[0].into()).sum()
}

/// Returns the first number below `end` for which a condition does not hold, or `end`.
fn partition_point(end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Grain = Grain {
        alone: ALONE,
        alone_fused: ALONE_FUSED,
        chunk: CHUNK,
        items: ITEMS,
        most: u64::MAX,
    };

    #[test]
    fn few_small_rows_of_unknown_nodes_are_for_one_thread() {
        let road = Split::of_unknown_rows(400, Rows::new(1000, 2700, 8), &USUAL);
        assert_eq!(road.work, 400 * (4 + 1) + 8);
        assert!(road.work < USUAL.alone, "{}", road.work);
        // No node has more edges than the largest number.
        assert_eq!(Split::of_unknown_rows(100, Rows::new(10, 30, 3), &USUAL).work, 403);
        // One of these nodes may have many edges.
        let skewed = Split::of_unknown_rows(200, Rows::new(1 << 22, 1 << 23, 1 << 20), &USUAL);
        assert!(skewed.work >= USUAL.alone);
        assert_eq!((skewed.chunks, skewed.range(0), skewed.range(66)), (67, (0, 2), (197, 200)));
        let many = Split::of_unknown_rows(1 << 20, Rows::new(1 << 20, 1 << 21, 8), &USUAL);
        assert_eq!((many.chunks, many.range(1)), (1 << 14, (64, 128)));
        assert_eq!(Split::of_unknown_rows(0, Rows::new(1, 1, 1), &USUAL).chunks, 0);
    }

    #[test]
    fn the_largest_row_is_found() {
        let offsets = GraphWords::from(vec![0u32, 3, 3, 10, 11]);
        assert_eq!((largest_row(&offsets), largest_row(&GraphWords::default())), (7, 0));
    }
}
