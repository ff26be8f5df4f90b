/// Three worklists: near nodes, deferred far nodes, and a log of the deferred nodes.
param source: node = 0;
worklist near, far, log;

node dist: u32 = MAX;
node deferred: u32 = 0;
global pushes: u32 = 0;

kernel relax(limit: u32) {
    forall u in near {
        forall e in u.out {
            let v = e.dst;
            let d = u.dist + 1 + e.dst as u32 % 3;
            let old = atomic_min(v.dist, d);
            if old > d {
                if d < limit {
                    push near v;
                } else {
                    push far v;
                    push log v;
                }
            }
        }
    }
}

kernel wake(limit: u32) {
    forall u in far {
        if u.dist >= limit {
            push near u;
        }
    }
}

kernel note() {
    forall u in log where u.deferred == 0 {
        u.deferred = 1;
    }
}

main {
    source.dist = 0;
    let limit = 3;
    pipe near [source] {
        relax(limit);
    }
    let phase = 0;
    while phase < 70 {
        wake(limit);
        limit += 3;
        pipe near {
            relax(limit);
        }
        phase += 1;
    }
    once pipe log {
        note();
    }
}

output dist;
