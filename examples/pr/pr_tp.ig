/// PageRank: how often a walker is at each node who follows edges, and sometimes starts anew.
///
/// Pull, topology-driven, in two phases: in each round, every node divides its rank into equal
/// shares for its edges, then sums what its in-neighbours give. Ranks are not normalised, as in
/// IrGL and Galois: a node that nobody points to has 1 - damping, and what reaches a node without
/// out-edges is lost.
///
/// From: Page and others, "The PageRank citation ranking", 1999; the `pr` `tp` of IrGL (Pai and
/// Pingali, OOPSLA 2016).
/// Work: O((nodes + edges) · rounds). Rounds: as the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used.
/// Result: `rank`; another round would change none by more than `tolerance`.

use std::fixed_point;

/// How likely the walker is to follow an edge.
param damping: f32 = 0.85;
/// The search ends with a round that changes no rank by more, or nothing but the last bits of an
/// `f32`.
param tolerance: f32 = 0.0001;
/// And at the latest after so many rounds.
param rounds: u32 = 1000;

/// How often the walker is here.
node rank: f32 = 1.0 - damping;
/// The share of it that each edge gets.
node share: f32 = 0;

/// Whether this round changed any rank by more than the tolerance.
global moving: bool = false;

/// Divides each node's rank among its edges.
kernel divide() {
    forall u in nodes {
        u.share = 0;
        if u.degree > 0 {
            u.share = u.rank / (u.degree as f32);
        }
    }
}

/// Gathers the shares from the in-neighbours.
kernel gather() {
    forall v in nodes {
        // As whole numbers, since an `f32` loses what many neighbours give in small shares.
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
