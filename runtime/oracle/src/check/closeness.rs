//! `check closeness(score, in_sources)`: the score of each source is its closeness
//! `r² / ((n - 1) s)`, where `n` is the number of nodes, `r` is the number of other nodes that
//! paths from the source reach, and `s` is the sum of their distances from the source. A source
//! that reaches no other node has the score 0, and so have all nodes that are not sources.
//!
//! This is the definition of Wasserman and Faust ("Social network analysis", 1994). Paths follow
//! the direction of edges, and each edge has length 1.
//!
//! A score may differ from the reference by a relative error of 16 units in the last place, because
//! it takes a few divisions and roundings to compute.

use super::bfs::{UNREACHED, levels};
use super::{Check, Difference, Kind, Mismatch, Parameter, REALS, Type};
use crate::adjacency::Adjacency;

/// The check `closeness`.
pub const CHECK: Check = Check {
    name: "closeness",
    summary: "score is the closeness of each source, and 0 for all other nodes",
    parameters: &[
        Parameter { name: "score", kind: Kind::Column(REALS) },
        Parameter { name: "in_sources", kind: Kind::Column(&[Type::Bool]) },
    ],
    run: |graph, arguments| {
        let (found, unit) = arguments.reals(0);
        Ok(check_scores(graph, arguments.truths(1), &found, ROUNDING * unit)?)
    },
    run_on_edges: None,
};

/// Number of units in the last place by which a score may differ.
const ROUNDING: f64 = 16.0;

/// Returns the number of other nodes that the source reaches, and the sum of their distances.
fn reach(graph: &Adjacency, source: u32) -> (u64, u64) {
    let levels = levels(graph, source);
    let others = levels.iter().filter(|&&level| level != UNREACHED && level != 0);
    others.fold((0, 0), |(count, sum), &level| (count + 1, sum + u64::from(level)))
}

/// Computes the closeness of a node.
///
/// # Panics
///
/// Panics if `source` is not a node of the graph.
pub fn closeness(graph: &Adjacency, source: u32) -> f64 {
    match reach(graph, source) {
        (0, _) => 0.0,
        (count, sum) => {
            let (count, sum) = (count as f64, sum as f64);
            count * count / (f64::from(graph.nodes() - 1) * sum)
        }
    }
}

/// Compares `found`, which has one score per node, with the closeness of each source.
///
/// # Errors
///
/// Returns an error if the relative error of a score is larger than `tolerance`.
///
/// # Panics
///
/// Panics if `in_sources` or `found` do not have one value per node.
pub fn check_scores(
    graph: &Adjacency,
    in_sources: &[bool],
    found: &[f64],
    tolerance: f64,
) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one score for each node");
    let expected = |node: u32| match in_sources[node as usize] {
        true => closeness(graph, node),
        false => 0.0,
    };
    let scores: Vec<f64> = (0..graph.nodes()).map(expected).collect();
    // The condition is not written with `>`, which would accept NaN.
    let right = |(expected, found): (&f64, &f64)| (found - expected).abs() <= tolerance * expected;
    let wrong = scores.iter().zip(found).map(|pair| !right(pair));
    Mismatch::of_nodes("score", wrong, |node| {
        let (expected, found) = (scores[node as usize], found[node as usize]);
        let reason = match in_sources[node as usize] {
            true => {
                let (count, sum) = reach(graph, node);
                format!("it reaches {count} other nodes, whose distances sum to {sum}")
            }
            false => "it is not a source".to_owned(),
        };
        Difference::at(node, expected.to_string(), found.to_string(), reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this graph, with a node 4 that has no edges:
    ///
    /// ```text
    /// 0 -> 1 -> 2 -> 3, 0 -> 2
    /// ```
    fn graph() -> Adjacency {
        let edges = [(0, 1), (1, 2), (2, 3), (0, 2)];
        Adjacency::from_edges(5, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    const SOURCES: [bool; 5] = [true, true, false, true, true];
    /// Node 0 reaches three nodes at distances 1, 1 and 2. Node 1 reaches two at 1 and 2.
    const SCORES: [f64; 5] = [9.0 / 16.0, 4.0 / 12.0, 0.0, 0.0, 0.0];

    #[test]
    fn closeness_of_a_small_graph() {
        assert_eq!(check_scores(&graph(), &SOURCES, &SCORES, 0.0), Ok(()));
        let message = check_scores(&graph(), &[true; 5], &SCORES, 0.0).unwrap_err().to_string();
        assert_eq!(
            message,
            "1 of 5 nodes have a wrong score\n\
             node 2 has score 0, expected 0.25: it reaches 1 other nodes, whose distances sum to 1"
        );
    }

    #[test]
    fn every_single_wrong_score_is_refused() {
        for node in 0..5 {
            for wrong in [SCORES[node] * 1.01 + 1e-30, f64::NAN, -SCORES[node] - 1.0] {
                let mut found = SCORES;
                found[node] = wrong;
                let refused = check_scores(&graph(), &SOURCES, &found, 1e-3).unwrap_err();
                assert_eq!(refused.wrong, 1, "{node} {wrong}");
            }
        }
    }
}
