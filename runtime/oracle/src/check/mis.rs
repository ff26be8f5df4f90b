//! `check mis(in_set)`: the nodes whose value is true are a maximal independent set: no two of them
//! are neighbours, and every other node has a neighbour in the set.
//!
//! The graph is treated as undirected and simple. Self-loops are ignored, so a node with a
//! self-loop can be in the set, and must be in the set if none of its neighbours is. Any maximal
//! independent set passes, regardless of its size.

use super::{Check, Column, Difference, Kind, Mismatch, Parameter, Type};
use crate::adjacency::Adjacency;

/// The check `mis`.
pub const CHECK: Check = Check {
    name: "mis",
    summary: "nodes in the set are not neighbours, and other nodes have a neighbour in the set",
    parameters: &[Parameter { name: "in_set", kind: Kind::Column(&[Type::Bool]) }],
    run: |graph, arguments| {
        let Column::Bool(found) = arguments.column(0) else {
            unreachable!("the parameter takes bool only");
        };
        Ok(check_set(graph, found)?)
    },
    run_on_edges: None,
};

/// Checks that the set of nodes for which `found` is true is independent and maximal.
///
/// # Errors
///
/// Returns an error if a node is wrongly in the set or wrongly missing.
///
/// # Panics
///
/// Panics if `found` does not have one value per node.
pub fn check_set(graph: &Adjacency, found: &[bool]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one value for each node");
    let neighbours = graph.undirected().simple();
    let neighbour_in_set =
        |node| neighbours.targets(node).iter().find(|&&neighbour| found[neighbour as usize]);
    // The value of a node is right if the node or a neighbour is in the set, but not both.
    let wrong =
        (0..graph.nodes()).map(|node| found[node as usize] == neighbour_in_set(node).is_some());
    Mismatch::of_nodes("in_set", wrong, |node| {
        let reason = match neighbour_in_set(node) {
            Some(neighbour) => format!("its neighbour {neighbour} is in the set too"),
            None if neighbours.targets(node).is_empty() => "it has no neighbours".to_owned(),
            None => "none of its neighbours is in the set".to_owned(),
        };
        let found = found[node as usize];
        Difference::at(node, (!found).to_string(), found.to_string(), reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this graph:
    ///
    /// ```text
    /// 0 -> 1 -> 2 -> 3    4 -> 4    5
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges = [(0, 1), (1, 2), (2, 3), (2, 3), (4, 4)];
        Adjacency::from_edges(6, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    fn set(nodes: &[usize]) -> [bool; 6] {
        std::array::from_fn(|node| nodes.contains(&node))
    }

    /// Checks that only 3 of the 64 sets pass: the maximal independent sets of the path, each with
    /// nodes 4 and 5.
    #[test]
    fn exactly_the_maximal_independent_sets_pass() {
        let right = [[0, 2], [0, 3], [1, 3]].map(|path| set(&[&path[..], &[4, 5]].concat()));
        for bits in 0..64u32 {
            let found = std::array::from_fn(|node| bits >> node & 1 == 1);
            assert_eq!(check_set(&hand_drawn(), &found).is_ok(), right.contains(&found), "{bits}");
        }
        assert_eq!(check_set(&Adjacency::from_edges(0, []).unwrap(), &[]), Ok(()));
    }

    #[test]
    fn reasons_name_the_neighbour() {
        assert_eq!(
            check_set(&hand_drawn(), &set(&[0, 1, 4])).unwrap_err().to_string(),
            "4 of 6 nodes have a wrong in_set\n\
             node 0 has in_set true, expected false: its neighbour 1 is in the set too\n\
             node 1 has in_set true, expected false: its neighbour 0 is in the set too\n\
             node 3 has in_set false, expected true: none of its neighbours is in the set\n\
             and 1 more"
        );
        let message = check_set(&hand_drawn(), &set(&[0, 2, 4])).unwrap_err().to_string();
        assert!(message.ends_with("node 5 has in_set false, expected true: it has no neighbours"));
    }
}
