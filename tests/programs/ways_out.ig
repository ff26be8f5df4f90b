/// `for` over every domain with early exits; `retry`; `swap` of properties and of worklists.
worklist near, far;
node turns: u32 = 0;
node lowest: u32 = MAX;
node before_self: u32 = 0;
node incoming: u32 = 0;
node sum: i32 = 0;
node left: u32 = 1;
node right: u32 = 2;
node far_turns: u32 = 0;
edge place: u32 = 0;

kernel start() {
    forall u in nodes {
        push near u;
    }
}

kernel look() {
    forall u in nodes {
        let seen = 0;
        for e in u.out where e.dst >= u {
            if seen == 3 {
                break;
            }
            if e.dst == u {
                continue;
            }
            seen += 1;
            e.place = seen;
            u.lowest = min(u.lowest, e.dst as u32);
        }
        for e in u.in {
            if e.src < u {
                u.incoming += 1;
            }
        }
        for v in nodes {
            if v == u {
                break;
            }
            u.before_self += 1;
        }
        for i in -3..(u.degree as i32) {
            if i == 0 {
                continue;
            }
            u.sum += i;
        }
        for e in edges where e.src == u {
            for _again in 0..2 {
                u.sum += 1;
            }
        }
    }
}

kernel turn() {
    forall u in near {
        let old = atomic_add(u.turns, 1);
        if old < 2 {
            retry;
        } else {
            push far u;
        }
    }
}

kernel count() {
    forall u in near {
        atomic_add(u.far_turns, 1);
    }
}

main {
    start();
    pipe near {
        turn();
    }
    look();
    swap near, far;
    once pipe near {
        count();
    }
    swap left, right;
    swap right, right;
}

output turns, lowest, before_self, incoming, sum, left, right, far_turns, place;
