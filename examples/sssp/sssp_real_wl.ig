/// Single-source shortest paths with real weights: the least sum of weights on a path from `source` to
/// every node.
///
/// Bellman and Ford's relaxation, data-driven, as `sssp_wl`: when the distance of a node decreases, the
/// node is pushed, and the next round relaxes its edges.
///
/// From: the `sssp-wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes · edges) at worst, far less on most graphs. Rounds: the most edges on any shortest
/// path.
/// Graph: weighted with numbers from 0, directed or not. Devices need 64-bit floats and 64-bit atomics.
/// Result: `dist`, infinity for nodes that cannot be reached.

/// The node where paths start.
param source: node = 0;

/// The least sum of weights found so far.
node dist: f64 = MAX;
/// The weight of the edge.
edge weight: f64;

/// Offers a path through each node of the worklist to its neighbours.
kernel relax() {
    forall u in worklist {
        let near = u.dist;
        forall e in u.out {
            let far = near + e.weight;
            if atomic_min(e.dst.dist, far) > far {
                push e.dst;
            }
        }
    }
}

main {
    require reduce_min(weight) >= 0.0, "no weight is negative";
    source.dist = 0;
    pipe [source] {
        relax();
    }
}

output dist;
check sssp_real(dist, source);
