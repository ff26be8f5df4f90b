/// Atomics inside expressions: each executes once, before the rest of its statement, left to right.
node a: u32 = 0;
node b: u32 = 10;
node c: u32 = 0;
node d: bool = false;
node e: u32 = 0;
node least: u32 = MAX;
/// Number of successful attempts; it depends on the order, so it is not an output.
global _winners: u32 = 0;
global filtered: u32 = 0;
worklist near;

kernel visit() {
    forall u in nodes where atomic_add(u.e, 2) < 2 {
        u.a = atomic_add(u.a, 5) + atomic_add(u.a, 7) * 100;
        let x = u.a - atomic_max(u.b, atomic_add(u.c, 3) + 11);
        u.c += x + u.c;
        if atomic_or(u.d, true) || u.a == 0 {
            u.a = 0;
        } else if atomic_swap(u.b, 4) == 11 {
            u.a += select(atomic_and(u.b, 6) == 4, atomic_xor(u.b, 1), 0 - atomic_xor(u.b, 2));
        }
        filtered += 1 + atomic_add(u.e, 1) * 0;
        let n = 0;
        for i in atomic_add(u.e, 3)..atomic_add(u.e, 0) where atomic_add(u.c, 1) % 2 == i % 2 {
            n += i;
            if i == 40 {
                break;
            }
        }
        u.a += n;
        if u as u32 == 0 {
            push near u;
        }
    }
}

kernel reach() {
    forall u in near {
        forall link in u.out where atomic_min(link.dst.least, u as u32) > u as u32 {
            _winners += 1;
            let v = (link.dst as u32 + atomic_add(u.e, 0) * 0) as node;
            push near v;
        }
    }
}

main {
    once pipe [] {
        visit();
        visit();
    }
    pipe near [0 as node] {
        reach();
    }
}

output a, b, c, d, e, least, filtered;
