/// Strongly connected components: two nodes get the same `component` exactly if paths lead from
/// each to the other.
///
/// First, one search follows edges forwards and backwards from a node with many edges. The nodes
/// that both directions reach are a component, which contains most nodes of many graphs. Edges
/// between nodes that were reached differently lie in no component. For the other edges, every
/// node gets a signature: the largest nodes from which and to which paths lead. Nodes whose two
/// signatures are equal have found their component. Edges between different signatures are
/// dropped, and the rest continues. A signature is a node whose own signature is known, so
/// signatures skip long paths.
///
/// If the search has not reached many nodes after some rounds, the graph has long paths, and the
/// signatures alone find all components. If most edges have a reverse edge, as in road networks,
/// the ends of such edges are joined first, and only the components of this part remain.
///
/// From: Fleischer, Hendrickson and Pınar, "On identifying strongly connected components in
/// parallel", 2000; Hong, Rodia and Olukotun, "On fast parallel detection of strongly connected
/// components (SCC) in small-world graphs", SC 2013; the signatures of Alabandi, Sands, Biros and
/// Burtscher, "A high-performance algorithm for identifying strongly connected components", SC 2023
/// (ECL-SCC).
/// Work: O((nodes + edges) · rounds). Rounds: very likely the logarithm of the number of components,
/// each with inner rounds for the longest path within a signature.
/// Graph: directed, sorted; weights are not used.
/// Result: `component`, a node of it.

use std::hash;
use std::intersect;
use std::packed;
use std::union_find;

graph sorted;

/// Number of rounds after which the search ends if it has reached few nodes.
param patience: u32 = 12;
/// While more than one node in this number is on a frontier of the search, the nodes that are not reached
/// look for reached neighbours instead.
param large: u32 = 20 in 1..;
/// Number of edges in the sample.
param samples: u32 = 1024 in 1..;

/// A node of the same component; `MAX` if the component is not known yet.
node component: node = MAX;
/// A node of the same component, which represents all nodes that reverse edges have joined.
node leader: node = 0;
/// Whether the search has reached the node forwards.
node reached: bool = false;
/// Whether the search has reached the node backwards.
node reaches: bool = false;
/// The largest known node from which a path leads to this node.
node before: node = 0;
/// The largest known node to which a path leads from this node.
node after: node = 0;

/// Number of sampled edges with a reverse edge.
global mutual: u32 = 0;
/// The node with the most edges in both directions, with the number of these edges.
global elected: u64 = 0;
/// Whether the round has changed a signature.
global changed: bool = false;

/// The frontiers of the search.
worklist forward, backward;
/// The edges that may lie in a component.
worklist open: (node, node);

/// Whether an edge leads in the other direction, too.
fn is_mutual(e: edge) -> bool {
    return intersect::find_edge(e.dst, e.src) != MAX;
}

/// Counts the reverse edges of the sample.
kernel sample() {
    forall i in 0..samples {
        let number = (hash::mix64(i as u64) % edge_count as u64) as u32;
        if is_mutual(number as edge) {
            mutual += 1;
        }
    }
}

/// Makes every node its own leader.
kernel lead() {
    forall u in nodes {
        u.leader = u;
    }
}

/// Joins the ends of edges that have a reverse edge.
kernel join() {
    forall e in edges where e.src < e.dst && is_mutual(e) {
        union_find::link(leader, e.src, e.dst);
    }
}

/// Lets every node name its leader.
kernel compress() {
    forall u in nodes {
        u.leader = union_find::root(leader, u);
    }
}

/// Lists the edges between different leaders.
kernel list_leaders() {
    forall e in edges where e.src.leader != e.dst.leader {
        push open(e.src.leader, e.dst.leader);
    }
}

/// Gives every node the component of its leader. That of the leader itself stays the same.
racy kernel follow_leaders() {
    forall u in nodes {
        u.component = u.leader.component;
    }
}

/// Removes the nodes through which no path leads, and elects the start of the search.
kernel trim() {
    forall u in nodes {
        let links = min(u.in_degree, u.out_degree);
        if links == 0 {
            u.component = u;
        } else {
            elected max= packed::of_u32(links, u as u32);
        }
    }
}

/// Starts the search.
kernel seed(start: node) {
    forall _i in 0..1 {
        start.reached = true;
        start.reaches = true;
        push forward start;
        push backward start;
    }
}

/// Follows edges forwards.
kernel follow() {
    forall u in forward {
        forall e in u.out {
            let v = e.dst;
            if v.component == MAX && !v.reached && !atomic_or(v.reached, true) {
                push forward v;
            }
        }
    }
}

/// Follows edges backwards.
kernel trace() {
    forall v in backward {
        forall e in v.in {
            let u = e.src;
            if u.component == MAX && !u.reaches && !atomic_or(u.reaches, true) {
                push backward u;
            }
        }
    }
}

/// Follows edges forwards to all nodes that are not reached.
racy kernel ask_forwards() {
    forall v in nodes where v.component == MAX && !v.reached {
        for e in v.in where e.src.reached {
            v.reached = true;
            push forward v;
            break;
        }
    }
}

/// Follows edges backwards to all nodes that are not reached.
racy kernel ask_backwards() {
    forall u in nodes where u.component == MAX && !u.reaches {
        for e in u.out where e.dst.reaches {
            u.reaches = true;
            push backward u;
            break;
        }
    }
}

/// Makes the nodes that were reached in both directions a component.
kernel found(start: node) {
    forall u in nodes where u.reached && u.reaches {
        u.component = start;
    }
}

/// Forgets which nodes the search has reached.
kernel forget() {
    forall u in nodes {
        u.reached = false;
        u.reaches = false;
    }
}

/// Lists the edges between nodes without a component that were reached alike.
kernel list() {
    forall u in nodes where u.component == MAX {
        forall e in u.out {
            let v = e.dst;
            if v != u && v.component == MAX && v.reached == u.reached && v.reaches == u.reaches {
                push open(u, v);
            }
        }
    }
}

/// Gives every remaining node its own signatures.
kernel start() {
    forall u in nodes where u.component == MAX {
        u.before = u;
        u.after = u;
    }
}

/// Spreads larger signatures along edges. The signature of a signature saves rounds.
racy kernel spread() {
    forall (u, v) in open {
        let before = u.before.before;
        if before > v.before && atomic_max(v.before, before) < before {
            changed |= true;
        }
        let after = v.after.after;
        if after > u.after && atomic_max(u.after, after) < after {
            changed |= true;
        }
    }
}

/// Settles the nodes that lie on a path from and to the same node.
kernel settle() {
    forall u in nodes where u.component == MAX && u.before == u.after {
        u.component = u.before;
    }
}

/// Keeps the edges between nodes with the same signatures.
kernel filter() {
    forall (u, v) in open where u.component == MAX && v.component == MAX {
        if u.before == v.before && u.after == v.after {
            push open(u, v);
        }
    }
}

/// Makes each node without a component a component by itself.
kernel finish() {
    forall u in nodes where u.component == MAX {
        u.component = u;
    }
}

main {
    if edge_count > 0 {
        sample();
    }
    let is_symmetric = mutual > samples / 2;
    if is_symmetric {
        lead();
        join();
        compress();
        list_leaders();
    } else {
        trim();
        if elected > 0 {
            let start = packed::item(elected) as node;
            let limit = node_count / large;
            seed(start);
            let round = 0;
            let frontier = 0;
            let all = 0;
            iterate {
                if forward.size > limit {
                    clear(forward);
                    ask_forwards();
                } else {
                    follow();
                }
                if backward.size > limit {
                    clear(backward);
                    ask_backwards();
                } else {
                    trace();
                }
                round += 1;
                frontier = forward.size + backward.size;
                all += frontier;
            } while frontier > 0 && (round < patience || all >= node_count / 8);
            if frontier == 0 {
                found(start);
            } else {
                forget();
                clear(forward);
                clear(backward);
            }
        }
        list();
    }
    while open.size > 0 {
        start();
        once open {
            iterate {
                changed = false;
                spread();
            } while changed;
            settle();
            filter();
        }
    }
    finish();
    if is_symmetric {
        follow_leaders();
    }
}

output component;
check scc(component);
