/// Updates that are lost, and races that the memory model makes harmless.

node sum: u32 = 0;
node level: u32 = MAX;
node least: u32 = MAX;
node owner: node = MAX;
node flag: bool = false;
edge weight: u32;
global best: u32 = 0;
global last: node = MAX;
global changed: bool = false;

fn add(v: node, by: u32) {
    let now = v.sum;
    v.sum = now + by;
}

kernel lose() {
    forall e in edges {
        add(e.dst, e.weight);
        let weight = e.weight;
        let known = best;
        if weight > known {
            best = weight;
        }
        last = e.src;
        if e.weight == 3 {
            atomic_min(e.dst.least, 2);
        } else {
            e.dst.least = e.weight;
        }
    }
}

kernel harmless() {
    forall u in nodes {
        forall e in u.out {
            if e.dst.level == MAX {
                e.dst.level = 1;
                changed = true;
            }
            atomic_min(e.dst.least, e.weight);
            if u.least > e.weight {
                e.dst.flag = true;
            }
            exclusive(u, e.dst) {
                if e.dst.owner == MAX {
                    e.dst.owner = u;
                }
            } else {}
        }
    }
}

racy kernel intended() {
    forall e in edges {
        add(e.dst, e.weight);
        last = e.src;
    }
}

main {
    lose();
    harmless();
    intended();
}

output sum, level, least, owner, flag, best, last, changed;
