/// Hops: the number of edges on a shortest path from `source` to every node.
///
/// Run the program, and check its result: igc run FILE --graph rmat:16 --check

/// The node where the search starts. `-p source=7` sets it.
param source: node = 0;

/// A property: every node has its own value.
node hops: u32 = MAX;

/// Visits the nodes on the worklist, all at the same time, and pushes the nodes that they reach first.
kernel visit(round: u32) {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if v.hops == MAX {
                v.hops = round;
                push v;
            }
        }
    }
}

/// Runs on the host. The pipe starts with `source`, and repeats its body until a round pushes nothing.
main {
    source.hops = 0;
    let round = 1;
    pipe [source] {
        visit(round);
        round += 1;
    }
}

// The result, and the independent search that `--check` compares it with.
output hops;
check bfs(hops, source);
