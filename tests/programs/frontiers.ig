// Several kernels process the items of one frontier, in loops on the host and on the device.

param source: node = 0;

worklist near, other;

node level: u32 = MAX;
node parents: u32 = 0;
node order: u64 = 0;
global rounds: u32 = 0;
global sum: u64 = 0;

kernel expand(depth: u32) {
    forall u in near {
        forall e in u.out {
            if atomic_min(e.dst.level, depth) > depth {
                push near e.dst;
                push other e.dst;
            }
        }
    }
}

kernel count(depth: u32) {
    forall u in near {
        forall e in u.out where e.dst.level == depth {
            atomic_add(e.dst.parents, 1);
        }
    }
}

kernel note(round: u32) {
    forall u in near {
        atomic_max(u.order, (round as u64 << 32) + near_or(u) as u64);
        sum += u.level as u64;
    }
}

kernel drain() {
    forall u in other {
        sum += 1;
    }
}

fn near_or(u: node) -> u32 {
    return select(u.level == MAX, 0, u.level);
}

main {
    source.level = 0;
    let depth = 1;
    pipe near [source] {
        rounds += 1;
        once near {
            expand(depth);
            count(depth);
            if depth % 2 == 1 {
                note(rounds);
            }
        }
        if other.size > 3 {
            once other {
                for _ in 0..2 {
                    drain();
                }
            }
        }
        depth += 1;
    }
}

output level, parents, order, rounds, sum;
