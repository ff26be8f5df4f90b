/// Single-source shortest paths with a near and a far worklist.
param source: node = 0;
param delta: u32 = 16;
node distance: u32 = MAX;
edge weight: u32;
worklist near, far;
global threshold: u32 = delta;

kernel relax() {
    let limit = threshold;
    forall u in near {
        let from = u.distance;
        forall e in u.out {
            let next = from + e.weight;
            if atomic_min(e.dst.distance, next) > next {
                if next < limit { push near e.dst; } else { push far e.dst; }
            }
        }
    }
}

kernel split(limit: u32) {
    forall u in far where u.distance < limit {
        push near u;
    }
}

main {
    source.distance = 0;
    pipe near [source] {
        relax();
    }
    threshold += delta;
    once pipe far {
        split(threshold);
    }
}

output distance;
