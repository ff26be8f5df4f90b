/// PageRank as a probability: how likely a walker is at each node if it follows random edges,
/// sometimes restarts at a random node, and also restarts at a node without out-edges.
///
/// Pull, topology-driven, as `pr_tp`, in the convention of LDBC Graphalytics, the GAP benchmark and
/// NetworkX: ranks sum to 1, and the rank of nodes without out-edges is distributed over all nodes.
/// With a tolerance of 0, the number of rounds is exactly `rounds`, unless a round changes nothing
/// at all.
///
/// From: Page and others, "The PageRank citation ranking", 1999; Iosup and others, "LDBC
/// Graphalytics", VLDB 2016.
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used.
/// Result: `rank`; another round would change the ranks by no more than `tolerance` in sum.

use std::fixed_point;

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round in which the changes of all ranks sum to no more than this.
/// Values below about 1e-6 exceed the precision of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// The probability that the walker is at this node.
node rank: f32 = 1.0 / (node_count as f32);
/// The share of the rank that each out-edge gets, multiplied by the number of nodes, because small
/// numbers would be lost in a sum.
node share: f32 = 0;
/// The rank, if the node has no out-edges.
node lost: f32 = 0;
/// By how much the rank changed in this round.
node change: f32 = 0;

/// Divides each node's rank among its out-edges.
kernel divide() {
    forall u in nodes {
        if u.degree > 0 {
            u.share = u.rank * (node_count as f32) / (u.degree as f32);
        } else {
            u.lost = u.rank;
        }
    }
}

/// Sums the shares of the in-neighbours and adds `everyone`, the part that every node gets.
kernel gather(everyone: f32) {
    forall v in nodes {
        // A fixed-point sum: an `f32` loses precision when many neighbours give small shares.
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
