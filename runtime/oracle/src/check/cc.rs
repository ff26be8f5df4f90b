//! `check cc(component)`: two nodes have the same component exactly if a path connects them that
//! may follow edges in either direction (weakly connected components).
//!
//! The program chooses the numbers of the components.

use super::partition::{LABELS, check_partition, labels};
use super::union_find::UnionFind;
use super::{Check, Kind, Mismatch, Parameter};
use crate::adjacency::Adjacency;

/// The check `cc`.
pub const CHECK: Check = Check {
    name: "cc",
    summary: "two nodes have the same component exactly if edges of any direction connect them",
    parameters: &[Parameter { name: "component", kind: Kind::Column(LABELS) }],
    run: |graph, arguments| Ok(check_components(graph, &labels(arguments.column(0)))?),
    run_on_edges: None,
};

/// Computes the smallest node in the component of each node, by union-find over all edges.
pub fn components(graph: &Adjacency) -> Vec<u32> {
    let mut sets = UnionFind::new(graph.nodes());
    for (source, target, _) in graph.all_edges() {
        sets.join(source, target);
    }
    (0..graph.nodes()).map(|node| sets.smallest(node)).collect()
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
    check_partition("component", &components(graph), found, |_, other, together| match together {
        true => format!("a path connects it with node {other}"),
        false => format!("no path connects it with node {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Place;

    /// Returns this graph:
    ///
    /// ```text
    /// 0 -> 3 <- 5    1 <-> 4, twice    2 -> 2
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges = [(0, 3), (5, 3), (1, 4), (4, 1), (4, 1), (2, 2)];
        Adjacency::from_edges(6, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    #[test]
    fn edges_connect_in_both_directions() {
        assert_eq!(components(&hand_drawn()), [0, 1, 2, 0, 1, 0]);
    }

    #[test]
    fn any_labels_of_the_components_pass() {
        for right in
            [[0, 1, 2, 0, 1, 0], [5, 4, 2, 5, 4, 5], [1, 2, 0, 1, 2, 1], [-7, 0, 9, -7, 0, -7]]
        {
            assert_eq!(check_components(&hand_drawn(), &right), Ok(()));
        }
        assert_eq!(check_components(&Adjacency::from_edges(0, []).unwrap(), &[]), Ok(()));
    }

    #[test]
    fn every_single_wrong_label_is_refused() {
        let right = [0, 1, 2, 0, 1, 0];
        for node in 0..6 {
            // Node 2 is isolated, so any label that no other node has is right.
            for wrong in (0..=6).filter(|&wrong| node != 2 || wrong < 2) {
                let mut found = right;
                found[node] = wrong;
                assert_eq!(check_components(&hand_drawn(), &found).is_ok(), found == right);
            }
        }
    }

    #[test]
    fn reasons_name_both_nodes() {
        let refuse = |found: [i128; 6]| check_components(&hand_drawn(), &found).unwrap_err();
        assert_eq!(
            refuse([0, 1, 0, 0, 3, 0]).to_string(),
            "2 of 6 nodes have a wrong component\n\
             node 2 has component 0, expected a different component than node 0: \
             no path connects it with node 0\n\
             node 4 has component 3, expected 1, like node 1: a path connects it with node 1"
        );
        assert_eq!(refuse([9; 6]).wrong, 2);
        assert_eq!(refuse([0, 1, 2, 3, 4, 5]).first[0].place, Place::Node(3));
    }

    /// Checks that labels that were propagated only along the direction of edges, a common mistake,
    /// are rejected.
    #[test]
    fn labels_spread_along_edges_only_are_refused() {
        assert!(check_components(&hand_drawn(), &[0, 1, 2, 0, 1, 5]).is_err());
    }
}
