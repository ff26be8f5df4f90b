//! `check label_propagation(label, rounds)`: the community of each node after `rounds` rounds of
//! label propagation.
//!
//! Initially, the label of each node is its own number. In each round, all nodes simultaneously
//! take the most frequent label among their neighbours, or the smallest of several most frequent
//! labels. A node without neighbours keeps its label. A neighbour is counted once per edge,
//! regardless of the direction of the edge. (Iosup and others, "LDBC Graphalytics: A Benchmark for
//! Large-Scale Graph Analysis on Parallel and Distributed Platforms", VLDB 2016: CDLP; after
//! Raghavan, Albert and Kumara, "Near linear time algorithm to detect community structures in
//! large-scale networks", Physical Review E 2007.)

use std::collections::HashMap;

use super::partition::{LABELS, labels};
use super::{Check, Kind, Mismatch, Parameter, Scalar, Type};
use crate::adjacency::Adjacency;

/// The check `label_propagation`.
pub const CHECK: Check = Check {
    name: "label_propagation",
    summary: "label is the node's community after the given number of rounds of label propagation",
    parameters: &[
        Parameter { name: "label", kind: Kind::Column(LABELS) },
        Parameter { name: "rounds", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let Scalar::U32(rounds) = arguments.scalar(1) else {
            unreachable!("the parameter takes u32 only");
        };
        Ok(check_labels(graph, rounds, &labels(arguments.column(0)))?)
    },
    run_on_edges: None,
};

/// Computes the label of each node after `rounds` rounds.
pub fn propagated(graph: &Adjacency, rounds: u32) -> Vec<u32> {
    let mut neighbours: Vec<Vec<u32>> = vec![vec![]; graph.nodes() as usize];
    for (source, target, _) in graph.all_edges() {
        neighbours[source as usize].push(target);
        neighbours[target as usize].push(source);
    }
    let mut label: Vec<u32> = (0..graph.nodes()).collect();
    let mut before = label.clone();
    for round in 0..rounds {
        let next: Vec<u32> = (0..label.len())
            .map(|node| most_frequent(&neighbours[node], &label).unwrap_or(label[node]))
            .collect();
        // The labels eventually become constant or alternate between two states, so the loop can
        // stop early.
        if next == before {
            return if (rounds - round).is_multiple_of(2) { label } else { next };
        }
        before = std::mem::replace(&mut label, next);
    }
    label
}

/// Returns the most frequent label of `nodes`, or the smallest of several most frequent labels.
/// Returns `None` if there are no nodes.
fn most_frequent(nodes: &[u32], label: &[u32]) -> Option<u32> {
    let mut votes: HashMap<u32, usize> = HashMap::new();
    for &node in nodes {
        *votes.entry(label[node as usize]).or_default() += 1;
    }
    votes.into_iter().min_by_key(|&(label, count)| (usize::MAX - count, label)).map(|(l, _)| l)
}

/// Compares `found`, which has one label per node, with the labels after `rounds` rounds.
///
/// # Errors
///
/// Returns an error if a label is wrong.
///
/// # Panics
///
/// Panics if `found` does not have one label per node.
pub fn check_labels(graph: &Adjacency, rounds: u32, found: &[i128]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one label for each node");
    let expected: Vec<i128> = propagated(graph, rounds).into_iter().map(i128::from).collect();
    Mismatch::compare("label", &expected, found, i128::to_string, |_| {
        format!("this is its label after {rounds} rounds of label propagation")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a graph of two triangles connected by an edge, nodes connected by two parallel edges
    /// and by one edge, and an isolated node:
    ///
    /// ```text
    /// 0, 1, 2: complete    2 -> 3    3, 4, 5: complete    6 => 7 -> 8    9
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges =
            [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (6, 7), (6, 7), (7, 8)];
        Adjacency::from_edges(10, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    fn one_round(graph: &Adjacency, label: &[u32]) -> Vec<u32> {
        let of = |node: u32| {
            let edges = graph.all_edges().filter(|edge| edge.0 == node || edge.1 == node);
            let others: Vec<u32> = edges.map(|(u, v, _)| if u == node { v } else { u }).collect();
            most_frequent(&others, label).unwrap_or(label[node as usize])
        };
        (0..graph.nodes()).map(of).collect()
    }

    #[test]
    fn labels_of_a_hand_drawn_graph() {
        let graph = hand_drawn();
        let after = |rounds| propagated(&graph, rounds);
        assert_eq!(after(0), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(after(1), [1, 0, 0, 2, 3, 3, 7, 6, 7, 9]);
        assert_eq!(after(2), [0, 0, 0, 3, 2, 2, 6, 7, 6, 9]);
        for rounds in [3, 8, 19, u32::MAX] {
            let mut slowly = after(2);
            for _ in 2..rounds.min(20 + rounds % 2) {
                slowly = one_round(&graph, &slowly);
            }
            assert_eq!(after(rounds), slowly, "{rounds}");
        }
        assert_eq!(check_labels(&graph, 1, &[1, 0, 0, 2, 3, 3, 7, 6, 7, 9]), Ok(()));
        assert_eq!(propagated(&Adjacency::from_edges(0, []).unwrap(), 3), []);
    }

    #[test]
    fn every_single_wrong_label_is_refused() {
        let right: Vec<i128> = propagated(&hand_drawn(), 2).into_iter().map(i128::from).collect();
        for node in 0..10 {
            let mut found = right.clone();
            found[node] += 1;
            let mismatch = check_labels(&hand_drawn(), 2, &found).unwrap_err();
            assert_eq!(mismatch.wrong, 1);
        }
    }
}
