//! `check walks(walk, length)`: the array has walks of `length` nodes each, one after the other.
//!
//! The number of walks must be a multiple of the number of nodes of the graph. Walk `w` starts at
//! node `w` modulo the number of nodes. An edge must lead from each node of a walk to the next one.
//! A walk may end early, with `MAX` in all remaining places, only at a node without out-edges.
//!
//! The check does not test how likely walks are: each walk is possible.

use super::{
    ArgumentError, Check, CheckError, Column, Difference, Kind, Mismatch, Parameter, Scalar, Type,
};
use crate::adjacency::Adjacency;

/// The check `walks`.
pub const CHECK: Check = Check {
    name: "walks",
    summary: "walk has walks along edges from every node, one after the other",
    parameters: &[
        Parameter { name: "walk", kind: Kind::Array(&[Type::U32]) },
        Parameter { name: "length", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let (Column::U32(walk), Scalar::U32(length)) = (arguments.column(0), arguments.scalar(1))
        else {
            unreachable!("the parameters take u32 only");
        };
        check_walks(graph, walk, length)
    },
    run_on_edges: None,
};

/// The value after the end of a walk.
const END: u32 = u32::MAX;

/// Checks that `walk` has walks of `length` nodes each.
///
/// # Errors
///
/// Returns an error if the array does not have the same number of walks for each node, or if a walk
/// is wrong.
pub fn check_walks(graph: &Adjacency, walk: &[u32], length: u32) -> Result<(), CheckError> {
    let (nodes, length) = (graph.nodes() as usize, length as usize);
    if walk.is_empty() {
        return Ok(());
    }
    if length == 0 || nodes == 0 || !walk.len().is_multiple_of(nodes * length) {
        let reason = format!(
            "{} elements are not the same number of walks of {length} nodes for each of {nodes} nodes",
            walk.len()
        );
        return Err(ArgumentError::UnsuitableGraph { check: CHECK.name, reason }.into());
    }
    // Each wrong walk counts for its first node.
    let of_node = |node: usize| walk.chunks(length).skip(node).step_by(nodes);
    let flaw_of = |node: usize| of_node(node).find_map(|walk| flaw(graph, node as u32, walk));
    Ok(Mismatch::of_nodes("walk", (0..nodes).map(|node| flaw_of(node).is_some()), |node| {
        let (found, reason) = flaw_of(node as usize).unwrap_or_default();
        Difference::at(node, "a walk along edges".to_owned(), found, reason)
    })?)
}

/// Returns the first wrong place of a walk that starts at `start`, and the reason.
fn flaw(graph: &Adjacency, start: u32, walk: &[u32]) -> Option<(String, String)> {
    if walk[0] != start {
        let reason = "the first node of the walk is wrong".to_owned();
        return Some((walk[0].to_string(), reason));
    }
    walk.windows(2).find_map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        let reason = match (from, to) {
            (END, END) => return None,
            (END, _) => "the walk goes on after its end".to_owned(),
            (from, END) if graph.targets(from).is_empty() => return None,
            (from, END) => format!("the walk ends at node {from}, which has edges"),
            (from, to) if graph.targets(from).contains(&to) => return None,
            (from, to) => format!("no edge leads from {from} to {to}"),
        };
        Some((to.to_string(), reason))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the graph 0 -> 1 -> 2, 1 -> 0.
    fn graph() -> Adjacency {
        Adjacency::from_edges(3, [(0, 1), (1, 2), (1, 0)].map(|(u, v)| (u, v, None))).unwrap()
    }

    const WALKS: [u32; 18] = [0, 1, 0, 1, 2, END, 2, END, END, 0, 1, 2, 1, 0, 1, 2, END, END];

    #[test]
    fn possible_walks_pass() {
        assert_eq!(check_walks(&graph(), &WALKS, 3), Ok(()));
        assert_eq!(check_walks(&graph(), &[0, 1, 2], 1), Ok(()));
        assert_eq!(check_walks(&graph(), &[], 3), Ok(()));
    }

    /// Every change of a place is wrong, except that a walk may also go to the other neighbour of
    /// node 1 at its end.
    #[test]
    fn every_single_wrong_place_is_refused() {
        for place in 0..WALKS.len() {
            for wrong in [0, 1, 2, 7, END].into_iter().filter(|&wrong| wrong != WALKS[place]) {
                let mut found = WALKS;
                found[place] = wrong;
                let result = check_walks(&graph(), &found, 3);
                let is_other = place % 3 == 2 && found[place - 1] == 1 && [0, 2].contains(&wrong);
                match result {
                    Ok(()) => assert!(is_other, "{place} {wrong}"),
                    Err(CheckError::Mismatch(mismatch)) => {
                        assert!(!is_other && mismatch.wrong == 1, "{place} {wrong}: {mismatch}");
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }

    #[test]
    fn arrays_of_the_wrong_length_are_not_checked() {
        for (found, length) in
            [(&WALKS[..17], 3), (&WALKS[..3], 3), (&WALKS[..], 0), (&WALKS[..], 4)]
        {
            let result = check_walks(&graph(), found, length);
            assert!(matches!(result, Err(CheckError::Argument(_))), "{length} {result:?}");
        }
    }
}
