/// Disjoint sets of nodes, joined and searched by any number of iterations at the same time.
///
/// Each set is a tree: `parent` leads from a node towards the root, which is its own parent. The
/// program declares the property and makes every node its own parent before the first join:
/// `node parent: node;` and `forall u in nodes { u.parent = u; }`. A root is only ever hooked to a
/// node of a smaller number, so there are no cycles, whatever the order.
///
/// From: Patwary, Blair and Manne, "Experiments on Union-Find Algorithms for the Disjoint-Set Data
/// Structure", SEA 2010; lock-free as in Jaiganesh and Burtscher, "A High-Performance Connected
/// Components Implementation for GPUs", HPDC 2018.

/// The root of the set of `u`. Halves the path on the way: every node passed is led to its parent's
/// parent, which stays right when others do the same.
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

/// The root of the set of `u`, and nothing is written on the way. For kernels that bring every node to
/// its root, `u.parent = root(parent, u)`: what `find` writes may be a parent's parent of long ago, and
/// come after another iteration has written the root there.
fn root(node parent: node, u: node) -> node {
    let current = u;
    let above = current.parent;
    while above != current {
        current = above;
        above = current.parent;
    }
    return current;
}

/// Joins the sets of `u` and `v`. Whether this call is the one that joined them; of several that
/// would join the same two sets, one does.
fn unite(node parent: node, u: node, v: node) -> bool {
    let a = find(parent, u);
    let b = find(parent, v);
    while a != b {
        let low = min(a, b);
        let high = max(a, b);
        if atomic_cas(high.parent, high, low) == high {
            return true;
        }
        // Another call hooked it first: go on from where it leads now.
        a = find(parent, high);
        b = find(parent, low);
    }
    return false;
}

/// Whether `u` and `v` are in one set. While others join sets, the answer may be old.
fn connected(node parent: node, u: node, v: node) -> bool {
    return find(parent, u) == find(parent, v);
}
