/// Counts the edges on a shortest path from a node to every other node.

/// The node where paths start.
param source: node = 0;

/// The number of edges, or `MAX` for nodes that cannot be reached.
node hops: u32 = MAX;

kernel visit(round: u32) {
    forall u in worklist {
        forall e in u.out {
            if e.dst.hops == MAX {
                e.dst.hops = round;
                push e.dst;
            }
        }
    }
}

main {
    source.hops = 0;
    let round = 1;
    pipe [source] {
        visit(round);
        round += 1;
    }
}

output hops;
