/// Exclusive nodes: counts that would lose updates if two iterations owned a node at the same time.
node a: u32 = 0;
node b: u32 = 0;
node first: u32 = 0;
node second: u32 = 0;
edge done: bool = false;
global left: u32 = 0;
worklist items;

/// Counts each edge at both its ends with plain accesses; refused edges wait for the next round.
kernel count() {
    forall e in edges where !e.done {
        let u = e.src;
        let v = e.dst;
        exclusive(u, v) {
            u.first += 1;
            v.second = v.second + 1;
            e.done = true;
        } else {
            left += 1;
        }
    }
}

/// The same with items that are pushed again: each node counts itself once.
kernel each() {
    forall u in items {
        exclusive(u) {
            u.a += 1;
            u.b = u.b + u.a;
        }
    }
}

/// Invalid nodes are ignored, and a node that is named twice is owned once.
kernel odd() {
    forall u in items {
        exclusive(u, u, node::MAX, node_count as node) {
            u.a += 10;
        }
    }
}

main {
    iterate {
        left = 0;
        count();
    } while left > 0;
    pipe items nodes {
        each();
    }
    pipe items nodes {
        odd();
    }
}

output a, b, first, second, done;
