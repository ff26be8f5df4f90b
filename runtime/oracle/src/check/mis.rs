//! `check mis(in_set)`: the nodes whose value is true are a maximal independent set: no two of them
//! are neighbours, and every other node has one of them as a neighbour.
//!
//! The graph counts as undirected and simple: an edge of any direction makes neighbours, and
//! self-loops are ignored, so that a node with a self-loop can be in the set, and must be if no
//! neighbour is. Any such set passes, whatever its size.

use super::{Check, Column, Difference, Kind, Mismatch, Parameter, Type};
use crate::adjacency::Adjacency;

/// The check as programs name it.
pub const CHECK: Check = Check {
    name: "mis",
    summary: "the nodes in the set are not neighbours, and every other node has a neighbour in it",
    parameters: &[Parameter { name: "in_set", kind: Kind::Column(&[Type::Bool]) }],
    run: |graph, arguments| {
        let Column::Bool(found) = arguments.column(0) else {
            unreachable!("the parameter takes bool only");
        };
        Ok(check_set(graph, found)?)
    },
};

/// Whether `found`, which says of each node whether it is in the set, is independent and maximal.
///
/// # Panics
/// If `found` has not one value for each node.
pub fn check_set(graph: &Adjacency, found: &[bool]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one value for each node");
    let neighbours = graph.undirected().simple();
    let neighbour_in_set =
        |node| neighbours.targets(node).iter().find(|&&neighbour| found[neighbour as usize]);
    // A node is right if either it or one of its neighbours is in the set, and not both.
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

    /// Of all 64 sets just these are independent and maximal: the path's three, with both others.
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
