// Single-source shortest paths with distances of 64 bits: an item is a node with the distance that it had when
// it was pushed. Nodes whose distance is beyond the current bucket wait in another worklist.

param source: node = 0;

/// The width of a bucket.
param width: u64 = 1 << 36;

edge weight: u64;

worklist near, far: (u64, node);

node dist: u64 = MAX;

kernel relax(end: u64) {
    // A node that got a smaller distance in the meantime has another item.
    forall (distance, u) in near where u.dist == distance {
        forall e in u.out {
            let longer = distance + e.weight;
            if atomic_min(e.dst.dist, longer) > longer {
                if longer < end {
                    push near(longer, e.dst);
                } else {
                    push far(longer, e.dst);
                }
            }
        }
    }
}

kernel advance(end: u64) {
    forall (distance, u) in far where u.dist == distance {
        if distance < end {
            push near(distance, u);
        } else {
            retry;
        }
    }
}

main {
    source.dist = 0;
    let end = width;
    pipe far [(0, source)] {
        advance(end);
        pipe near {
            relax(end);
        }
        end += width;
    }
}

output dist;
check sssp(dist, source);
