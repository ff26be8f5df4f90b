/// A loop that ends between two kernels, before a kernel that uses none of their data. With
/// `oitergb` and nested parallelism, workgroups continue from one kernel to the other without a
/// grid barrier, but both kernels use the same local memory.

node a: u32;
node b: u32;
node c: u32;
node d: u32;
/// The loop's condition reads it, so each round except the last ends with a grid barrier.
global most: u32;

kernel first() {
    forall u in nodes {
        let mine = u.b + 1;
        forall e in u.out {
            atomic_add(e.dst.a, mine);
        }
    }
}

kernel second() {
    forall u in nodes {
        let mine = u.a + 1;
        most max= u.a;
        forall e in u.out {
            atomic_add(e.dst.b, mine);
        }
    }
}

kernel third(rounds: u32) {
    forall u in nodes {
        let mine = rounds + (u as u32);
        forall e in u.out {
            atomic_add(e.dst.c, mine);
        }
    }
}

kernel keep() {
    forall u in nodes {
        u.d = u.c;
    }
}

kernel mix() {
    forall u in nodes {
        u.a ^= u.d;
    }
}

main {
    for _round in 0..3 {
        let rounds: u32 = 0;
        while most < MAX {
            first();
            rounds += 1;
            if rounds == 4 {
                break;
            }
            second();
        }
        third(rounds);
        keep();
        mix();
    }
}

output a, b, c, most;
