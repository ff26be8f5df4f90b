//! `check betweenness_set_weighted(score, in_sources)`: as `betweenness_set`, but the length of a path is
//! the sum of its weights, which must be greater than 0.
//!
//! The sums are those of `f64`, with the weights added in the order of the path, and two paths have the
//! same length if these rounded sums are equal. Because the rounded sum `x + w` never decreases if `x`
//! increases, the least sums do not depend on the order in which an algorithm finds them. NetworkX has
//! the same definition.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{SET_CHECK, scores_of};
use crate::adjacency::Adjacency;
use crate::check::weights::real_edges;
use crate::check::{ArgumentError, Check, CheckError, Difference, Mismatch};

const NAME: &str = "betweenness_set_weighted";

/// The check `betweenness_set_weighted`.
pub const SET_WEIGHTED_CHECK: Check = Check {
    name: NAME,
    summary: "score is the node's share of paths with the least sums of weights, over all sources",
    run: |graph, arguments| {
        let (found, tolerance) = scores_of(arguments.column(0));
        check_scores(graph, arguments.truths(1), &found, tolerance)
    },
    ..SET_CHECK
};

/// The edges of each node, with their weights.
type Neighbours = Vec<Vec<(u32, f64)>>;

fn unsuitable(reason: String) -> ArgumentError {
    ArgumentError::UnsuitableGraph { check: NAME, reason }
}

/// Returns the edges of each node, whose weights are all greater than 0.
fn neighbours(graph: &Adjacency) -> Result<Neighbours, ArgumentError> {
    let mut neighbours = vec![vec![]; graph.nodes() as usize];
    for (source, target, weight) in real_edges(NAME, graph)? {
        if weight <= 0.0 {
            return Err(unsuitable(format!(
                "the edge from node {source} to node {target} has weight {weight}, but weights must be \
                 greater than 0"
            )));
        }
        neighbours[source as usize].push((target, weight));
    }
    Ok(neighbours)
}

/// Computes the dependency of each node for one source, with Brandes' algorithm.
fn dependencies(neighbours: &Neighbours, source: u32) -> Result<Vec<f64>, ArgumentError> {
    let nodes = neighbours.len();
    let (mut distance, mut paths) = (vec![f64::INFINITY; nodes], vec![0.0; nodes]);
    let (mut share, mut order) = (vec![0.0; nodes], vec![]);
    let mut is_done = vec![false; nodes];
    distance[source as usize] = 0.0;
    paths[source as usize] = 1.0;
    // Floating-point numbers from 0 have the same order as their bits.
    let mut heap = BinaryHeap::from([Reverse((0f64.to_bits(), source))]);
    while let Some(Reverse((bits, node))) = heap.pop() {
        if std::mem::replace(&mut is_done[node as usize], true) {
            continue;
        }
        order.push(node);
        for &(target, weight) in &neighbours[node as usize] {
            let through = f64::from_bits(bits) + weight;
            if through.is_infinite() {
                let reason =
                    format!("the length of a path to node {target} is too large for an f64");
                return Err(unsuitable(reason));
            }
            if through == f64::from_bits(bits) {
                let reason = format!(
                    "the weight {weight} does not change the sum {through} of the weights before it"
                );
                return Err(unsuitable(reason));
            }
            if through < distance[target as usize] {
                distance[target as usize] = through;
                paths[target as usize] = 0.0;
                heap.push(Reverse((through.to_bits(), target)));
            }
            if through == distance[target as usize] {
                paths[target as usize] += paths[node as usize];
            }
        }
    }
    if let Some(node) = paths.iter().position(|paths: &f64| paths.is_infinite()) {
        let reason = format!("more shortest paths lead to node {node} than an f64 can count");
        return Err(unsuitable(reason));
    }
    // Start with the farthest nodes, so that the share of a node is final before it is used.
    for &node in order.iter().rev() {
        for &(target, weight) in &neighbours[node as usize] {
            if distance[node as usize] + weight == distance[target as usize] {
                let part = paths[node as usize] / paths[target as usize];
                share[node as usize] += part * (1.0 + share[target as usize]);
            }
        }
    }
    share[source as usize] = 0.0;
    Ok(share)
}

/// Compares `found` with the scores for the sources. Each score may differ by the relative `tolerance`.
fn check_scores(
    graph: &Adjacency,
    in_sources: &[bool],
    found: &[f64],
    tolerance: f64,
) -> Result<(), CheckError> {
    let neighbours = neighbours(graph)?;
    let mut expected = vec![0.0; found.len()];
    for source in (0..graph.nodes()).filter(|source| in_sources[*source as usize]) {
        for (node, share) in dependencies(&neighbours, source)?.into_iter().enumerate() {
            expected[node] += share;
        }
    }
    // The condition is not written with `>`, which would accept NaN.
    let right = |(expected, found): (&f64, &f64)| (found - expected).abs() <= tolerance * expected;
    let wrong = expected.iter().zip(found).map(|pair| !right(pair));
    Ok(Mismatch::of_nodes("score", wrong, |node| {
        let (expected, found) = (expected[node as usize], found[node as usize]);
        let reason = match expected {
            0.0 => "no shortest path from a source leads through it".to_owned(),
            _ => "this is its share of the shortest paths from all sources".to_owned(),
        };
        Difference::at(node, expected.to_string(), found.to_string(), reason)
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjacency::Weight;
    use crate::check::{Column, Value};

    fn graph(nodes: u32, edges: &[(u32, u32, f64)]) -> Adjacency {
        let edges = edges.iter().map(|&(u, v, weight)| (u, v, Some(Weight::Real(weight))));
        Adjacency::from_edges(nodes, edges).unwrap()
    }

    fn run(graph: &Adjacency, found: &[f64], in_sources: &[bool]) -> Result<(), CheckError> {
        let values = [Value::Column(Column::F64(found)), Value::Column(Column::Bool(in_sources))];
        SET_WEIGHTED_CHECK.run(graph, &values)
    }

    /// From node 0, two paths of length 1 lead to node 3, and one more to node 4. The edge from 0 to 3 is
    /// too heavy.
    #[test]
    fn scores_of_a_hand_drawn_graph() {
        let edges = [
            (0, 1, 0.5),
            (1, 3, 0.5),
            (0, 2, 0.25),
            (2, 3, 0.75),
            (0, 3, 1.5),
            (3, 4, 2.0),
            (4, 4, 1.0),
        ];
        let from_0 = [true, false, false, false, false];
        let right = [0.0, 1.0, 1.0, 1.0, 0.0];
        assert_eq!(run(&graph(5, &edges), &right, &from_0), Ok(()));
        for node in 0..5 {
            for wrong in [-1.0, 1e-6, 0.5, 2.0, f64::NAN] {
                let mut found = right;
                found[node] = wrong;
                assert!(run(&graph(5, &edges), &found, &from_0).is_err(), "{node}: {wrong}");
            }
        }
        // From node 2, there is one path to node 3 and one to node 4.
        let both = [true, false, true, false, false];
        assert_eq!(run(&graph(5, &edges), &[0.0, 1.0, 1.0, 2.0, 0.0], &both), Ok(()));
        assert_eq!(run(&graph(5, &edges), &[0.0; 5], &[false; 5]), Ok(()));
    }

    /// With equal weights, the scores are those of the check that counts edges.
    #[test]
    fn equal_weights_are_like_numbers_of_edges() {
        let mut state = 7u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for round in 0..60 {
            let nodes = 2 + round % 9;
            let edges: Vec<_> =
                (0..3 * nodes).map(|_| (random(nodes), random(nodes), 0.25)).collect();
            let graph = graph(nodes, &edges);
            let sources: Vec<u32> = (0..nodes).collect();
            let expected = super::super::scores(&graph, &sources).unwrap();
            assert_eq!(run(&graph, &expected, &vec![true; nodes as usize]), Ok(()), "{edges:?}");
        }
    }

    #[test]
    fn graphs_without_an_answer_are_named() {
        let refuse = |edges: &[(u32, u32, f64)]| match run(
            &graph(3, edges),
            &[0.0; 3],
            &[true, false, false],
        ) {
            Err(CheckError::Argument(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(refuse(&[(1, 2, 0.0)]).contains("from node 1 to node 2 has weight 0"));
        assert!(refuse(&[(0, 1, 1e308), (1, 2, 1e308)]).contains("too large"));
        assert!(refuse(&[(0, 1, 1e300), (1, 2, 1.0)]).contains("does not change the sum"));
    }
}
