/// Reads of elements without an initial value.

node parent: node;
node count: u32;
node level: u32;
node given: u32 = 0;
edge weight: u32;
global best: u32;
global sums: u32[2];

kernel start() {
    forall u in nodes where u as u32 != 3 {
        u.parent = u;
    }
}

kernel look() {
    forall u in nodes {
        if u.parent == u && u.given == 0 {
            sums[0] += 1;
        }
        // Counters start at zero.
        u.count += 1;
        forall e in u.out {
            atomic_add(e.dst.given, e.weight);
        }
        best max= u.level;
    }
}

main {
    start();
    (0 as node).level = 7;
    look();
    if sums[0] > sums[1] {
        best = 3;
    }
}

output parent, count, best;
