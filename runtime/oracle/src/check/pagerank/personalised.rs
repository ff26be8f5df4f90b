//! `check pagerank_personalised(rank, in_seeds, damping, tolerance)`: the ranks are the fixed point
//! of a random walk that restarts at seeds. Let `d` be the damping factor and `s` the number of
//! seeds:
//!
//! `rank(v) = restart(v) (1 - d + d D) + d (sum of rank(u) / out-degree(u))`
//!
//! `restart(v)` is `1 / s` for a seed and 0 for any other node, and `D` is the sum of the ranks of
//! nodes without out-edges, from which the walk continues at a random seed. The ranks sum to 1.
//! NetworkX has the same definition. Without seeds, all ranks are 0.
//!
//! `check pagerank_personalised_weighted(rank, in_seeds, damping, tolerance)` is the same check of a
//! [walk](super::walk) that prefers heavy edges.
//!
//! The tolerance has the same meaning as for [`pagerank`](super): the step changes the ranks by at
//! most `tolerance` in sum, apart from rounding.

use super::walk::Walk;
use super::{PARAMETERS, ROUNDING};
use crate::adjacency::Adjacency;
use crate::check::arguments::Arguments;
use crate::check::{Check, CheckError, Kind, Mismatch, Parameter, REALS, Type};

/// The check `pagerank_personalised`.
pub const PERSONALISED_CHECK: Check = Check {
    name: "pagerank_personalised",
    summary: "rank is PageRank with restarts at the seeds, within the tolerance, with sum 1",
    parameters: SEEDED,
    run: |graph, arguments| check_arguments(&Walk::uniform(graph), &arguments),
    run_on_edges: None,
};

const WEIGHTED: &str = "pagerank_personalised_weighted";

/// The check `pagerank_personalised_weighted`.
pub const PERSONALISED_WEIGHTED_CHECK: Check = Check {
    name: WEIGHTED,
    summary: "rank is PageRank with weights and with restarts at the seeds, within the tolerance",
    parameters: SEEDED,
    run: |graph, arguments| {
        let walk = Walk::weighted(WEIGHTED, graph)?;
        check_arguments(&walk, &arguments)
    },
    run_on_edges: None,
};

const SEEDED: &[Parameter] = &[
    Parameter { name: "rank", kind: Kind::Column(REALS) },
    Parameter { name: "in_seeds", kind: Kind::Column(&[Type::Bool]) },
    PARAMETERS[1],
    PARAMETERS[2],
];

fn check_arguments(walk: &Walk<'_>, arguments: &Arguments<'_>) -> Result<(), CheckError> {
    let (rank, unit) = arguments.reals(0);
    let damping = arguments.real_within(2, 0.0..1.0, "at least 0 and below 1")?;
    let tolerance = arguments.tolerance(3)?;
    let rounding = ROUNDING * unit * rank.iter().map(|rank| rank.abs()).sum::<f64>();
    let allowed = if rounding.is_finite() { tolerance + rounding } else { tolerance };
    Ok(check_walk(walk, arguments.truths(1), &rank, damping, allowed)?)
}

/// Computes one step of the walk along equally likely edges: the right side of the definition.
///
/// # Panics
///
/// Panics if `in_seeds` or `rank` do not have one value per node.
pub fn personalised_step(
    graph: &Adjacency,
    in_seeds: &[bool],
    rank: &[f64],
    damping: f64,
) -> Vec<f64> {
    step_of(&Walk::uniform(graph), in_seeds, rank, damping)
}

fn step_of(walk: &Walk<'_>, in_seeds: &[bool], rank: &[f64], damping: f64) -> Vec<f64> {
    let seeds = in_seeds.iter().filter(|&&seed| seed).count() as f64;
    let restart = (1.0 - damping + damping * walk.lost(rank)) / seeds;
    let mut next: Vec<f64> =
        in_seeds.iter().map(|&seed| if seed { restart } else { 0.0 }).collect();
    for (target, passed) in walk.passed(rank) {
        next[target as usize] += damping * passed;
    }
    next
}

/// Checks that `found` is the fixed point of the walk along equally likely edges up to `allowed`, the
/// sum of the residuals of all nodes.
///
/// # Errors
///
/// Returns an error if the residual is too large or not a number.
///
/// # Panics
///
/// Panics if `in_seeds` or `found` do not have one value per node.
pub fn check_personalised(
    graph: &Adjacency,
    in_seeds: &[bool],
    found: &[f64],
    damping: f64,
    allowed: f64,
) -> Result<(), Mismatch> {
    check_walk(&Walk::uniform(graph), in_seeds, found, damping, allowed)
}

fn check_walk(
    walk: &Walk<'_>,
    in_seeds: &[bool],
    found: &[f64],
    damping: f64,
    allowed: f64,
) -> Result<(), Mismatch> {
    assert_eq!(found.len(), walk.graph.nodes() as usize, "one rank for each node");
    let expected = step_of(walk, in_seeds, found, damping);
    Mismatch::of_sum("rank", (&expected, found), allowed, |node, sum| {
        let is = if in_seeds[node as usize] { "is" } else { "is not" };
        format!(
            "one more step gives the expected rank of this node, which {is} a seed; the residuals sum to \
             {sum:.3e}, but at most {allowed:.3e} is allowed"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Column, Scalar, Value};

    /// Returns this graph, in which node 3 leads nowhere:
    ///
    /// ```text
    /// 0 -> 1 -> 0, 0 -> 3, 2 -> 0
    /// ```
    fn graph() -> Adjacency {
        let edges = [(0, 1), (1, 0), (0, 3), (2, 0)];
        Adjacency::from_edges(4, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    const SEEDS: [bool; 4] = [true, false, false, false];
    /// With d = 1/2 and node 0 as the only seed, x1 = x3 = x0 / 4 and
    /// x0 = 1/2 + x3 / 2 + x1 / 2 = 1/2 + x0 / 4.
    const RANKS: [f64; 4] = [2.0 / 3.0, 1.0 / 6.0, 0.0, 1.0 / 6.0];

    #[test]
    fn ranks_with_one_seed() {
        assert_eq!(check_personalised(&graph(), &SEEDS, &RANKS, 0.5, 1e-15), Ok(()));
        assert!(check_personalised(&graph(), &SEEDS, &RANKS, 0.6, 1e-3).is_err());
        assert!(check_personalised(&graph(), &[true; 4], &RANKS, 0.5, 1e-3).is_err());
    }

    #[test]
    fn every_single_wrong_rank_is_refused() {
        for node in 0..4 {
            for wrong in [RANKS[node] + 0.01, f64::NAN, f64::INFINITY] {
                let mut found = RANKS;
                found[node] = wrong;
                assert!(check_personalised(&graph(), &SEEDS, &found, 0.5, 1e-3).is_err());
            }
        }
    }

    /// A walker at node 0 goes to node 1 twice out of three times.
    #[test]
    fn ranks_with_weights() {
        let edges = [(0, 1, 2.0), (1, 0, 0.5), (0, 3, 1.0), (2, 0, 4.0)];
        let edges = edges.map(|(u, v, weight)| (u, v, Some(crate::Weight::Real(weight))));
        let graph = Adjacency::from_edges(4, edges).unwrap();
        let run = |found: &[f64]| {
            let values = [
                Value::Column(Column::F64(found)),
                Value::Column(Column::Bool(&SEEDS)),
                Value::Scalar(Scalar::F64(0.5)),
                Value::Scalar(Scalar::F64(1e-12)),
            ];
            PERSONALISED_WEIGHTED_CHECK.run(&graph, &values)
        };
        // x1 = x0 / 3, x3 = x0 / 6 and x0 = 1/2 + x3 / 2 + x1 / 2 = 1/2 + x0 / 4.
        let right = [2.0 / 3.0, 2.0 / 9.0, 0.0, 1.0 / 9.0];
        assert_eq!(run(&right), Ok(()));
        assert!(run(&RANKS).is_err());
        for node in 0..4 {
            let mut found = right;
            found[node] += 1e-6;
            assert!(run(&found).is_err(), "{node}");
        }
    }

    #[test]
    fn without_seeds_all_ranks_are_zero() {
        let check = |rank| check_personalised(&graph(), &[false; 4], &[rank; 4], 0.5, 1e-9);
        assert_eq!(check(0.0), Ok(()));
        assert!(check(0.25).is_err());
    }
}
