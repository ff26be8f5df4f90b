/// PageRank: how often a walker visits each node if it follows edges and sometimes restarts.
///
/// Pull, topology-driven, in two phases: in each round, every node divides its rank into equal
/// shares for its out-edges, then sums the shares of its in-neighbours. Ranks are not normalised,
/// as in IrGL and Galois: a node without in-edges has rank 1 - damping, and the rank that reaches a
/// node without out-edges is lost.
///
/// From: Page and others, "The PageRank citation ranking", 1999; the `pr` `tp` of IrGL (Pai and
/// Pingali, OOPSLA 2016).
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used.
/// Result: `rank`; another round would change no rank by more than `tolerance`.

use std::fixed_point;

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round that changes each rank by no more than this, or only in the last
/// bits of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// How often the walker visits this node.
node rank: f32 = 1.0 - damping;
/// The share of the rank that each out-edge gets.
node share: f32 = 0;

/// Whether this round changed a rank by more than the tolerance.
global moving: bool = false;

/// Divides each node's rank among its out-edges.
kernel divide() {
    forall u in nodes {
        u.share = 0;
        if u.degree > 0 {
            u.share = u.rank / (u.degree as f32);
        }
    }
}

/// Sums the shares of the in-neighbours.
kernel gather() {
    forall v in nodes {
        // A fixed-point sum: an `f32` loses precision when many neighbours give small shares.
        let sum = 0i64;
        forall e in v.in {
            sum += fixed_point::from_f32(e.src.share);
        }
        let rank = 1.0 - damping + damping * fixed_point::to_f32(sum);
        if abs(rank - v.rank) > max(tolerance, rank * 1e-6) {
            moving |= true;
        }
        v.rank = rank;
    }
}

main {
    let round = 0;
    iterate {
        moving = false;
        divide();
        gather();
        round += 1;
    } while moving && round < rounds;
}

output rank;
check pagerank_residual(rank, damping, tolerance);
