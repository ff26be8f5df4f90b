//! The graph in memory as compressed sparse rows (CSR), the form that kernels read.
//!
//! The outgoing edges of node `u` are the edge ids `offsets[u]..offsets[u + 1]`. Edge `e` points to
//! `targets[e]` and has the weight `weights[e]`. Node ids have 32 bits on the host and on devices:
//! every reader and generator rejects a graph with 2³² − 1 or more nodes. The [width](Offsets) of edge
//! ids depends on the number of edges.

use std::ops::Range;

use crate::offsets::Offsets;

/// A directed graph. An undirected edge is stored as two edges, one per direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// The index of the first edge of each node, followed by the number of edges: `nodes + 1`
    /// values that never decrease, the first of which is 0.
    pub offsets: Offsets,
    /// The node that each edge points to.
    pub targets: Vec<u32>,
    /// One weight per edge, or `None` if the graph has no weights.
    pub weights: Option<Weights>,
}

/// Edge weights, in the narrowest of three forms that can represent all weights.
#[derive(Debug, Clone, PartialEq)]
pub enum Weights {
    /// Whole numbers from 0 to 2³² − 1.
    U32(Vec<u32>),
    /// Other whole numbers.
    I64(Vec<i64>),
    /// Real numbers.
    F64(Vec<f64>),
}

impl Graph {
    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Number of edges (an undirected edge counts twice).
    pub fn edges(&self) -> u64 {
        self.targets.len() as u64
    }

    /// The indices of the outgoing edges of `node`.
    pub fn row(&self, node: u32) -> Range<usize> {
        self.offsets.row(node)
    }

    /// The targets of the outgoing edges of `node`.
    pub fn neighbours(&self, node: u32) -> &[u32] {
        &self.targets[self.row(node)]
    }
}

impl Weights {
    /// Number of weights.
    pub fn len(&self) -> usize {
        match self {
            Self::U32(values) => values.len(),
            Self::I64(values) => values.len(),
            Self::F64(values) => values.len(),
        }
    }

    /// Returns whether there are no weights.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
