//! `check ktruss(in_truss, k)`: the marked edges are the largest set of edges in which every edge
//! is part of at least `k - 2` triangles of edges of the set.
//!
//! The graph is treated as undirected: the two directions of an edge are one edge, and both must be
//! marked or none. Self-loops and parallel edges do not count: a self-loop must not be marked, and
//! all edges between two nodes must be marked alike.

use std::collections::{BTreeMap, BTreeSet};

use super::mismatch::Count;
use super::{Check, Difference, Kind, Mismatch, Parameter, Place, Scalar, Type};
use crate::adjacency::Adjacency;

/// The check `ktruss`.
pub const CHECK: Check = Check {
    name: "ktruss",
    summary: "in_truss marks the largest set of edges with at least k - 2 triangles each",
    parameters: &[
        Parameter { name: "in_truss", kind: Kind::EdgeColumn(&[Type::Bool]) },
        Parameter { name: "k", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let Scalar::U32(k) = arguments.scalar(1) else {
            unreachable!("the parameter takes u32 only");
        };
        Ok(check_edges(graph, k, arguments.truths(0))?)
    },
    run_on_edges: None,
};

/// The remaining neighbours of each node.
type Neighbours = BTreeMap<u32, BTreeSet<u32>>;

fn common(neighbours: &Neighbours, u: u32, v: u32) -> usize {
    neighbours[&u].intersection(&neighbours[&v]).count()
}

/// Computes the k-truss as the remaining neighbours of each node. The algorithm removes edges with
/// too few triangles, one after the other. A removed edge may leave too few triangles for the edges
/// from its ends to their common neighbours.
pub fn truss(graph: &Adjacency, k: u32) -> BTreeMap<u32, BTreeSet<u32>> {
    let wanted = k.saturating_sub(2) as usize;
    let simple = graph.undirected().simple();
    let row = |node| (node, simple.targets(node).iter().copied().collect());
    let mut neighbours: Neighbours = (0..simple.nodes()).map(row).collect();
    let mut suspects: Vec<(u32, u32)> =
        simple.all_edges().map(|(u, v, _)| (u, v)).filter(|(u, v)| u < v).collect();
    while let Some((u, v)) = suspects.pop() {
        if !neighbours[&u].contains(&v) || common(&neighbours, u, v) >= wanted {
            continue;
        }
        for w in neighbours[&u].intersection(&neighbours[&v]) {
            suspects.extend([(u, *w), (v, *w)]);
        }
        for (from, to) in [(u, v), (v, u)] {
            neighbours.entry(from).and_modify(|row| {
                row.remove(&to);
            });
        }
    }
    neighbours
}

/// Checks that the edges for which `found` is true, in the order of [`Adjacency::all_edges`], are
/// the k-truss.
///
/// # Errors
///
/// Returns an error if an edge is wrong.
///
/// # Panics
///
/// Panics if `found` does not have one value per edge.
pub fn check_edges(graph: &Adjacency, k: u32, found: &[bool]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.edges(), "one value for each edge");
    let truss = truss(graph, k);
    let mut count = Count::default();
    for ((source, target, _), &found) in graph.all_edges().zip(found) {
        let expected = truss[&source].contains(&target);
        count.add((found != expected).then_some(|| {
            let triangles = common(&truss, source, target);
            let reason = format!("the truss has {triangles} common neighbours of its ends");
            let place = Place::Edge { source, target };
            Difference { place, expected: expected.to_string(), found: found.to_string(), reason }
        }));
    }
    count.verdict("in_truss")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this graph, whose edges have one direction each:
    ///
    /// ```text
    /// 0, 1, 2, 3: all joined    3, 4, 5: all joined    5 -> 6 -> 6    1 -> 0 again
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges = [
            (0, 1),
            (0, 2),
            (0, 3),
            (1, 0),
            (1, 2),
            (1, 3),
            (2, 3),
            (3, 4),
            (3, 5),
            (4, 5),
            (5, 6),
            (6, 6),
        ];
        Adjacency::from_edges(7, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    /// The largest k for which each edge is in the k-truss; 0 for the self-loop.
    const TRUSS: [u32; 12] = [4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 2, 0];

    #[test]
    fn trusses_of_a_hand_drawn_graph() {
        for k in 0..7 {
            let right = TRUSS.map(|largest| largest >= k.max(2));
            assert_eq!(check_edges(&hand_drawn(), k, &right), Ok(()), "{k}");
            for edge in 0..12 {
                let mut found = right;
                found[edge] = !found[edge];
                let refused = check_edges(&hand_drawn(), k, &found).unwrap_err();
                assert_eq!(refused.wrong, 1, "{k} {edge}");
            }
        }
    }

    /// In a strip of triangles, the removal of an edge at one end removes all others.
    #[test]
    fn removals_cause_removals() {
        let edges = (0..9).flat_map(|u| [(u, u + 1), (u, u + 2)]);
        let strip = Adjacency::from_edges(11, edges.map(|(u, v)| (u, v, None))).unwrap();
        assert_eq!(check_edges(&strip, 3, &[true; 18]).unwrap_err().wrong, 1);
        assert_eq!(check_edges(&strip, 4, &[false; 18]), Ok(()));
    }

    #[test]
    fn reasons_name_the_common_neighbours() {
        let mut found = TRUSS.map(|largest| largest >= 3);
        found[10] = true;
        assert_eq!(
            check_edges(&hand_drawn(), 3, &found).unwrap_err().to_string(),
            "1 of 12 edges have a wrong in_truss\n\
             the edge 5 -> 6 has in_truss true, expected false: the truss has 0 common neighbours \
             of its ends"
        );
    }
}
