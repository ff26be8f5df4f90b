/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// Every node hooks to its smallest neighbour, or to itself if no neighbour is smaller. Then all nodes
/// follow the hooks to their end at the same time. A node stores every node that it reaches, so that
/// the others make longer steps: the number of steps is about the logarithm of the longest path. The
/// roots of the trees hook to the smallest neighbouring trees in the same way, a few times. The edges
/// that still connect two trees are joined as disjoint sets: few trees are left, whose paths are short.
///
/// From: Jaiganesh and Burtscher, "A High-Performance Connected Components Implementation for GPUs",
/// HPDC 2018, which starts with a smaller neighbour; the repeated pointer jumping of Soman, Kishore and
/// Narayanan, "A fast GPU algorithm for graph connectivity", IPDPS Workshops 2010.
/// Work: O(nodes + edges), with the slowly growing factor of the disjoint sets. Rounds: `rounds`.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the smallest number of a node in it.

use std::union_find;

graph undirected;

/// Number of times that roots hook to neighbouring trees.
param rounds: u32 = 2;

/// A node in the same component, closer to the root of the component's tree.
node component: node = 0;

/// Hooks every node to its smallest neighbour.
kernel hook() {
    forall u in nodes {
        let low = u;
        forall e in u.out {
            low min= e.dst;
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

/// Hooks the root of the larger tree at each edge to the smallest of the other trees. All nodes name
/// their roots.
kernel hook_roots() {
    forall u in nodes {
        let own = u.component;
        forall e in u.out where e.dst < u {
            let other = e.dst.component;
            if other != own {
                atomic_min(max(own, other).component, min(own, other));
            }
        }
    }
}

/// Joins the trees at both ends of each edge.
kernel join() {
    forall e in edges where e.dst < e.src {
        union_find::link(component, e.src, e.dst);
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
    for _i in 0..rounds {
        hook_roots();
        jump();
    }
    join();
    compress();
}

output component;
check cc(component);
