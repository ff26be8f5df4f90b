/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Bellman and Ford's relaxation, data-driven: when the distance of a node decreases, the node is
/// pushed, and the next round relaxes its edges. If a sum does not fit the type of distances, the
/// path is ignored as too long.
///
/// From: the `sssp-wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes · edges) at worst, far less on most graphs. Rounds: the most edges on any shortest
/// path.
/// Graph: weighted with integers from 0, directed or not. For other weights, write `f64` for `u32`.
/// Sums saturate at 2³² − 1: a node at this distance or more has the result of a node that cannot be
/// reached. For larger distances, write `u64` for `u32`.
/// Result: `dist`, `MAX` for nodes that cannot be reached or are too far away.

/// The node where paths start.
param source: node = 0;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// The weight of the edge.
edge weight: u32;

/// Offers a path through each node of the worklist to its neighbours.
kernel relax() {
    forall u in worklist {
        let near = u.dist;
        forall e in u.out {
            let far = saturating_add(near, e.weight);
            if atomic_min(e.dst.dist, far) > far {
                push e.dst;
            }
        }
    }
}

main {
    source.dist = 0;
    pipe [source] {
        relax();
    }
}

output dist;
check sssp(dist, source);
