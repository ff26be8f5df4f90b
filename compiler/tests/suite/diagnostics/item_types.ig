/// Items that do not fit their worklists.
worklist near: (node, u32);
worklist arriving: edge;
worklist plain, other;
worklist real: f32;
worklist wide: (node, i64);
worklist unknown: vertex;
input worklist keys: u32;

node seen: bool = false;

kernel pushes() {
    forall e in edges {
        push near e.dst;
        push near(e.dst);
        push near(e.dst, 1, 2);
        push near(e, 1);
        push arriving e.dst;
        push arriving(e, 1);
        push plain e;
        push plain(e.src, 1);
        push (e.src, 1);
        push real 1.5;
        push keys 3;
    }
}

kernel loops() {
    forall u in near {
        u.seen = true;
    }
}

kernel too_many() {
    forall (u, key) in plain where key > 0 {
        u.seen = true;
    }
}

kernel over_nodes() {
    forall (u, v) in nodes {
        u.seen = v.seen;
    }
    for (i, j) in 0..3 {
        let sum = i + j;
    }
}

kernel edges_are_no_nodes() {
    forall e in arriving {
        e.seen = true;
    }
    forall u in unknown {
        u.seen = true;
    }
}

main {
    pipe arriving [0 as node] {
        pushes();
    }
    pipe near nodes {
        loops();
    }
    pipe near [(0 as node, 1), 2 as node] {
        too_many();
    }
    compact(arriving, seen);
    swap near, arriving;
    swap plain, other;
    over_nodes();
    edges_are_no_nodes();
}

output seen;
