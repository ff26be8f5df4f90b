//! `check hits(hub, authority, rounds, tolerance)`: the hub scores and authorities of Kleinberg's
//! power iteration ("Authoritative sources in a hyperlinked environment", J. ACM 1999).
//!
//! All hub scores start as `1 / n`. In each round, the authority of a node becomes the sum of the
//! hub scores of its in-edges, and its hub score becomes the sum of the new authorities of its
//! out-edges. Both are then divided by their sums, so that each sums to 1; without edges, all
//! scores are 0. The iteration ends after `rounds` rounds, or after a round in which the changes of
//! the hub scores sum to at most `tolerance`. Parallel edges and self-loops are treated like any
//! other edge.
//!
//! A program whose sums are rounded differently may stop a few rounds earlier or later. Its scores
//! pass if both sums of differences from the reference, computed in `f64`, are at most
//! `4 tolerance` plus `ROUNDING` units in the last place.

use super::{Check, CheckError, Kind, Mismatch, Parameter, REALS, Type};
use crate::adjacency::Adjacency;

/// The check `hits`.
pub const CHECK: Check = Check {
    name: "hits",
    summary: "hub and authority are the scores of the power iteration, each with sum 1",
    parameters: &[
        Parameter { name: "hub", kind: Kind::Column(REALS) },
        Parameter { name: "authority", kind: Kind::Column(REALS) },
        Parameter { name: "rounds", kind: Kind::Scalar(&[Type::U32]) },
        Parameter { name: "tolerance", kind: Kind::Scalar(REALS) },
    ],
    run: |graph, arguments| {
        let (hub, unit) = arguments.reals(0);
        let (authority, other_unit) = arguments.reals(1);
        let rounds = arguments.count_up_to(
            2,
            MOST_ROUNDS,
            "at most 100,000, because the oracle computes each round",
        )?;
        let tolerance = arguments.tolerance(3)?;
        let expected = scores(graph, rounds, tolerance);
        let allowed = 4.0 * tolerance + ROUNDING * unit.max(other_unit);
        check_scores("hub", &expected.hub, &hub, allowed)?;
        check_scores("authority", &expected.authority, &authority, allowed)?;
        Ok::<(), CheckError>(())
    },
    run_on_edges: None,
};

/// The largest number of rounds that the oracle computes.
const MOST_ROUNDS: u32 = 100_000;

/// Number of units in the last place of the sum of all scores that may be lost to rounding.
/// Rounding errors in directions that converge slowly add up over hundreds of rounds.
const ROUNDING: f64 = 4096.0;

/// The scores of all nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// How good each node is as a hub.
    pub hub: Vec<f64>,
    /// How good each node is as an authority.
    pub authority: Vec<f64>,
}

/// Computes the scores by power iteration.
pub fn scores(graph: &Adjacency, rounds: u32, tolerance: f64) -> Scores {
    let nodes = graph.nodes() as usize;
    let mut hub = vec![1.0 / nodes as f64; nodes];
    let mut authority = vec![0.0; nodes];
    for _ in 0..rounds {
        authority = vec![0.0; nodes];
        for (source, target, _) in graph.all_edges() {
            authority[target as usize] += hub[source as usize];
        }
        let mut next = vec![0.0; nodes];
        for (source, target, _) in graph.all_edges() {
            next[source as usize] += authority[target as usize];
        }
        normalise(&mut authority);
        normalise(&mut next);
        let change: f64 = next.iter().zip(&hub).map(|(new, old)| (new - old).abs()).sum();
        hub = next;
        if change <= tolerance {
            break;
        }
    }
    Scores { hub, authority }
}

fn normalise(scores: &mut [f64]) {
    let total: f64 = scores.iter().sum();
    if total > 0.0 {
        scores.iter_mut().for_each(|score| *score /= total);
    }
}

/// Checks that the differences between `found` and `expected` sum to at most `allowed`.
fn check_scores(
    what: &'static str,
    expected: &[f64],
    found: &[f64],
    allowed: f64,
) -> Result<(), Mismatch> {
    Mismatch::of_sum(what, (expected, found), allowed, |_, sum| {
        format!(
            "the differences of all nodes sum to {sum:.3e}, but at most {allowed:.3e} is allowed"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Column, Scalar, Value};

    fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
        Adjacency::from_edges(nodes, edges.iter().map(|&(u, v)| (u, v, None))).unwrap()
    }

    /// Node 0 leads to nodes 2 and 3, and node 1 to node 3. The hub scores x and y satisfy
    /// `λx = 2x + y` and `λy = x + y`, so x / y is the golden ratio φ, and λ is φ². The authorities
    /// of nodes 2 and 3 are in the proportion of x to x + y, which is 1 to φ.
    #[test]
    fn scores_of_three_edges_are_golden() {
        let graph = graph(4, &[(0, 2), (0, 3), (1, 3)]);
        let golden = f64::midpoint(1.0, 5f64.sqrt());
        let (large, small) = (golden / (golden + 1.0), 1.0 / (golden + 1.0));
        let Scores { hub, authority } = scores(&graph, 1000, 1e-12);
        for (expected, found) in
            [[large, small, 0.0, 0.0], [0.0, 0.0, small, large]].iter().zip([&hub, &authority])
        {
            assert_eq!(check_scores("score", expected, found, 1e-11), Ok(()));
        }
        assert_ne!(scores(&graph, 1, 0.0).hub, hub);
    }

    fn run(hub: &[f64], authority: &[f64], rounds: u32) -> Result<(), CheckError> {
        let graph = graph(3, &[(0, 1), (0, 1), (0, 2), (2, 2)]);
        let values = [
            Value::Column(Column::F64(hub)),
            Value::Column(Column::F64(authority)),
            Value::Scalar(Scalar::U32(rounds)),
            Value::Scalar(Scalar::F32(0.0)),
        ];
        CHECK.run(&graph, &values)
    }

    /// After one round, the authorities are proportional to 0, 2 and 2, and the hub scores to 6, 0
    /// and 2.
    #[test]
    fn the_number_of_rounds_matters_and_parallel_edges_count() {
        let (hub, authority) = ([0.75, 0.0, 0.25], [0.0, 0.5, 0.5]);
        assert_eq!(run(&hub, &authority, 1), Ok(()));
        assert!(matches!(run(&hub, &authority, 2), Err(CheckError::Mismatch(_))));
        assert!(matches!(run(&hub, &authority, u32::MAX), Err(CheckError::Argument(_))));
        for node in 0..3 {
            let mut wrong = hub;
            wrong[node] += 1e-9;
            let Err(CheckError::Mismatch(mismatch)) = run(&wrong, &authority, 1) else { panic!() };
            assert_eq!((mismatch.what, mismatch.wrong), ("hub", 1));
            assert!(run(&hub, &[f64::NAN; 3], 1).is_err());
        }
    }

    #[test]
    fn without_edges_all_scores_are_zero() {
        let none = scores(&graph(2, &[]), 5, 0.0);
        assert_eq!(none, Scores { hub: vec![0.0; 2], authority: vec![0.0; 2] });
    }
}
