/// Maximal independent set: a set of nodes, no two of them neighbours, to which none can be added.
///
/// The rounds of `mis_pannotia`, data-driven: undecided nodes are on a worklist. In each round,
/// those whose priority is higher than those of all undecided neighbours join the set, and their
/// neighbours are excluded. Nodes that are still undecided wait for the next round.
///
/// From: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J.
/// Computing 1986; the `mis` `worklist` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: very likely O(nodes + edges). Rounds: very likely the logarithm of the number of nodes.
/// Graph: made undirected and simple; weights are not used.
/// Result: `in_set`.
use std::hash;
graph undirected, simple;

/// Whether the node is in the set.
node in_set: bool = false;
/// Whether `in_set` is final.
node decided: bool = false;
/// The priority, random and unique: of two neighbours, the one with the higher priority goes first.
node priority: u32 = 0;

/// The nodes that may still join, and the nodes that join in this round.
worklist undecided, joining;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Selects the undecided nodes of higher priority than all undecided neighbours.
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

/// Adds the selected nodes to the set and excludes their neighbours.
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
