//! `check triangles(count)`: the number of sets of three nodes that are all neighbours.
//!
//! The graph is treated as undirected and simple: the direction of edges, parallel edges and
//! self-loops do not matter. Each triangle is counted once.

use super::partition::LABELS;
use super::{Check, Kind, Mismatch, Parameter};
use crate::adjacency::Adjacency;

/// The check `triangles`.
pub const CHECK: Check = Check {
    name: "triangles",
    summary: "count is the number of sets of three nodes that are all neighbours",
    parameters: &[Parameter { name: "count", kind: Kind::Scalar(LABELS) }],
    run: |graph, arguments| {
        let found = arguments.scalar(0).as_integer().expect("the parameter takes integers only");
        Ok(check_count(graph, found)?)
    },
    run_on_edges: None,
};

/// Counts the triangles.
pub fn count(graph: &Adjacency) -> u64 {
    count_and_first(graph).0
}

/// Returns the number of triangles, and one of them if there are any.
///
/// Nodes are ranked by degree, and each triangle is found once, at its node of lowest rank. The
/// ranking also bounds the number of higher-ranked neighbours of every node, even if its degree is
/// large.
fn count_and_first(graph: &Adjacency) -> (u64, Option<[u32; 3]>) {
    let neighbours = graph.undirected().simple();
    let rank = |node: u32| (neighbours.targets(node).len(), node);
    let above: Vec<Vec<u32>> = (0..graph.nodes())
        .map(|u| neighbours.targets(u).iter().copied().filter(|&v| rank(v) > rank(u)).collect())
        .collect();
    let mut is_neighbour = vec![false; above.len()];
    let (mut count, mut first) = (0, None);
    for (u, above_u) in (0u32..).zip(&above) {
        for &v in above_u {
            is_neighbour[v as usize] = true;
        }
        for &v in above_u {
            for &w in above[v as usize].iter().filter(|&&w| is_neighbour[w as usize]) {
                count += 1;
                first = first.or(Some([u, v, w]));
            }
        }
        for &v in above_u {
            is_neighbour[v as usize] = false;
        }
    }
    (count, first)
}

/// Compares `found` with the number of triangles.
///
/// # Errors
///
/// Returns an error if `found` is wrong.
pub fn check_count(graph: &Adjacency, found: i128) -> Result<(), Mismatch> {
    let (expected, first) = count_and_first(graph);
    if found == i128::from(expected) {
        return Ok(());
    }
    let mut reason = match first {
        None => "no three nodes are all neighbours".to_owned(),
        Some(mut nodes) => {
            nodes.sort_unstable();
            format!("one triangle has the nodes {}, {} and {}", nodes[0], nodes[1], nodes[2])
        }
    };
    for (times, place) in [(2, "in both directions"), (3, "at each node"), (6, "at each edge")] {
        if expected != 0 && found == times * i128::from(expected) {
            reason += &format!(
                "; the result is {times} times as large, as if each triangle counted {place}"
            );
        }
    }
    Err(Mismatch::of_graph("count", expected, found, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Column, Scalar, Value};

    fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
        Adjacency::from_edges(nodes, edges.iter().map(|&(u, v)| (u, v, None))).unwrap()
    }

    /// Returns a square with one diagonal, with parallel edges and a self-loop, and an isolated
    /// node.
    fn hand_drawn() -> Adjacency {
        graph(5, &[(0, 1), (1, 0), (1, 2), (2, 3), (2, 3), (3, 0), (0, 2), (2, 2)])
    }

    #[test]
    fn triangles_of_hand_drawn_graphs() {
        assert_eq!(count(&hand_drawn()), 2);
        assert_eq!(count(&graph(0, &[])), 0);
        assert_eq!(count(&graph(3, &[(0, 1), (1, 0), (0, 0), (1, 2)])), 0);
        let complete: Vec<_> = (0..7).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
        assert_eq!(count(&graph(7, &complete)), 35);
    }

    #[test]
    fn wrong_counts_are_refused() {
        for wrong in [-1, 0, 1, 3, 4, 6, 12] {
            assert!(check_count(&hand_drawn(), wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            check_count(&hand_drawn(), 6).unwrap_err().to_string(),
            "the count is wrong\n\
             the graph has count 6, expected 2: one triangle has the nodes 0, 1 and 2; \
             the result is 3 times as large, as if each triangle counted at each node"
        );
    }

    #[test]
    fn globals_are_columns_of_one_value() {
        let run = |value| CHECK.run(&hand_drawn(), &[value]);
        assert_eq!(run(Value::Scalar(Scalar::U32(2))), Ok(()));
        assert_eq!(run(Value::Column(Column::U64(&[2]))), Ok(()));
        assert_eq!(
            run(Value::Column(Column::U64(&[2, 2]))).unwrap_err().to_string(),
            "check triangles: 'count' has 2 values, but it must have one value"
        );
    }
}
