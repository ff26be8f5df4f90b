/// PageRank: how often a walker who follows random edges visits each node.
///
/// In each round, every node sums the shares of its in-neighbours, and divides the new rank among
/// its out-edges at once. Nodes that are computed later in the same round already read this share,
/// so that fewer rounds are needed than with the shares of the previous round only, and only one
/// number for each node is kept in the caches.
///
/// From: Chazan and Miranker, "Chaotic relaxation", Linear Algebra and its Applications 1969.
/// Work: O((nodes + edges) · rounds). Rounds: proportional to the logarithm of the tolerance.
/// Graph: directed; weights are not used.
/// Result: `rank`, unnormalised: 1 − damping, plus damping times the shares of the in-neighbours.

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round that changes each rank by no more than this, or only in the last
/// bits of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// How often the walker visits this node.
node rank: f32 = 0;
/// The share of the rank that each out-edge gets.
node share: f32 = 0;

/// Whether this round changed a rank by more than the tolerance.
global moving: bool = false;

/// Returns the number of parts into which a node divides its rank.
fn parts(u: node) -> f32 {
    return max(u.degree, 1) as f32;
}

/// Computes the first shares.
kernel start() {
    forall u in nodes {
        u.share = (1.0 - damping) / parts(u);
    }
}

/// Sums the shares of the in-neighbours, and replaces the share of each node.
racy kernel gather() {
    forall v in nodes {
        let sum: f64 = 0;
        forall e in v.in {
            sum += e.src.share as f64;
        }
        let share = (1.0 - damping + damping * (sum as f32)) / parts(v);
        if abs(share - v.share) > max(tolerance / parts(v), share * 1e-6) {
            moving |= true;
        }
        v.share = share;
    }
}

/// Computes the ranks from the last shares.
kernel finish() {
    forall u in nodes {
        u.rank = u.share * parts(u);
    }
}

main {
    start();
    let round = 0;
    iterate {
        moving = false;
        gather();
        round += 1;
    } while moving && round < rounds;
    finish();
}

output rank;
check pagerank_residual(rank, damping, tolerance);
