//! Builds compressed sparse rows from chunks of edges, in parallel and with little memory.
//!
//! Threads push chunks of edges in any order, each with its place in the input. The graph depends
//! only on the places, so it is the same for every number of threads. A row holds its edges in the
//! order of the input, including duplicates and self-loops.
//!
//! **Memory.** An edge as two 32-bit ids takes twice the memory that it takes in the graph, so
//! holding all edges next to the graph would triple the peak. Instead, each chunk is grouped by
//! *bucket*: the 2¹⁴ consecutive sources that share their upper bits. The grouping is stable.
//! Inside a bucket, a source takes 16 bits, so a grouped edge takes 6 bytes plus its weight. The
//! graph is then filled one bucket after the other, and the pages of consumed buckets are returned
//! to the system meanwhile (module `pages`). The peak is therefore near the size of the graph or of
//! the grouped edges, whichever is larger, and not near their sum. The part of the graph that
//! belongs to a bucket is small enough to fit a core's caches.

mod build;
mod grouped;
mod relabel;

use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::csr::{Graph, Weights};
use crate::error::{GraphError, MAX_EDGES, MAX_NODES, Problem};
use crate::ids::Ids;
use build::build;
use grouped::GroupedChunk;
use relabel::Ranks;

/// A list of edges in the order of the input. Edge `i` goes from `sources[i]` to `targets[i]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EdgeChunk {
    /// Source of each edge.
    pub sources: Vec<u32>,
    /// Target of each edge.
    pub targets: Vec<u32>,
    /// Weight of each edge. Either all chunks of a graph have weights, or none of them has.
    pub weights: Option<Weights>,
}

impl EdgeChunk {
    /// Number of edges.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Returns whether the chunk has no edges.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

/// Builds the graph of `nodes` nodes from `chunks`. The order of the chunks is the order of the
/// edges.
///
/// Each chunk is freed as soon as it is grouped. A whole `Vec` of chunks takes twice the memory of
/// the graph, so if the graph is large, push each chunk to an [`Assembler`] as soon as it is made.
///
/// # Errors
///
/// Returns an error if the lists of a chunk differ in length, if only some chunks have weights, if
/// a node is not below `nodes`, or if the graph has more nodes or edges than a graph may have.
pub fn assemble(nodes: u32, chunks: Vec<EdgeChunk>) -> Result<Graph, GraphError> {
    let assembler = Assembler::new();
    chunks
        .into_par_iter()
        .enumerate()
        .try_for_each(|(place, chunk)| assembler.push(place as u64, &chunk))?;
    assembler.finish(nodes)
}

/// Collects chunks of edges from any thread in any order, and then builds the graph.
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

/// The way in which the ids in the edges become the nodes of the finished graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// The nodes are 0 to `nodes - 1`. A larger id is an error.
    Exactly(u32),
    /// The largest id determines the number of nodes. Unused ids become isolated nodes.
    Largest,
    /// Only used ids become nodes. They are renumbered in increasing order, and the graph keeps them.
    Compact,
}

impl Assembler {
    /// Creates an assembler without edges.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `chunk`. In each row, the edges of chunks with a smaller `place` come first. Two chunks
    /// must not have the same place.
    ///
    /// # Errors
    ///
    /// Returns an error if the lists of the chunk differ in length, if it has weights but an
    /// earlier chunk has none (or the reverse), or if the graph would have too many edges.
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
        if gathered.edges > MAX_EDGES {
            return Err(Problem::TooManyEdges(gathered.edges).into());
        }
        if !chunk.is_empty() {
            gathered.chunks.push((place, grouped));
        }
        Ok(())
    }

    /// Builds the graph of `nodes` nodes.
    ///
    /// # Errors
    ///
    /// Returns an error if an edge has a node that is not below `nodes`, or if there are too many
    /// nodes.
    pub fn finish(self, nodes: u32) -> Result<Graph, GraphError> {
        self.finish_numbered(Numbering::Exactly(nodes))
    }

    /// Builds the graph. `numbering` says how ids become nodes.
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
        let ranks = ranks.transpose()?;
        let weighted = gathered.weighted == Some(true);
        // Nodes keep the numbers that they had before as their ids.
        let kept = ranks.as_ref().filter(|ranks| ranks.used() < ids).map(Ranks::used_ids);
        let graph = build(chunks, ids, ranks, gathered.edges as usize, weighted)?;
        Ok(Graph { ids: kept.map(|kept| Arc::new(Ids::of_numbers(kept))), ..graph })
    }

    /// Number of edges pushed so far.
    pub(crate) fn edges(&self) -> u64 {
        self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).edges
    }

    /// Largest id pushed so far.
    pub(crate) fn largest_id(&self) -> Option<u32> {
        let gathered = self.gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gathered.chunks.iter().map(|(_, chunk)| chunk.largest_id).max()
    }
}

#[cfg(test)]
mod tests;
