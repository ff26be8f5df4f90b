//! `check pagerank(rank, damping, tolerance)` and
//! `check pagerank_residual(rank, damping, tolerance)`: the ranks are the fixed point of a random
//! walk, in one of the two ways in use. With `d` the damping factor, `n` nodes, and sums over the
//! edges `u -> v` (parallel edges and self-loops count like any others):
//!
//! - `pagerank`, as LDBC Graphalytics, the GAP benchmark's text and NetworkX have it:
//!   `rank(v) = (1 - d) / n + d (sum of rank(u) / out-degree(u) + D / n)`, where `D` is the sum of the
//!   ranks of nodes without out-edges, from which the walk goes on anywhere. The ranks sum to 1.
//! - `pagerank_residual`, as Galois, IrGL and LonestarGPU have it:
//!   `rank(v) = (1 - d) + d (sum of rank(u) / out-degree(u))`. The ranks are about `n` times as large,
//!   and what nodes without out-edges have is lost.
//!
//! No program finds the fixed point exactly. Let `T` be the right side. Ranks pass if the residual,
//! the sum over all nodes of `|T(rank)(v) - rank(v)|` computed in `f64`, is at most `tolerance`
//! (`pagerank`) or `n * tolerance` (`pagerank_residual`: on average each node's is at most
//! `tolerance`). The reason: `T` brings any two rank vectors nearer by the factor `d` or less in that
//! sum, so that the distance from the fixed point is at most the residual / (1 - d). And a program
//! that stops once its last step, `T(x) - x`, summed to at most `tolerance`, has a residual of `d`
//! times that or less; one that pushes residuals, which are just these, and stops when no node's
//! exceeds `tolerance` passes `pagerank_residual`. Rounding adds to both: [`ROUNDING`] units in the last
//! place of every rank are allowed on top.
//! A tolerance below what `f32` can say, about 1e-6, needs ranks of type `f64`.

use super::arguments::Arguments;
use super::mismatch::SHOWN;
use super::{Check, CheckError, Column, Difference, Kind, Mismatch, Parameter, Type};
use crate::adjacency::Adjacency;

/// The normalised check, as programs name it.
pub const CHECK: Check = Check {
    name: "pagerank",
    summary: "rank is PageRank to the tolerance, summing to 1; dangling nodes lead everywhere",
    parameters: PARAMETERS,
    run: |graph, arguments| check_arguments(graph, Convention::Normalised, &arguments),
};

/// The check of unnormalised ranks, as programs name it.
pub const RESIDUAL_CHECK: Check = Check {
    name: "pagerank_residual",
    summary: "rank is PageRank to the tolerance, not normalised; dangling nodes lead nowhere",
    parameters: PARAMETERS,
    run: |graph, arguments| check_arguments(graph, Convention::Residual, &arguments),
};

/// How many units in the last place of each rank may be lost to rounding: a rank is the sum of a few
/// dozen values, whose errors mostly cancel.
const ROUNDING: f64 = 16.0;

const REALS: &[Type] = &[Type::F32, Type::F64];
const PARAMETERS: &[Parameter] = &[
    Parameter { name: "rank", kind: Kind::Column(REALS) },
    Parameter { name: "damping", kind: Kind::Scalar(REALS) },
    Parameter { name: "tolerance", kind: Kind::Scalar(REALS) },
];

/// What the ranks sum to, and where the walk goes from nodes without out-edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// The ranks sum to 1; the walk goes on anywhere.
    Normalised,
    /// Each node starts with `1 - d`; the walk ends.
    Residual,
}

fn check_arguments(
    graph: &Adjacency,
    convention: Convention,
    arguments: &Arguments<'_>,
) -> Result<(), CheckError> {
    let (rank, unit): (Vec<f64>, f64) = match arguments.column(0) {
        Column::F32(rank) => {
            (rank.iter().copied().map(f64::from).collect(), f64::from(f32::EPSILON))
        }
        Column::F64(rank) => (rank.to_vec(), f64::EPSILON),
        _ => unreachable!("the parameter takes floating point numbers only"),
    };
    let damping = arguments.real_within(1, 0.0..1.0, "from 0 to below 1")?;
    let tolerance = arguments.real_within(2, 0.0..f64::INFINITY, "a finite number from 0")?;
    let rounding = ROUNDING * unit * rank.iter().map(|rank| rank.abs()).sum::<f64>();
    let rounding = match convention {
        Convention::Normalised => rounding,
        Convention::Residual => rounding / f64::from(graph.nodes().max(1)),
    };
    // Ranks that are not finite are refused before the tolerance matters.
    Ok(check_ranks(graph, convention, &rank, damping, tolerance + rounding)?)
}

/// One step of the walk: the right side of the equation.
///
/// # Panics
/// If `rank` has not one value for each node.
pub fn step(graph: &Adjacency, convention: Convention, rank: &[f64], damping: f64) -> Vec<f64> {
    assert_eq!(rank.len(), graph.nodes() as usize, "one rank for each node");
    let nodes = f64::from(graph.nodes());
    let base = match convention {
        Convention::Residual => 1.0 - damping,
        Convention::Normalised => {
            let dangling = (0..graph.nodes()).filter(|&node| graph.targets(node).is_empty());
            let lost: f64 = dangling.map(|node| rank[node as usize]).sum();
            (1.0 - damping) / nodes + damping * lost / nodes
        }
    };
    let mut next = vec![base; rank.len()];
    for (source, target, _) in graph.all_edges() {
        next[target as usize] += damping * share(graph, rank, source);
    }
    next
}

/// What `source` gives along each of its edges.
fn share(graph: &Adjacency, rank: &[f64], source: u32) -> f64 {
    rank[source as usize] / graph.targets(source).len() as f64
}

/// Whether `found` is the fixed point to `tolerance`, as the [module](self) says.
///
/// # Panics
/// If `found` has not one value for each node.
pub fn check_ranks(
    graph: &Adjacency,
    convention: Convention,
    found: &[f64],
    damping: f64,
    tolerance: f64,
) -> Result<(), Mismatch> {
    // What is not finite would spoil the residual of every node.
    Mismatch::of_nodes("rank", found.iter().map(|rank| !rank.is_finite()), |node| {
        let expected = "a finite number".to_owned();
        let reason = "every node has a probability".to_owned();
        Difference::at(node, expected, found[node as usize].to_string(), reason)
    })?;
    let expected = step(graph, convention, found, damping);
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
    // At least the worst is wrong, whatever rounding says; what is not a number is the worst.
    let fine = residual.iter().filter(|&&residual| residual <= average).count();
    let wrong = (found.len() - fine).max(1);
    let mut worst: Vec<u32> = (0..graph.nodes()).collect();
    worst.sort_by(|&a, &b| residual[b as usize].total_cmp(&residual[a as usize]));
    let describe = |&node: &u32| {
        let most = heaviest(graph, found, node).map_or("it has no in-edges".to_owned(), |source| {
            format!("of that node {source} gives {:.6e}", damping * share(graph, found, source))
        });
        let reason = format!(
            "so says one more step, {most}; the residuals sum to {sum:.3e}, allowed is {allowed:.3e}"
        );
        let shown = |ranks: &[f64]| format!("{:.6e}", ranks[node as usize]);
        Difference::at(node, shown(&expected), shown(found), reason)
    };
    let first = worst.iter().take(wrong.min(SHOWN)).map(describe).collect();
    Err(Mismatch { what: "rank", wrong, of: found.len(), first })
}

/// The in-neighbour that gives `node` most.
fn heaviest(graph: &Adjacency, rank: &[f64], node: u32) -> Option<u32> {
    let sources = graph.all_edges().filter(|&(_, target, _)| target == node);
    let gives = |source| share(graph, rank, source);
    sources.map(|(source, _, _)| source).max_by(|&a, &b| gives(a).total_cmp(&gives(b)))
}

#[cfg(test)]
mod tests;
