/// Maximal independent set: nodes without a neighbour among them, to which none can be added.
///
/// The rounds of `mis_pannotia`, data-driven: undecided nodes wait on a worklist. In each round,
/// those whose priority is above those of all undecided neighbours join the set, and their
/// neighbours leave; who is still undecided waits for the next round.
///
/// From: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J.
/// Computing 1986; the `mis` `worklist` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes + edges), very likely. Rounds: as the logarithm of the nodes, very likely.
/// Graph: made undirected and simple; weights are not used.
/// Result: `in_set`.
use std::hash;
graph undirected, simple;

/// Whether the node is in the set.
node in_set: bool = false;
/// Whether that can no longer change.
node decided: bool = false;
/// Who joins before whom: random, so that rounds are few whatever the numbering, and different.
node priority: u32 = 0;

/// Who may still join; and who joins in this round.
worklist undecided, joining;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Finds the undecided nodes that come before all undecided neighbours.
kernel choose() {
    forall u in undecided where !u.decided {
        let first = true;
        for e in u.out where !e.dst.decided && e.dst.priority > u.priority {
            first = false;
            break;
        }
        if first {
            push joining u;
        } else {
            retry;
        }
    }
}

/// Takes them into the set, and their neighbours out of the question.
kernel settle() {
    forall u in joining {
        u.in_set = true;
        u.decided = true;
        forall e in u.out {
            e.dst.decided = true;
        }
    }
}

main {
    draw();
    pipe undecided nodes {
        choose();
        settle();
    }
}

output in_set;
check mis(in_set);
