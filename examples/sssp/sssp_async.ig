/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Near-far, where near nodes are relaxed asynchronously: nodes whose distance is below a limit are
/// near, all others are far. Near nodes are relaxed until none is left, and then the limit grows. A
/// thread of a processor relaxes the near nodes that it finds in the same launch (bucket fusion), so
/// that few nodes at a time cost little. This suits road networks. On graphs with hubs, a thread
/// follows long paths to nodes that have shorter ones.
///
/// From: Davidson and others, "Work-efficient parallel GPU methods for single-source shortest
/// paths", IPDPS 2014; Zhang and others, "Optimizing ordered graph algorithms with GraphIt", CGO
/// 2020.
/// Work: O(nodes · edges) at worst. Rounds: for each limit that has near nodes, the most edges on the
/// part of a shortest path below the limit, or fewer.
/// Graph: weighted with integers from 0, directed or not. Sums saturate at 2³² − 1: a node at this
/// distance or more has the result of a node that cannot be reached.
/// Result: `dist`, `MAX` for nodes that cannot be reached or are too far away.

/// Number of edges of the sample.
const samples: u32 = 256;

/// The node where paths start.
param source: node = 0;
/// The increment of the limit. 0: `hops` times the mean weight of a sample of the edges.
param delta: u32 = 0;
/// Number of edges of mean weight that the increment of the limit spans.
param hops: u32 = 8 in 1..65536;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// The weight of the edge.
edge weight: u32;

worklist near, far;

/// The sum of the weights of the sample.
global total: u64 = 0;
/// The least distance of a node on `far` that is not settled.
global nearest: u32 = MAX;

/// Adds the weights of the sample.
kernel sample() {
    forall i in 0..samples {
        let e = (i as u64 * edge_count as u64 / samples as u64) as edge;
        total += e.weight as u64;
    }
}

/// Offers a path through each near node to its neighbours.
async kernel relax(limit: u32) {
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
kernel split(settled: u32, limit: u32) {
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
    let step = max(delta, 1);
    if delta == 0 && source.degree > 0 {
        sample();
        step = max(min(total * hops as u64 / samples as u64, MAX as u64), 1) as u32;
    }
    source.dist = 0;
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
