/// Strongly connected components: two nodes get the same `component` exactly if paths lead from
/// each to the other.
///
/// Forward-backward colouring: in each round, every node that has no component yet takes the
/// highest priority from which a path leads to it; the node that has this priority, and those from
/// which paths of the same colour lead back to it, are a component. What is left of a colour is
/// searched apart from the others, since no component has two. Nodes that no edge of their colour
/// enters, or none leaves, are components by themselves and are taken away first. Priorities are
/// random, so that rounds are few whatever the numbering.
///
/// From: Orzan, "On distributed verification and verified distribution", 2004, and Slota,
/// Rajamanickam and Madduri, "BFS and coloring-based parallel algorithms for strongly connected
/// components and related problems", IPDPS 2014.
/// Work: O((nodes + edges) · rounds) and what is coloured more than once. Rounds: very likely as the
/// logarithm of the components, each as many as the most edges on a path within a colour.
/// Graph: directed; weights are not used.
/// Result: `component`, a node of it.

use std::hash;

/// A node of the same component; `MAX` where that is not known yet.
node component: node = MAX;
/// The highest priority from which a path leads here, in this round.
node colour: u32 = 0;
/// The colour of the round before.
node region: u32 = 0;
/// A number that no two nodes share.
node priority: u32 = 0;

/// How many nodes have no component.
global open: u32 = 0;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Takes away the nodes through which no path of their region leads.
kernel trim() {
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

/// Every node that is left starts with its own colour.
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

/// Where the colour stayed, a component begins. What remains is divided by colour.
kernel root() {
    forall u in nodes where u.component == MAX {
        u.region = u.colour;
        if u.colour == u.priority {
            u.component = u;
            push u;
        }
    }
}

/// Follows edges of one colour backwards from the roots.
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
