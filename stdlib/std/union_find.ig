/// Disjoint sets of nodes, which any number of iterations can join and search at the same time.
///
/// Each set is a tree: `parent` leads from a node towards the root, which is its own parent. The
/// program must declare the property and make every node its own parent before the first join:
/// `node parent: node;` and `forall u in nodes { u.parent = u; }`. A root is only ever attached to a
/// node with a smaller number, so no cycles can arise, whatever the order of the joins.
///
/// In a graph with one giant component, most joins find out that two nodes are in the same set. `link` and
/// `sample` avoid them: join the first edges of each node, compress the trees with `root`, find the most
/// frequent set in a sample, and join the other edges only of nodes outside of it.
///
/// From: Patwary, Blair and Manne, "Experiments on Union-Find Algorithms for the Disjoint-Set Data
/// Structure", SEA 2010; lock-free as in Jaiganesh and Burtscher, "A High-Performance Connected
/// Components Implementation for GPUs", HPDC 2018; the sampling of Sutton, Ben-Nun and Barak, "Optimizing
/// parallel graph connectivity computation via subgraph sampling", IPDPS 2018.

use std::hash;

/// Returns the root of the set of `u`. Halves the path on the way: it sets the parent of every node on
/// the path to the parent's parent. Other iterations may do the same at the same time.
fn find(node parent: node, u: node) -> node {
    let current = u;
    let above = current.parent;
    while above != current {
        let next = above.parent;
        if next != above {
            current.parent = next;
        }
        current = above;
        above = next;
    }
    return current;
}

/// Returns the root of the set of `u` without writing. Use it in kernels that set every parent to the
/// root, `u.parent = root(parent, u)`. In such a kernel, a late write of `find` could replace a root
/// that another iteration has written with an older ancestor.
fn root(node parent: node, u: node) -> node {
    let current = u;
    let above = current.parent;
    while above != current {
        current = above;
        above = current.parent;
    }
    return current;
}

/// Joins the sets of `u` and `v`. Returns whether this call joined them. Of several calls that try to
/// join the same two sets, exactly one returns `true`.
fn unite(node parent: node, u: node, v: node) -> bool {
    let a = find(parent, u);
    let b = find(parent, v);
    while a != b {
        let low = min(a, b);
        let high = max(a, b);
        if atomic_cas(high.parent, high, low) == high {
            return true;
        }
        // Another call has attached it first: continue from the current roots.
        a = find(parent, high);
        b = find(parent, low);
    }
    return false;
}

/// Returns whether `u` and `v` are in the same set. While other iterations join sets, the answer may
/// be out of date.
fn connected(node parent: node, u: node, v: node) -> bool {
    return find(parent, u) == find(parent, v);
}

/// Joins the sets of `u` and `v`, unless they obviously are the same set: both nodes have the same
/// parent. This is fast where most nodes are children of a root.
fn link(node parent: node, u: node, v: node) {
    if u.parent != v.parent {
        unite(parent, u, v);
    }
}

/// Returns the parent of a random node, which is its root in trees that were compressed with `root`. The
/// number of a draw decides the node.
fn sample(node parent: node, draw: u32) -> node {
    return ((hash::mix(draw) % node_count) as node).parent;
}
