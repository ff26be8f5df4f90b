/// Pushes to several worklists, and atomics with old values, in the branches of a conditional.
worklist near, far, log;
node listed: u32 = 0;
node put_off: u32 = 0;
node logged: u32 = 0;
global low: u32 = 0;
global high: u32 = 0;
global third: u32 = 0;
global places: u64 = 0;

kernel sort_out(limit: u32) {
    forall u in near {
        forall e in u.out {
            if e.dst as u32 < limit {
                push near e.dst;
            } else {
                push far e.dst;
                push log e.dst;
            }
        }
    }
}

kernel number(limit: u32) {
    forall u in nodes {
        forall e in u.out {
            if e.dst as u32 < limit {
                let place = atomic_add(low, 1);
                atomic_add(places, place as u64);
            } else {
                let place = atomic_add(high, 2);
                let further = atomic_add(third, 3);
                atomic_add(places, place as u64 * 1000 + further as u64);
            }
        }
    }
}

kernel note_near() {
    forall u in near {
        atomic_add(u.listed, 1);
    }
}

kernel note_far() {
    forall u in far {
        atomic_add(u.put_off, 1);
    }
}

kernel note_log() {
    forall u in log {
        atomic_add(u.logged, 1);
    }
}

main {
    once pipe near nodes {
        sort_out(4);
    }
    note_near();
    note_far();
    note_log();
    number(3);
}

output listed, put_off, logged, low, high, third, places;
