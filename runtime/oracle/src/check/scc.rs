//! `check scc(component)`: two nodes have the same component exactly if paths lead from each to the
//! other (strongly connected components).
//!
//! The program chooses the numbers of the components.

use super::partition::{LABELS, check_partition, labels};
use super::{Check, Kind, Mismatch, Parameter, bfs};
use crate::adjacency::Adjacency;

/// The check `scc`.
pub const CHECK: Check = Check {
    name: "scc",
    summary: "two nodes have the same component exactly if paths lead from each to the other",
    parameters: &[Parameter { name: "component", kind: Kind::Column(LABELS) }],
    run: |graph, arguments| Ok(check_components(graph, &labels(arguments.column(0)))?),
    run_on_edges: None,
};

/// The number of a node that was not visited. Also the component of a node whose component is not
/// known yet.
const NONE: u32 = u32::MAX;

/// Computes the smallest node in the component of each node, with Tarjan's algorithm (SIAM J.
/// Comput. 1(2), 1972). An explicit stack replaces the recursion.
pub fn components(graph: &Adjacency) -> Vec<u32> {
    let mut search = Search::new(graph);
    for root in 0..graph.nodes() {
        if search.number[root as usize] == NONE {
            search.visit_all_from(root);
        }
    }
    search.component
}

/// The state of Tarjan's depth-first search.
struct Search<'g> {
    graph: &'g Adjacency,
    /// The position of each node in the order of first visits.
    number: Vec<u32>,
    /// For each node, the smallest number reachable by tree edges followed by at most one other
    /// edge to a node without a component.
    low: Vec<u32>,
    /// The smallest node in the component of each node, which is the result.
    component: Vec<u32>,
    /// Visited nodes without a component, in the order of their visits.
    open: Vec<u32>,
    visited: u32,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Adjacency) -> Self {
        let none = vec![NONE; graph.nodes() as usize];
        let (number, low, component) = (none.clone(), none.clone(), none);
        Search { graph, number, low, component, open: vec![], visited: 0 }
    }

    fn enter(&mut self, node: u32) {
        self.number[node as usize] = self.visited;
        self.low[node as usize] = self.visited;
        self.visited += 1;
        self.open.push(node);
    }

    fn visit_all_from(&mut self, root: u32) {
        self.enter(root);
        // The path from the root, with the number of edges that were followed from each node.
        let mut path = vec![(root, 0)];
        while let Some((node, followed)) = path.last_mut() {
            let node = *node;
            if let Some(&target) = self.graph.targets(node).get(*followed) {
                *followed += 1;
                if self.number[target as usize] == NONE {
                    self.enter(target);
                    path.push((target, 0));
                } else if self.component[target as usize] == NONE {
                    self.lower(node, self.number[target as usize]);
                }
            } else {
                path.pop();
                if self.low[node as usize] == self.number[node as usize] {
                    self.close(node);
                } else if let Some(&(parent, _)) = path.last() {
                    self.lower(parent, self.low[node as usize]);
                }
            }
        }
    }

    fn lower(&mut self, node: u32, to: u32) {
        self.low[node as usize] = self.low[node as usize].min(to);
    }

    /// Closes the component that consists of the open nodes from `first` on.
    fn close(&mut self, first: u32) {
        let start = self.open.iter().rposition(|&node| node == first);
        let members = self.open.split_off(start.expect("a node is open until its component is"));
        let smallest = members.iter().min().copied().unwrap_or(first);
        for member in members {
            self.component[member as usize] = smallest;
        }
    }
}

/// Compares the partition of the nodes by `found`, which has one label per node, with the
/// components.
///
/// # Errors
///
/// Returns an error if a label is wrong.
///
/// # Panics
///
/// Panics if `found` does not have one label per node.
pub fn check_components(graph: &Adjacency, found: &[i128]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one label for each node");
    check_partition("component", &components(graph), found, |node, other, together| {
        let leads = |from, to: u32| bfs::levels(graph, from)[to as usize] != bfs::UNREACHED;
        match (together, leads(node, other)) {
            (true, _) => format!("paths lead from it to node {other} and back"),
            (false, true) => format!("no path leads to it from node {other}"),
            (false, false) => format!("no path leads from it to node {other}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
        Adjacency::from_edges(nodes, edges.iter().map(|&(u, v)| (u, v, None))).unwrap()
    }

    /// Returns this graph:
    ///
    /// ```text
    /// 0 -> 1 -> 2 -> 0    2 -> 3 <-> 4    5 -> 5 -> 4
    /// ```
    fn hand_drawn() -> Adjacency {
        graph(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3), (5, 5), (5, 4)])
    }

    #[test]
    fn components_of_a_hand_drawn_graph() {
        assert_eq!(components(&hand_drawn()), [0, 0, 0, 3, 3, 5]);
        assert_eq!(components(&graph(0, &[])), []);
    }

    /// Compares components with the definition: two nodes are in the same component if each reaches
    /// the other.
    #[test]
    fn components_are_what_their_definition_says() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for round in 0..200 {
            let nodes = 1 + round % 12;
            let edges: Vec<_> =
                (0..random(2 * nodes + 1)).map(|_| (random(nodes), random(nodes))).collect();
            let graph = graph(nodes, &edges);
            let reached: Vec<_> = (0..nodes).map(|node| bfs::levels(&graph, node)).collect();
            let reaches = |u: u32, v: u32| reached[u as usize][v as usize] != bfs::UNREACHED;
            let expected: Vec<u32> = (0..nodes)
                .map(|u| (0..nodes).find(|&v| reaches(u, v) && reaches(v, u)).unwrap())
                .collect();
            assert_eq!(components(&graph), expected, "{edges:?}");
        }
    }

    #[test]
    fn a_long_path_needs_no_deep_stack() {
        let nodes = 300_000;
        let mut edges: Vec<_> = (1..nodes).map(|node| (node - 1, node)).collect();
        assert_eq!(components(&graph(nodes, &edges))[nodes as usize - 1], nodes - 1);
        edges.push((nodes - 1, 0));
        assert!(components(&graph(nodes, &edges)).iter().all(|&component| component == 0));
    }

    #[test]
    fn wrong_labels_are_refused_with_a_missing_path() {
        let check = |found: [i128; 6]| check_components(&hand_drawn(), &found);
        assert_eq!(check([2, 2, 2, 4, 4, 5]), Ok(()));
        assert_eq!(
            check([0, 1, 0, 0, 0, 5]).unwrap_err().to_string(),
            "2 of 6 nodes have a wrong component\n\
             node 1 has component 1, expected 0, like node 0: \
             paths lead from it to node 0 and back\n\
             node 3 has component 0, expected a different component than node 0: \
             no path leads from it to node 0"
        );
        let message = check([0, 0, 0, 3, 3, 3]).unwrap_err().to_string();
        assert!(message.ends_with("no path leads to it from node 3"), "{message}");
    }
}
