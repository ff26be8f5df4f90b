//! Pairs each edge with its reverse.
//!
//! The edge number `k` of those from `u` to `v`, in the order of their ids, and the edge number `k`
//! of those from `v` to `u` are each other's reverse. Therefore a self-loop is its own reverse, and
//! parallel edges have different reverses. If more edges lead from `u` to `v` than back, the last
//! of them have none.
//!
//! From: the merge of a sparse matrix with its transpose, after two passes of counting sort.

use crate::offsets::{EdgeId, Offsets};
use crate::transpose::starts;

/// Returns the reverse of each edge of a graph, or [`EdgeId::NONE`]. Takes time proportional to the
/// size of the graph.
pub fn reverse_edges<O: EdgeId>(offsets: &Offsets, targets: &[u32]) -> Vec<O> {
    let sources = sources(offsets, targets);
    let incoming: Vec<O> = by_target_and_source(offsets, targets);
    let outgoing = counting_sort(incoming.iter().copied(), offsets.len(), &sources);
    let mut reverse = vec![O::NONE; targets.len()];
    let (mut out, mut back) = (outgoing.iter().peekable(), incoming.iter().peekable());
    while let (Some(&&edge), Some(&&other)) = (out.peek(), back.peek()) {
        let ends = (sources[edge.index()], targets[edge.index()]);
        let reversed = (targets[other.index()], sources[other.index()]);
        if ends == reversed {
            reverse[edge.index()] = other;
        }
        if ends <= reversed {
            out.next();
        }
        if ends >= reversed {
            back.next();
        }
    }
    reverse
}

/// Returns the edges of a graph, ordered by source, target and id. Takes time proportional to the
/// size of the graph.
pub fn edges_by_target<O: EdgeId>(offsets: &Offsets, targets: &[u32]) -> Vec<O> {
    let incoming: Vec<O> = by_target_and_source(offsets, targets);
    counting_sort(incoming.into_iter(), offsets.len(), &sources(offsets, targets))
}

/// Returns the edges, ordered by target, source and id.
fn by_target_and_source<O: EdgeId>(offsets: &Offsets, targets: &[u32]) -> Vec<O> {
    counting_sort((0..targets.len()).map(O::new), offsets.len(), targets)
}

/// Returns the source of each edge.
fn sources(offsets: &Offsets, targets: &[u32]) -> Vec<u32> {
    let mut sources = vec![0u32; targets.len()];
    for (row, node) in offsets.rows().zip(0u32..) {
        sources[row].fill(node);
    }
    sources
}

/// Sorts edges by a key, which is less than `keys`. Edges with the same key keep their order.
fn counting_sort<O: EdgeId>(edges: impl Iterator<Item = O>, keys: usize, key: &[u32]) -> Vec<O> {
    let mut next: Vec<O> = starts(keys, key);
    let mut sorted = vec![O::new(0); key.len()];
    for edge in edges {
        let place = &mut next[key[edge.index()] as usize];
        sorted[place.index()] = edge;
        *place = O::new(place.index() + 1);
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_loops_are_their_own_reverse_and_parallel_edges_pair_up() {
        // 0 → 1, 1, 0; 1 → 0, 2, 0, 1, 1; 2 → nothing.
        let (offsets, targets) =
            (Offsets::Narrow(vec![0, 3, 8, 8].into()), [1, 1, 0, 0, 2, 0, 1, 1]);
        let reverse: Vec<u32> = reverse_edges(&offsets, &targets);
        assert_eq!(reverse, [3, 5, 2, 0, u32::MAX, 1, 6, 7]);
        let wide = Offsets::Wide(offsets.widened().into());
        let reverse: Vec<u64> = reverse_edges(&wide, &targets);
        assert_eq!(reverse, [3, 5, 2, 0, u64::MAX, 1, 6, 7]);
    }

    #[test]
    fn the_surplus_of_parallel_edges_has_no_reverse() {
        let (offsets, targets) = (Offsets::Narrow(vec![0, 3, 4].into()), [1, 1, 1, 0]);
        assert_eq!(reverse_edges::<u32>(&offsets, &targets), [3, u32::MAX, u32::MAX, 0]);
    }

    #[test]
    fn without_edges_there_is_nothing_to_pair() {
        for offsets in [vec![0], vec![0, 0, 0]] {
            assert!(reverse_edges::<u32>(&Offsets::Narrow(offsets.into()), &[]).is_empty());
        }
    }
}
