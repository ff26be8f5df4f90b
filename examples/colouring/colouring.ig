/// Graph colouring: neighbours get different colours, and few colours are used.
///
/// Jones and Plassmann: a node waits until all neighbours of a higher priority have their colours,
/// then takes the smallest one that none of them has. Priorities are random, so that rounds are few
/// whatever the numbering, and no two nodes have the same. So the result is that of going through
/// the nodes by priority, one after the other.
///
/// From: Jones and Plassmann, "A parallel graph coloring heuristic", SIAM J. Scientific Computing
/// 1993.
/// Work: O((nodes + edges) · rounds). Rounds: as the longest path along which priorities fall, about
/// the logarithm of the nodes where degrees are bounded.
/// Graph: made undirected and simple; weights are not used.
/// Result: `colour`, from 0; at most one more than the most neighbours of a node.
use std::hash;
graph undirected, simple;

/// The node's colour; `MAX` before it has one.
node colour: u32 = MAX;
/// Who chooses before whom.
node priority: u32 = 0;

/// Draws the priorities.
kernel draw() {
    forall u in nodes {
        u.priority = hash::priority(u, 0);
    }
}

/// Gives a colour to every node on the worklist that need not wait.
kernel choose() {
    forall u in worklist {
        // The colours from `base` on that neighbours have, as bits: 32 of them, then the next 32.
        let base = 0;
        let taken: u32 = MAX;
        let waits = false;
        while taken == MAX && !waits {
            taken = 0;
            for e in u.out {
                let v = e.dst;
                let colour = v.colour;
                if colour == MAX {
                    // A neighbour of lower priority waits for this node, and has no colour yet.
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
