//! Forests and totals of small graphs that were drawn by hand.

use super::*;
use crate::adjacency::Weight;
use crate::check::{Column, Value};

fn graph(nodes: u32, edges: &[(u32, u32, i64)]) -> Adjacency {
    let edges = edges.iter().map(|&(u, v, weight)| (u, v, Some(Weight::Integer(weight))));
    Adjacency::from_edges(nodes, edges).unwrap()
}

/// Returns this graph:
///
/// ```text
/// 0 -4- 1 -2- 2 -4- 0    2 -7- 3, 2 -9- 3    3 -(-1)- 3    4 -5- 5    6
/// ```
fn hand_drawn() -> Adjacency {
    graph(7, &[(0, 1, 4), (1, 2, 2), (2, 0, 4), (2, 3, 7), (2, 3, 9), (3, 3, -1), (4, 5, 5)])
}

fn marks<const N: usize>(edges: &[usize]) -> [bool; N] {
    std::array::from_fn(|edge| edges.contains(&edge))
}

/// Checks that, of all 128 sets of edges, only the two of minimum weight pass. They differ in the
/// edge of weight 4 that they contain.
#[test]
fn exactly_the_minimum_spanning_forests_pass() {
    let right = [marks(&[0, 1, 3, 6]), marks(&[1, 2, 3, 6])];
    for bits in 0..128u32 {
        let found: [bool; 7] = std::array::from_fn(|edge| bits >> edge & 1 == 1);
        let accepted = check_forest(&hand_drawn(), &found).is_ok();
        assert_eq!(accepted, right.contains(&found), "{found:?}");
    }
}

/// Checks forests of real weights, some of which are negative, and all of which are below 1.
#[test]
fn weights_may_be_real() {
    let edges = [(0, 1, 0.5), (1, 2, -0.25), (2, 0, 0.25), (2, 3, 1e-300), (3, 0, 2e-300)];
    let edges = edges.map(|(u, v, weight)| (u, v, Some(Weight::Real(weight))));
    let graph = Adjacency::from_edges(4, edges).unwrap();
    for bits in 0..32u32 {
        let found: [bool; 5] = std::array::from_fn(|edge| bits >> edge & 1 == 1);
        let verdict = REAL_CHECK.run(&graph, &[Value::Column(Column::Bool(&found))]);
        assert_eq!(verdict.is_ok(), found == marks(&[1, 3, 4]), "{found:?}");
    }
}

#[test]
fn reasons_name_the_edge() {
    let refuse = |edges: &[usize]| check_forest(&hand_drawn(), &marks::<7>(edges)).unwrap_err();
    assert_eq!(
        refuse(&[0, 1, 4, 6]).to_string(),
        "2 of 7 edges have a wrong in_forest\n\
         the edge 2 -> 3 has in_forest false, expected true: \
         its weight is 7, and no edges of the forest that are not heavier connect its ends\n\
         the edge 2 -> 3 has in_forest true, expected false: \
         its weight is 9, and edges that are not heavier connect its ends without it"
    );
    let message = refuse(&[0, 1, 3, 5, 6]).to_string();
    assert!(
        message.ends_with("the edge 3 -> 3 has in_forest true, expected false: it is a self-loop")
    );
}

#[test]
fn an_edge_of_two_edges_is_marked_once_or_twice() {
    let both = graph(3, &[(0, 1, 3), (1, 0, 3), (1, 2, 1), (1, 2, 1), (2, 1, 1), (2, 1, 2)]);
    // The edges, by source: 0 -> 1, 1 -> 0, 1 -> 2, 1 -> 2, 2 -> 1, and the heavier 2 -> 1.
    for right in [&[0, 2][..], &[1, 3], &[0, 1, 2], &[0, 4], &[1, 3, 4], &[0, 1, 2, 4]] {
        assert_eq!(check_forest(&both, &marks::<6>(right)), Ok(()), "{right:?}");
    }
    for wrong in [&[0, 2, 3][..], &[0, 2, 3, 4], &[0, 5], &[0, 2, 5], &[0, 1], &[2]] {
        assert!(check_forest(&both, &marks::<6>(wrong)).is_err(), "{wrong:?}");
    }
}

#[test]
fn totals_are_exact_for_integers() {
    let run = |value| WEIGHT_CHECK.run(&hand_drawn(), &[Value::Scalar(value)]);
    assert_eq!(run(Scalar::U32(18)), Ok(()));
    assert_eq!(run(Scalar::I64(18)), Ok(()));
    assert_eq!(run(Scalar::F32(18.0)), Ok(()));
    for wrong in [Scalar::U64(17), Scalar::U64(19), Scalar::F64(18.001), Scalar::F32(f32::NAN)] {
        assert!(matches!(run(wrong), Err(CheckError::Mismatch(_))), "{wrong}");
    }
    assert_eq!(
        run(Scalar::U32(20)).unwrap_err().to_string(),
        "the total is wrong\n\
         the graph has total 20, expected 18: a minimum spanning forest has 4 edges"
    );
}

#[test]
fn totals_of_real_weights_may_be_rounded() {
    let edges = (1..1000).map(|node| (node - 1, node, Some(Weight::Real(-0.1))));
    let path = Adjacency::from_edges(1000, edges).unwrap();
    let rounded: f32 = (1..1000).map(|_| -0.1f32).sum();
    assert_eq!(check_weight(&path, Scalar::F32(rounded)), Ok(()));
    assert!(check_weight(&path, Scalar::F32(-99.8)).is_err());
    assert!(check_weight(&path, Scalar::F64(rounded.into())).is_err());
    let refused = check_weight(&path, Scalar::I32(-100));
    assert!(matches!(refused, Err(CheckError::Argument(_))), "{refused:?}");
}

#[test]
fn graphs_without_edges_or_weights() {
    let empty = graph(0, &[]);
    assert_eq!(check_forest(&empty, &[]), Ok(()));
    assert_eq!(check_weight(&empty, Scalar::U32(0)), Ok(()));
    let unweighted = Adjacency::from_edges(2, [(0, 1, None)]).unwrap();
    let message = check_forest(&unweighted, &[true]).unwrap_err().to_string();
    assert_eq!(message, "check mst: the graph has no weights");
    let far = [(0, 1, Some(Weight::Real(1e308))), (1, 2, Some(Weight::Real(1e308)))];
    let far = Adjacency::from_edges(3, far).unwrap();
    let refused = check_weight(&far, Scalar::F64(f64::INFINITY));
    assert!(matches!(refused, Err(CheckError::Argument(_))), "{refused:?}");
    let heavy = graph(2, &[(0, 1, i64::MIN)]);
    assert!(check_forest(&heavy, &[true]).unwrap_err().to_string().contains("2^53"));
}

#[test]
fn marks_are_one_for_each_edge() {
    let error = CHECK.run(&hand_drawn(), &[Value::Column(Column::Bool(&[true]))]).unwrap_err();
    assert_eq!(error.to_string(), "check mst: 'in_forest' has 1 values, but the graph has 7 edges");
}
