/// Disjoint sets of nodes, which any number of iterations may join and search at the same time.
///
/// Each set is a tree: `parent` leads from a node towards the root, which is its own parent. The
/// program declares the property and makes every node its own parent before the first join:
/// `node parent: node;` and `forall u in nodes { u.parent = u; }`. A root is only ever hooked to a
/// node with a smaller number, so there are no cycles, whatever the order.
///
/// From: Patwary, Blair and Manne, "Experiments on Union-Find Algorithms for the Disjoint-Set Data
/// Structure", SEA 2010; lock-free as in Jaiganesh and Burtscher, "A High-Performance Connected
/// Components Implementation for GPUs", HPDC 2018.

/// The root of the set of `u`. Halves the path on the way: every node on it gets its grandparent as
/// its parent. This is safe if other iterations do the same.
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

/// The root of the set of `u`, found without writing. For kernels that set every node's parent to
/// its root, `u.parent = root(parent, u)`: there, `find` may write an old grandparent after another
/// iteration has written the root.
fn root(node parent: node, u: node) -> node {
    let current = u;
    let above = current.parent;
    while above != current {
        current = above;
        above = current.parent;
    }
    return current;
}

/// Joins the sets of `u` and `v`. Returns whether this call joined them; if several calls join the
/// same two sets at the same time, exactly one returns true.
fn unite(node parent: node, u: node, v: node) -> bool {
    let a = find(parent, u);
    let b = find(parent, v);
    while a != b {
        let low = min(a, b);
        let high = max(a, b);
        if atomic_cas(high.parent, high, low) == high {
            return true;
        }
        // Another call hooked `high` first: continue from its new root.
        a = find(parent, high);
        b = find(parent, low);
    }
    return false;
}

/// Whether `u` and `v` are in the same set. The answer may be outdated while others join sets.
fn connected(node parent: node, u: node, v: node) -> bool {
    return find(parent, u) == find(parent, v);
}
