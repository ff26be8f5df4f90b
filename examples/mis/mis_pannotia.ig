/// Maximal independent set: a set of nodes, no two of them neighbours, to which none can be added.
///
/// In each round, an undecided node whose priority is higher than those of all undecided neighbours
/// joins the set, and its neighbours are excluded. Priorities are random, so the number of rounds
/// is small whatever the numbering, and no two nodes have the same priority.
///
/// From: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J.
/// Computing 1986; the `mis` of Pannotia (Che and others, IISWC 2013).
/// Work: O((nodes + edges) · rounds). Rounds: very likely the logarithm of the number of nodes.
/// Graph: made undirected and simple; weights are not used.
/// Result: `in_set`.
use std::hash;
graph undirected, simple;

/// Whether the node is in the set.
node in_set: bool = false;
/// Whether `in_set` is final.
node decided: bool = false;
/// Whether the node joins the set in this round.
node joins: bool = false;
/// The priority: of two neighbours, the one with the higher priority joins first.
node priority: u32 = 0;

/// Number of nodes that joined in this round.
global joined: u32 = 0;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Selects the undecided nodes of higher priority than all undecided neighbours.
kernel choose() {
    forall u in nodes where !u.decided {
        let first = true;
        for e in u.out where !e.dst.decided && e.dst.priority > u.priority {
            first = false;
            break;
        }
        u.joins = first;
    }
}

/// Adds the selected nodes to the set and excludes their neighbours.
kernel settle() {
    forall u in nodes where u.joins {
        u.joins = false;
        u.in_set = true;
        u.decided = true;
        joined += 1;
        forall e in u.out {
            e.dst.decided = true;
        }
    }
}

main {
    draw();
    iterate {
        joined = 0;
        choose();
        settle();
    } while joined > 0;
}

output in_set;
check mis(in_set);
