/// Fields of edges that do not exist, and fields that only look like them.

param none: edge = MAX;
node second: node = MAX;
node count: u32 = 0;
edge back: edge = MAX;

kernel look() {
    forall u in nodes {
        // Node 5 has no edges, and node 4 has one.
        u.second = u.out[1].dst;
        let e = u.out_begin;
        if e.src == u {
            u.count = 1;
        }
        // These are tested first.
        if u.degree > 1 && u.out[1].dst != u {
            u.count += 1;
        }
        u.count += select(u.degree == 0, 0, u.out[0].dst as u32);
        // A loop over the edges of a node that does not exist has no iterations.
        for f in (MAX as node).out {
            u.count += f.dst as u32;
        }
        u.count += (MAX as node).degree;
    }
}

kernel turn() {
    forall e in edges {
        e.back = (e + edge_count).reverse;
    }
}

main {
    look();
    turn();
    (0 as node).second = none.dst;
}

output second, count, back;
