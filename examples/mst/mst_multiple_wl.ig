/// Minimum spanning forest: edges of least weight that connect all that the graph connects.
///
/// Borůvka's algorithm, data-driven: nodes that have edges out of their component wait on one
/// worklist, components that found one on another. In each round, the nodes tell their components,
/// and those at the other ends, of their edges; then every component is joined with another by the
/// lightest. A component's lightest edge is one number, the weight in front of the edge's own
/// number, so that one atomic minimum finds both.
///
/// As in `mst_single_wl`, any of several edges of one weight may be chosen, and one that would
/// close a cycle is left out.
///
/// From: Borůvka, 1926; the `mst` `multiple-wl` of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O((nodes + edges) · rounds), where nodes inside of components no longer count. Rounds: at
/// most the binary logarithm of the nodes, and one.
/// Graph: weighted with whole numbers from 0; the direction of an edge does not matter. Devices need
/// atomics of 64 bits.
/// Result: `in_forest`, true for one direction of each edge of the forest.

use std::union_find;

/// What an edge weighs.
edge weight: u32;
/// Whether the edge is in the forest.
edge in_forest: bool = false;

/// The way to the root, the node that stands for the component.
node parent: node = 0;
/// Of a root: the lightest edge out of the component, as `key` makes it; `MAX` where there is none.
node lightest: u64 = MAX;

/// Nodes with edges out of their component; and roots with a lightest edge, once each.
worklist fringe, roots;

/// An edge as a number that grows with the weight.
fn key(e: edge, weight: u32) -> u64 {
    return (weight as u64) << 32 | e as u64;
}

/// Tells a root of an edge. The first to do so puts it on the worklist.
fn offer(root: node, edge_key: u64) {
    if edge_key < root.lightest {
        if atomic_min(root.lightest, edge_key) == MAX {
            push roots root;
        }
    }
}

/// Every node is its own component.
kernel start() {
    forall u in nodes {
        u.parent = u;
    }
}

/// Finds the lightest edges, and drops the nodes that no edge leads out of their component.
kernel weigh() {
    forall u in fringe {
        let a = union_find::find(parent, u);
        let own = u64::MAX;
        forall e in u.out {
            let b = union_find::find(parent, e.dst);
            if a != b {
                let edge_key = key(e, e.weight);
                own min= edge_key;
                offer(b, edge_key);
            }
        }
        if own < MAX {
            offer(a, own);
            retry;
        }
    }
}

/// Joins components by their lightest edges.
kernel join() {
    forall r in roots {
        let e = (r.lightest & 0xffffffff) as edge;
        r.lightest = MAX;
        if union_find::unite(parent, e.src, e.dst) {
            e.in_forest = true;
        }
    }
}

main {
    start();
    pipe fringe nodes {
        weigh();
        join();
    }
}

output in_forest;
check mst(in_forest);
