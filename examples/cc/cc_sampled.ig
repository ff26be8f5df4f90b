/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// As in `cc_afforest`, the first edges of each node find the giant component, and of the other edges only those of
/// nodes outside of it are needed. Here, trees hook to each other without waiting: of several trees at a root, the
/// smallest wins, and the others may stay apart. No chain of joins grows behind a node with very many edges. The edges
/// that are lost in this way end at a node outside of the giant component, which joins all of its edges, or do not matter.
///
/// From: Dhulipala, Hong and Shun, "ConnectIt: a framework for static and incremental parallel graph connectivity
/// algorithms", VLDB 2020 (sampled edges with any method, and another one for the rest); Shiloach and Vishkin, "An
/// O(log n) parallel connectivity algorithm", J. Algorithms 1982 (hooking and jumping); Sutton, Ben-Nun and Barak,
/// "Optimizing parallel graph connectivity computation via subgraph sampling", IPDPS 2018 (the giant component).
/// Work: O(nodes + edges), with the slowly growing factor of the disjoint sets; far fewer edges if there is a giant
/// component. Rounds: one for the first edge, two for each further sampled edge, and one for the rest.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the number of a node in it.

use std::packed;
use std::union_find;

graph undirected;

/// Number of edges of each node by which trees hook before the sample.
param first: u32 = 2 in 1..;
/// Number of nodes in the sample.
param samples: u32 = 1024 in 1..;

/// A node in the same component, closer to the root of the component's tree.
node component: node = 0;
/// Number of sampled nodes in the component.
node votes: u32 = 0;

/// The largest number of votes, and the component that got it.
global elected: u64 = 0;

/// Hooks every node to its first neighbour, if that is smaller.
kernel hook() {
    forall u in nodes {
        let low = u;
        if u.degree > 0 {
            low min= u.out[0].dst;
        }
        u.component = low;
    }
}

/// Follows the hooks of every node to their end. Other nodes do the same at the same time, so the
/// hooks that a node reads become longer.
racy kernel jump() {
    forall u in nodes {
        let above = u.component;
        let next = above.component;
        while next != above {
            u.component = next;
            above = next;
            next = above.component;
        }
    }
}

/// Hooks the root of the larger tree at the edge with this position of each node to the smallest of the other trees.
/// All nodes name their roots.
kernel hook_roots(position: u32) {
    forall u in nodes where u.degree > position {
        let own = u.component;
        let other = u.out[position].dst.component;
        if other != own {
            atomic_min(max(own, other).component, min(own, other));
        }
    }
}

/// Counts the votes for the components of the sample.
kernel vote() {
    forall i in 0..samples {
        atomic_add(union_find::sample(component, i).votes, 1);
    }
}

/// Elects a component with the most votes.
kernel elect() {
    forall i in 0..samples {
        let candidate = union_find::sample(component, i);
        elected max= packed::of_u32(candidate.votes, candidate as u32);
    }
}

/// Joins all edges of the nodes outside of the giant component, also the first ones, which may be lost.
kernel join_rest(giant: node) {
    forall u in nodes where u.component != giant {
        forall e in u.out {
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
    hook();
    jump();
    let position = 1;
    while position < first {
        for _i in 0..2 {
            hook_roots(position);
            jump();
        }
        position += 1;
    }
    if node_count > 0 {
        vote();
        elect();
    }
    join_rest(packed::item(elected) as node);
    compress();
}

output component;
check cc(component);
