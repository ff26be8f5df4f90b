node x: u32 = 0;
edge w: u32 = 0;
worklist items;

fn bump(node p: u32, u: node) { atomic_add(u.p, 1); }

kernel by_atomics() {
    forall u in nodes {
        u.x += 1;
        forall e in u.out { e.w += 1; atomic_add(e.dst.x, 1); }
        atomic_add(u.x, 2);
    }
}

kernel by_a_function() { forall u in nodes { u.x max= 3; bump(x, u.x as node); } }

kernel by_exclusive() {
    forall u in items {
        let v = (u as u32 + 1) as node;
        exclusive(u, v) { u.x += 1; v.x += 1; v = u; }
        bump(x, v);
    }
}

kernel fine() { forall u in nodes { u.x += 1; atomic_add(u.x, 2); forall e in u.out { e.dst.x = 3; } } }

main {
    by_atomics();
    by_a_function();
    pipe items nodes { by_exclusive(); }
    fine();
}
output x, w;
