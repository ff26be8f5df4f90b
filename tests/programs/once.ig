/// `once pipe`, seeds of every kind, and items that remain on a worklist between pipes.
node visits: u32 = 0;
node again: u32 = 0;
global total: u64 = 0;

kernel visit() {
    forall u in worklist {
        atomic_add(u.visits, 1);
        total += u as u64 + 1;
        forall e in u.out where e.dst > u {
            push e.dst;
        }
    }
}

kernel last() {
    forall u in worklist {
        atomic_add(u.again, 1);
    }
}

main {
    once pipe nodes {
        visit();
    }
    once pipe {
        last();
    }
    once pipe [0 as node, 0 as node] {
        visit();
        visit();
    }
    once pipe [] {
        last();
    }
    pipe [0 as node] {
        last();
    }
}

output visits, again, total;
