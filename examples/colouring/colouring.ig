/// Graph colouring: neighbours get different colours, and the number of colours is small.
///
/// Jones and Plassmann: a node waits until all neighbours of higher priority have their colours,
/// then takes the smallest colour that none of them has. Priorities are random, so the number of
/// rounds is small whatever the numbering, and no two nodes have the same priority. The result is
/// therefore that of a sequential pass over the nodes in the order of their priorities.
///
/// From: Jones and Plassmann, "A parallel graph coloring heuristic", SIAM J. Scientific Computing
/// 1993.
/// Work: O((nodes + edges) · rounds). Rounds: the longest path along which priorities fall, about
/// the logarithm of the number of nodes if degrees are bounded.
/// Graph: made undirected and simple; weights are not used.
/// Result: `colour`, from 0 up to at most the largest degree.
use std::hash;
graph undirected, simple;

/// The node's colour; `MAX` until it has one.
node colour: u32 = MAX;
/// The priority: of two neighbours, the one with the higher priority chooses first.
node priority: u32 = 0;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Gives a colour to every node on the worklist that does not have to wait.
racy kernel choose() {
    forall u in worklist {
        // The colours from `base` to `base + 31` that neighbours have, as bits; then the next 32.
        let base = 0;
        let taken: u32 = MAX;
        let waits = false;
        while taken == MAX && !waits {
            taken = 0;
            for e in u.out {
                let v = e.dst;
                let colour = v.colour;
                if colour == MAX {
                    // A neighbour of lower priority waits for this node and has no colour yet.
                    if v.priority > u.priority {
                        waits = true;
                        break;
                    }
                } else if colour >= base && colour - base < 32 {
                    taken |= 1 << (colour - base);
                }
            }
            base += 32;
        }
        if waits {
            retry;
        } else {
            let colour = base - 32;
            while (taken & 1) == 1 {
                taken >>= 1;
                colour += 1;
            }
            u.colour = colour;
        }
    }
}

main {
    draw();
    pipe nodes {
        choose();
    }
}

output colour;
check colouring(colour);
