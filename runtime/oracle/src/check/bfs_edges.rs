//! `check bfs(level, source)` for a graph that is too large for an adjacency: verifies the levels
//! with one pass over the edges.
//!
//! The levels are right if and only if:
//!
//! 1. the source has level 0, and no other node has level 0,
//! 2. for each edge from `u` to `v`, if `u` was reached, the level of `v` is at most that of `u` plus 1,
//! 3. each node that was reached, except the source, has an in-neighbour whose level is one less.
//!
//! By 3, a node with level `l` is the end of a path of `l` edges that starts at a node with level 0,
//! which is the source by 1. Its distance is therefore at most `l`. By 2, the levels along a shortest
//! path grow by at most 1 per edge, so `l` is at most the distance. A node that no path reaches has no
//! level, because 3 would lead to a path.
//!
//! The conditions are independent of each other and of the order of the edges, so all threads of the
//! machine share the edges. This is the only check that several threads run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bfs::{UNREACHED, show};
use super::{Difference, Mismatch, Place};
use crate::stream::{EdgeStream, for_each_edge};

/// Verifies `found`, which has one level per node, for a search from `source`.
///
/// # Errors
///
/// Returns an error if a level is wrong. It describes only the wrong node with the smallest id of
/// those that violate the first violated condition.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph, or if `found` does not have one level per node.
pub fn check_levels(edges: &dyn EdgeStream, source: u32, found: &[u32]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), edges.nodes() as usize, "one level for each node");
    let level = |node: u32| found[node as usize];
    let refuse = |node: u32, expected: String, reason: String| {
        let (place, found) = (Place::Node(node), show(&level(node)));
        let first = vec![Difference { place, expected, found, reason }];
        Err(Mismatch { what: "level", wrong: 1, of: edges.nodes() as usize, first })
    };
    let nodes = || 0..edges.nodes();
    if let Some(node) = nodes().find(|node| (level(*node) == 0) != (*node == source)) {
        return match node == source {
            true => refuse(node, "0".into(), "it is the source".into()),
            false => refuse(node, "another level".into(), "only the source has level 0".into()),
        };
    }
    let has_parent: Vec<AtomicBool> = nodes().map(|_| AtomicBool::new(false)).collect();
    // The smallest node whose level is too large, and its in-neighbour.
    let too_far: Mutex<Option<(u32, u32)>> = Mutex::new(None);
    for_each_edge(edges, |from, to| {
        if level(from) == UNREACHED {
            return;
        }
        let next = level(from).saturating_add(1);
        if level(to) > next {
            let mut least = too_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *least = Some(least.map_or((to, from), |known| known.min((to, from))));
        } else if level(to) == next && !has_parent[to as usize].load(Ordering::Relaxed) {
            has_parent[to as usize].store(true, Ordering::Relaxed);
        }
    });
    if let Some((to, from)) = too_far.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    {
        let most = level(from).saturating_add(1);
        let reason = format!("its in-neighbour {from} has level {}", level(from));
        return refuse(to, format!("at most {most}"), reason);
    }
    let is_orphan = |node: &u32| {
        let was_reached = level(*node) != UNREACHED && *node != source;
        was_reached && !has_parent[*node as usize].load(Ordering::Relaxed)
    };
    match nodes().find(is_orphan) {
        Some(node) => {
            let reason = format!("no in-neighbour has level {}", level(node).saturating_sub(1));
            refuse(node, "another level".into(), reason)
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjacency::Adjacency;
    use crate::check::bfs::{self, levels};

    /// A graph whose edges are in parts of three edges.
    struct List(u32, Vec<(u32, u32)>);

    impl EdgeStream for List {
        fn nodes(&self) -> u32 {
            self.0
        }

        fn parts(&self) -> usize {
            self.1.len().div_ceil(3)
        }

        fn for_each(&self, part: usize, visit: &mut dyn FnMut(u32, u32)) {
            let end = (3 * part + 3).min(self.1.len());
            self.1[3 * part..end].iter().for_each(|(source, target)| visit(*source, *target));
        }
    }

    /// Returns numbers that look random, from a linear congruential generator.
    fn numbers(mut state: u64) -> impl FnMut(u32) -> u32 {
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        }
    }

    /// Compares the verdicts with those of the queue, for right levels and for levels of which one
    /// is changed.
    #[test]
    fn the_verdict_is_that_of_a_search() {
        for seed in 0..200 {
            let mut number = numbers(seed);
            let nodes = 1 + number(12);
            let count = number(30);
            let list: Vec<_> = (0..count).map(|_| (number(nodes), number(nodes))).collect();
            let source = number(nodes);
            let graph = list.iter().map(|(u, v)| (*u, *v, None));
            let graph = Adjacency::from_edges(nodes, graph).unwrap();
            let right = levels(&graph, source);
            let stream = List(nodes, list);
            assert_eq!(check_levels(&stream, source, &right), Ok(()), "{seed}");
            for node in 0..nodes as usize {
                for wrong in [0, 1, 2, 3, UNREACHED - 1, UNREACHED] {
                    let mut found = right.clone();
                    found[node] = wrong;
                    let expected = bfs::check_levels(&graph, source, &found).is_ok();
                    let verdict = check_levels(&stream, source, &found);
                    assert_eq!(verdict.is_ok(), expected, "{seed} {node} {wrong}");
                }
            }
        }
    }

    #[test]
    fn reasons_name_the_condition() {
        let stream = List(4, vec![(0, 1), (1, 2), (2, 0), (0, 2)]);
        let refuse = |found: [u32; 4]| {
            check_levels(&stream, 0, &found).unwrap_err().to_string().replace('\n', ": ")
        };
        let head = "1 of 4 nodes have a wrong level: node";
        assert_eq!(
            refuse([1, 1, 1, UNREACHED]),
            format!("{head} 0 has level 1, expected 0: it is the source")
        );
        assert_eq!(
            refuse([0, 1, 0, UNREACHED]),
            format!("{head} 2 has level 0, expected another level: only the source has level 0")
        );
        assert_eq!(
            refuse([0, 1, 2, UNREACHED]),
            format!("{head} 2 has level 2, expected at most 1: its in-neighbour 0 has level 0")
        );
        assert_eq!(
            refuse([0, 1, 1, 5]),
            format!("{head} 3 has level 5, expected another level: no in-neighbour has level 4")
        );
    }
}
