/// Loops that compute fixed points: with `async8`, work-items repeat their iterations.

node distance: u32 = MAX;
node hops: u64 = MAX;
node label: u32 = 0;
node reached: bool = false;
node alive: bool = true;
node bits: u32 = 0;
edge weight: u32 = 3;

global changed: bool = false;
global removed: bool = false;

kernel start() {
    forall u in nodes {
        u.label = u as u32;
        u.bits = 1 << (u as u32 % 32);
        if u as u32 % 5 == 0 {
            u.distance = u as u32;
            u.hops = 0;
        }
        if u.out_degree == 0 {
            u.alive = false;
        }
    }
}

kernel relax() {
    forall u in nodes where u.distance != MAX {
        let near = u.distance;
        forall e in u.out {
            let far = saturating_add(near, e.weight);
            if far < e.dst.distance && atomic_min(e.dst.distance, far) > far {
                changed |= true;
            }
        }
    }
}

racy kernel pull() {
    forall v in nodes {
        let best = v.hops;
        forall e in v.in where e.src.hops < 1000 {
            best min= e.src.hops + 1;
        }
        if best < v.hops {
            v.hops = best;
            changed |= true;
        }
    }
}

kernel spread() {
    forall e in edges {
        let a = e.src.label;
        if a > e.dst.label {
            atomic_max(e.dst.label, a);
            changed = true;
        }
        let bits = e.src.bits & ~1;
        let old = atomic_or(e.dst.bits, bits);
        if (old | bits) != old {
            changed = true;
        }
    }
}

racy kernel remove() {
    forall u in nodes where !u.alive {
        forall e in u.in where e.src > e.dst {
            if e.src.alive {
                e.src.alive = false;
                removed |= true;
            }
        }
    }
}

kernel visit() {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if !v.reached && !atomic_or(v.reached, true) {
                push v;
            }
        }
    }
}

main {
    start();
    iterate {
        changed = false;
        relax();
        pull();
        spread();
    } while changed;
    iterate {
        removed = false;
        remove();
    } while removed || changed;
    pipe [0, 1] {
        visit();
    }
}

output distance, hops, label, reached, alive, bits;
