/// PageRank with weights as a probability: how likely a walker is at each node if it follows heavy edges
/// more often than light ones, sometimes restarts at a random node, and also restarts at a node whose
/// out-edges have no weight.
///
/// Pull, topology-driven, as `pr_weighted`, in the convention of `pr_normalised` and NetworkX: ranks sum
/// to 1, and the rank of nodes whose out-edges have no weight is distributed over all nodes. With a
/// tolerance of 0, the number of rounds is exactly `rounds`, unless a round changes nothing at all.
///
/// From: Page and others, "The PageRank citation ranking", 1999; the weights have the meaning of NetworkX.
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of 1 / tolerance.
/// Graph: directed, weighted with numbers from 0. Devices need 64-bit floats.
/// Result: `rank`; another round would change the ranks by no more than `tolerance` in sum.

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round in which the changes of all ranks sum to no more than this.
/// Values below about 1e-6 exceed the precision of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// The probability that the walker is at this node.
node rank: f32 = 1.0 / (node_count as f32);
/// The rank after this round.
node next: f32 = 0;
/// The weight of all edges that leave the node.
node strength: f64 = 0;
/// The rank, if the edges that leave the node have no weight.
node lost: f32 = 0;
/// By how much the rank changed in this round.
node change: f32 = 0;

/// The weight of the edge.
edge weight: f64;
/// The probability that a walker who follows an edge of the source follows this one.
edge chance: f32 = 0;

/// Sums the weights of the edges that leave each node.
kernel weigh() {
    forall u in nodes {
        let sum = 0.0;
        forall e in u.out {
            sum += e.weight;
        }
        u.strength = sum;
    }
}

/// Finds the probability of each edge.
kernel divide() {
    forall e in edges where e.weight > 0.0 {
        e.chance = (e.weight / e.src.strength) as f32;
    }
}

/// Finds the ranks that no edge passes on.
kernel lose() {
    forall u in nodes where u.strength == 0.0 {
        u.lost = u.rank;
    }
}

/// Sums the ranks that the in-neighbours pass on and adds `everyone`, the part that every node gets.
kernel gather(everyone: f32) {
    forall v in nodes {
        let sum = 0.0f64;
        forall e in v.in {
            sum += e.src.rank as f64 * e.chance as f64;
        }
        let rank = everyone + damping * sum as f32;
        v.change = abs(rank - v.rank);
        v.next = rank;
    }
}

main {
    require reduce_min(weight) >= 0.0, "no weight is negative";
    weigh();
    require reduce_max(strength) < MAX, "the weights of a node's edges have a sum that fits an f64";
    divide();
    let round = 0;
    let moved: f32 = MAX;
    while round < rounds && moved > tolerance {
        lose();
        gather((1.0 - damping + damping * reduce_add(lost)) / (node_count as f32));
        swap rank, next;
        moved = reduce_add(change);
        round += 1;
    }
}

output rank;
check pagerank_weighted(rank, damping, tolerance);
