//! Renumbers the nodes of a graph, so that nodes which are used together are near each other in
//! memory.
//!
//! A kernel reads the state of each neighbour of a node. If the numbers of neighbours are near each
//! other, the same cache line often holds the state of several of them. The order of the nodes in a
//! file rarely has this property. There are two [orders](NodeOrder):
//!
//! - *degree*: the nodes with the most edges come first, so that their state shares few cache
//!   lines. Balaji and Lucia ("When is Graph Reordering an Optimization?", IISWC 2018) compare this
//!   and other orders.
//! - *breadth-first*: the nodes in the order in which a breadth-first search reaches them. This is
//!   Cuthill and McKee's idea ("Reducing the bandwidth of sparse symmetric matrices", ACM National
//!   Conference 1969), without their order of neighbours by degree.
//!
//! Both orders ignore the directions of edges. The degree of a node is the number of edges that
//! start or end there; a self-loop counts twice. Nodes with the same degree keep their order.
//!
//! [`Graph::reordered`] returns the new graph and a [`Numbering`], which translates between the
//! numbers of the given graph, the *old* numbers, and those of the new graph. The edges of a node
//! are sorted by the new number of their target; parallel edges keep their order. The graph depends
//! only on the given graph, and not on the number of threads.

mod numbering;

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rayon::prelude::*;

use crate::csr::{Graph, Weights};
use crate::error::{GraphError, MAX_NARROW_EDGES, Problem};
use crate::incoming::Incoming;
use crate::memory::zeros;
use crate::offsets::Offsets;
use crate::rows::split_rows;
use crate::threads;

pub use numbering::Numbering;

/// An order of the nodes of a graph: the value of the key `order` of a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeOrder {
    /// By degree, the largest first.
    Degree,
    /// The order of a breadth-first search, which starts at the node with the largest degree.
    /// Whenever it has reached all nodes of a component, it starts again at the node with the
    /// largest degree of all other nodes.
    BreadthFirst,
}

impl NodeOrder {
    /// Every order.
    pub const ALL: [NodeOrder; 2] = [NodeOrder::Degree, NodeOrder::BreadthFirst];

    /// Returns the name of the order in a specification.
    pub fn name(self) -> &'static str {
        match self {
            NodeOrder::Degree => "degree",
            NodeOrder::BreadthFirst => "bfs",
        }
    }
}

impl fmt::Display for NodeOrder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for NodeOrder {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let found = NodeOrder::ALL.into_iter().find(|order| order.name() == text);
        found.ok_or_else(|| Problem::BadKey {
            key: "order".into(),
            value: text.into(),
            allowed: "`degree` or `bfs`".into(),
        })
    }
}

impl Graph {
    /// Returns the graph with its nodes in another order, and the new numbers of its nodes and
    /// edges. Runs on rayon's threads.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory, or if edge ids do not fit 32 bits.
    pub fn reordered(&self, order: NodeOrder) -> Result<(Graph, Numbering), GraphError> {
        threads::start();
        if self.edges() > MAX_NARROW_EDGES {
            return Err(Problem::TooManyEdgesFor(self.edges(), "the key `order`").into());
        }
        let incoming = self.incoming_sources()?;
        let by_degree = self.by_degree(&incoming.offsets);
        let old_nodes = match order {
            NodeOrder::Degree => by_degree,
            NodeOrder::BreadthFirst => self.breadth_first(&incoming, &by_degree),
        };
        Ok(self.renumbered(old_nodes)?)
    }

    /// Returns the nodes by degree, the largest first.
    fn by_degree(&self, in_offsets: &Offsets) -> Vec<u32> {
        let degree = |node: &u32| self.row(*node).len() + in_offsets.row(*node).len();
        let mut nodes: Vec<u32> = (0..self.nodes()).collect();
        nodes.par_sort_by_key(|node| Reverse(degree(node)));
        nodes
    }

    /// Returns the nodes in the order of breadth-first searches that start at the first node of
    /// `starts` which no earlier search has reached.
    fn breadth_first(&self, incoming: &Incoming, starts: &[u32]) -> Vec<u32> {
        let mut is_reached = vec![false; starts.len()];
        let mut order = Vec::with_capacity(starts.len());
        let mut reach = |order: &mut Vec<u32>, node: u32| {
            if !std::mem::replace(&mut is_reached[node as usize], true) {
                order.push(node);
            }
        };
        let mut next = 0;
        for start in starts {
            reach(&mut order, *start);
            while let Some(&node) = order.get(next) {
                next += 1;
                let sources = &incoming.values[incoming.offsets.row(node)];
                for neighbour in self.neighbours(node).iter().chain(sources) {
                    reach(&mut order, *neighbour);
                }
            }
        }
        order
    }

    /// Renumbers the nodes. `old_nodes` has the old number of each new node.
    fn renumbered(&self, old_nodes: Vec<u32>) -> Result<(Graph, Numbering), Problem> {
        let mut offsets = Offsets::zeros(old_nodes.len() + 1, self.edges())?;
        let mut new_nodes = zeros::<u32>(old_nodes.len())?;
        for (new, old) in old_nodes.iter().enumerate() {
            new_nodes[*old as usize] = new as u32;
            offsets.set(new + 1, offsets.at(new) + self.row(*old).len());
        }
        let new_target = |edge: u32| new_nodes[self.targets[edge as usize] as usize];
        let mut old_edges = zeros::<u32>(self.targets.len())?;
        let parts = split_rows(&offsets, &mut old_edges).into_par_iter();
        parts.for_each(|part| {
            for new in part.nodes.clone() {
                let row = part.row(new);
                let row = &mut part.edges[row];
                let old = self.row(old_nodes[new as usize]).start as u32..;
                row.iter_mut().zip(old).for_each(|(edge, old)| *edge = old);
                row.sort_unstable_by_key(|edge| (new_target(*edge), *edge));
            }
        });
        let targets = old_edges.par_iter().map(|edge| new_target(*edge)).collect::<Vec<u32>>();
        let weights = self.weights.as_ref().map(|weights| match weights {
            Weights::U32(values) => Weights::U32(gathered(values, &old_edges).into()),
            Weights::I64(values) => Weights::I64(gathered(values, &old_edges).into()),
            Weights::F64(values) => Weights::F64(gathered(values, &old_edges).into()),
        });
        let ids = self.ids.as_ref().map(|ids| Arc::new(ids.of_nodes(&old_nodes)));
        let numbering = Numbering::new(old_nodes, new_nodes, old_edges);
        Ok((Graph { offsets, targets: targets.into(), weights, ids }, numbering))
    }
}

/// Returns the values at these places.
fn gathered<T: Copy + Send + Sync>(values: &[T], places: &[u32]) -> Vec<T> {
    places.par_iter().map(|place| values[*place as usize]).collect()
}

#[cfg(test)]
mod tests;
