//! `check pagerank(rank, damping, tolerance)` and `check pagerank_residual(rank, damping,
//! tolerance)`: the ranks are the fixed point of a random walk, according to one of two
//! definitions. The module `walk` has the same checks of a walk that prefers heavy edges, and
//! `personalised` those of a walk that restarts at seeds. Let `d` be the damping factor and `n`
//! the number of nodes. Sums are over the edges `u -> v`; parallel edges and self-loops are treated
//! like any other edge.
//!
//! - `pagerank`, as in LDBC Graphalytics, the GAP benchmark's specification and NetworkX:
//!   `rank(v) = (1 - d) / n + d (sum of rank(u) / out-degree(u) + D / n)`, where `D` is the sum of
//!   the ranks of nodes without out-edges. From these nodes, the walk continues at a random node.
//!   The ranks sum to 1.
//! - `pagerank_residual`, as in Galois, IrGL and LonestarGPU:
//!   `rank(v) = (1 - d) + d (sum of rank(u) / out-degree(u))`. The ranks are about `n` times as
//!   large, and the ranks of nodes without out-edges are not passed on.
//!
//! No program finds the fixed point exactly. Let `T` be the right side of the definition. The
//! residual is the sum over all nodes of `|T(rank)(v) - rank(v)|`, computed in `f64`. Ranks pass if
//! the residual is at most `tolerance` (`pagerank`) or `n * tolerance` (`pagerank_residual`). The
//! bound is justified as follows:
//!
//! - `T` reduces the distance between any two rank vectors, in the same norm, by at least the
//!   factor `d`. The distance from the fixed point is therefore at most the residual / (1 - d).
//! - A program that stops when the sum of its last step, `T(x) - x`, is at most `tolerance` has a
//!   residual of at most `d` times that sum.
//! - A program that pushes residuals and stops when the residual of every node is at most
//!   `tolerance` passes `pagerank_residual`.
//!
//! Rounding adds to both kinds of residuals. The check therefore also allows `ROUNDING` units in
//! the last place of every rank. A tolerance below the precision of `f32`, about 1e-6, needs ranks
//! of type `f64`.

use super::arguments::Arguments;
use super::mismatch::SHOWN;
use super::{Check, CheckError, Difference, Kind, Mismatch, Parameter, REALS};
use crate::adjacency::Adjacency;

mod personalised;
mod walk;

pub use personalised::{
    PERSONALISED_CHECK, PERSONALISED_WEIGHTED_CHECK, check_personalised, personalised_step,
};
pub use walk::{RESIDUAL_WEIGHTED_CHECK, WEIGHTED_CHECK};

use walk::Walk;

/// The check `pagerank` of normalised ranks.
pub const CHECK: Check = Check {
    name: "pagerank",
    summary: "rank is PageRank within the tolerance, with sum 1; dangling nodes lead to all nodes",
    parameters: PARAMETERS,
    run: |graph, arguments| {
        check_arguments(&Walk::uniform(graph), Convention::Normalised, &arguments)
    },
    run_on_edges: None,
};

/// The check `pagerank_residual` of unnormalised ranks.
pub const RESIDUAL_CHECK: Check = Check {
    name: "pagerank_residual",
    summary: "rank is PageRank within the tolerance, not normalised; dangling nodes lead nowhere",
    parameters: PARAMETERS,
    run: |graph, arguments| {
        check_arguments(&Walk::uniform(graph), Convention::Residual, &arguments)
    },
    run_on_edges: None,
};

/// Number of units in the last place of each rank that may be lost to rounding. A rank is the sum
/// of a few dozen values, whose errors mostly cancel.
const ROUNDING: f64 = 16.0;

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "rank", kind: Kind::Column(REALS) },
    Parameter { name: "damping", kind: Kind::Scalar(REALS) },
    Parameter { name: "tolerance", kind: Kind::Scalar(REALS) },
];

/// The definition of PageRank: the sum of the ranks, and the treatment of nodes without out-edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// The ranks sum to 1. From a node without out-edges, the walk continues at a random node.
    Normalised,
    /// The base rank of each node is `1 - d`. At a node without out-edges, the walk ends.
    Residual,
}

fn check_arguments(
    walk: &Walk<'_>,
    convention: Convention,
    arguments: &Arguments<'_>,
) -> Result<(), CheckError> {
    let (rank, unit) = arguments.reals(0);
    let damping = arguments.real_within(1, 0.0..1.0, "at least 0 and below 1")?;
    let tolerance = arguments.tolerance(2)?;
    let rounding = ROUNDING * unit * rank.iter().map(|rank| rank.abs()).sum::<f64>();
    let rounding = match convention {
        Convention::Normalised => rounding,
        Convention::Residual => rounding / f64::from(walk.graph.nodes().max(1)),
    };
    // Ranks that are not finite are rejected before the tolerance is used.
    Ok(check_walk(walk, convention, &rank, damping, tolerance + rounding)?)
}

/// Computes one step of the walk along equally likely edges: the right side of the definition.
///
/// # Panics
///
/// Panics if `rank` does not have one value per node.
pub fn step(graph: &Adjacency, convention: Convention, rank: &[f64], damping: f64) -> Vec<f64> {
    step_of(&Walk::uniform(graph), convention, rank, damping)
}

fn step_of(walk: &Walk<'_>, convention: Convention, rank: &[f64], damping: f64) -> Vec<f64> {
    assert_eq!(rank.len(), walk.graph.nodes() as usize, "one rank for each node");
    let nodes = f64::from(walk.graph.nodes());
    let base = match convention {
        Convention::Residual => 1.0 - damping,
        Convention::Normalised => (1.0 - damping) / nodes + damping * walk.lost(rank) / nodes,
    };
    let mut next = vec![base; rank.len()];
    for (target, passed) in walk.passed(rank) {
        next[target as usize] += damping * passed;
    }
    next
}

/// Checks that `found` is the fixed point of the walk along equally likely edges up to `tolerance`,
/// as the [module](self) defines it.
///
/// # Errors
///
/// Returns an error if a rank is not finite or if the residual is too large.
///
/// # Panics
///
/// Panics if `found` does not have one value per node.
pub fn check_ranks(
    graph: &Adjacency,
    convention: Convention,
    found: &[f64],
    damping: f64,
    tolerance: f64,
) -> Result<(), Mismatch> {
    check_walk(&Walk::uniform(graph), convention, found, damping, tolerance)
}

fn check_walk(
    walk: &Walk<'_>,
    convention: Convention,
    found: &[f64],
    damping: f64,
    tolerance: f64,
) -> Result<(), Mismatch> {
    let graph = walk.graph;
    // Values that are not finite would make the residual of every node meaningless.
    Mismatch::of_nodes("rank", found.iter().map(|rank| !rank.is_finite()), |node| {
        let expected = "a finite number".to_owned();
        let reason = "every node must have a rank".to_owned();
        Difference::at(node, expected, found[node as usize].to_string(), reason)
    })?;
    let expected = step_of(walk, convention, found, damping);
    let residual: Vec<f64> = expected.iter().zip(found).map(|(t, x)| (t - x).abs()).collect();
    let sum: f64 = residual.iter().sum();
    let allowed = match convention {
        Convention::Normalised => tolerance,
        Convention::Residual => tolerance * f64::from(graph.nodes()),
    };
    if sum <= allowed {
        return Ok(());
    }
    let average = allowed / f64::from(graph.nodes());
    // The worst node is always reported as wrong, even if rounding hides its error. NaN is worse
    // than any number.
    let fine = residual.iter().filter(|&&residual| residual <= average).count();
    let wrong = (found.len() - fine).max(1);
    let mut worst: Vec<u32> = (0..graph.nodes()).collect();
    worst.sort_by(|&a, &b| residual[b as usize].total_cmp(&residual[a as usize]));
    let describe = |&node: &u32| {
        let most = walk.largest_contributor(found, node).map_or(
            " (it has no in-edges)".to_owned(),
            |(source, passed)| {
                format!(", of which node {source} contributes {:.6e}", damping * passed)
            },
        );
        let reason = format!(
            "one more step gives the expected rank{most}; the residuals sum to {sum:.3e}, but at \
             most {allowed:.3e} is allowed"
        );
        let shown = |ranks: &[f64]| format!("{:.6e}", ranks[node as usize]);
        Difference::at(node, shown(&expected), shown(found), reason)
    };
    let first = worst.iter().take(wrong.min(SHOWN)).map(describe).collect();
    Err(Mismatch { what: "rank", wrong, of: found.len(), first })
}

#[cfg(test)]
mod tests;
