/// Single-source shortest paths with real weights: the least sum of weights on a path from `source` to
/// every node.
///
/// Near-far with limits that adapt to the device, as `sssp_adaptive`: nodes whose distance is below a
/// limit are near, all others are far. Near nodes are relaxed until none is left, and then the limit
/// grows. If few nodes were relaxed below the last limit, the next limit is further away; if very many
/// were relaxed, it is nearer. A limit that is so large that an increment does not change it gets a
/// larger increment.
///
/// From: Davidson and others, "Work-efficient parallel GPU methods for single-source shortest
/// paths", IPDPS 2014; the adaptive limits of Wang, Fussell and Lin, "A fast work-efficient SSSP
/// algorithm for GPUs", PPoPP 2021 (ADDS).
/// Work: O(nodes · edges) at worst. Rounds: for each limit that has near nodes, the most edges on the
/// part of a shortest path below the limit.
/// Graph: weighted with numbers from 0, directed or not. Devices need 64-bit floats and 64-bit atomics.
/// Result: `dist`, infinity for nodes that cannot be reached.

/// The node where paths start.
param source: node = 0;
/// The least increment of the limit. 0: the largest weight divided by the average degree.
param delta: f64 = 0 in 0..MAX;
/// Number of nodes that keep the device busy. If fewer nodes were relaxed below a limit, the
/// increment is doubled; if more than eight times as many, it is halved.
param busy: u32 = 100000 in 1..;

/// The least sum of weights found so far.
node dist: f64 = MAX;
/// The weight of the edge.
edge weight: f64;

worklist near, far;

/// The least distance of a node on `far` that is not settled.
global nearest: f64 = MAX;

/// Offers a path through each near node to its neighbours.
kernel relax(limit: f64) {
    forall u in near {
        let here = u.dist;
        forall e in u.out {
            let v = e.dst;
            let there = here + e.weight;
            if there < v.dist {
                let old = atomic_min(v.dist, there);
                if there < old {
                    if there < limit {
                        push near v;
                    } else if old == MAX {
                        // A node whose distance was not below the limit before is on `far` already.
                        push far v;
                    }
                }
            }
        }
    }
}

/// Moves the nodes below `limit` from `far` to `near`, except those below `settled`: they are done.
kernel split(settled: f64, limit: f64) {
    forall u in far {
        if u.dist >= limit {
            retry;
        } else if u.dist >= settled {
            push near u;
        }
        if u.dist >= settled && u.dist < nearest {
            nearest min= u.dist;
        }
    }
}

main {
    require reduce_min(weight) >= 0.0, "no weight is negative";
    let least_step = delta;
    if least_step == 0.0 {
        let degree = max(edge_count / node_count, 1);
        least_step = reduce_max(weight) / degree as f64;
    }
    if !(least_step > 0.0) {
        // The graph has no edges, or all weights are 0.
        least_step = 1.0;
    }
    let step = least_step;
    source.dist = 0;
    let settled = 0.0f64;
    let limit = step;
    pipe far [source] {
        nearest = MAX;
        split(settled, limit);
        let relaxed = 0;
        pipe near {
            relaxed += near.size;
            relax(limit);
        }
        if relaxed < busy {
            step += step;
        } else if relaxed / 8 > busy {
            step = max(step / 2.0, least_step);
        }
        settled = limit;
        // If no node was below the limit, the next limit is just above the least distance.
        limit = max(limit, nearest);
        while limit < MAX && limit + step <= limit {
            step += step;
        }
        limit += step;
    }
}

output dist;
check sssp_real(dist, source);
