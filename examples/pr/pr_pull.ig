/// PageRank: how often a walker visits each node if it follows edges and sometimes restarts.
///
/// Pull, topology-driven, in one phase: a node sums the shares that its in-neighbours give to each of
/// their edges, and computes its own share of the next round at once. The division by the degree
/// therefore happens once for each node rather than once for each edge, and a round reads a single
/// array at random. Ranks are not normalised, as in IrGL and Galois: a node without in-edges has rank
/// 1 - damping, and the rank that reaches a node without out-edges is lost.
///
/// From: Page and others, "The PageRank citation ranking", 1999; the shares as in Beamer, Asanović
/// and Patterson, "The GAP benchmark suite", 2015.
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used. Devices need 64-bit floats: an `f32` loses precision when
/// many neighbours give small shares.
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
/// The share of the rank that each out-edge gets in this round.
node share: f32 = 0;
/// The share of the next round.
node next_share: f32 = 0;

/// Whether this round changed a rank by more than the tolerance.
global moving: bool = false;

/// Returns the share of each out-edge of a node.
fn share_of(rank: f32, u: node) -> f32 {
    return select(u.degree > 0, rank / (u.degree as f32), 0.0);
}

/// Computes the shares of the first round.
kernel divide() {
    forall u in nodes {
        u.share = share_of(u.rank, u);
    }
}

/// Sums the shares of the in-neighbours, and computes the share of the next round.
kernel gather() {
    forall v in nodes {
        let sum: f64 = 0;
        forall e in v.in {
            sum += e.src.share as f64;
        }
        let rank = 1.0 - damping + damping * (sum as f32);
        if abs(rank - v.rank) > max(tolerance, rank * 1e-6) {
            moving |= true;
        }
        v.rank = rank;
        v.next_share = share_of(rank, v);
    }
}

main {
    divide();
    let round = 0;
    iterate {
        moving = false;
        gather();
        swap share, next_share;
        round += 1;
    } while moving && round < rounds;
}

output rank;
check pagerank_residual(rank, damping, tolerance);
