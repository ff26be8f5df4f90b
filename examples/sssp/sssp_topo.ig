/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Bellman and Ford's relaxation, topology-driven: each round offers every neighbour of every node
/// that is reached a path through it, until a round changes nothing. A sum that does not fit the
/// type of distances stands for a path that is too long to count.
///
/// From: the `sssp` `topo` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O((nodes + edges) · rounds). Rounds: at most one more than the most edges on any shortest
/// path.
/// Graph: weighted with whole numbers from 0, directed or not. For others, write `f64` for `u32`.
/// Result: `dist`, `MAX` where a node cannot be reached.

/// Where paths start.
param source: node = 0;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// What an edge adds to a path.
edge weight: u32;

/// Whether a round made a distance smaller.
global changed: bool = false;

/// Offers every neighbour a path through each node.
kernel relax() {
    forall u in nodes where u.dist < MAX {
        let near = u.dist;
        forall e in u.out {
            let far = near + e.weight;
            // Most offers are no better, which is cheaper to read than to find out by an atomic.
            if far >= near && far < e.dst.dist {
                if atomic_min(e.dst.dist, far) > far {
                    changed |= true;
                }
            }
        }
    }
}

main {
    source.dist = 0;
    iterate {
        changed = false;
        relax();
    } while changed;
}

output dist;
check sssp(dist, source);
