/// Strongly connected components: two nodes get the same `component` exactly if paths lead from
/// each to the other.
///
/// Forward-backward colouring: in each round, every node without a component gets, as its colour,
/// the highest priority from which a path leads to it. The node with this priority, and the nodes
/// from which paths of the same colour lead to it, are a component. The remaining nodes of a colour
/// are a region, and later rounds search each region separately, because a component has only one
/// colour. Nodes that no edge of their region enters, or none leaves, are components by themselves
/// and are removed first. Priorities are random, so rounds are few whatever the numbering.
///
/// From: Orzan, "On distributed verification and verified distribution", 2004, and Slota,
/// Rajamanickam and Madduri, "BFS and coloring-based parallel algorithms for strongly connected
/// components and related problems", IPDPS 2014.
/// Work: O((nodes + edges) · rounds), plus repeated colouring. Rounds: very likely the logarithm of
/// the number of components, each with inner rounds for the longest path within a colour.
/// Graph: directed; weights are not used.
/// Result: `component`, a node of it.

use std::hash;

/// A node of the same component; `MAX` if the component is not known yet.
node component: node = MAX;
/// The highest priority from which a path leads to this node, in this round.
node colour: u32 = 0;
/// The colour of the previous round.
node region: u32 = 0;
/// A random number; no two nodes have the same.
node priority: u32 = 0;

/// Number of nodes without a component.
global open: u32 = 0;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Removes the nodes through which no path of their region passes.
racy kernel trim() {
    forall u in nodes where u.component == MAX {
        let entered = false;
        for e in u.in where !entered {
            let v = e.src;
            entered = v != u && v.component == MAX && v.region == u.region;
        }
        let left = false;
        for e in u.out where entered && !left {
            let v = e.dst;
            left = v != u && v.component == MAX && v.region == u.region;
        }
        if !left {
            u.component = u;
        }
    }
}

/// Gives every remaining node its own colour.
kernel start() {
    forall u in nodes where u.component == MAX {
        u.colour = u.priority;
        push u;
        open += 1;
    }
}

/// Spreads higher colours along the edges within a region.
kernel spread() {
    forall u in worklist {
        let colour = u.colour;
        forall e in u.out {
            let v = e.dst;
            if v.component == MAX && v.region == u.region && v.colour < colour {
                let old = atomic_max(v.colour, colour);
                if old < colour {
                    push v;
                }
            }
        }
    }
}

/// Starts a component at each node that kept its own colour. The colours become the regions.
kernel root() {
    forall u in nodes where u.component == MAX {
        u.region = u.colour;
        if u.colour == u.priority {
            u.component = u;
            push u;
        }
    }
}

/// Follows edges backwards from the roots, within each region.
kernel gather() {
    forall v in worklist {
        forall e in v.in where e.src.region == v.region {
            let found = atomic_cas(e.src.component, MAX, v.component);
            if found == MAX {
                push e.src;
            }
        }
    }
}

main {
    draw();
    iterate {
        open = 0;
        trim();
        start();
        pipe {
            spread();
        }
        root();
        pipe {
            gather();
        }
    } while open > 0;
}

output component;
check scc(component);
