/// Triangles: how many sets of three nodes there are that are all neighbours.
///
/// Every edge is looked at from the end with fewer neighbours: the other one is ahead of it. Each
/// node lists those ahead of it, sorted, in its part of an edge property; no list is longer than
/// the root of twice the edges. A triangle has one node that both others are ahead of, and the
/// other two are an edge: so it is counted once, by merging the lists of the ends of that node's
/// edges.
///
/// From: Schank and Wagner, "Finding, counting and listing all triangles in large graphs", WEA
/// 2005; Green, Yalamanchili and Munguía, "Fast triangle counting on the GPU", IA3 2014; the `tri`
/// of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O(edges · √edges) at worst. Rounds: one.
/// Graph: made undirected, simple and sorted; weights are not used. Devices need atomics of 64
/// bits.
/// Result: `triangles`.

graph undirected, simple, sorted;

/// Who is ahead of a node: at the first of its edges, as many as there are.
edge ahead: node = MAX;
/// The number of the edge behind the last of these.
node ahead_end: u32 = 0;

/// How many triangles there are.
global triangles: u64 = 0;

/// Whether `v` is ahead of `u`.
fn is_ahead(u: node, v: node) -> bool {
    return v.degree > u.degree || (v.degree == u.degree && v > u);
}

/// How many nodes are ahead of both `u` and `v`.
fn common(u: node, v: node) -> u32 {
    let count = 0;
    let i = u.out_begin as u32;
    let j = v.out_begin as u32;
    while i < u.ahead_end && j < v.ahead_end {
        let a = (i as edge).ahead;
        let b = (j as edge).ahead;
        if a == b {
            count += 1;
        }
        i += (a <= b) as u32;
        j += (b <= a) as u32;
    }
    return count;
}

/// Lists who is ahead.
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

/// Counts the triangles of which each node is the least.
kernel count() {
    forall u in nodes {
        let found = 0u64;
        forall e in u.out where (e as u32) < u.ahead_end {
            found += common(u, e.ahead) as u64;
        }
        if found > 0 {
            triangles += found;
        }
    }
}

main {
    orient();
    count();
}

output triangles;
check triangles(triangles);
