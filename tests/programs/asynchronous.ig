/// Asynchronous kernels: items that are put back with `retry`, with `push` and with `exclusive`, pairs,
/// pushes of other items, and a worklist that is extended while it is processed.
worklist waiting, decided;
worklist pairs: (node, u32);
worklist merging: edge;

/// The length of the longest path to the node along edges to larger numbers.
node length: u32 = MAX;
/// Number of nodes that the node was decided after.
node seen: u32 = 0;
/// The sum over the node's edges, which each edge adds once.
node sum: u32 = 0;
node left: u32 = 3;
global visits: u32 = 0;
global merged: u32 = 0;

async racy kernel measure() {
    forall u in waiting {
        let longest = 0;
        let waits = false;
        for e in u.in where e.src < u {
            let before = e.src.length;
            waits = waits || before == MAX;
            longest = max(longest, before + 1);
        }
        if waits {
            push waiting u;
        } else {
            u.length = longest;
            push decided u;
            push pairs(u, longest);
        }
    }
}

/// Each item needs three looks, which one work-item or several rounds may take.
async kernel look() {
    forall (u, length) in pairs where u.length == length {
        if atomic_sub(u.left, 1) > 1 {
            retry;
        }
    }
}

async racy kernel merge() {
    forall e in merging {
        let u = e.src;
        let v = e.dst;
        exclusive(u, v) {
            u.sum += v as u32 + 1;
            v.sum += u as u32 + 1;
            merged += 1;
        }
    }
}

kernel count() {
    forall u in decided {
        u.seen = 1;
        visits += 1;
    }
}

kernel list() {
    forall e in edges where e.src != e.dst {
        push merging e;
    }
}

main {
    pipe waiting nodes {
        measure();
    }
    count();
    pipe pairs {
        look();
    }
    list();
    pipe merging {
        merge();
    }
}

output length, seen, sum, left, visits, merged;
