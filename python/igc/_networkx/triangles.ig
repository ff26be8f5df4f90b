/// The number of triangles of each node: sets of three nodes that are all neighbours of each other.
///
/// As the program `tri` of the library, but each triangle counts for its three nodes.
///
/// From: Schank and Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005.
/// Work: O(edges · √edges) at worst. Rounds: one.
/// Graph: made undirected, simple and sorted; weights are not used. Devices need 64-bit atomics.
/// Result: `triangles`.

graph undirected, simple, sorted;

/// The nodes ahead of a node, stored at its first edges.
edge ahead: node = MAX;
/// The number of the first edge after this list.
node ahead_end: u32 = 0;

/// Number of triangles of the node.
node triangles: u64 = 0;

/// Whether `v` is ahead of `u`.
fn is_ahead(u: node, v: node) -> bool {
    return v.degree > u.degree || (v.degree == u.degree && v > u);
}

/// Counts the nodes that are ahead of both `u` and `v`, and each triangle for its last node.
fn common(u: node, v: node) -> u64 {
    let count = 0u64;
    let i = u.out_begin as u32;
    let j = v.out_begin as u32;
    while i < u.ahead_end && j < v.ahead_end {
        let a = (i as edge).ahead;
        let b = (j as edge).ahead;
        if a == b {
            count += 1;
            atomic_add(a.triangles, 1);
        }
        i += (a <= b) as u32;
        j += (b <= a) as u32;
    }
    return count;
}

/// Lists the nodes ahead of each node.
kernel orient() {
    forall u in nodes {
        let end = u.out_begin as u32;
        for e in u.out where is_ahead(u, e.dst) {
            (end as edge).ahead = e.dst;
            end += 1;
        }
        u.ahead_end = end;
    }
}

/// Counts the triangles of which each node is the first.
kernel count() {
    forall u in nodes {
        forall e in u.out where (e as u32) < u.ahead_end {
            let found = common(u, e.ahead);
            if found > 0 {
                atomic_add(u.triangles, found);
                atomic_add(e.ahead.triangles, found);
            }
        }
    }
}

main {
    orient();
    count();
}

output triangles;
