/// Effects inside expressions happen in the order of the expression: after `&&` and `||`, in the
/// conditions of loops, and to the right of the values that they change.
node a: u32 = 0;
node b: u32 = 0;
node c: u32 = 0;
node up: node = 0;
node x: u32 = 0;
global rounds: u32 = 0;

kernel link() {
    forall u in nodes {
        u.up = select(u as u32 % 2 == 0, u, (u as u32 / 2) as node);
        u.x = u.degree;
    }
}

kernel run() {
    forall u in nodes {
        if u as u32 > 2 && atomic_add(u.a, 1) == 0 && atomic_add(u.a, 10) > 5 {
            u.b = 1;
        }
        if u as u32 < 4 || atomic_add(u.a, 100) > 0 || atomic_add(u.a, 1000) > 0 {
            u.b += 2;
        }
        while atomic_add(u.c, 1) < 5 && u.c < 4 {
            rounds += 1;
            if u.c == 2 {
                continue;
            }
            u.b += 100;
        }
        u.b += u.c + atomic_add(u.c, 7) + u.c * 1000;
        let d = select(atomic_add(u.c, 1) > 3, atomic_add(u.c, 1), atomic_add(u.c, 1));
        u.c += d;
    }
}

/// Indices that are read from memory. Invalid nodes read as zero, and writes to them do nothing.
kernel chase() {
    forall u in nodes {
        u.a += u.up.x + u.up.up.x + u.up.up.degree;
        forall e in u.up.out where e.dst.up.x > 0 {
            atomic_add(e.dst.up.b, 1);
        }
        ((u as u32 + 3) as node).up.up.c = 0 * u.up.up.out_begin as u32;
    }
}

main {
    link();
    run();
    chase();
}

output a, b, x, rounds;
