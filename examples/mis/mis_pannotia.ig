/// Maximal independent set: nodes without a neighbour among them, to which none can be added.
///
/// In each round, an undecided node whose priority is above those of all undecided neighbours joins
/// the set, and its neighbours leave. Priorities are random, so that rounds are few whatever the
/// numbering, and no two nodes have the same.
///
/// From: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J.
/// Computing 1986; the `mis` of Pannotia (Che and others, IISWC 2013).
/// Work: O((nodes + edges) · rounds). Rounds: as the logarithm of the nodes, very likely.
/// Graph: made undirected and simple; weights are not used.
/// Result: `in_set`.
use std::hash;
graph undirected, simple;

/// Whether the node is in the set.
node in_set: bool = false;
/// Whether that can no longer change.
node decided: bool = false;
/// Whether the node joins the set in this round.
node joins: bool = false;
/// Who joins before whom.
node priority: u32 = 0;

/// How many nodes joined in this round.
global joined: u32 = 0;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Finds the undecided nodes that come before all undecided neighbours.
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

/// Takes them into the set, and their neighbours out of the question.
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
