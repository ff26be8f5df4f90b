//! Ranks of graphs that are small enough to compute by hand.

use super::*;
use crate::check::{Column, Scalar, Value};

fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
    Adjacency::from_edges(nodes, edges.iter().map(|&(u, v)| (u, v, None))).unwrap()
}

/// Returns this graph:
///
/// ```text
/// 0 -> 1 -> 2
/// ```
///
/// With d = 1/2, the residual ranks are 1/2, 3/4 and 7/8. The normalised ranks are the residual
/// ranks divided by their sum, 17/8, because the rank of node 2 is distributed evenly, like the
/// base rank.
fn path() -> Adjacency {
    graph(3, &[(0, 1), (1, 2)])
}

const RESIDUAL: [f64; 3] = [0.5, 0.75, 0.875];
const NORMALISED: [f64; 3] = [4.0 / 17.0, 6.0 / 17.0, 7.0 / 17.0];

#[test]
fn ranks_of_a_path() {
    let path = path();
    assert_eq!(step(&path, Convention::Residual, &RESIDUAL, 0.5), RESIDUAL);
    assert_eq!(check_ranks(&path, Convention::Normalised, &NORMALISED, 0.5, 1e-15), Ok(()));
    // Neither result is valid for the other convention.
    assert!(check_ranks(&path, Convention::Normalised, &RESIDUAL, 0.5, 1e-2).is_err());
    assert!(check_ranks(&path, Convention::Residual, &NORMALISED, 0.5, 1e-2).is_err());
}

#[test]
fn parallel_edges_and_self_loops_count() {
    // Two of node 0's three edges lead to node 1. Residual ranks with d = 1/2: x0 = 1/2 + x0 / 6 +
    // x1 / 2, x1 = 1/2 + x0 / 3.
    let graph = graph(2, &[(0, 1), (0, 1), (0, 0), (1, 0)]);
    let x0 = 0.75 / (1.0 - 1.0 / 6.0 - 1.0 / 6.0);
    let rank = [x0, 0.5 + x0 / 3.0];
    assert_eq!(check_ranks(&graph, Convention::Residual, &rank, 0.5, 1e-15), Ok(()));
}

#[test]
fn the_tolerance_bounds_the_sum_of_residuals() {
    for (convention, right, parts) in
        [(Convention::Normalised, NORMALISED, 1.0), (Convention::Residual, RESIDUAL, 3.0)]
    {
        for node in 0..3 {
            let mut found = right;
            found[node] += 0.01;
            let stepped = step(&path(), convention, &found, 0.5);
            let residual: f64 = stepped.iter().zip(&found).map(|(t, x)| (t - x).abs()).sum();
            // The sum is between (1 - d) and (1 + d) times the change.
            assert!((0.005..0.015 + 1e-12).contains(&residual), "{residual}");
            let check = |tolerance| check_ranks(&path(), convention, &found, 0.5, tolerance);
            assert_eq!(check(residual / parts * 1.001), Ok(()));
            let mismatch = check(residual / parts * 0.999).unwrap_err();
            assert_eq!(mismatch.first[0].place, crate::check::Place::Node(node as u32));
        }
    }
}

#[test]
fn steps_to_the_tolerance_pass() {
    let graph = graph(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 2), (4, 0), (4, 4), (0, 5)]);
    for (convention, start, parts) in
        [(Convention::Normalised, 1.0 / 6.0, 1.0), (Convention::Residual, 1.0, 6.0)]
    {
        let mut rank = vec![start; 6];
        let last = loop {
            let next = step(&graph, convention, &rank, 0.85);
            let change: f64 = next.iter().zip(&rank).map(|(t, x)| (t - x).abs()).sum();
            rank = next;
            if change <= 1e-4 {
                break change;
            }
        };
        assert_eq!(check_ranks(&graph, convention, &rank, 0.85, last / parts), Ok(()));
        assert!(check_ranks(&graph, convention, &rank, 0.85, last / parts / 100.0).is_err());
    }
}

#[test]
fn reasons_name_the_worst_node_first() {
    let found = [0.5, 0.75, 1.875];
    let message = check_ranks(&path(), Convention::Residual, &found, 0.5, 0.01).unwrap_err();
    assert_eq!(
        message.to_string(),
        "1 of 3 nodes have a wrong rank\n\
         node 2 has rank 1.875000e0, expected 8.750000e-1: one more step gives the expected \
         rank, of which node 1 contributes 3.750000e-1; the residuals sum to 1.000e0, but at most \
         3.000e-2 is allowed"
    );
    let infinite = [0.5, f64::NAN, f64::INFINITY];
    let mismatch = check_ranks(&path(), Convention::Residual, &infinite, 0.5, 1e9).unwrap_err();
    assert_eq!(mismatch.wrong, 2);
    let huge = check_ranks(&path(), Convention::Residual, &[f64::MAX; 3], 0.5, 1.0).unwrap_err();
    assert!(!huge.first.is_empty());
}

#[test]
fn arguments_are_seen_to() {
    let run = |rank: &[f32], damping: f32, tolerance: f64| {
        let values = [
            Value::Column(Column::F32(rank)),
            Value::Scalar(Scalar::F32(damping)),
            Value::Scalar(Scalar::F64(tolerance)),
        ];
        RESIDUAL_CHECK.run(&path(), &values)
    };
    assert_eq!(run(&RESIDUAL.map(|x| x as f32), 0.5, 0.0), Ok(()));
    let refused = |damping, tolerance| match run(&[0.0; 3], damping, tolerance) {
        Err(CheckError::Argument(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        refused(1.0, 0.1),
        "check pagerank_residual: 'damping' is 1; it must be at least 0 and below 1"
    );
    for (damping, tolerance) in [(f32::NAN, 0.1), (-0.1, 0.1), (0.5, -1.0), (0.5, f64::INFINITY)] {
        assert!(refused(damping, tolerance).contains("it must be"));
    }
    let none = graph(0, &[]);
    assert_eq!(check_ranks(&none, Convention::Normalised, &[], 0.85, 0.0), Ok(()));
    assert_eq!(check_ranks(&none, Convention::Residual, &[], 0.85, 0.0), Ok(()));
}
