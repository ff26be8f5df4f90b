//! The graph in memory: compressed sparse rows (CSR), the form that kernels read.
//!
//! Node `u`'s outgoing edges are the edge ids `offsets[u]..offsets[u + 1]`; edge `e` points to
//! `targets[e]` and weighs `weights[e]`. Node and edge ids are 32 bits wide, on the host and on
//! devices: a graph with 2³² − 1 or more nodes or edges is refused by every reader and generator.

/// A directed graph. An undirected graph holds each edge as two edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// `nodes + 1` edge ids, the first 0 and the last the number of edges; never decreasing.
    pub offsets: Vec<u32>,
    /// The node that each edge points to.
    pub targets: Vec<u32>,
    /// One weight for each edge, where the input has weights.
    pub weights: Option<Weights>,
}

/// Edge weights, in the narrowest of three forms that holds what the input says.
#[derive(Debug, Clone, PartialEq)]
pub enum Weights {
    /// Whole numbers from 0 to 2³² − 1.
    U32(Vec<u32>),
    /// Other whole numbers.
    I64(Vec<i64>),
    /// Reals.
    F64(Vec<f64>),
}

impl Graph {
    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Number of edges (an undirected edge counts twice).
    pub fn edges(&self) -> u32 {
        self.targets.len() as u32
    }

    /// The targets of `node`'s outgoing edges.
    pub fn neighbours(&self, node: u32) -> &[u32] {
        let row = self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize;
        &self.targets[row]
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
