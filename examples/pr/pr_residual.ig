/// PageRank: how often a walker is at each node who follows edges, and sometimes starts anew.
///
/// Push, topology-driven: what a node has been given and has not passed on yet is its residual. In
/// each round, every node whose residual exceeds the tolerance adds it to its rank and passes the
/// walker's part of it on, an equal share along each of its edges. What is passed on comes at once
/// to those who have not had their turn in this round. Ranks are not normalised, as in IrGL and
/// Galois: a node that nobody points to has 1 - damping, and what reaches a node without out-edges
/// is lost.
///
/// From: Whang and others, "Scalable data-driven PageRank: algorithms, system issues, and lessons
/// learned", Euro-Par 2015; the `pr` `residual` of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O(nodes · rounds), and the edges of the nodes above the tolerance in each. Rounds: as the
/// logarithm of 1 / tolerance.
/// Graph: directed, weights are not used. Devices need atomics of 64 bits: residuals are added as
/// whole numbers, since an `f32` loses what many neighbours give in small shares.
/// Result: `rank`; what is missing at each node is at most `tolerance` and what that would bring.

use std::fixed_point;

/// How likely the walker is to follow an edge; below 1.
param damping: f32 = 0.85;
/// The residual that is left where it is.
param tolerance: f32 = 0.0001;

/// How often the walker is here, so far.
node rank: f32 = 0;
/// What has not been added to the rank, with 32 bits behind the point.
node residual: i64 = 0;

/// Whether a residual exceeded the tolerance in this round.
global active: bool = false;

/// Adds residuals to ranks, and passes shares of them on.
kernel pass_on() {
    let least = fixed_point::from_f32(tolerance);
    forall u in nodes where u.residual > least {
        let given = fixed_point::to_f32(atomic_swap(u.residual, 0));
        u.rank += given;
        active |= true;
        if u.degree > 0 {
            let share = fixed_point::from_f32(damping * given / (u.degree as f32));
            forall e in u.out {
                atomic_add(e.dst.residual, share);
            }
        }
    }
}

main {
    fill(residual, fixed_point::from_f32(1.0 - damping));
    iterate {
        active = false;
        pass_on();
    } while active;
}

output rank;
check pagerank_residual(rank, damping, tolerance);
