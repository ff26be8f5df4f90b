/// Updates that can be lost, although each access is correct.
use std::hash;

node x: u32 = 0;
node rank: f32 = 0;
node done: bool = false;
edge w: u32 = 1;
global best: u32 = 0;
global least: u32 = MAX;
global any: bool = false;

fn raise(u: node, global found: u32, d: u32) {
    if d > u.x {
        u.x = d;
    }
    found = max(d, found);
}

/// Only `main` calls this function, so no other iteration can interfere.
fn raise_in_main(u: node, d: u32) {
    u.x = u.x + d;
    if d > best {
        best = d;
    }
}

kernel assignments() {
    forall u in nodes {
        u.x = u.x + 1;
        best = max(best, u.x);
        least = min(u.x, least);
        any = any || u.done;
        forall e in u.out {
            e.w = e.w + 1;
            e.dst.x = e.dst.x + u.degree;
            e.dst.x = 3 - e.dst.x;
            e.dst.rank = e.dst.rank - 0.5;
            e.dst.done = e.dst.done | u.done;
            u.x = 2 * (u.x + e.dst.x);
            let v = e.dst;
            v.x = v.x - 1;
        }
    }
}

kernel comparisons() {
    forall u in nodes {
        if u.degree > best {
            best = u.degree;
        }
        if least > u.degree && u.degree > 0 {
            least = u.degree;
        }
        forall e in u.out {
            let d = u.degree + e.w;
            if d < e.dst.x {
                e.dst.x = d;
            }
            if e.dst.x <= d { e.dst.x = d; }
        }
        raise(u, best, hash::mix(u as u32));
    }
}

kernel neighbours() {
    forall u in nodes {
        let sum = 0.0;
        forall e in u.in {
            sum += e.src.rank;
        }
        u.rank = sum * 0.5;
    }
}

kernel items() {
    forall u in worklist {
        u.x = u.x + 1;
        for e in u.out {
            u.rank = e.dst.rank;
        }
    }
}

/// None of these warns.
kernel fine() {
    forall u in nodes {
        u.x = u.x + 1;
        u.rank = u.rank * 0.5 + u.degree as f32;
        best max= u.x;
        any = true;
        let d = u.degree;
        if d > 3 { u.x = d; }
        if u.x < d { u.x = d; }
        forall e in u.out {
            e.w = e.w + 1;
            if e.dst.done { push e.dst; }
            e.dst.done = true;
        }
    }
}

/// Nor does a kernel with a single iteration.
kernel single() {
    forall _i in 0..1 {
        best = best + 1;
        if best > least { least = best; }
    }
}

/// Here, the races are intended.
racy kernel intended() {
    forall u in nodes {
        best = max(best, u.x);
        if u.x > best { best = u.x; }
        for e in u.out {
            u.rank = e.dst.rank;
        }
    }
}

racy fn twice(u: node) {
    u.x = u.x + 1;
}

kernel calls() {
    forall u in nodes {
        twice(u);
    }
}

main {
    raise_in_main(0, 3);
    assignments();
    comparisons();
    neighbours();
    pipe nodes {
        items();
    }
    fine();
    single();
    intended();
    calls();
}

output x, rank, done, w, best, least, any;
