/// k-cores: for each node the largest k for which it is in a subgraph where every node has at least
/// k neighbours.
///
/// Peeling: for k from 0 upwards, nodes with at most k neighbours left are taken away, and those
/// whose neighbours become too few by that, until none is left with so few. What goes then has core
/// number k. Values of k at which nothing goes are skipped.
///
/// From: Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003,
/// made parallel as by Dhulipala, Blelloch and Shun, "Julienne", SPAA 2017.
/// Work: O(nodes · different core numbers + edges). Rounds: for each core number, as many as the
/// longest chain of nodes that take each other along.
/// Graph: made undirected and simple; weights are not used.
/// Result: `core`.
graph undirected, simple;

/// The node's core number; `MAX` before it is taken away.
node core: u32 = MAX;
/// How many neighbours it had left when it was taken away, or has left.
node left: i32 = 0;

/// Who has not been taken away, and perhaps some who have; and who goes next.
worklist rest, leaving;

/// The fewest neighbours that a node has left.
global fewest: i32 = MAX;

/// Counts neighbours.
kernel count() {
    forall u in nodes {
        u.left = u.degree as i32;
    }
}

/// Takes the nodes with at most `k` neighbours left from the rest.
kernel choose(k: i32) {
    forall u in rest where u.core == MAX {
        if u.left <= k {
            push leaving u;
        } else {
            retry;
        }
        if u.left < fewest {
            fewest min= u.left;
        }
    }
}

/// Takes nodes away. Of those who then lack neighbours, each is pushed by who takes it from k + 1
/// to k.
kernel leave(k: i32) {
    forall u in leaving {
        u.core = k as u32;
        forall e in u.out {
            let before = atomic_add(e.dst.left, -1);
            if before == k + 1 {
                push leaving e.dst;
            }
        }
    }
}

main {
    count();
    let k = 0;
    pipe rest nodes {
        fewest = MAX;
        choose(k);
        pipe leaving {
            leave(k);
        }
        k = max(k + 1, fewest);
    }
}

output core;
check kcore(core);
