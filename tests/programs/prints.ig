/// Prints in `main`, in kernels and in functions. The lines do not change any result.

param optional: node = MAX;
param factor: f32 = 0.25;

node level: u32 = MAX;
edge weight: u32 = 3;
global sum: u64 = 0;
global counts: u32[2];

fn twice(x: u32) -> u32 {
    print "twice", x;
    return 2 * x;
}

kernel visit(depth: u32) {
    forall u in worklist {
        print "visit", u, "at", depth;
        forall e in u.out {
            if atomic_cas(e.dst.level, MAX, depth) == MAX {
                push e.dst;
            }
            sum += e.weight as u64;
            print e.src, e.dst, twice(e.dst.level);
        }
    }
}

main {
    print "start";
    print node_count, "nodes,", optional, factor, -7, 1e-4f64, true;
    let depth = 1;
    let source: node = 0;
    source.level = 0;
    pipe [source] {
        print "round", depth, "frontier", worklist.size;
        visit(depth);
        depth = twice(depth) - depth + 1;
    }
    counts[1] = depth;
    // A loop without a `print` can run on the device.
    for round in 0..2 {
        visit(round);
    }
    print "sum", sum, "counts", counts[0], counts[1], "deepest", reduce_max(level);
}

output level, sum, counts;
