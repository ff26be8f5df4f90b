//! `check bfs(level, source)`: the level of a node is the least number of edges on a path from
//! `source`, or the largest `u32` if there is no path.

use std::collections::VecDeque;

use super::{Check, Column, Kind, Mismatch, Parameter, Type, bfs_edges};
use crate::adjacency::Adjacency;

/// The level of a node that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// The check `bfs`.
pub const CHECK: Check = Check {
    name: "bfs",
    summary: "level is the least number of edges on a path from source, or MAX without a path",
    parameters: &[
        Parameter { name: "level", kind: Kind::Column(&[Type::U32]) },
        Parameter { name: "source", kind: Kind::Node },
    ],
    run: |graph, arguments| {
        let Column::U32(found) = arguments.column(0) else {
            unreachable!("the parameter takes u32 only");
        };
        Ok(check_levels(graph, arguments.node(1), found)?)
    },
    run_on_edges: Some(|edges, arguments| {
        let Column::U32(found) = arguments.column(0) else {
            unreachable!("the parameter takes u32 only");
        };
        Ok(bfs_edges::check_levels(edges, arguments.node(1), found)?)
    }),
};

/// Computes the level of each node by breadth-first search with a queue.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph.
pub fn levels(graph: &Adjacency, source: u32) -> Vec<u32> {
    let mut level = vec![UNREACHED; graph.nodes() as usize];
    let mut queue = VecDeque::new();
    level[source as usize] = 0;
    queue.push_back(source);
    while let Some(node) = queue.pop_front() {
        for &target in graph.targets(node) {
            if level[target as usize] == UNREACHED {
                level[target as usize] = level[node as usize] + 1;
                queue.push_back(target);
            }
        }
    }
    level
}

/// Compares `found`, which has one level per node, with the levels from `source`.
///
/// # Errors
///
/// Returns an error if a level is wrong.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph, or if `found` does not have one level per node.
pub fn check_levels(graph: &Adjacency, source: u32, found: &[u32]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one level for each node");
    let expected = levels(graph, source);
    let explain = |node| explain(graph, source, &expected, found, node);
    Mismatch::compare("level", &expected, found, show, explain)
}

pub(super) fn show(level: &u32) -> String {
    match *level {
        UNREACHED => "MAX (not reached)".to_owned(),
        level => level.to_string(),
    }
}

/// Returns the reason why the level found for `node` is wrong.
fn explain(graph: &Adjacency, source: u32, expected: &[u32], found: &[u32], node: u32) -> String {
    if node == source {
        return "it is the source".to_owned();
    }
    let level = expected[node as usize];
    if level == UNREACHED {
        return format!("no path leads to it from node {source}");
    }
    // The search reached the node from an in-neighbour whose level is one less.
    let nearest = (0..graph.nodes())
        .find(|&from| {
            expected[from as usize].checked_add(1) == Some(level)
                && graph.targets(from).contains(&node)
        })
        .expect("a node that the search reached has an in-neighbour one level nearer");
    let from_source = level - 1;
    let mut reason = format!("its in-neighbour {nearest} has level {from_source}");
    if found[nearest as usize] != from_source {
        reason += &format!(" (found {}, which is wrong too)", show(&found[nearest as usize]));
    }
    if found[node as usize] < level {
        reason += ", and no in-neighbour has a lower level";
    }
    reason
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjacency::Adjacency;
    use crate::check::Place;

    /// Returns this graph:
    ///
    /// ```text
    /// 0 -> 1 -> 3 -> 4     5 -> 0, 6 alone
    /// 0 -> 2 -> 3    4 -> 0
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 0), (5, 0)];
        Adjacency::from_edges(7, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    const FROM_0: [u32; 7] = [0, 1, 1, 2, 3, UNREACHED, UNREACHED];

    #[test]
    fn levels_of_a_hand_drawn_graph() {
        assert_eq!(levels(&hand_drawn(), 0), FROM_0);
        assert_eq!(levels(&hand_drawn(), 5), [1, 2, 2, 3, 4, 0, UNREACHED]);
        let alone = [[UNREACHED; 6].as_slice(), &[0]].concat();
        assert_eq!(levels(&hand_drawn(), 6), alone);
    }

    #[test]
    fn every_single_wrong_level_is_refused_and_named() {
        let graph = hand_drawn();
        assert_eq!(check_levels(&graph, 0, &FROM_0), Ok(()));
        for node in 0..7 {
            for wrong in [0, 1, 2, 3, 4, UNREACHED - 1, UNREACHED] {
                let mut found = FROM_0;
                found[node] = wrong;
                if found == FROM_0 {
                    continue;
                }
                let mismatch = check_levels(&graph, 0, &found).unwrap_err();
                assert_eq!((mismatch.wrong, mismatch.of), (1, 7));
                assert_eq!(mismatch.first[0].place, Place::Node(node as u32));
            }
        }
    }

    #[test]
    fn reasons_point_at_the_graph() {
        let refuse = |found: [u32; 7]| check_levels(&hand_drawn(), 0, &found).unwrap_err();
        assert_eq!(
            refuse([0, 1, 1, 5, 3, UNREACHED, UNREACHED]).to_string(),
            "1 of 7 nodes have a wrong level\n\
             node 3 has level 5, expected 2: its in-neighbour 1 has level 1"
        );
        assert_eq!(
            refuse([0, 1, 1, 1, 3, 7, UNREACHED]).to_string(),
            "2 of 7 nodes have a wrong level\n\
             node 3 has level 1, expected 2: its in-neighbour 1 has level 1, \
             and no in-neighbour has a lower level\n\
             node 5 has level 7, expected MAX (not reached): no path leads to it from node 0"
        );
        assert_eq!(
            refuse([1, 2, 2, 3, 4, UNREACHED, UNREACHED]).to_string(),
            "5 of 7 nodes have a wrong level\n\
             node 0 has level 1, expected 0: it is the source\n\
             node 1 has level 2, expected 1: its in-neighbour 0 has level 0 \
             (found 1, which is wrong too)\n\
             node 2 has level 2, expected 1: its in-neighbour 0 has level 0 \
             (found 1, which is wrong too)\n\
             and 2 more"
        );
    }

    /// Checks that levels of the reversed graph are rejected for the graph.
    #[test]
    fn a_search_along_reversed_edges_is_refused() {
        let graph = hand_drawn();
        let reversed = graph.all_edges().map(|(u, v, weight)| (v, u, weight));
        let reversed = Adjacency::from_edges(graph.nodes(), reversed).unwrap();
        assert!(check_levels(&graph, 0, &levels(&reversed, 0)).is_err());
    }
}
