/// k-truss: the largest subgraph in which every edge is part of at least k - 2 triangles. The members
/// of a group of friends know each other well if most pairs of friends have common friends in the group.
///
/// Edges with too few triangles are removed until all remaining edges have enough. The triangles of an
/// edge are found by merging the sorted lists of the neighbours of its two ends. A removal only lowers
/// the counts of other edges, so edges can be removed in any order and while others are counted.
///
/// From: Cohen, "Trusses: cohesive subgraphs for social network analysis", 2008; the merge as in Green,
/// Yalamanchili and Munguía, "Fast triangle counting on the GPU", IA3 2014.
/// Work: O(edges · largest degree · rounds). Rounds: the longest chain of removals that cause each other.
/// Graph: made undirected, simple and sorted; weights are not used.
/// Result: `in_truss`, the same for both directions of an edge.

graph undirected, simple, sorted;

/// An edge must be part of at least two triangles fewer than this.
param k: u32 = 4;

/// Whether the edge remains.
edge in_truss: bool = true;

/// Whether this round removed an edge.
global removed: bool = false;

/// Whether an edge is part of at least `wanted` triangles of remaining edges.
fn has_triangles(e: edge, wanted: u32) -> bool {
    let found = 0;
    let i = e.src.out_begin;
    let j = e.dst.out_begin;
    while found < wanted && i < e.src.out_end && j < e.dst.out_end {
        let a = i.dst;
        let b = j.dst;
        if a == b && i.in_truss && j.in_truss {
            found += 1;
        }
        if a <= b {
            i += 1;
        }
        if b <= a {
            j += 1;
        }
    }
    return found >= wanted;
}

/// Removes the edges that have too few triangles.
racy kernel prune() {
    forall e in edges where e.in_truss && e.src < e.dst {
        if !has_triangles(e, max(k, 2) - 2) {
            e.in_truss = false;
            e.reverse.in_truss = false;
            removed |= true;
        }
    }
}

main {
    iterate {
        removed = false;
        prune();
    } while removed;
}

output in_truss;
check ktruss(in_truss, k);
