/// Communities by label propagation: nodes with the same `label` are close to each other.
///
/// Every node starts with its own label. In each round, every node takes the most frequent label
/// among its neighbours, or the smallest one if several are equally frequent. All nodes read the
/// labels of the previous round, so the result does not depend on the order.
///
/// From: Raghavan, Albert and Kumara, "Near linear time algorithm to detect community structures in
/// large-scale networks", Physical Review E 2007; the CDLP of LDBC Graphalytics (Iosup and others,
/// VLDB 2016).
/// Work: O(sum over the nodes of degree²) a round, no memory except the labels. Rounds: given.
/// Graph: any; an edge makes its two ends neighbours of each other, and two edges count twice.
/// Result: `label`.

use std::argmax;

/// Number of rounds.
param rounds: u32 = 10;

/// The community of the node.
node label: node = 0;
/// The community of the node in the next round.
node next: node = 0;

/// The frequency of a label around `u` and the label, as one number: the largest number wins.
fn ballot(u: node, candidate: node) -> u64 {
    let count = 0;
    for e in u.out where e.dst.label == candidate {
        count += 1;
    }
    for e in u.in where e.src.label == candidate {
        count += 1;
    }
    return argmax::of_u32(count, candidate as u32);
}

/// The label that a ballot encodes.
fn elected(ballot: u64) -> node {
    return argmax::item(ballot) as node;
}

/// Makes every node its own community.
kernel start() {
    forall u in nodes {
        u.label = u;
    }
}

/// Gives every node the most frequent label of its neighbours.
kernel vote() {
    forall u in nodes {
        let best = 0u64;
        for e in u.out where e.dst.label != elected(best) {
            best = max(best, ballot(u, e.dst.label));
        }
        for e in u.in where e.src.label != elected(best) {
            best = max(best, ballot(u, e.src.label));
        }
        u.next = select(best > 0, elected(best), u.label);
    }
}

main {
    start();
    for _round in 0..rounds {
        vote();
        swap label, next;
    }
}

output label;
check label_propagation(label, rounds);
