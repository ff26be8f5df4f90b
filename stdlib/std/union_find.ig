/// Disjoint sets of nodes, which any number of iterations can join and search at the same time.
///
/// Each set is a tree: `parent` leads from a node towards the root, which is its own parent. The
/// program must declare the property and make every node its own parent before the first join:
/// `node parent: node;` and `forall u in nodes { u.parent = u; }`. A root is only ever attached to a
/// node with a smaller number, so no cycles can arise, whatever the order of the joins.
///
/// From: Patwary, Blair and Manne, "Experiments on Union-Find Algorithms for the Disjoint-Set Data
/// Structure", SEA 2010; lock-free as in Jaiganesh and Burtscher, "A High-Performance Connected
/// Components Implementation for GPUs", HPDC 2018.

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
