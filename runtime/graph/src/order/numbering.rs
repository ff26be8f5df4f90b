//! The old and the new numbers of the nodes and edges of a graph that was
//! [reordered](crate::Graph::reordered).

use std::sync::OnceLock;

/// A bijection between old and new numbers. Numbers that are not nodes or edges are their own
/// counterparts, such as the largest number, which means "none".
#[derive(Debug, Clone)]
pub struct Numbering {
    old_nodes: Vec<u32>,
    new_nodes: Vec<u32>,
    old_edges: Vec<u32>,
    /// The new number of each edge. Few programs need it, so it is computed when first needed.
    new_edges: OnceLock<Vec<u32>>,
}

impl Numbering {
    /// Takes the old number of each new node, the new number of each old node, and the old number
    /// of each new edge.
    pub(super) fn new(old_nodes: Vec<u32>, new_nodes: Vec<u32>, old_edges: Vec<u32>) -> Numbering {
        Numbering { old_nodes, new_nodes, old_edges, new_edges: OnceLock::new() }
    }

    /// The old number of each node, in the order of the new numbers.
    pub fn old_nodes(&self) -> &[u32] {
        &self.old_nodes
    }

    /// The new number of each node, in the order of the old numbers.
    pub fn new_nodes(&self) -> &[u32] {
        &self.new_nodes
    }

    /// The old number of each edge, in the order of the new numbers.
    pub fn old_edges(&self) -> &[u32] {
        &self.old_edges
    }

    /// The new number of each edge, in the order of the old numbers.
    pub fn new_edges(&self) -> &[u32] {
        self.new_edges.get_or_init(|| {
            let mut new_edges = vec![0; self.old_edges.len()];
            for (new, old) in (0u32..).zip(&self.old_edges) {
                new_edges[*old as usize] = new;
            }
            new_edges
        })
    }

    /// Returns the old number of a node.
    pub fn old_node(&self, new: u32) -> u32 {
        counterpart(&self.old_nodes, new)
    }

    /// Returns the new number of a node.
    pub fn new_node(&self, old: u32) -> u32 {
        counterpart(&self.new_nodes, old)
    }

    /// Returns the old number of an edge.
    pub fn old_edge(&self, new: u32) -> u32 {
        counterpart(&self.old_edges, new)
    }

    /// Returns the new number of an edge.
    pub fn new_edge(&self, old: u32) -> u32 {
        counterpart(self.new_edges(), old)
    }
}

fn counterpart(numbers: &[u32], number: u32) -> u32 {
    numbers.get(number as usize).copied().unwrap_or(number)
}
