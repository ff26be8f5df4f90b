/// PageRank: how often a walker visits each node if it follows edges and sometimes restarts.
///
/// Push, data-driven: as `pr_residual`, with the nodes whose residual exceeds the tolerance on a
/// worklist. The iteration that raises a residual above the tolerance pushes the node, so no node
/// is there twice. Ranks are not normalised, as in IrGL and Galois: a node without in-edges
/// has rank 1 - damping, and the rank that reaches a node without out-edges is lost.
///
/// From: Whang and others, "Scalable data-driven PageRank: algorithms, system issues, and lessons
/// learned", Euro-Par 2015; the `pr` `residual-wl` of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: the edges of the nodes above the tolerance, O(edges / tolerance) at worst. Rounds: about
/// the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used. Devices need 64-bit atomics: residuals are fixed-point
/// numbers, because an `f32` loses precision when many neighbours give small shares.
/// Result: `rank`; each node lacks at most a residual of `tolerance` and its effect on the ranks.

use std::fixed_point;

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// A residual up to this is not passed on.
param tolerance: f32 = 0.0001 in 0..MAX;

/// The rank so far.
node rank: f32 = 0;
/// The residual, as a fixed-point number with 32 fractional bits.
node residual: i64 = 0;

/// Adds residuals to ranks and passes shares of them on.
kernel pass_on() {
    let least = fixed_point::from_f32(tolerance);
    forall u in worklist {
        let given = fixed_point::to_f32(atomic_swap(u.residual, 0));
        atomic_add(u.rank, given);
        if u.degree > 0 {
            let share = fixed_point::from_f32(damping * given / (u.degree as f32));
            forall e in u.out {
                let old = atomic_add(e.dst.residual, share);
                if old <= least && old + share > least {
                    push e.dst;
                }
            }
        }
    }
}

main {
    fill(residual, fixed_point::from_f32(1.0 - damping));
    pipe nodes {
        pass_on();
    }
}

output rank;
check pagerank_residual(rank, damping, tolerance);
