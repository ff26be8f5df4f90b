//! `check sssp(distance, source)`: the distance of a node is the smallest sum of weights on a path
//! from `source`, or the largest value of its type (infinity for floating point) if there is no
//! path.
//!
//! Weights must not be negative. Distances of type `u32` and `u64` are exact: weights must be whole
//! numbers, and sums are 64-bit integers. A type cannot distinguish a distance of its largest value
//! or more from infinity, so programs use sums that saturate at this value, and the check expects
//! it for such a distance. For distances of type `f32` and `f64`, any weights are
//! allowed. Such a distance may differ from the reference, computed in `f64`, by `2 (k + 1) u` of
//! the distance, where `k` is the largest number of edges of the reference's shortest paths and `u`
//! is 2^-24 or 2^-53. The reason: if `k` non-negative weights and all additions are rounded, the
//! relative error of their sum is at most about `(k + 1) u`. The factor 2 allows for a path with
//! twice as many edges that rounding made look shorter.
//!
//! `check sssp_real(distance, source)` is the same check, for distances of type `f32` and `f64` only.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::weights::{F32_PRECISION, F64_PRECISION};
use super::{ArgumentError, Check, CheckError, Column, Kind, Mismatch, Parameter, REALS, Type};
use crate::adjacency::Adjacency;

mod real;

/// The types that the column of distances may have.
const TYPES: &[Type] = &[Type::U32, Type::U64, Type::F32, Type::F64];

/// The check `sssp`.
pub const CHECK: Check = Check {
    name: SSSP,
    summary: "distance is the least sum of weights on a path from source, or MAX without a path",
    parameters: &[
        Parameter { name: "distance", kind: Kind::Column(TYPES) },
        Parameter { name: "source", kind: Kind::Node },
    ],
    run: |graph, arguments| {
        let source = arguments.node(1);
        match arguments.column(0) {
            Column::U32(found) => {
                let found: Vec<u64> = found.iter().copied().map(u64::from).collect();
                check_distances(graph, source, &found, u32::MAX.into())
            }
            Column::U64(found) => check_distances(graph, source, found, u64::MAX),
            column => check_real(SSSP, graph, source, column),
        }
    },
    run_on_edges: None,
};

/// The check `sssp_real` of distances that are real numbers.
pub const REAL_CHECK: Check = Check {
    name: REAL,
    summary: "distance is the least sum of weights on a path from source, or infinity without a path",
    parameters: &[Parameter { name: "distance", kind: Kind::Column(REALS) }, CHECK.parameters[1]],
    run: |graph, arguments| check_real(REAL, graph, arguments.node(1), arguments.column(0)),
    run_on_edges: None,
};

const SSSP: &str = "sssp";
const REAL: &str = "sssp_real";

fn check_real(
    check: &'static str,
    graph: &Adjacency,
    source: u32,
    column: Column<'_>,
) -> Result<(), CheckError> {
    match column {
        Column::F32(found) => {
            let found: Vec<f64> = found.iter().copied().map(f64::from).collect();
            real::check_distances(check, (graph, source), &found, F32_PRECISION)
        }
        Column::F64(found) => real::check_distances(check, (graph, source), found, F64_PRECISION),
        _ => unreachable!("the parameter takes unsigned and floating point numbers only"),
    }
}

/// Computes the distance of each node, or `None` if there is no path, with Dijkstra's algorithm.
/// Sums that do not fit 64 bits saturate.
///
/// # Errors
///
/// Returns an error if weights are missing or are not non-negative whole numbers.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph.
pub fn distances(graph: &Adjacency, source: u32) -> Result<Vec<Option<u64>>, ArgumentError> {
    let mut distance: Vec<Option<u64>> = vec![None; graph.nodes() as usize];
    let mut heap = BinaryHeap::from([Reverse((0u64, source))]);
    while let Some(Reverse((from_source, node))) = heap.pop() {
        // A node is settled when it is first removed from the heap.
        if distance[node as usize].is_some() {
            continue;
        }
        distance[node as usize] = Some(from_source);
        for (target, weight) in graph.outgoing(node) {
            let weight =
                weight.ok_or_else(|| unsuitable(SSSP, "the graph has no weights".to_owned()))?;
            let length = weight.as_count().ok_or_else(|| {
                let reason = format!(
                    "the edge from node {node} to node {target} has weight {weight}, but \
                     weights must be non-negative whole numbers"
                );
                unsuitable(SSSP, reason)
            })?;
            if distance[target as usize].is_none() {
                heap.push(Reverse((from_source.saturating_add(length), target)));
            }
        }
    }
    Ok(distance)
}

/// Compares `found` with the distances from `source`. `found` has one distance per node. It is
/// `most`, the largest value of its type, for an unreached node and for a distance of `most` or
/// more.
///
/// # Errors
///
/// Returns an error if a distance is wrong, or if [`distances`] fails.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph, or if `found` does not have one value per node.
pub fn check_distances(
    graph: &Adjacency,
    source: u32,
    found: &[u64],
    most: u64,
) -> Result<(), CheckError> {
    assert_eq!(found.len(), graph.nodes() as usize, "one distance for each node");
    let distances = distances(graph, source)?;
    let saturated = |distance: &Option<u64>| distance.unwrap_or(most).min(most);
    let expected: Vec<u64> = distances.iter().map(saturated).collect();
    let show = |&distance: &u64| match distance == most {
        true => "MAX (not reached, or too far)".to_owned(),
        false => distance.to_string(),
    };
    let explain = |node| explain(graph, source, &distances, node);
    Ok(Mismatch::compare("distance", &expected, found, show, explain)?)
}

/// Returns a text that describes how a shortest path reaches `node`.
fn explain(graph: &Adjacency, source: u32, expected: &[Option<u64>], node: u32) -> String {
    if node == source {
        return "it is the source".to_owned();
    }
    let Some(distance) = expected[node as usize] else {
        return format!("no path leads to it from node {source}");
    };
    for (from, target, weight) in graph.all_edges().filter(|(_, target, _)| *target == node) {
        let length = weight.and_then(|weight| weight.as_count());
        if let (Some(before), Some(length)) = (expected[from as usize], length)
            && from != target
            && before.saturating_add(length) == distance
        {
            return format!(
                "its in-neighbour {from} has distance {before}, and the edge has weight {length}"
            );
        }
    }
    unreachable!("a shortest path to a node comes through one of its in-neighbours");
}

fn unsuitable(check: &'static str, reason: String) -> ArgumentError {
    ArgumentError::UnsuitableGraph { check, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjacency::Weight;
    use crate::check::{Place, Scalar, Value};

    fn graph(nodes: u32, edges: &[(u32, u32, i64)]) -> Adjacency {
        let edges = edges.iter().map(|&(u, v, weight)| (u, v, Some(Weight::Integer(weight))));
        Adjacency::from_edges(nodes, edges).unwrap()
    }

    /// Returns a graph in which the detour 0 -> 2 -> 1 is shorter than the edge 0 -> 1. Of the two
    /// edges 1 -> 3, the lighter one is part of shortest paths.
    fn hand_drawn() -> Adjacency {
        graph(5, &[(0, 1, 9), (0, 2, 2), (2, 1, 3), (1, 3, 8), (1, 3, 0), (3, 3, 1), (4, 0, 1)])
    }

    const FROM_0: [u32; 5] = [0, 5, 2, 5, u32::MAX];

    fn run(graph: &Adjacency, found: &[u32]) -> Result<(), CheckError> {
        CHECK.run(graph, &[Value::Column(Column::U32(found)), Value::Scalar(Scalar::U32(0))])
    }

    #[test]
    fn distances_of_a_hand_drawn_graph() {
        assert_eq!(run(&hand_drawn(), &FROM_0), Ok(()));
        let wide = FROM_0.map(|d| if d == u32::MAX { u64::MAX } else { u64::from(d) });
        let values = [Value::Column(Column::U64(&wide)), Value::Scalar(Scalar::U32(0))];
        assert_eq!(CHECK.run(&hand_drawn(), &values), Ok(()));
    }

    #[test]
    fn every_single_wrong_distance_is_refused_and_named() {
        for node in 0..5 {
            for wrong in [0, 1, 4, 6, 9, u32::MAX] {
                let mut found = FROM_0;
                found[node] = wrong;
                if found == FROM_0 {
                    continue;
                }
                let Err(CheckError::Mismatch(mismatch)) = run(&hand_drawn(), &found) else {
                    panic!("node {node} with {wrong} passed");
                };
                assert_eq!(
                    (mismatch.wrong, mismatch.first[0].place),
                    (1, Place::Node(node as u32))
                );
            }
        }
        let message = run(&hand_drawn(), &[0, 9, 2, 5, u32::MAX]).unwrap_err().to_string();
        assert!(message.ends_with(
            "node 1 has distance 9, expected 5: its in-neighbour 2 has distance 2, \
             and the edge has weight 3"
        ));
    }

    #[test]
    fn graphs_without_an_answer_are_named() {
        let message = |graph: &Adjacency| match run(graph, &[0, 0]) {
            Err(CheckError::Argument(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        let unweighted = Adjacency::from_edges(2, [(0, 1, None)]).unwrap();
        assert_eq!(message(&unweighted), "check sssp: the graph has no weights");
        assert!(message(&graph(2, &[(0, 1, -4)])).contains("from node 0 to node 1 has weight -4"));
        let far = graph(2, &[(0, 1, i64::MAX), (1, 0, i64::MAX)]);
        assert_eq!(distances(&far, 0).unwrap()[1], Some(i64::MAX as u64));
    }

    /// Checks that a distance is compared with a sum that saturates at the largest value of its
    /// type, and that a sum that wraps is wrong.
    #[test]
    fn distances_saturate() {
        let weight = i64::from(u32::MAX) - 1;
        let far = graph(4, &[(0, 1, weight), (1, 2, 1), (2, 3, weight), (1, 3, 2)]);
        let (near, most) = (u32::MAX - 1, u32::MAX);
        assert_eq!(run(&far, &[0, near, most, most]), Ok(()));
        for wrong in [[0, near, most, 0], [0, near, 0, most], [0, most, most, most]] {
            assert!(matches!(run(&far, &wrong), Err(CheckError::Mismatch(_))), "{wrong:?}");
        }
        let message = run(&far, &[0, near, most, 0]).unwrap_err().to_string();
        let words =
            "node 3 has distance 0, expected MAX (not reached, or too far): its in-neighbour 1";
        assert!(message.contains(words), "{message}");
        let run_wide = |graph: &Adjacency, found: &[u64]| {
            CHECK.run(graph, &[Value::Column(Column::U64(found)), Value::Scalar(Scalar::U32(0))])
        };
        let near = u64::from(near);
        assert_eq!(run_wide(&far, &[0, near, near + 1, near + 2]), Ok(()));
        let farther = graph(4, &[(0, 1, i64::MAX), (1, 2, i64::MAX), (2, 3, i64::MAX)]);
        let most = i64::MAX as u64;
        assert_eq!(run_wide(&farther, &[0, most, 2 * most, u64::MAX]), Ok(()));
        assert!(run_wide(&farther, &[0, most, 2 * most, 2 * most]).is_err());
    }
}
