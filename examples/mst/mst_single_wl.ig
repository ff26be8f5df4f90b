/// Minimum spanning forest: edges of least weight that connect all that the graph connects.
///
/// Borůvka's algorithm: in each round, every component finds the least weight of an edge that
/// leaves it, then an edge of that weight, and is joined by it to what is at the other end. Nodes
/// without an edge out of their component leave the worklist; everything else goes over all nodes.
///
/// Of edges of one weight any may be chosen. In that case the choices of several components can
/// form a cycle, all of one weight; so an edge is taken only if its ends are not joined yet, which
/// an atomic decides, and any edge of such a cycle may be the one that is left out.
///
/// From: Borůvka, 1926; the `mst` `single-wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of
/// LonestarGPU.
/// Work: O((nodes + edges) · rounds). Rounds: at most the binary logarithm of the nodes, and one.
/// Graph: weighted with whole numbers from 0; the direction of an edge does not matter.
/// Result: `in_forest`, true for one direction of each edge of the forest.

use std::union_find;

/// What an edge weighs.
edge weight: u32;
/// Whether the edge is in the forest.
edge in_forest: bool = false;

/// A node of the same component, with a smaller number unless it is the root: the node that stands
/// for the component. At the beginning of a round, the root itself.
node component: node = 0;
/// Of a root: the least weight of an edge out of the component.
node lightest: u32 = MAX;
/// Of a root: an edge of that weight; `MAX` where there is none.
node choice: edge = MAX;

/// Every node is its own component.
kernel start() {
    forall u in nodes {
        u.component = u;
    }
}

/// Finds the least weights, and drops the nodes that no edge leads out of their component.
kernel weigh() {
    forall u in worklist {
        let a = u.component;
        let leaves = false;
        let least: u32 = MAX;
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

/// Chooses edges of the least weights: which, is decided by who comes last.
kernel choose() {
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

/// Brings every node to its root: on the way only roots are written, so that none comes after one.
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
check mst(in_forest);
