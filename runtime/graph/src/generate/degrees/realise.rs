//! Constructs a simple graph with given degrees, if one exists.
//!
//! Kleitman and Wang, "Algorithms for constructing graphs and digraphs with given valences and
//! factors" (Discrete Mathematics 6, 1973): take any node, connect it with the nodes that miss the
//! most incoming edges (of those that miss equally many, with the nodes that miss the most outgoing
//! edges), and continue with the next node. If this fails, no simple graph has these degrees.
//!
//! Random swaps, one attempt for each edge, then mix the result. It is less random than that of
//! [`super::wire`], so the generator uses it only where [`super::repair`] fails.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Degrees, Edge, repair};

/// The nodes that miss incoming edges: the numbers of missing incoming edges and of missing
/// outgoing edges, and the node. Of equal nodes, the smallest comes first.
type Missing = BinaryHeap<(u32, u32, Reverse<u32>)>;

/// Returns the edges of a simple graph, sorted by source. Returns `None` if no simple graph has
/// these degrees.
pub(super) fn realise(degrees: &Degrees, seed: u64) -> Option<Vec<Edge>> {
    let mut missing: Missing = (0..)
        .zip(degrees.r#in.iter().zip(&degrees.out))
        .filter(|(_, (r#in, _))| **r#in > 0)
        .map(|(node, (&r#in, &out))| (r#in, out, Reverse(node)))
        .collect();
    let mut sources: Vec<u32> = (0..degrees.out.len() as u32).collect();
    sources.sort_by_key(|&node| Reverse(degrees.out[node as usize]));
    let mut done = vec![false; degrees.out.len()];
    let mut edges = Vec::with_capacity(degrees.out.iter().map(|&degree| degree as usize).sum());
    for source in sources {
        connect(source, degrees.out[source as usize], &mut missing, &mut done, &mut edges)?;
    }
    edges.sort_unstable();
    repair::mix_edges(&mut edges, seed);
    Some(edges)
}

/// Connects `source` with `degree` nodes. Returns `None` if too few nodes miss an incoming edge.
fn connect(
    source: u32,
    degree: u32,
    missing: &mut Missing,
    done: &mut [bool],
    edges: &mut Vec<Edge>,
) -> Option<()> {
    let mut aside = Vec::new();
    let first = edges.len();
    while edges.len() < first + degree as usize {
        let (r#in, out, Reverse(node)) = missing.pop()?;
        if done[node as usize] && out > 0 {
            // The node has got all its outgoing edges since it was pushed.
            missing.push((r#in, 0, Reverse(node)));
        } else if node == source {
            aside.push((r#in, 0, Reverse(node)));
        } else {
            edges.push((source, node));
            aside.push((r#in - 1, out, Reverse(node)));
        }
    }
    done[source as usize] = true;
    missing.extend(aside.into_iter().filter(|(r#in, _, _)| *r#in > 0));
    Some(())
}
