/// Maximal independent set: nodes without a neighbour among them, to which none can be added.
///
/// The rounds of `mis_pannotia`, data-driven: undecided nodes wait on a worklist. In each round, those
/// whose priority is above those of all undecided neighbours join the set, and their neighbours leave;
/// who is still undecided waits for the next round.
///
/// From: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J.
/// Computing 1986; the `mis` `worklist` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes + arcs), very likely. Rounds: as the logarithm of the nodes, very likely.
/// Graph: made undirected and simple; weights are not used.
/// Result: `in_set`.
graph undirected, simple;

/// Whether the node is in the set.
node in_set: bool = false;
/// Whether that can no longer change.
node decided: bool = false;
/// Who joins before whom: a hash of the node's number. Ties go to the larger number.
node priority: u32 = 0;

/// Who may still join; and who joins in this round.
worklist undecided, joining;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        let x = u as u32;
        x = (x ^ (x >> 16)) * 0x7feb352d;
        x = (x ^ (x >> 15)) * 0x846ca68b;
        u.priority = x ^ (x >> 16);
    }
}

/// Finds the undecided nodes that come before all undecided neighbours.
kernel choose() {
    forall u in undecided where !u.decided {
        let first = true;
        for e in u.out where !e.dst.decided {
            let v = e.dst;
            if v.priority > u.priority || (v.priority == u.priority && v > u) {
                first = false;
                break;
            }
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
