/// A breadth-first search that is not part of igc, for tests of the library and of the command line.

param source: node = 0;
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
check bfs(hops, source);
