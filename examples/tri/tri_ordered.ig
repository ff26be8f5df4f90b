/// Triangles: the number of sets of three nodes that are all neighbours of each other.
///
/// Every triangle is counted once, at the node that is last in an order of the nodes: for each
/// neighbour before it, the neighbours that both have before this neighbour are counted by merging
/// two sorted lists. In a graph with few edges, the order is that of the numbers. In other graphs,
/// nodes with more neighbours come first, so no list is longer than the square root of twice the
/// number of edges.
///
/// In a large graph with few edges, most pairs of lists have nothing in common. A filter of 32 bits
/// for each node tells this for most of them, and needs much less memory than the lists.
///
/// From: Schank and Wagner, "Finding, counting and listing all triangles in large graphs", WEA
/// 2005; the choice of the order as in Beamer, Asanović and Patterson, "The GAP benchmark suite",
/// 2015; Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 1970 (filters).
/// Work: O(edges · √edges) at worst. Rounds: one.
/// Graph: made undirected, simple and sorted; weights are not used. Devices need 64-bit
/// atomics.
/// Result: `triangles`.

graph undirected, simple, sorted;

/// The order is that of the degrees if a node has on average at least this number of neighbours.
param dense: u32 = 10;

/// Nodes have filters in a graph with at least this number of nodes, and with on average fewer than
/// `short` neighbours.
param large: u32 = 1000000;
param short: u32 = 12;

/// The neighbours before a node, stored at its first edges.
edge before: node = MAX;
/// The number of the first edge after this list.
node before_end: u32 = 0;

/// The neighbours of a node that have lower numbers, as bits: each neighbour sets one of them.
node filter: u32 = 0;

/// Number of triangles.
global triangles: u64 = 0;

/// Whether `v` comes before `u` in the order of the degrees.
fn is_before(v: node, u: node) -> bool {
    return v.degree > u.degree || (v.degree == u.degree && v > u);
}

/// Lists the neighbours before each node, by number.
kernel orient() {
    forall u in nodes {
        let end = u.out_begin as u32;
        for e in u.out where is_before(e.dst, u) {
            (end as edge).before = e.dst;
            end += 1;
        }
        u.before_end = end;
    }
}

/// Counts the triangles in the order of the degrees.
kernel count_by_degree() {
    forall u in nodes {
        let found = 0u64;
        let begin = u.out_begin as u32;
        let end = u.before_end;
        forall e in u.out where (e as u32) < end {
            let v = e.before;
            let i = begin;
            let j = v.out_begin as u32;
            let j_end = v.before_end;
            let common = 0;
            while i < end && j < j_end {
                let a = (i as edge).before;
                let b = (j as edge).before;
                common += (a == b) as u32;
                i += (a <= b) as u32;
                j += (b <= a) as u32;
            }
            found += common as u64;
        }
        if found > 0 {
            triangles += found;
        }
    }
}

/// Returns the number of neighbours of `v` among the destinations of the edges from number `begin` to
/// `end`. Merges the two lists.
fn common(begin: u32, end: u32, v: node) -> u32 {
    let i = begin;
    let j = v.out_begin as u32;
    let j_end = v.out_end as u32;
    let count: u32 = 0;
    while i < end && j < j_end {
        let a = (i as edge).dst;
        let b = (j as edge).dst;
        count += (a == b) as u32;
        i += (a <= b) as u32;
        j += (b <= a) as u32;
    }
    return count;
}

/// Counts the triangles in the order of the numbers: the lists are sorted, and those of the
/// neighbours before a neighbour are at their start.
kernel count_by_number() {
    forall u in nodes {
        let found = 0u64;
        let begin = u.out_begin as u32;
        forall e in u.out where e.dst < u {
            found += common(begin, e as u32, e.dst) as u64;
        }
        if found > 0 {
            triangles += found;
        }
    }
}

/// Returns the bit of a node in filters.
fn bit_of(v: node) -> u32 {
    return 1 << ((v as u32) * 2654435769 >> 27);
}

/// Computes the filters.
kernel find_filters() {
    forall u in nodes {
        let bits: u32 = 0;
        for e in u.out {
            if e.dst >= u {
                break;
            }
            bits |= bit_of(e.dst);
        }
        u.filter = bits;
    }
}

/// Counts the triangles in the order of the numbers, as `count_by_number` does, where the filters do
/// not exclude them.
kernel count_by_filters() {
    forall u in nodes {
        let found = 0u64;
        let begin = u.out_begin as u32;
        let before: u32 = 0;
        for e in u.out {
            let v = e.dst;
            if v >= u {
                break;
            }
            if v.filter & before != 0 {
                found += common(begin, e as u32, v) as u64;
            }
            before |= bit_of(v);
        }
        if found > 0 {
            triangles += found;
        }
    }
}

main {
    let average = edge_count / max(node_count, 1);
    if average >= dense {
        orient();
        count_by_degree();
    } else if node_count >= large && average < short {
        find_filters();
        count_by_filters();
    } else {
        count_by_number();
    }
}

output triangles;
check triangles(triangles);
