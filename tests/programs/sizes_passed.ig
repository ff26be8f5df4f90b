/// The size of a worklist as an argument of a kernel that reads the worklist: as many as wait before the kernel.
worklist near, far;
node seen: u32 = 0;
node both: u32 = 0;
global total: u32 = 0;

kernel start(limit: u32) {
    forall u in nodes {
        if u as u32 < limit {
            push near u;
        }
        push far u;
    }
}

kernel visit(waiting: u32) {
    forall u in near {
        u.seen += waiting;
    }
}

kernel merge(nears: u32, fars: u32) {
    forall u in near {
        u.both = nears * 100 + fars;
    }
    forall u in far {
        u.both += nears * 10000;
    }
}

main {
    for i in 1..4 {
        start(i);
        visit(near.size);
        start(i * 2);
        merge(near.size, far.size + 1);
        total = total * 10 + near.size + far.size;
    }
}

output seen, both, total;
