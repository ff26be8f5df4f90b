/// Minimum spanning forest: edges of least total weight that connect everything the graph connects.
///
/// Borůvka's algorithm, data-driven: nodes with edges that leave their component are on one
/// worklist, components with a lightest edge on another. In each round, nodes offer such edges to
/// their own component and to the components at the other ends. Then every component is joined with
/// another by its lightest edge. The lightest edge is one number, with the weight in the upper half
/// and the edge's number in the lower half, so one atomic minimum finds both.
///
/// As in `mst_single_wl`, any of several edges of equal weight may be chosen, and an edge that
/// would close a cycle is skipped.
///
/// From: Borůvka, 1926; the `mst` `multiple-wl` of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O((nodes + edges) · rounds), where nodes in the interior of components do not count.
/// Rounds: at most the binary logarithm of the number of nodes, plus one.
/// Graph: weighted with integers from 0; the direction of an edge does not matter. Devices need
/// 64-bit atomics.
/// Result: `in_forest`, true for one direction of each edge of the forest.

use std::union_find;

/// The weight of the edge.
edge weight: u32;
/// Whether the edge is in the forest.
edge in_forest: bool = false;

/// A step towards the root, the node that represents the component.
node parent: node = 0;
/// For a root: the lightest edge that leaves the component, as a `key`; `MAX` if there is none.
node lightest: u64 = MAX;

/// Nodes with edges that leave their component; and roots with a lightest edge, once each.
worklist fringe, roots;

/// An edge as a number that increases with the weight.
fn key(e: edge, weight: u32) -> u64 {
    return (weight as u64) << 32 | e as u64;
}

/// Offers an edge to a root. The first offer pushes the root.
fn offer(root: node, edge_key: u64) {
    if edge_key < root.lightest {
        if atomic_min(root.lightest, edge_key) == MAX {
            push roots root;
        }
    }
}

/// Makes every node its own component.
kernel start() {
    forall u in nodes {
        u.parent = u;
    }
}

/// Finds the lightest edges, and drops nodes without an edge that leaves their component.
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
