//! The graph in memory as compressed sparse rows (CSR), the form that kernels read.
//!
//! The outgoing edges of node `u` are the edge ids `offsets[u]..offsets[u + 1]`. Edge `e` points to
//! `targets[e]` and has the weight `weights[e]`. Node ids have 32 bits on the host and on devices:
//! every reader and generator rejects a graph with 2³² − 1 or more nodes. The [width](Offsets) of edge
//! ids depends on the number of edges.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Problem;
use crate::ids::Ids;
use crate::offsets::{Offsets, with_offsets};
use crate::values::Values;

/// A directed graph. An undirected edge is stored as two edges, one per direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// The index of the first edge of each node, followed by the number of edges: `nodes + 1`
    /// values that never decrease, the first of which is 0.
    pub offsets: Offsets,
    /// The node that each edge points to.
    pub targets: Values<u32>,
    /// One weight per edge, or `None` if the graph has no weights.
    pub weights: Option<Weights>,
    /// The id that the user gave to each node, or `None` if ids are the numbers of nodes.
    pub ids: Option<Arc<Ids>>,
}

/// Facts about weights, by which a problem for whole numbers and one for real numbers are told apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightFacts {
    /// Whether the weights are real numbers, or whole numbers that do not fit a `u32`. The type decides, so
    /// that the type of a result does not depend on the values of real weights.
    pub are_real: bool,
    /// The first edge with a negative weight, and the weight as decimal digits.
    pub negative: Option<(u64, String)>,
}

/// Edge weights, in the narrowest of three forms that can represent all weights.
#[derive(Debug, Clone, PartialEq)]
pub enum Weights {
    /// Whole numbers from 0 to 2³² − 1.
    U32(Values<u32>),
    /// Other whole numbers.
    I64(Values<i64>),
    /// Real numbers.
    F64(Values<f64>),
}

impl Graph {
    /// Checks that the arrays are a graph: the offsets span the edges and never decrease, each edge
    /// points to a node, and there is a weight for each edge, which is finite.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::Memory`] if they are not, or [`Problem::TooManyNodes`] if there are too many
    /// nodes.
    pub fn check(&self) -> Result<(), Problem> {
        let wrong = |what: String| Err(Problem::Memory { what });
        let Some(nodes) = self.offsets.len().checked_sub(1) else {
            return wrong("a graph: there are no offsets".into());
        };
        let nodes = match u32::try_from(nodes) {
            Ok(count) if count < u32::MAX => count,
            _ => return Err(Problem::TooManyNodes(nodes as u64)),
        };
        let (first, last) = (self.offsets.at(0), self.offsets.at(nodes as usize));
        let edges = self.targets.len();
        if first != 0 || last != edges {
            return wrong(format!(
                "a graph: the offsets start with {first} and end with {last}, but there are {edges} edges"
            ));
        }
        let is_sorted = with_offsets!(&self.offsets, values => values.is_sorted());
        if !is_sorted {
            return wrong("a graph: an offset is smaller than the one before".into());
        }
        if let Some((edge, target)) = self.targets.iter().enumerate().find(|(_, at)| **at >= nodes)
        {
            return wrong(format!(
                "a graph: edge {edge} points to node {target}, but there are {nodes} nodes"
            ));
        }
        if let Some(ids) = self.ids.as_ref().filter(|ids| ids.len() != nodes as usize) {
            return wrong(format!("a graph: {} ids for {nodes} nodes", ids.len()));
        }
        let Some(weights) = &self.weights else { return Ok(()) };
        if weights.len() != edges {
            return wrong(format!("a graph: {} weights for {edges} edges", weights.len()));
        }
        match weights {
            Weights::F64(values) if !values.iter().all(|weight| weight.is_finite()) => {
                wrong("a graph: a weight is not a finite number".into())
            }
            _ => Ok(()),
        }
    }

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

    /// The number of incoming edges of each node.
    pub fn in_degrees(&self) -> Vec<u64> {
        let degrees: Vec<AtomicU64> = (0..self.nodes()).map(|_| AtomicU64::new(0)).collect();
        self.targets.par_iter().for_each(|&target| {
            degrees[target as usize].fetch_add(1, Ordering::Relaxed);
        });
        degrees.into_iter().map(AtomicU64::into_inner).collect()
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

    /// Returns facts about the weights.
    pub fn facts(&self) -> WeightFacts {
        let (are_real, negative) = match self {
            Self::U32(_) => (false, None),
            Self::I64(values) => {
                let edge = values.iter().position(|weight| *weight < 0);
                (
                    values.iter().any(|weight| u32::try_from(*weight).is_err()),
                    edge.map(|edge| (edge as u64, values[edge].to_string())),
                )
            }
            Self::F64(values) => {
                let edge = values.iter().position(|weight| *weight < 0.0);
                (true, edge.map(|edge| (edge as u64, format!("{:?}", values[edge]))))
            }
        };
        WeightFacts { are_real, negative }
    }

    /// Returns whether there are no weights.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
