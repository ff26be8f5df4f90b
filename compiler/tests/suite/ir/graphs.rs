//! Small graphs and their properties, computed without the compiler.

use std::collections::VecDeque;

use igc_compiler::data::GraphView;

/// A graph with its own arrays.
pub struct Graph {
    pub offsets: Vec<u32>,
    pub targets: Vec<u32>,
}

impl Graph {
    /// Creates a graph from edges in any order.
    pub fn new(nodes: u32, edges: &[(u32, u32)]) -> Graph {
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        let offset = |node| edges.iter().filter(|(source, _)| *source < node).count() as u32;
        Graph {
            offsets: (0..=nodes).map(offset).collect(),
            targets: edges.iter().map(|(_, target)| *target).collect(),
        }
    }

    /// Creates a graph with edges between pseudo-random nodes.
    pub fn random(nodes: u32, edges: u32, seed: u32) -> Graph {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % nodes
        };
        let edges: Vec<_> = (0..edges).map(|_| (next(), next())).collect();
        Graph::new(nodes, &edges)
    }

    pub fn view(&self) -> GraphView<'_> {
        GraphView { offsets: &self.offsets, targets: &self.targets, weights: None, single: None }
    }

    pub fn nodes(&self) -> u32 {
        self.offsets.len() as u32 - 1
    }

    pub fn neighbours(&self, node: u32) -> &[u32] {
        let [start, end] = [node, node + 1].map(|n| self.offsets[n as usize] as usize);
        &self.targets[start..end]
    }

    /// Returns the number of incoming edges of each node.
    pub fn in_degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.nodes() as usize];
        for &target in &self.targets {
            degrees[target as usize] += 1;
        }
        degrees
    }

    /// Returns the distance of each node from `source`, or the largest number for unreachable
    /// nodes.
    pub fn levels(&self, source: u32) -> Vec<u32> {
        let mut levels = vec![u32::MAX; self.nodes() as usize];
        levels[source as usize] = 0;
        let mut queue = VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for &target in self.neighbours(node) {
                if levels[target as usize] == u32::MAX {
                    levels[target as usize] = levels[node as usize] + 1;
                    queue.push_back(target);
                }
            }
        }
        levels
    }
}
