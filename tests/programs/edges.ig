/// Foralls over edges, both ends of an edge, and edge properties.
edge seen: u32 = 7;
edge flipped: bool = false;
edge back: node = 0 as node;
node in_count: u32 = 0;
node out_count: u32 = 0;
node last_edge: u32 = 0;

kernel count() {
    forall e in edges {
        e.seen += e as u32;
        e.flipped = e.src > e.dst;
        e.back = e.src;
        atomic_add(e.dst.in_count, 1);
        atomic_add(e.src.out_count, e.seen - 6 - e as u32);
        atomic_max(e.dst.last_edge, e as u32 + 1);
    }
}

kernel own_edges() {
    forall u in nodes {
        forall e in u.out where e.src == u {
            e.seen *= 2;
            if e.back != u || u.degree != u.out_degree {
                e.seen = 0;
            }
        }
    }
}

kernel past_the_end() {
    forall u in nodes {
        let nowhere = (u as u32 + node_count) as node;
        u.out_count += nowhere.in_count + nowhere.degree + (edge_count as edge).seen;
        nowhere.in_count = 99;
        let far = (MAX as u32) as edge;
        far.seen = 1;
        let old = atomic_add(far.seen, 3);
        u.out_count += old + far.dst as u32;
        forall e in nowhere.out {
            u.in_count = 77;
        }
    }
}

main {
    count();
    own_edges();
    past_the_end();
}

output seen, flipped, back, in_count, out_count, last_edge;
