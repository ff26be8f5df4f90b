/// PageRank as a probability: how often a walker is at each node who follows edges, sometimes
/// starts anew, and does so too where no edge leads on.
///
/// Pull, topology-driven, as `pr_tp`, in the convention of LDBC Graphalytics, the GAP benchmark and
/// NetworkX: ranks sum to 1, and what reaches a node without out-edges is spread over all nodes.
/// With a tolerance of 0 there are just as many rounds as `rounds` says, unless nothing changes any
/// more.
///
/// From: Page and others, "The PageRank citation ranking", 1999; Iosup and others, "LDBC
/// Graphalytics", VLDB 2016.
/// Work: O((nodes + edges) · rounds). Rounds: as the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used.
/// Result: `rank`; another round would change the ranks by no more than `tolerance` in sum.

use std::fixed_point;

/// How likely the walker is to follow an edge.
param damping: f32 = 0.85;
/// The search ends with a round that changes the ranks by no more in sum. Below 1e-6 or so is more
/// than an `f32` can tell.
param tolerance: f32 = 0.0001;
/// And at the latest after so many rounds.
param rounds: u32 = 1000;

/// The probability that the walker is here.
node rank: f32 = 1.0 / (node_count as f32);
/// The share of it that each edge gets, as many times as there are nodes: small numbers would be
/// lost in a sum.
node share: f32 = 0;
/// The rank, where there is no edge that could get it.
node lost: f32 = 0;
/// By how much the rank changed in this round.
node change: f32 = 0;

/// Divides each node's rank among its edges.
kernel divide() {
    forall u in nodes {
        if u.degree > 0 {
            u.share = u.rank * (node_count as f32) / (u.degree as f32);
        } else {
            u.lost = u.rank;
        }
    }
}

/// Gathers the shares from the in-neighbours, and what every node gets.
kernel gather(everyone: f32) {
    forall v in nodes {
        // As whole numbers, since an `f32` loses what many neighbours give in small shares.
        let sum = 0i64;
        forall e in v.in {
            sum += fixed_point::from_f32(e.src.share);
        }
        let rank = everyone + damping * fixed_point::to_f32(sum) / (node_count as f32);
        v.change = abs(rank - v.rank);
        v.rank = rank;
    }
}

main {
    let round = 0;
    let moved: f32 = MAX;
    while round < rounds && moved > tolerance {
        divide();
        gather((1.0 - damping + damping * reduce_add(lost)) / (node_count as f32));
        moved = reduce_add(change);
        round += 1;
    }
}

output rank;
check pagerank(rank, damping, tolerance);
