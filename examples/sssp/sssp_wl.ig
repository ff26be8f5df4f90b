/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Bellman and Ford's relaxation, data-driven: a node goes on the worklist when its distance has
/// become smaller, and tells its neighbours in the next round. A sum that does not fit the type of
/// distances stands for a path that is too long to count.
///
/// From: the `sssp-wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes · edges) at worst, far less on most graphs. Rounds: the most edges on any shortest
/// path.
/// Graph: weighted with whole numbers from 0, directed or not. For others, write `f64` for `u32`.
/// Result: `dist`, `MAX` where a node cannot be reached.

/// Where paths start.
param source: node = 0;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// What an edge adds to a path.
edge weight: u32;

/// Offers every neighbour of the worklist's nodes a path through them.
kernel relax() {
    forall u in worklist {
        let near = u.dist;
        forall e in u.out {
            let far = near + e.weight;
            if far >= near {
                if atomic_min(e.dst.dist, far) > far {
                    push e.dst;
                }
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
