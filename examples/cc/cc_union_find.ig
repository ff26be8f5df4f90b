/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// Disjoint sets, without rounds: every node first attaches itself to a neighbour with a smaller
/// number, if there is one. Some steps of pointer jumping shorten the paths. Then the sets of both
/// ends of each edge are joined, and every node names the root of its tree. Most edges only find out
/// that their ends already are in the same set.
///
/// From: Jaiganesh and Burtscher, "A high-performance connected components implementation for GPUs",
/// HPDC 2018 (ECL-CC).
/// Work: O(nodes + edges), with the slowly growing factor of the disjoint sets. Rounds: none.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the number of a node in it.

use std::union_find;

graph undirected;

/// Number of steps of pointer jumping before the edges are joined.
param jumps: u32 = 2;

/// A node in the same component, closer to the root of the component's tree.
node component: node = 0;

/// Attaches every node to its first neighbour with a smaller number.
kernel start() {
    forall u in nodes {
        let parent = u;
        for e in u.out {
            if e.dst < u {
                parent = e.dst;
                break;
            }
        }
        u.component = parent;
    }
}

/// Halves the distance of every node to its root. A parent that has jumped already is even closer.
racy kernel jump() {
    forall u in nodes {
        u.component = u.component.component;
    }
}

/// Joins the sets of both ends of each edge.
kernel join() {
    forall u in nodes {
        forall e in u.out where e.dst < u {
            union_find::link(component, u, e.dst);
        }
    }
}

/// Lets every node name the root of its tree.
kernel compress() {
    forall u in nodes {
        u.component = union_find::root(component, u);
    }
}

main {
    start();
    for _i in 0..jumps {
        jump();
    }
    join();
    compress();
}

output component;
check cc(component);
