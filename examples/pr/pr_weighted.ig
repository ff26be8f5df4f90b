/// PageRank with weights: how often a walker visits each node if it follows heavy edges more often than
/// light ones, and sometimes restarts.
///
/// Pull, topology-driven. The program first divides the weight of each edge by the weight of all edges
/// that leave the same node, and this share is the probability of the edge. Then each round sums the
/// ranks of the in-neighbours, multiplied by these probabilities. Ranks are not normalised, as in
/// `pr_tp`: a node without in-edges has rank 1 - damping, and the rank that reaches a node whose
/// out-edges have no weight is lost.
///
/// From: Page and others, "The PageRank citation ranking", 1999; the weights have the meaning of NetworkX.
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of 1 / tolerance.
/// Graph: directed, weighted with numbers from 0. Devices need 64-bit floats.
/// Result: `rank`; another round would change no rank by more than `tolerance`.

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round that changes each rank by no more than this, or only in the last
/// bits of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// How often the walker visits this node.
node rank: f32 = 1.0 - damping;
/// The rank after this round.
node next: f32 = 0;
/// The weight of all edges that leave the node.
node strength: f64 = 0;

/// The weight of the edge.
edge weight: f64;
/// The probability that a walker who follows an edge of the source follows this one.
edge chance: f32 = 0;

/// Whether this round changed a rank by more than the tolerance.
global moving: bool = false;

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

/// Sums the ranks that the in-neighbours pass on.
kernel gather() {
    forall v in nodes {
        let sum = 0.0f64;
        forall e in v.in {
            sum += e.src.rank as f64 * e.chance as f64;
        }
        let rank = 1.0 - damping + damping * sum as f32;
        if abs(rank - v.rank) > max(tolerance, rank * 1e-6) {
            moving |= true;
        }
        v.next = rank;
    }
}

main {
    require reduce_min(weight) >= 0.0, "no weight is negative";
    weigh();
    require reduce_max(strength) < MAX, "the weights of a node's edges have a sum that fits an f64";
    divide();
    let round = 0;
    iterate {
        moving = false;
        gather();
        swap rank, next;
        round += 1;
    } while moving && round < rounds;
}

output rank;
check pagerank_residual_weighted(rank, damping, tolerance);
