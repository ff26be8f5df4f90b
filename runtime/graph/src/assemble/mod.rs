//! From edges in chunks to compressed sparse rows, in parallel and in little memory.
//!
//! Threads push chunks of edges in any order, each with its place in the input; the graph depends
//! on the places alone, so that it is the same whatever the number of threads: a row holds its
//! edges in the input's order, duplicates and self-loops included.
//!
//! **Memory.** An edge as two 32-bit ids takes twice what it takes in the graph, so holding the
//! edges next to the graph would triple the peak. Instead each chunk is grouped, stably, by
//! *bucket*: the 2¹⁴ consecutive sources that share their upper bits. Inside a bucket a
//! source is 16 bits, so a waiting edge takes 6 bytes and its weight. The graph is then filled
//! bucket after bucket, and the pages of consumed buckets go back to the system meanwhile
//! ([`crate::pages`]): the peak is near the larger of the two, not their sum. A bucket's part of the graph
//! is small enough that filling it stays within a core's caches.

mod build;
mod grouped;

use std::sync::Mutex;

use rayon::prelude::*;

use crate::csr::{Graph, Weights};
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::relabel::Ranks;
use build::build;
pub(crate) use grouped::GroupedChunk;

/// Edges in the input's order: edge `i` goes from `sources[i]` to `targets[i]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EdgeChunk {
    /// Where each edge starts.
    pub sources: Vec<u32>,
    /// Where each edge ends.
    pub targets: Vec<u32>,
    /// What each edge weighs: for every chunk of a graph or for none.
    pub weights: Option<Weights>,
}

impl EdgeChunk {
    /// Number of edges.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether it holds no edge.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

/// Builds the graph of `nodes` nodes from `chunks`, whose order is that of the edges.
///
/// Each chunk is freed as it is taken in. Where the edges of all chunks together are large, push
/// them to an [`Assembler`] as they are made instead: a whole `Vec` of chunks already takes
/// twice the graph.
pub fn assemble(nodes: u32, chunks: Vec<EdgeChunk>) -> Result<Graph, GraphError> {
    let assembler = Assembler::new();
    chunks
        .into_par_iter()
        .enumerate()
        .try_for_each(|(place, chunk)| assembler.push(place as u64, &chunk))?;
    assembler.finish(nodes)
}

/// Takes chunks of edges from any thread in any order, then builds the graph.
#[derive(Default)]
pub struct Assembler {
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    chunks: Vec<(u64, GroupedChunk)>,
    edges: u64,
    weighted: Option<bool>,
}

/// Sets how the nodes of the finished graph relate to the ids in the edges.
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
    /// An assembler without edges.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in `chunk`. `place` orders the chunks: edges of a smaller place come first in their
    /// rows. No two chunks may have the same place.
    pub fn push(&self, place: u64, chunk: &EdgeChunk) -> Result<(), GraphError> {
        let weighted = chunk.weights.is_some();
        let grouped = GroupedChunk::new(chunk)?;
        let mut gathered = self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !chunk.is_empty() || weighted {
            if gathered.weighted.is_some_and(|before| before != weighted) {
                return Err(Problem::PartlyWeighted.into());
            }
            gathered.weighted = Some(weighted);
        }
        gathered.edges += chunk.len() as u64;
        if gathered.edges > u64::from(MAX_NODES) {
            return Err(Problem::TooManyEdges(gathered.edges).into());
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
        Ok(build(chunks, ids, ranks, gathered.edges as usize, gathered.weighted == Some(true)))
    }

    /// Number of edges so far.
    pub(crate) fn edges(&self) -> u64 {
        self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).edges
    }

    /// Largest id so far.
    pub(crate) fn largest_id(&self) -> Option<u32> {
        let gathered = self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gathered.chunks.iter().map(|(_, chunk)| chunk.largest_id).max()
    }
}

#[cfg(test)]
mod tests;
