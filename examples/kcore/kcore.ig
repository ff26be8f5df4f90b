/// k-cores: for each node, the largest k such that the node is in a subgraph where every node has
/// at least k neighbours.
///
/// Peeling: for k from 0 upwards, nodes with at most k remaining neighbours are removed. Removal
/// lowers the counts of their neighbours and repeats until all remaining nodes have more than k.
/// Nodes removed for k have core number k. Values of k that would not remove a node are skipped.
///
/// From: Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003,
/// made parallel as by Dhulipala, Blelloch and Shun, "Julienne", SPAA 2017.
/// Work: O(nodes · different core numbers + edges). Rounds: for each core number, the length of the
/// longest chain of removals that cause each other.
/// Graph: made undirected and simple; weights are not used.
/// Result: `core`.
graph undirected, simple;

/// The node's core number; `MAX` until the node is removed.
node core: u32 = MAX;
/// Number of remaining neighbours, or of those that remained when the node was removed.
node left: i32 = 0;

/// The nodes that remain, and perhaps some removed ones; and the nodes to remove next.
worklist rest, leaving;

/// The smallest number of remaining neighbours of a node.
global fewest: i32 = MAX;

/// Counts the neighbours of every node.
kernel count() {
    forall u in nodes {
        u.left = u.degree as i32;
    }
}

/// Moves the nodes with at most `k` remaining neighbours from `rest` to `leaving`.
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

/// Removes nodes. Of several removals that lower the count of a neighbour, the one that lowers it
/// from k + 1 to k pushes the neighbour.
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
