/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Near-far: nodes whose distance is below a limit are near, all others are far. Near nodes are
/// relaxed until none is left. Then `delta` is added to the limit, which makes some far nodes near.
/// With a small `delta`, few nodes are relaxed more than once, as in Dijkstra's algorithm. With a
/// large one, there are few rounds, as in Bellman and Ford's. The default follows the analysis of
/// Meyer and Sanders for random weights. If a sum does not fit the type of distances, the path is
/// ignored as too long.
///
/// From: Davidson and others, "Work-efficient parallel GPU methods for single-source shortest
/// paths", IPDPS 2014; Meyer and Sanders, "Δ-stepping", J. Algorithms 2003; the `sssp` `nf` of IrGL
/// (Pai and Pingali, OOPSLA 2016).
/// Work: O(nodes · edges) at worst, O(nodes + edges) per limit at best. Rounds: for each limit that
/// has near nodes, the most edges on the part of a shortest path below the limit.
/// Graph: weighted with integers from 0, directed or not. For other weights, write `f64` for `u32`.
/// Sums saturate at 2³² − 1: a node at this distance or more has the result of a node that cannot be
/// reached. For larger distances, write `u64` for `u32`.
/// Result: `dist`, `MAX` for nodes that cannot be reached or are too far away.

/// The node where paths start.
param source: node = 0;
/// The increment of the limit. 0: the largest weight divided by the average degree.
param delta: u32 = 0;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// Whether the node is on `far`.
node is_far: bool = false;
/// The weight of the edge.
edge weight: u32;

worklist near, far;

/// The least distance of a node on `far` that is not settled.
global nearest: u32 = MAX;

/// Offers a path through each near node to its neighbours.
kernel relax(limit: u32) {
    forall u in near {
        let here = u.dist;
        forall e in u.out {
            let v = e.dst;
            let there = saturating_add(here, e.weight);
            if there < v.dist {
                let old = atomic_min(v.dist, there);
                if there < old {
                    if there < limit {
                        push near v;
                    } else if !v.is_far {
                        let already = atomic_swap(v.is_far, true);
                        if !already {
                            push far v;
                        }
                    }
                }
            }
        }
    }
}

/// Moves the nodes below `limit` from `far` to `near`, except those below `settled`: they are done.
kernel split(settled: u32, limit: u32) {
    forall u in far {
        if u.dist >= limit {
            retry;
        } else {
            u.is_far = false;
            if u.dist >= settled {
                push near u;
            }
        }
        if u.dist >= settled && u.dist < nearest {
            nearest min= u.dist;
        }
    }
}

main {
    let step = delta;
    if step == 0 && source.degree == 0 {
        // No path leaves the source, so the weights do not matter.
        step = 1;
    }
    if step == 0 {
        let degree = max(edge_count / node_count, 1);
        step = max(reduce_max(weight) / (degree as u32), 1);
    }
    source.dist = 0;
    source.is_far = true;
    let settled = 0;
    let limit = step;
    pipe far [source] {
        nearest = MAX;
        split(settled, limit);
        pipe near {
            relax(limit);
        }
        settled = limit;
        // If no node was below the limit, the next limit is just above the least distance.
        limit = max(limit, nearest);
        limit = saturating_add(limit, step);
    }
}

output dist;
check sssp(dist, source);
