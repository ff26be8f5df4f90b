/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Bellman and Ford's relaxation, topology-driven: each round offers a path through every reached
/// node to the node's neighbours, until a round changes nothing. If a sum does not fit the type of
/// distances, the path is ignored as too long.
///
/// From: the `sssp` `topo` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O((nodes + edges) · rounds). Rounds: at most one more than the most edges on any shortest
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

/// Whether the round decreased a distance.
global changed: bool = false;

/// Offers a path through each reached node to its neighbours.
kernel relax() {
    forall u in nodes where u.dist < MAX {
        let near = u.dist;
        forall e in u.out {
            let far = saturating_add(near, e.weight);
            // Most offers are no improvement. A read detects this more cheaply than an atomic.
            if far < e.dst.dist {
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
