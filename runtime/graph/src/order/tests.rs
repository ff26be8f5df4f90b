//! Tests of the orders of nodes, on known and on random graphs.

use proptest::prelude::*;

use super::NodeOrder;
use crate::csr::{Graph, Weights};
use crate::generate::draw;

fn generated(name: &str, size: &str, keys: &[(&str, &str)]) -> Graph {
    let keys: Vec<_> = keys.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    draw(name, size, &keys).unwrap().build().unwrap()
}

/// 0 → 1 → 2 → 0 with a tail 3 → 2 → 4; 5 alone; 6 ⇄ 7.
fn hand_drawn() -> Graph {
    Graph {
        offsets: vec![0u32, 1, 2, 4, 5, 5, 5, 6, 7].into(),
        targets: vec![1, 2, 4, 0, 2, 7, 6].into(),
        weights: Some(Weights::U32(vec![10, 11, 12, 13, 14, 15, 16].into())),
        ids: None,
    }
}

#[test]
fn nodes_with_the_most_edges_come_first() {
    let (graph, numbering) = hand_drawn().reordered(NodeOrder::Degree).unwrap();
    // The degrees are 2, 2, 4, 1, 1, 0, 2, 2.
    assert_eq!(numbering.old_nodes(), [2, 0, 1, 6, 7, 3, 4, 5]);
    assert_eq!(graph.offsets.narrow().unwrap(), [0, 2, 3, 4, 5, 6, 7, 7, 7]);
    assert_eq!(graph.targets, [1, 6, 2, 0, 4, 3, 0]);
    assert_eq!(graph.weights, Some(Weights::U32(vec![13, 12, 10, 11, 15, 16, 14].into())));
    assert_eq!(numbering.old_edges(), [3, 2, 0, 1, 5, 6, 4]);
    assert_eq!(numbering.new_edges(), [2, 3, 1, 0, 6, 4, 5]);
}

#[test]
fn searches_start_at_the_node_with_the_most_edges_of_each_component() {
    let (_, numbering) = hand_drawn().reordered(NodeOrder::BreadthFirst).unwrap();
    assert_eq!(numbering.old_nodes(), [2, 4, 0, 1, 3, 6, 7, 5]);
}

#[test]
fn numbers_that_are_not_nodes_or_edges_stay() {
    let (_, numbering) = hand_drawn().reordered(NodeOrder::Degree).unwrap();
    assert_eq!((numbering.old_node(0), numbering.new_node(2)), (2, 0));
    assert_eq!((numbering.old_edge(0), numbering.new_edge(3)), (3, 0));
    for none in [8, u32::MAX] {
        assert_eq!((numbering.old_node(none), numbering.new_node(none)), (none, none));
        assert_eq!((numbering.old_edge(none), numbering.new_edge(none)), (none, none));
    }
}

#[test]
fn neighbours_in_a_shuffled_grid_are_near_each_other_again() {
    let distance = |graph: &Graph| -> u64 {
        let sources = graph.sources(0..graph.targets.len());
        sources.iter().zip(&graph.targets).map(|(u, v)| u64::from(u.abs_diff(*v))).sum()
    };
    let grid = generated("grid", "60", &[]);
    let shuffled: Vec<u32> = (0..3600u32).map(|node| node * 1237 % 3600).collect();
    let (shuffled, _) = grid.renumbered(shuffled).unwrap();
    let (ordered, _) = shuffled.reordered(NodeOrder::BreadthFirst).unwrap();
    assert!(distance(&ordered) * 10 < distance(&shuffled), "{}", distance(&ordered));
}

/// The edges of a graph with their weights, in the numbers of another graph.
fn edges(graph: &Graph, node: impl Fn(u32) -> u32, edge: impl Fn(u32) -> u32) -> Vec<[u32; 4]> {
    let sources = graph.sources(0..graph.targets.len());
    let Some(Weights::U32(weights)) = &graph.weights else { panic!("these graphs have weights") };
    let ends = (0u32..).zip(sources.iter().zip(&graph.targets));
    let mut edges: Vec<_> =
        ends.map(|(e, (u, v))| [edge(e), node(*u), node(*v), weights[e as usize]]).collect();
    edges.sort_unstable();
    edges
}

proptest! {
    #[test]
    fn the_reordered_graph_is_the_same_graph(
        scale in 0u32..9,
        degree in 0u32..6,
        seed: u64,
        order in prop::sample::select(&NodeOrder::ALL[..]),
    ) {
        let keys = [("degree", &*degree.to_string()), ("seed", &seed.to_string())];
        let graph = generated("uniform", &scale.to_string(), &keys);
        let (new, numbering) = graph.reordered(order).unwrap();
        let of_new = edges(&new, |n| numbering.old_node(n), |e| numbering.old_edge(e));
        prop_assert_eq!(of_new, edges(&graph, |n| n, |e| e));
        let back = |n: u32| numbering.new_node(numbering.old_node(n));
        prop_assert!((0..new.nodes()).all(|node| back(node) == node));
        prop_assert!((0..new.edges() as u32).all(|e| numbering.new_edge(numbering.old_edge(e)) == e));
        prop_assert!((0..new.nodes()).all(|node| new.neighbours(node).is_sorted()));
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (again, _) = pool.install(|| graph.reordered(order)).unwrap();
            prop_assert_eq!(&again, &new);
        }
    }
}
