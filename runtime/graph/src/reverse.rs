//! Pairs each edge with its reverse.
//!
//! The edge number `k` of those from `u` to `v`, in the order of their ids, and the edge number `k`
//! of those from `v` to `u` are each other's reverse. Therefore a self-loop is its own reverse, and
//! parallel edges have different reverses. If more edges lead from `u` to `v` than back, the last
//! of them have none.
//!
//! From: the merge of a sparse matrix with its transpose, after two passes of counting sort.

/// The reverse of an edge that has none. It is larger than the id of every edge.
pub const NO_EDGE: u32 = u32::MAX;

/// Returns the reverse of each edge of a graph, or [`NO_EDGE`]. Takes time proportional to the size
/// of the graph.
pub fn reverse_edges(offsets: &[u32], targets: &[u32]) -> Vec<u32> {
    let sources = sources(offsets, targets);
    let incoming = by_target_and_source(offsets, targets);
    let outgoing = counting_sort(incoming.iter().copied(), offsets.len(), &sources);
    let mut reverse = vec![NO_EDGE; targets.len()];
    let (mut out, mut back) = (outgoing.iter().peekable(), incoming.iter().peekable());
    while let (Some(&&edge), Some(&&other)) = (out.peek(), back.peek()) {
        let ends = (sources[edge as usize], targets[edge as usize]);
        let reversed = (targets[other as usize], sources[other as usize]);
        if ends == reversed {
            reverse[edge as usize] = other;
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
pub fn edges_by_target(offsets: &[u32], targets: &[u32]) -> Vec<u32> {
    let incoming = by_target_and_source(offsets, targets);
    counting_sort(incoming.into_iter(), offsets.len(), &sources(offsets, targets))
}

/// Returns the edges, ordered by target, source and id.
fn by_target_and_source(offsets: &[u32], targets: &[u32]) -> Vec<u32> {
    counting_sort(0..targets.len() as u32, offsets.len(), targets)
}

/// Returns the source of each edge.
fn sources(offsets: &[u32], targets: &[u32]) -> Vec<u32> {
    let mut sources = vec![0u32; targets.len()];
    for (row, node) in offsets.windows(2).zip(0u32..) {
        sources[row[0] as usize..row[1] as usize].fill(node);
    }
    sources
}

/// Sorts edges by a key, which is less than `keys`. Edges with the same key keep their order.
fn counting_sort(edges: impl Iterator<Item = u32>, keys: usize, key: &[u32]) -> Vec<u32> {
    let mut next = vec![0u32; keys + 1];
    for &key in key {
        next[key as usize + 1] += 1;
    }
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let mut sorted = vec![0u32; key.len()];
    for edge in edges {
        let place = &mut next[key[edge as usize] as usize];
        sorted[*place as usize] = edge;
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_loops_are_their_own_reverse_and_parallel_edges_pair_up() {
        // 0 → 1, 1, 0; 1 → 0, 2, 0, 1, 1; 2 → nothing.
        let (offsets, targets) = ([0, 3, 8, 8], [1, 1, 0, 0, 2, 0, 1, 1]);
        let reverse = reverse_edges(&offsets, &targets);
        assert_eq!(reverse, [3, 5, 2, 0, NO_EDGE, 1, 6, 7]);
    }

    #[test]
    fn the_surplus_of_parallel_edges_has_no_reverse() {
        let (offsets, targets) = ([0, 3, 4], [1, 1, 1, 0]);
        assert_eq!(reverse_edges(&offsets, &targets), [3, NO_EDGE, NO_EDGE, 0]);
    }

    #[test]
    fn without_edges_there_is_nothing_to_pair() {
        assert!(reverse_edges(&[0], &[]).is_empty());
        assert!(reverse_edges(&[0, 0, 0], &[]).is_empty());
    }
}
