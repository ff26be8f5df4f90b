//! What a generator draws: edges by index, before anything is sorted, merged or laid out.
//!
//! The raw draws are public so that a checker can build its own graph from them without going
//! through this crate's builder.

use std::fmt;
use std::ops::Range;

use rayon::prelude::*;

use super::weight::WeightRule;

/// The edge with a given index, `(source, target)`. Pure: the same index always gives the same edge.
type EdgeFunction = Box<dyn Fn(u64) -> (u32, u32) + Send + Sync>;

/// Edges drawn in one task; large enough to hide the cost of a task, small enough to balance.
const CHUNK: u64 = 1 << 16;

/// A generated graph as a list of draws, each computed when asked for.
pub struct Drawn {
    nodes: u32,
    draws: u64,
    edge: EdgeFunction,
    simple: bool,
    weights: WeightRule,
}

impl Drawn {
    /// `draws` edges on `nodes` nodes, edge `i` being `edge(i)`, all kept and unweighted.
    ///
    /// Callers have checked both counts against the limit on ids; `edge` returns ids below `nodes`.
    pub(super) fn new(
        nodes: u32,
        draws: u64,
        edge: impl Fn(u64) -> (u32, u32) + Send + Sync + 'static,
    ) -> Self {
        Drawn { nodes, draws, edge: Box::new(edge), simple: false, weights: WeightRule::None }
    }

    /// The same draws, where the graph merges duplicates and drops self-loops if `simple`.
    pub(super) fn simple(self, simple: bool) -> Self {
        Drawn { simple, ..self }
    }

    /// The same draws, weighed by `weights`.
    pub(super) fn weighted(self, weights: WeightRule) -> Self {
        Drawn { weights, ..self }
    }

    /// Number of nodes; ids are `0..nodes`.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Number of draws. The graph has as many edges, unless it [is simple](Self::is_simple).
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Whether the graph keeps one edge of each set of equal draws, and none from a node to itself.
    pub fn is_simple(&self) -> bool {
        self.simple
    }

    /// How edges are weighed.
    pub fn weight_rule(&self) -> WeightRule {
        self.weights
    }

    /// The weight of any edge from `source` to `target`; `None` where the graph is unweighted.
    pub fn weight(&self, source: u32, target: u32) -> Option<u32> {
        self.weights.weight(source, target)
    }

    /// Every draw as `(source, target)`, in order: duplicates and self-loops are still there.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.chunk(0..self.draws)
    }

    /// The draws with the indices in `range`.
    pub fn chunk(&self, range: Range<u64>) -> impl Iterator<Item = (u32, u32)> + '_ {
        let end = range.end.min(self.draws);
        (range.start.min(end)..end).map(|index| (self.edge)(index))
    }

    /// All draws in order, drawn by rayon's threads: lists of up to 65,536 edges.
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
