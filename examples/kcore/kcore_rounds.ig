/// k-cores: for each node, the largest k such that the node is in a subgraph where every node has
/// at least k neighbours.
///
/// Peeling in rounds: each round removes all remaining nodes with at most k remaining neighbours, and then
/// lowers the counts of their neighbours. If a round removes no node, k grows to the smallest count that
/// remains. No iteration uses the old value of a count, so the program runs on several ranks; on one
/// device, `kcore` visits the remaining nodes less often.
///
/// From: Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003, in rounds as in
/// the `kcore` of Gluon's programs (Dathathri and others, PLDI 2018).
/// Work: O(nodes · rounds + edges). Rounds: for each core number, the length of the longest chain of
/// removals that cause each other, and one more.
/// Graph: made undirected and simple; weights are not used.
/// Result: `core`.
graph undirected, simple;

/// The node's core number; `MAX` until the node is removed.
node core: u32 = MAX;
/// Number of remaining neighbours.
node left: i32 = 0;

/// The nodes that remain; and the nodes that the round removes.
worklist rest, leaving;

/// The smallest number of remaining neighbours of a node that remains.
global fewest: i32 = MAX;
/// Whether the round removes a node.
global removes: bool = false;

/// Counts the neighbours of every node.
kernel count() {
    forall u in nodes {
        u.left = u.degree as i32;
    }
}

/// Removes the nodes with at most `k` remaining neighbours.
kernel choose(k: i32) {
    forall u in rest {
        if u.left <= k {
            u.core = k as u32;
            push leaving u;
            removes |= true;
        } else {
            fewest min= u.left;
            retry;
        }
    }
}

/// Lowers the counts of the neighbours of removed nodes.
kernel leave() {
    forall u in leaving {
        forall e in u.out {
            atomic_add(e.dst.left, -1);
        }
    }
}

main {
    count();
    let k = 0;
    pipe rest nodes {
        fewest = MAX;
        removes = false;
        choose(k);
        if removes {
            leave();
        } else {
            k = max(k + 1, fewest);
        }
    }
}

output core;
check kcore(core);
