//! The draws of a generator: edges by index, before they are sorted, merged or stored as rows.
//!
//! The draws are public so that an independent checker can build its own graph from them without
//! using this crate's builder.

use std::fmt;
use std::ops::Range;

use rayon::prelude::*;

use super::weight::WeightRule;

/// Returns the edge with a given index, as `(source, target)`. The result depends only on the
/// index.
type EdgeFunction = Box<dyn Fn(u64) -> (u32, u32) + Send + Sync>;

/// Smallest number of edges per task. It is large enough to hide the cost of a task, and small
/// enough to balance the load of the threads.
const CHUNK: u64 = 1 << 16;
/// Largest number of tasks of a graph. The time to assemble a graph depends on it.
const MOST_CHUNKS: u64 = 1 << 13;

/// A generated graph as a list of draws. Each draw is computed on demand.
pub struct Drawn {
    nodes: u32,
    draws: u64,
    edge: EdgeFunction,
    row_length: Option<u32>,
    simple: bool,
    weights: WeightRule,
}

impl Drawn {
    /// Creates `draws` draws on `nodes` nodes, where draw `i` is `edge(i)`. All draws are kept, and
    /// the graph has no weights.
    ///
    /// The caller must have checked both numbers against the limit on ids, and `edge` must return
    /// ids below `nodes`.
    pub(super) fn new(
        nodes: u32,
        draws: u64,
        edge: impl Fn(u64) -> (u32, u32) + Send + Sync + 'static,
    ) -> Self {
        let (edge, simple, weights) = (Box::new(edge), false, WeightRule::None);
        Drawn { nodes, draws, edge, row_length: None, simple, weights }
    }

    /// Creates `length` draws for each of `nodes` nodes, in the order of their sources. The target
    /// of draw `i` is `target(i)`. The conditions of [`new`](Self::new) apply.
    pub(super) fn in_rows(
        nodes: u32,
        length: u32,
        target: impl Fn(u64) -> u32 + Send + Sync + 'static,
    ) -> Self {
        let draws = u64::from(nodes) * u64::from(length);
        let edge = move |index| ((index / u64::from(length)) as u32, target(index));
        Drawn { row_length: Some(length), ..Drawn::new(nodes, draws, edge) }
    }

    /// Sets whether the graph merges duplicates and drops self-loops.
    pub(super) fn simple(self, simple: bool) -> Self {
        Drawn { simple, ..self }
    }

    /// Sets the rule for edge weights.
    pub(super) fn weighted(self, weights: WeightRule) -> Self {
        Drawn { weights, ..self }
    }

    /// Number of nodes; ids are `0..nodes`.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Number of draws. The graph has the same number of edges, unless it [is
    /// simple](Self::is_simple).
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The number of draws of each node, if the draws are in the order of their sources and all
    /// nodes have the same number.
    pub(super) fn row_length(&self) -> Option<u32> {
        self.row_length
    }

    /// Returns whether the graph keeps only one of several equal draws and drops self-loops.
    pub fn is_simple(&self) -> bool {
        self.simple
    }

    /// The rule for edge weights.
    pub fn weight_rule(&self) -> WeightRule {
        self.weights
    }

    /// The weight of every edge from `source` to `target`, or `None` if the graph has no weights.
    pub fn weight(&self, source: u32, target: u32) -> Option<u32> {
        self.weights.weight(source, target)
    }

    /// All draws as `(source, target)`, in order, including duplicates and self-loops.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.chunk(0..self.draws)
    }

    /// The draws whose indices are in `range`, as `(source, target)`, in order.
    pub fn chunk(&self, range: Range<u64>) -> impl Iterator<Item = (u32, u32)> + '_ {
        let end = range.end.min(self.draws);
        (range.start.min(end)..end).map(|index| (self.edge)(index))
    }

    /// All draws in order, computed by rayon's threads, in lists of 65,536 edges. A graph of more
    /// than 2²⁹ edges has longer lists.
    pub fn par_chunks(&self) -> impl IndexedParallelIterator<Item = Vec<(u32, u32)>> + '_ {
        let length = self.draws.div_ceil(MOST_CHUNKS).max(CHUNK);
        let chunks = self.draws.div_ceil(length) as usize;
        (0..chunks).into_par_iter().map(move |chunk| {
            let start = chunk as u64 * length;
            self.chunk(start..start + length).collect()
        })
    }
}

impl fmt::Debug for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawn")
            .field("nodes", &self.nodes)
            .field("draws", &self.draws)
            .field("simple", &self.simple)
            .field("weights", &self.weights)
            .finish_non_exhaustive()
    }
}
