//! Scores of graphs that are small enough to compute by hand.

use super::*;
use crate::check::{Scalar, Value};

fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
    Adjacency::from_edges(nodes, edges.iter().map(|&(u, v)| (u, v, None))).unwrap()
}

/// ```text
/// 0 -> 1 -> 3 -> 4    0 -> 2 -> 3, twice 2 -> 3    4 -> 4    5 -> 0
/// ```
/// From node 0, three paths lead to 3 and on to 4: one through 1, two through 2.
fn hand_drawn() -> Adjacency {
    graph(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (2, 3), (3, 4), (4, 4), (5, 0)])
}

const FROM_0: [f64; 6] = [0.0, 2.0 / 3.0, 4.0 / 3.0, 1.0, 0.0, 0.0];

fn close(found: &[f64], expected: &[f64]) -> bool {
    found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12)
}

#[test]
fn scores_of_hand_drawn_graphs() {
    assert!(close(&scores(&hand_drawn(), &[0]).unwrap(), &FROM_0));
    // From node 5, all of the nodes 1, 2, 3 and 4 are reached through 0.
    let from_5 = [4.0, 2.0 / 3.0, 4.0 / 3.0, 1.0, 0.0, 0.0];
    assert!(close(&scores(&hand_drawn(), &[5]).unwrap(), &from_5));
    // An undirected path of 4 nodes has centrality 0, 2, 2, 0, counted here in both directions.
    let path = graph(4, &[(0, 1), (1, 2), (2, 3)]).undirected();
    assert!(close(&scores(&path, &[0, 1, 2, 3]).unwrap(), &[0.0, 4.0, 4.0, 0.0]));
    assert_eq!(scores(&graph(0, &[]), &[]), Ok(vec![]));
}

/// Compares scores with the definition, with each path counted: the fraction of the shortest paths
/// from `s` to `t` that pass through `v`.
#[test]
fn scores_are_what_their_definition_says() {
    fn walks(graph: &Adjacency, from: u32, to: u32, length: u32) -> f64 {
        if length == 0 {
            return f64::from(u8::from(from == to));
        }
        graph.targets(from).iter().map(|&next| walks(graph, next, to, length - 1)).sum()
    }
    let mut state = 7u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    for round in 0..60 {
        let nodes = 2 + round % 6;
        let edges: Vec<_> = (0..2 * nodes).map(|_| (random(nodes), random(nodes))).collect();
        let graph = graph(nodes, &edges);
        let source = random(nodes);
        let level = |from| crate::check::bfs::levels(&graph, from);
        let from_source = level(source);
        let mut expected = vec![0.0; nodes as usize];
        for through in (0..nodes).filter(|&through| through != source) {
            for end in (0..nodes).filter(|&end| end != source && end != through) {
                let (a, b) = (from_source[through as usize], level(through)[end as usize]);
                let length = from_source[end as usize];
                if length != u32::MAX && a.checked_add(b) == Some(length) {
                    let via = walks(&graph, source, through, a) * walks(&graph, through, end, b);
                    expected[through as usize] += via / walks(&graph, source, end, length);
                }
            }
        }
        let found = scores(&graph, &[source]).unwrap();
        assert!(close(&found, &expected), "{edges:?} from {source}: {found:?}, {expected:?}");
    }
}

#[test]
fn every_single_wrong_score_is_refused() {
    let run = |found: &[f32]| {
        CHECK
            .run(&hand_drawn(), &[Value::Column(Column::F32(found)), Value::Scalar(Scalar::U32(0))])
    };
    let right = FROM_0.map(|score| score as f32);
    assert_eq!(run(&right), Ok(()));
    for node in 0..6 {
        for wrong in [-1.0, 1e-6, 0.66, 1.01, 1.34, 2.0, f32::NAN, f32::INFINITY] {
            let mut found = right;
            found[node] = wrong;
            assert!(run(&found).is_err(), "{node}: {wrong}");
        }
    }
    let mut found = right;
    (found[0], found[2], found[4]) = (3.0, 1.0, 1.0);
    assert_eq!(
        run(&found).unwrap_err().to_string(),
        "3 of 6 nodes have a wrong score\n\
         node 0 has score 3, expected 0: it is the source\n\
         node 2 has score 1, expected 1.3333333333333333: \
         shortest paths from node 0 lead through it to node 3\n\
         node 4 has score 1, expected 0: no shortest path from node 0 leads through it"
    );
}

#[test]
fn sources_can_be_a_set() {
    let run = |found: &[f64], in_sources: &[bool]| {
        let values = [Value::Column(Column::F64(found)), Value::Column(Column::Bool(in_sources))];
        SET_CHECK.run(&hand_drawn(), &values)
    };
    let both = [4.0, 4.0 / 3.0, 8.0 / 3.0, 2.0, 0.0, 0.0];
    let sources = [true, false, false, false, false, true];
    assert_eq!(run(&both, &sources), Ok(()));
    assert!(run(&FROM_0, &sources).is_err());
    assert_eq!(run(&[0.0; 6], &[false; 6]), Ok(()));
}

#[test]
fn more_paths_than_can_be_counted_are_no_panic() {
    // Each node of the chain doubles the number of paths.
    let nodes = 1100;
    let edges: Vec<_> = (1..nodes).flat_map(|node| [(node - 1, node); 2]).collect();
    let error = scores(&graph(nodes, &edges), &[0]).unwrap_err();
    assert!(error.to_string().contains("than an f64 can count"), "{error}");
}
