/// Single-source shortest paths: the least sum of weights on a path from `source` to every node.
///
/// Δ-stepping with buckets: bucket b has the nodes whose distance is at least b · `delta` and less than
/// (b + 1) · `delta`. The program takes the first bucket that is not empty, and relaxes the edges that
/// are shorter than `delta`, which may put nodes into the same bucket, until the bucket is empty. Then
/// it relaxes the other edges of these nodes once. With a small `delta`, few nodes are relaxed more
/// than once, as in Dijkstra's algorithm. With a large one, there are few rounds, as in Bellman and
/// Ford's. If a sum does not fit the type of distances, the path is ignored as too long.
///
/// The nodes of all later buckets are on one worklist, each with the number of its bucket. A cyclic
/// array counts the nodes of each bucket, so that empty buckets take no launch. A longest edge must not
/// lead around the cycle, so `delta` is increased if it is too small for that.
///
/// From: Meyer and Sanders, "Δ-stepping: a parallelizable shortest path algorithm", J. Algorithms 2003.
/// Work: O(nodes · edges) at worst. Rounds: for each bucket that is not empty, the most edges shorter
/// than `delta` on the part of a shortest path in the bucket, and one more.
/// Graph: weighted with integers from 0, directed or not. Sums saturate at 2³² − 1: a node at this
/// distance or more has the result of a node that cannot be reached.
/// Result: `dist`, `MAX` for nodes that cannot be reached or are too far away.

/// The number of buckets in the cyclic array.
const buckets: u32 = 64;

/// The node where paths start.
param source: node = 0;
/// The range of distances of a bucket. 0: the largest weight divided by the average degree.
param delta: u32 = 0;

/// The least sum of weights found so far.
node dist: u32 = MAX;
/// The last bucket from which the node was taken.
node taken: u32 = MAX;
/// The last bucket in which the edges of the node were relaxed.
node relaxed: u32 = MAX;
/// The weight of the edge.
edge weight: u32;

/// The nodes of the current bucket.
worklist now;
/// The nodes whose short edges were relaxed in the current bucket.
worklist done;
/// The nodes of other buckets, with their buckets.
worklist later: (node, u32);

/// The number of items on `later` for each bucket, modulo the number of buckets.
global counts: u32[buckets] = 0;

/// Offers a path to a node, which puts the node into its bucket if the path is shorter.
fn offer(v: node, there: u32, bucket: u32, step: u32) {
    if there < v.dist {
        let old = atomic_min(v.dist, there);
        if there < old {
            let found = there / step;
            if found == bucket {
                push now v;
            } else {
                counts[found % buckets] += 1;
                push later(v, found);
            }
        }
    }
}

/// Takes the nodes of a bucket, and removes the nodes that are in an earlier bucket by now.
kernel take(bucket: u32, step: u32) {
    forall (v, expected) in later {
        let found = v.dist / step;
        if expected > bucket && found == expected {
            retry;
        } else {
            counts[expected % buckets] -= 1;
            if found == bucket {
                let last = atomic_swap(v.taken, bucket);
                if last != bucket {
                    push now v;
                }
            }
        }
    }
}

/// Relaxes the edges that are shorter than a step.
kernel relax_short(bucket: u32, step: u32) {
    forall u in now {
        let here = u.dist;
        let last = atomic_swap(u.relaxed, bucket);
        if last != bucket {
            push done u;
        }
        forall e in u.out where e.weight < step {
            offer(e.dst, saturating_add(here, e.weight), bucket, step);
        }
    }
}

/// Relaxes the other edges, which never lead to the same bucket.
kernel relax_long(bucket: u32, step: u32) {
    forall u in done {
        let here = u.dist;
        forall e in u.out where e.weight >= step {
            offer(e.dst, saturating_add(here, e.weight), bucket, step);
        }
    }
}

main {
    let longest = reduce_max(weight);
    let step = delta;
    if step == 0 {
        let degree = max(edge_count / node_count, 1);
        step = longest / (degree as u32);
    }
    step = max(step, longest / (buckets - 1) + 1);
    source.dist = 0;
    counts[0] = 1;
    let bucket = 0;
    pipe later [(source, 0)] {
        while counts[bucket % buckets] == 0 {
            bucket += 1;
        }
        take(bucket, step);
        pipe now {
            relax_short(bucket, step);
        }
        relax_long(bucket, step);
    }
}

output dist;
check sssp(dist, source);
