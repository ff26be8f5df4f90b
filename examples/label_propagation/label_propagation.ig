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
/// Graph: made undirected; weights are not used.
/// Result: `label`.
graph undirected;

/// How many rounds to go.
param rounds: u32 = 10;

/// The community of the node.
node label: node = 0;
/// The same in the next round.
node next: node = 0;

/// How many neighbours of `u` have that label.
fn votes(u: node, candidate: node) -> u32 {
    let count = 0;
    for e in u.out where e.dst.label == candidate {
        count += 1;
    }
    return count;
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
        let best = u.label;
        let most = 0;
        for e in u.out {
            let candidate = e.dst.label;
            if candidate != best || most == 0 {
                let count = votes(u, candidate);
                if count > most || (count == most && candidate < best) {
                    best = candidate;
                    most = count;
                }
            }
        }
        u.next = best;
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
