/// Shortest paths from the nearest of several sources: the least sum of weights on a path from one of
/// them to every node.
///
/// As the program `sssp_wl` of the library, with several sources.
///
/// Work: O(nodes · edges) at worst, far less on most graphs. Rounds: the most edges on any shortest
/// path.
/// Graph: weighted with integers from 0, directed or not. For other weights, write `f64` for `u32`.
/// Result: `dist`, `MAX` for nodes that cannot be reached or are too far away.

/// The nodes where paths start.
input worklist sources;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// The weight of the edge.
edge weight: u32;

/// Starts at each source.
kernel start() {
    forall u in sources {
        u.dist = 0;
        push u;
    }
}

/// Offers a path through each node of the worklist to its neighbours.
kernel relax() {
    forall u in sources {
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
    start();
    pipe sources {
        relax();
    }
}

output dist;
