//! Checks distances that are sums of real weights, which a program may round.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::unsuitable;
use crate::adjacency::Adjacency;
use crate::check::weights::{real_edges, sum_tolerance};
use crate::check::{ArgumentError, CheckError, Difference, Mismatch};

/// A shortest path to a node.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Path {
    distance: f64,
    /// The smallest number of edges of any path of the same length.
    edges: u32,
    /// The node before the last node of the path. The source itself for the path to the source.
    from: u32,
}

/// Computes a shortest path to each node with Dijkstra's algorithm.
fn paths(
    check: &'static str,
    graph: &Adjacency,
    source: u32,
) -> Result<Vec<Option<Path>>, ArgumentError> {
    let mut outgoing = vec![Vec::new(); graph.nodes() as usize];
    for (from, target, weight) in real_edges(check, graph)? {
        if weight < 0.0 {
            let reason = format!(
                "the edge from node {from} to node {target} has weight {weight}, but weights must \
                 not be negative"
            );
            return Err(unsuitable(check, reason));
        }
        outgoing[from as usize].push((target, weight));
    }
    let mut path: Vec<Option<Path>> = vec![None; outgoing.len()];
    // Non-negative floating-point numbers have the same order as their bits.
    let mut heap = BinaryHeap::from([Reverse((0f64.to_bits(), 0, source, source))]);
    while let Some(Reverse((bits, edges, node, from))) = heap.pop() {
        let distance = f64::from_bits(bits);
        if path[node as usize].is_some() {
            continue;
        }
        path[node as usize] = Some(Path { distance, edges, from });
        for &(target, weight) in &outgoing[node as usize] {
            let sum = distance + weight;
            if sum.is_infinite() {
                let reason =
                    format!("the length of a path to node {target} is too large for an f64");
                return Err(unsuitable(check, reason));
            }
            if path[target as usize].is_none() {
                heap.push(Reverse((sum.to_bits(), edges + 1, target, node)));
            }
        }
    }
    Ok(path)
}

/// Compares `found` with the distances from `source`. `found` has one distance per node, which is
/// infinity for an unreached node. The sums may be rounded to `precision` bits.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph, or if `found` does not have one value per node.
pub(super) fn check_distances(
    check: &'static str,
    (graph, source): (&Adjacency, u32),
    found: &[f64],
    precision: i32,
) -> Result<(), CheckError> {
    assert_eq!(found.len(), graph.nodes() as usize, "one distance for each node");
    let paths = paths(check, graph, source)?;
    let most_edges = paths.iter().flatten().map(|path| path.edges).max().unwrap_or(0);
    let tolerance = sum_tolerance(most_edges as usize, precision);
    let right = |(path, &found): (&Option<Path>, &f64)| match path {
        None => found == f64::INFINITY,
        // The comparison is false for NaN.
        Some(path) => (found - path.distance).abs() <= tolerance * path.distance,
    };
    let wrong = paths.iter().zip(found).map(|pair| !right(pair));
    Ok(Mismatch::of_nodes("distance", wrong, |node| {
        let (expected, reason) = match paths[node as usize] {
            None => ("inf".to_owned(), format!("no path leads to it from node {source}")),
            Some(_) if node == source => ("0".to_owned(), "it is the source".to_owned()),
            Some(Path { distance, edges, from }) => {
                let before = paths[from as usize].map_or(0.0, |path| path.distance);
                let reason = format!(
                    "its in-neighbour {from} has distance {before}, and the path has {edges} \
                     edges; rounding explains a difference of up to {:.1e}",
                    tolerance * distance
                );
                (distance.to_string(), reason)
            }
        };
        Difference::at(node, expected, found[node as usize].to_string(), reason)
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjacency::Weight;
    use crate::check::sssp::{CHECK, REAL_CHECK};
    use crate::check::{Column, Scalar, Value};

    fn graph(nodes: u32, edges: &[(u32, u32, f64)]) -> Adjacency {
        let edges = edges.iter().map(|&(u, v, weight)| (u, v, Some(Weight::Real(weight))));
        Adjacency::from_edges(nodes, edges).unwrap()
    }

    /// Returns a graph in which the detour 0 -> 2 -> 1 is shorter than the edge 0 -> 1.
    fn hand_drawn() -> Adjacency {
        graph(5, &[(0, 1, 0.9), (0, 2, 0.2), (2, 1, 0.3), (1, 3, 0.7), (1, 3, -0.0), (4, 0, 1.5)])
    }

    fn run(graph: &Adjacency, column: Column<'_>) -> Result<(), CheckError> {
        let values = [Value::Column(column), Value::Scalar(Scalar::U32(0))];
        let verdict = CHECK.run(graph, &values);
        let real = REAL_CHECK.run(graph, &values);
        assert_eq!(verdict.is_ok(), real.is_ok());
        verdict
    }

    #[test]
    fn rounded_distances_pass_and_others_do_not() {
        let right = [0.0, 0.2f32 + 0.3f32, 0.2, 0.5, f32::INFINITY];
        assert_eq!(run(&hand_drawn(), Column::F32(&right)), Ok(()));
        let wide = [0.0, 0.5, 0.2, 0.5, f64::INFINITY];
        assert_eq!(run(&hand_drawn(), Column::F64(&wide)), Ok(()));
        for node in 0..5 {
            for wrong in [1e-6, 0.2001, 0.4999, 0.50001, 0.9, -0.5, f32::NAN, f32::MAX] {
                let mut found = right;
                found[node] = wrong;
                assert!(run(&hand_drawn(), Column::F32(&found)).is_err(), "{node}: {wrong}");
            }
        }
        // `f64` distinguishes values that `f32` does not.
        let rounded = [0.0, 0.5, f64::from(0.2f32), 0.5, f64::INFINITY];
        assert!(run(&hand_drawn(), Column::F64(&rounded)).is_err());
        let unreached = [0.0, 0.5, f32::INFINITY, 0.5, f32::INFINITY];
        let message = run(&hand_drawn(), Column::F32(&unreached)).unwrap_err().to_string();
        assert!(message.contains("node 2 has distance inf, expected 0.2: its in-neighbour 0"));
    }

    /// Checks a sum of 100,000 copies of a number that `f32` cannot represent exactly.
    #[test]
    fn a_long_path_may_gather_roundings() {
        let nodes = 100_000;
        let edges: Vec<_> = (1..nodes).map(|node| (node - 1, node, 0.1)).collect();
        let mut found = vec![0f32];
        for _ in 1..nodes {
            found.push(found[found.len() - 1] + 0.1);
        }
        let graph = graph(nodes, &edges);
        assert_eq!(run(&graph, Column::F32(&found)), Ok(()));
        found[70_000] *= 1.05;
        assert!(run(&graph, Column::F32(&found)).is_err());
    }

    #[test]
    fn graphs_without_an_answer_are_named() {
        let refuse = |graph: &Adjacency| {
            let found = vec![0f64; graph.nodes() as usize];
            match run(graph, Column::F64(&found)) {
                Err(CheckError::Argument(error)) => error.to_string(),
                other => panic!("{other:?}"),
            }
        };
        assert!(
            refuse(&graph(2, &[(1, 0, -0.25)])).contains("from node 1 to node 0 has weight -0.25")
        );
        assert!(refuse(&graph(3, &[(0, 1, 1e308), (1, 2, 1e308)])).contains("f64"));
        let unweighted = Adjacency::from_edges(2, [(0, 1, None)]).unwrap();
        assert!(refuse(&unweighted).contains("no weights"));
    }
}
