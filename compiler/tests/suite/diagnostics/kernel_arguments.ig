// Kernels that take properties and globals.
node x: u32 = 0;
node y: f32 = 0;
node masks: u32[4] = 0;
edge cost: u32 = 1;
global total: u32 = 0;
global sums: u32[4] = 0;
worklist near;

kernel add(node x: u32, edge cost: u32, global total: u32, by: u32) {
    forall u in nodes {
        forall e in u.out {
            atomic_add(u.x, e.cost + by);
        }
        total += by;
    }
}

kernel two(node a: u32, node b: u32) {
    forall u in nodes {
        u.a += 1;
        forall e in u.out {
            atomic_add(e.dst.b, 1);
        }
    }
}

kernel named(node a: u32) {
    forall u in nodes {
        u.a += 1;
        forall e in u.out {
            atomic_add(e.dst.x, 1);
        }
    }
}

kernel before(global a: u32, global b: u32) {
    let start = a;
    forall u in nodes {
        b += start + u.degree;
    }
}

kernel neighbours(node a: u32, node b: u32) {
    forall u in nodes {
        forall e in u.out {
            u.b = e.dst.a;
        }
    }
}

kernel both(node a: u32) {
    forall u in nodes {
        u.a += 1;
        forall e in u.out {
            atomic_add(e.dst.a, 1);
        }
    }
}

kernel arrays(node bits: u32[], global sums: u32[]) {
    forall u in nodes {
        u.bits = 1;
        u.bits[0] += sums[1];
    }
}

kernel wrong(node a: u32, b: u32[], global unused: u32) {
    forall u in nodes {
        u.a = a;
        u.x = u.b;
        missing(u.a);
    }
}

main {
    add(x, cost, total, 1);
    add(y, cost, total, 2);
    add(cost, x, sums, 3);
    add(x.x, 1, near, 4);
    add(x, cost, total);
    let z = 1;
    add(z, cost, total, 5);
    two(x, x);
    named(x);
    before(total, total);
    neighbours(x, x);
    both(x);
    arrays(x, total);
    arrays(masks, sums);
}

output x, y, total;
