/// Maximal independent set: a set of nodes, no two of them neighbours, to which none can be added.
///
/// A node joins the set if no undecided neighbour precedes it, and excludes its neighbours at once.
/// Nodes with few edges precede others, because they exclude few nodes: the sets are larger than
/// with random priorities. Nodes that are decided in a round help others in the same round, so
/// that there are few rounds, and most nodes find a neighbour that decides about them early in
/// their lists.
///
/// From: Burtscher, Devale, Azimi, Jaiganesh and Powers, "A high-quality and fast maximal independent
/// set implementation for GPUs", TOPC 2018 (ECL-MIS).
/// Work: very likely O(nodes + edges). Rounds: very likely the logarithm of the number of nodes.
/// Graph: made undirected and simple; weights are not used.
/// Result: `in_set`.
use std::hash;
graph undirected, simple;

/// On a graph with at most this number of nodes, one kernel decides about all nodes. On a larger graph,
/// work-items have several nodes each. Stored priorities and a first look at all nodes without waiting
/// are faster then.
param small: u32 = 400000;

/// The state of a node that is not in the set.
const excluded: u32 = 0;
/// The state of an undecided node of a small graph.
const undecided_small: u32 = 1;
/// The state of a node in the set. All states fit 16 bits.
const member: u32 = 65535;

/// Whether the node is in the set.
node in_set: bool = false;
/// `excluded`, `member`, or the priority of an undecided node, which is between the two. On a small
/// graph, `undecided_small` for all nodes that are not excluded.
node state: u32 = undecided_small;

/// The nodes that are not decided.
worklist undecided;

/// Returns a key that is less for a node with fewer edges. Random bits order equal degrees.
fn key(u: node) -> u32 {
    return min(u.degree, 0xffff) << 16 | hash::priority(u, 0) >> 16;
}

/// Decides about all nodes of a small graph, which have no stored priorities: of two neighbours, the
/// one with the lesser key precedes. A node may look again at once, because all decisions are final.
async racy kernel decide_small() {
    forall u in undecided {
        if u.state != excluded {
            let own = key(u);
            let waits = false;
            for e in u.out where e.dst.state != excluded {
                let other = key(e.dst);
                if other < own || (other == own && e.dst > u) {
                    waits = true;
                    break;
                }
            }
            if waits {
                retry;
            } else {
                u.in_set = true;
                for e in u.out {
                    e.dst.state = excluded;
                }
            }
        }
    }
}

/// Draws the priorities of a large graph, which fall with the degree. Random fractions order equal degrees.
/// The minimum only tells the compiler that the priorities fit 16 bits.
kernel draw() {
    let average = edge_count as f32 / max(node_count, 1) as f32;
    forall u in nodes {
        let degree = u.degree as f32 + hash::unit(hash::priority(u, 0));
        u.state = min((average / (average + degree) * 65533.0) as u32, 65533) + 1;
    }
}

/// Decides about a node, unless an undecided neighbour precedes it. A neighbour that is decided at
/// the same time either precedes the node, which then waits, or excludes it. Returns whether the
/// node has to wait.
racy fn decide(u: node) -> bool {
    let own = u.state;
    let waits = false;
    if own != excluded {
        for e in u.out {
            let other = e.dst.state;
            if other > own || (other == own && e.dst > u) {
                waits = true;
                break;
            }
        }
        if !waits {
            u.state = member;
            u.in_set = true;
            for e in u.out {
                e.dst.state = excluded;
            }
        }
    }
    return waits;
}

/// Decides about all nodes that can be decided.
racy kernel decide_first() {
    forall u in nodes {
        if decide(u) {
            push undecided u;
        }
    }
}

/// The same for the nodes that are left. A node may look again at once.
async racy kernel decide_rest() {
    forall u in undecided {
        if decide(u) {
            retry;
        }
    }
}

main {
    if node_count <= small {
        pipe undecided nodes {
            decide_small();
        }
    } else {
        draw();
        decide_first();
        pipe undecided {
            decide_rest();
        }
    }
}

output in_set;
check mis(in_set);
