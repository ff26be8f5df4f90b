/// PageRank: how often a walker who follows random edges visits each node.
///
/// Each round replaces the share of every node at once, as in `pr_async`. After some rounds, the
/// error is nearly a multiple of one vector, which shrinks by the same factor in each round. Every
/// eight rounds, the program therefore extrapolates: it estimates the factor of two rounds from the
/// changes of all ranks, and adds the sum of the geometric series that the changes would form. It
/// compares shares that are two rounds apart, because an error may also change its sign in each
/// round: it then shrinks by the same factor as an error that keeps its sign.
///
/// An extrapolation can also make the error larger. The program therefore does not extrapolate if the
/// changes shrank less than the damping would reduce them, and only in the first 64 rounds. Later
/// rounds reduce the error of any ranks by the damping, so that they converge.
///
/// From: Kamvar, Haveliwala, Manning and Golub, "Extrapolation methods for accelerating PageRank
/// computations", WWW 2003 (Aitken extrapolation); Haveliwala and others, "Computing PageRank using
/// power extrapolation", Stanford 2003 (several rounds apart); the rounds as in Chazan and Miranker,
/// "Chaotic relaxation", Linear Algebra and its Applications 1969.
/// Work: O((nodes + edges) · rounds). Rounds: proportional to the logarithm of the tolerance.
/// Graph: directed; weights are not used. Devices need 64-bit floats.
/// Result: `rank`, unnormalised: 1 − damping, plus damping times the shares of the in-neighbours.

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round that changes each rank by no more than this, or only in the last
/// bits of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// The number of rounds from one extrapolation to the next.
const PERIOD: u32 = 8;
/// The number of rounds in which the program extrapolates.
const EXTRAPOLATED: u32 = 64;

/// How often the walker visits this node.
node rank: f32 = 0;
/// The share of the rank that each out-edge gets.
node share: f32 = 0;
/// The share two rounds before an extrapolation.
node earlier: f32 = 0;
/// How much the rank changed in a round before an extrapolation.
node change: f32 = 0;

/// Whether this round changed a rank by more than the tolerance.
global moving: bool = false;

/// Returns the number of parts into which a node divides its rank.
fn parts(u: node) -> f32 {
    return max(u.degree, 1) as f32;
}

/// Computes the shares of ranks of 1, the average if no node lacks out-edges.
kernel start() {
    forall u in nodes {
        u.share = 1.0 / parts(u);
    }
}

/// Sums the shares of the in-neighbours, and replaces the share of each node.
racy kernel gather(measures: bool) {
    forall v in nodes {
        let sum: f64 = 0;
        forall e in v.in {
            sum += e.src.share as f64;
        }
        let share = (1.0 - damping + damping * (sum as f32)) / parts(v);
        let change = abs(share - v.share) * parts(v);
        if change > max(tolerance, share * parts(v) * 1e-6) {
            moving |= true;
        }
        if measures {
            v.change = change;
        }
        v.share = share;
    }
}

/// Keeps the shares for an extrapolation after two rounds.
kernel keep() {
    forall u in nodes {
        u.earlier = u.share;
    }
}

/// Adds the changes of all rounds that would follow.
kernel extrapolate(factor: f32) {
    forall u in nodes {
        u.share += factor * (u.share - u.earlier);
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
    let before: f32 = 0;
    iterate {
        let phase = select(round < EXTRAPOLATED, round % PERIOD, PERIOD);
        if phase == PERIOD - 2 {
            keep();
        }
        moving = false;
        gather(phase == PERIOD - 3 || phase == PERIOD - 1);
        round += 1;
        if phase == PERIOD - 3 {
            before = reduce_add(change);
        }
        if phase == PERIOD - 1 && moving {
            let after = reduce_add(change);
            // The changes of two rounds and all later ones form a geometric series.
            if after < before * damping * damping {
                extrapolate(after / (before - after));
            }
        }
    } while moving && round < rounds;
    finish();
}

output rank;
check pagerank_residual(rank, damping, tolerance);
