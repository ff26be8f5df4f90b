/// Communities by label propagation: nodes that share a `label` are close to each other.
///
/// Every node starts with a label of its own. In each round every node takes the label that is most
/// frequent among its neighbours, the smallest of those that are equally frequent. All nodes look at
/// the labels of the round before, so the result is one, whatever the order.
///
/// From: Raghavan, Albert and Kumara, "Near linear time algorithm to detect community structures in
/// large-scale networks", Physical Review E 2007; the CDLP of LDBC Graphalytics (Iosup and others,
/// VLDB 2016).
/// Work: O(sum over the nodes of degree²) a round, without memory beside the labels. Rounds: given.
/// Graph: any; an edge makes neighbours of both its ends, and two edges count twice.
/// Result: `label`.

/// How many rounds to go.
param rounds: u32 = 10;

/// The community of the node.
node label: node = 0;
/// The same in the next round.
node next: node = 0;

/// How often a label occurs around `u`, and which it is, as one number: the largest wins.
fn ballot(u: node, candidate: node) -> u64 {
    let count = 0u64;
    for e in u.out where e.dst.label == candidate {
        count += 1;
    }
    for e in u.in where e.src.label == candidate {
        count += 1;
    }
    return count << 32 | (u32::MAX - candidate as u32) as u64;
}

/// The label of a ballot.
fn elected(ballot: u64) -> node {
    return (u32::MAX - (ballot & 0xffffffff) as u32) as node;
}

/// Every node is a community of its own.
kernel start() {
    forall u in nodes {
        u.label = u;
    }
}

/// Every node takes the label that most of its neighbours have.
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
