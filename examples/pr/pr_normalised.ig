/// PageRank as a probability: how often a walker is at each node who follows edges, sometimes
/// starts anew, and does so too where no edge leads on.
///
/// Pull, topology-driven, as `pr_tp`, in the convention of LDBC Graphalytics, the GAP benchmark and
/// NetworkX: ranks sum to 1, and what reaches a node without out-edges is spread over all nodes.
/// With a tolerance of 0 there are just as many rounds as `rounds` says.
///
/// From: Page and others, "The PageRank citation ranking", 1999; Iosup and others, "LDBC
/// Graphalytics", VLDB 2016.
/// Work: O((nodes + arcs) · rounds). Rounds: as the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used. Devices need atomics of 64 bits.
/// Result: `rank`; another round would change the ranks by no more than `tolerance` in sum.

use std::fixed_point;

/// How likely the walker is to follow an edge.
param damping: f32 = 0.85;
/// The search ends with a round that changes the ranks by no more in sum, or nothing but the last
/// bits of an `f32`.
param tolerance: f32 = 0.0001;
/// And at the latest after so many rounds.
param rounds: u32 = 1000;

/// The probability that the walker is here.
node rank: f32 = 1.0 / (node_count as f32);
/// The share of it that each edge gets.
node share: f32 = 0;

/// The ranks of the nodes without out-edges, as many times as there are nodes: a sum in which no
/// node is too small to count.
global lost: i64 = 0;
/// Whether this round moved any rank by more than its part of the tolerance.
global moving: bool = false;

/// Divides each node's rank among its edges.
kernel divide() {
    forall u in nodes {
        if u.degree > 0 {
            u.share = u.rank / (u.degree as f32);
        } else {
            lost += fixed_point::from_f32(u.rank * (node_count as f32));
        }
    }
}

/// Gathers the shares from the in-neighbours, and the part that every node gets.
kernel gather() {
    let count = node_count as f32;
    let everyone = (1.0 - damping + damping * fixed_point::to_f32(lost) / count) / count;
    let allowed = tolerance / count;
    forall v in nodes {
        let sum = 0.0;
        forall e in v.in {
            sum += e.src.share;
        }
        let rank = everyone + damping * sum;
        if abs(rank - v.rank) > max(allowed, rank * 1e-6) {
            moving |= true;
        }
        v.rank = rank;
    }
}

main {
    let round = 0;
    let again = rounds > 0;
    while again {
        moving = false;
        lost = 0;
        divide();
        gather();
        round += 1;
        again = round < rounds && (moving || tolerance == 0.0);
    }
}

output rank;
check pagerank(rank, damping, tolerance);
