/// Minimum spanning forest with real weights: edges of least total weight that connect everything the
/// graph connects.
///
/// Borůvka's algorithm, as `mst_single_wl`: in each round, every component finds the least weight of an
/// edge that leaves it, then an edge of this weight, which joins it to the component at the other end.
/// Nodes without an edge that leaves their component leave the worklist; all other steps visit all nodes.
///
/// Any of several edges of equal weight may be chosen. The choices of several components can then
/// form a cycle of edges of equal weight. An edge is therefore added only if its ends are not
/// joined yet, which an atomic decides; any edge of such a cycle may be the one that is skipped.
///
/// From: Borůvka, 1926; the `mst` `single-wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of
/// LonestarGPU.
/// Work: O((nodes + edges) · rounds). Rounds: at most log₂ of the number of nodes, plus one.
/// Graph: weighted with any numbers; the direction of an edge does not matter. Devices need 64-bit floats
/// and 64-bit atomics.
/// Result: `in_forest`, true for one direction of each edge of the forest.

use std::union_find;

/// The weight of the edge.
edge weight: f64;
/// Whether the edge is in the forest.
edge in_forest: bool = false;

/// A node of the same component, with a smaller number unless it is the root, which represents the
/// component. At the beginning of a round, the root itself.
node component: node = 0;
/// For a root: the least weight of an edge that leaves the component.
node lightest: f64 = MAX;
/// For a root: an edge of this weight; `MAX` if there is none.
node choice: edge = MAX;

/// Makes every node its own component.
kernel start() {
    forall u in nodes {
        u.component = u;
    }
}

/// Finds the least weights, and drops nodes without an edge that leaves their component.
kernel weigh() {
    forall u in worklist {
        let a = u.component;
        let leaves = false;
        let least: f64 = MAX;
        forall e in u.out {
            let b = e.dst.component;
            if a != b {
                leaves |= true;
                least min= e.weight;
                if e.weight < b.lightest {
                    atomic_min(b.lightest, e.weight);
                }
            }
        }
        if leaves {
            if least < a.lightest {
                atomic_min(a.lightest, least);
            }
            retry;
        }
    }
}

/// Chooses edges of the least weights: of several, the one that is written last.
racy kernel choose() {
    forall u in worklist {
        let a = u.component;
        forall e in u.out {
            let b = e.dst.component;
            if a != b {
                if e.weight == a.lightest {
                    a.choice = e;
                }
                if e.weight == b.lightest {
                    b.choice = e;
                }
            }
        }
        retry;
    }
}

/// Joins components by the edges that they chose.
kernel join() {
    forall r in nodes where r.choice != MAX {
        let e = r.choice;
        if union_find::unite(component, e.src, e.dst) {
            e.in_forest = true;
        }
        r.choice = MAX;
        r.lightest = MAX;
    }
}

/// Sets every node's component to its root. Only roots are written, so no older ancestor remains.
kernel jump() {
    forall u in nodes {
        u.component = union_find::root(component, u);
    }
}

main {
    start();
    pipe nodes {
        weigh();
        choose();
        join();
        jump();
    }
}

output in_forest;
check mst_real(in_forest);
