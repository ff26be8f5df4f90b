/// The least node that reaches each node, by rounds until nothing changes.
node label: node = 0 as node;
global changed: bool = true;
global rounds: u32 = 0;

kernel start() {
    forall u in nodes {
        u.label = u;
    }
}

kernel spread() {
    forall e in edges {
        let label = e.src.label;
        let old = atomic_min(e.dst.label, label);
        if old > label {
            changed |= true;
        }
    }
}

/// Node values as indices. Their origin is unknown, so the accesses are checked.
racy kernel jump() {
    forall u in nodes {
        let label = u.label.label;
        if label < u.label {
            u.label = label;
        }
    }
}

main {
    start();
    iterate {
        changed = false;
        spread();
        jump();
        rounds += 1;
    } while changed && rounds < 1000;
    if rounds >= 1000 {
        rounds = 0;
    } else if rounds > 0 {
        rounds = 1;
    }
}

output label, rounds;
