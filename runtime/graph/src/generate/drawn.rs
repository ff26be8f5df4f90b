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

/// Number of edges per task. It is large enough to hide the cost of a task, and small enough to
/// balance the load of the threads.
const CHUNK: u64 = 1 << 16;

/// A generated graph as a list of draws. Each draw is computed on demand.
pub struct Drawn {
    nodes: u32,
    draws: u64,
    edge: EdgeFunction,
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
        Drawn { nodes, draws, edge: Box::new(edge), simple: false, weights: WeightRule::None }
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

    /// All draws in order, computed by rayon's threads, in lists of up to 65,536 edges.
    pub fn par_chunks(&self) -> impl IndexedParallelIterator<Item = Vec<(u32, u32)>> + '_ {
        let chunks = usize::try_from(self.draws.div_ceil(CHUNK))
            .expect("fewer than 2^32 draws, checked before a Drawn is made");
        (0..chunks).into_par_iter().map(|chunk| {
            let start = chunk as u64 * CHUNK;
            self.chunk(start..start + CHUNK).collect()
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
