node a: u32 = 0;
node b: u32 = 0;
global g: bool = false;

kernel visit(depth: u32) {
    let before = atomic_add(depth, 1);
    let first = atomic_or(g, true);
    forall u in nodes where u.a > 0 || atomic_add(u.a, 1) > 3 {
        while atomic_max(u.b, u.a + 1) > before { }
        if !first && atomic_add(u.a, atomic_add(u.b, 1)) == 2 { u.b = depth; }
        forall i in 0..atomic_add(u.a, 1) { u.b = atomic_min(i, 3); }
        let node_before = atomic_add(u, 1);
    }
}

main {
    visit(atomic_add(g, true) as u32);
}

output a, b;
