//! The walks of PageRank: how likely a walker is to follow each edge of a node. All edges of a node
//! are equally likely, or an edge is as likely as its weight, as a share of the weight of all edges of
//! the node.
//!
//! `check pagerank_weighted(rank, damping, tolerance)` and `check
//! pagerank_residual_weighted(rank, damping, tolerance)` are the checks `pagerank` and
//! `pagerank_residual` for the second walk: `rank(u) / out-degree(u)` becomes `rank(u) weight(u -> v)
//! / weight(u)`, where `weight(u)` is the weight of all edges that leave `u`. NetworkX has the same
//! definition. A node whose edges have no weight is like a node without edges. Weights must not be
//! negative.

use super::{Check, Convention, PARAMETERS, check_arguments};
use crate::adjacency::{Adjacency, Weight};
use crate::check::ArgumentError;
use crate::check::weights::{real, real_edges};

const WEIGHTED: &str = "pagerank_weighted";
const RESIDUAL_WEIGHTED: &str = "pagerank_residual_weighted";

/// The check `pagerank_weighted` of normalised ranks.
pub const WEIGHTED_CHECK: Check = Check {
    name: WEIGHTED,
    summary: "rank is PageRank with weights, within the tolerance, with sum 1",
    parameters: PARAMETERS,
    run: |graph, arguments| {
        let walk = Walk::weighted(WEIGHTED, graph)?;
        check_arguments(&walk, Convention::Normalised, &arguments)
    },
    run_on_edges: None,
};

/// The check `pagerank_residual_weighted` of unnormalised ranks.
pub const RESIDUAL_WEIGHTED_CHECK: Check = Check {
    name: RESIDUAL_WEIGHTED,
    summary: "rank is PageRank with weights, within the tolerance, not normalised",
    parameters: PARAMETERS,
    run: |graph, arguments| {
        let walk = Walk::weighted(RESIDUAL_WEIGHTED, graph)?;
        check_arguments(&walk, Convention::Residual, &arguments)
    },
    run_on_edges: None,
};

/// A walk on a graph.
pub(super) struct Walk<'a> {
    pub graph: &'a Adjacency,
    /// The weight of all edges that leave each node, if heavy edges are more likely than light ones.
    strengths: Option<Vec<f64>>,
}

impl<'a> Walk<'a> {
    /// Returns the walk on which all edges of a node are equally likely.
    pub fn uniform(graph: &'a Adjacency) -> Walk<'a> {
        Walk { graph, strengths: None }
    }

    /// Returns the walk on which the weights are the likelihoods of the edges.
    ///
    /// # Errors
    ///
    /// Returns an error if weights are missing, negative or too large.
    pub fn weighted(check: &'static str, graph: &'a Adjacency) -> Result<Walk<'a>, ArgumentError> {
        let unsuitable = |reason| ArgumentError::UnsuitableGraph { check, reason };
        let mut strengths = vec![0.0; graph.nodes() as usize];
        for (source, target, weight) in real_edges(check, graph)? {
            if weight < 0.0 {
                return Err(unsuitable(format!(
                    "the edge from node {source} to node {target} has weight {weight}, but weights must \
                     not be negative"
                )));
            }
            strengths[source as usize] += weight;
        }
        if let Some(node) = strengths.iter().position(|strength: &f64| strength.is_infinite()) {
            let reason =
                format!("the weights of the edges of node {node} are too large for an f64");
            return Err(unsuitable(reason));
        }
        Ok(Walk { graph, strengths: Some(strengths) })
    }

    /// Returns the sum of the ranks of the nodes at which the walk ends.
    pub fn lost(&self, rank: &[f64]) -> f64 {
        let ends = |node: &u32| match &self.strengths {
            Some(strengths) => strengths[*node as usize] == 0.0,
            None => self.graph.targets(*node).is_empty(),
        };
        (0..self.graph.nodes()).filter(ends).map(|node| rank[node as usize]).sum()
    }

    /// Returns, for each edge, its target and the rank that the source passes along this edge.
    pub fn passed(&self, rank: &[f64]) -> impl Iterator<Item = (u32, f64)> {
        self.graph.all_edges().map(|(source, target, weight)| {
            (target, self.passes(rank[source as usize], source, weight))
        })
    }

    /// Returns the in-neighbour that passes the largest rank to `node` along one edge, and this rank.
    /// Returns `None` if `node` has no in-neighbours.
    pub fn largest_contributor(&self, rank: &[f64], node: u32) -> Option<(u32, f64)> {
        let edges = self.graph.all_edges().filter(|&(_, target, _)| target == node);
        let passed = edges.map(|(source, _, weight)| {
            (source, self.passes(rank[source as usize], source, weight))
        });
        passed.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Returns the part of the rank of `source` that an edge with this weight passes on.
    fn passes(&self, rank: f64, source: u32, weight: Option<Weight>) -> f64 {
        let Some(strengths) = &self.strengths else {
            return rank / self.graph.targets(source).len() as f64;
        };
        // The weights of this walk are known to be real numbers.
        let weight = weight.and_then(real).unwrap_or(0.0);
        // Without this condition, an edge without weight could have the likelihood 0 / 0.
        if weight > 0.0 { rank * (weight / strengths[source as usize]) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{CheckError, Column, Scalar, Value};

    fn graph(edges: &[(u32, u32, f64)]) -> Adjacency {
        let edges = edges.iter().map(|&(u, v, weight)| (u, v, Some(Weight::Real(weight))));
        Adjacency::from_edges(4, edges).unwrap()
    }

    /// A walker at node 0 goes to node 1 three times out of four, and to node 2 otherwise. The edge of
    /// node 1 has no weight.
    fn hand_drawn() -> Adjacency {
        graph(&[(0, 1, 1.5), (0, 2, 0.25), (0, 2, 0.25), (1, 0, 0.0), (2, 0, 7.5), (3, 0, 1e-9)])
    }

    /// With d = 1/2: x1 = 1/2 + 3/8 x0, x2 = 1/2 + x0 / 8, x3 = 1/2 and
    /// x0 = 1/2 + x2 / 2 + x3 / 2 = 1 + x0 / 16.
    const RESIDUAL: [f64; 4] = [16.0 / 15.0, 0.9, 19.0 / 30.0, 0.5];

    fn run(check: &Check, graph: &Adjacency, rank: &[f64], damping: f64) -> Result<(), CheckError> {
        let values = [
            Value::Column(Column::F64(rank)),
            Value::Scalar(Scalar::F64(damping)),
            Value::Scalar(Scalar::F64(1e-9)),
        ];
        check.run(graph, &values)
    }

    /// Only node 1 loses its rank, so the normalised ranks are the residual ones divided by their sum.
    fn normalised() -> [f64; 4] {
        let sum: f64 = RESIDUAL.iter().sum();
        RESIDUAL.map(|rank| rank / sum)
    }

    #[test]
    fn heavy_edges_are_more_likely() {
        assert_eq!(run(&RESIDUAL_WEIGHTED_CHECK, &hand_drawn(), &RESIDUAL, 0.5), Ok(()));
        assert_eq!(run(&WEIGHTED_CHECK, &hand_drawn(), &normalised(), 0.5), Ok(()));
        // Neither result is valid for the other convention, or for edges that are equally likely.
        assert!(run(&WEIGHTED_CHECK, &hand_drawn(), &RESIDUAL, 0.5).is_err());
        assert!(run(&RESIDUAL_WEIGHTED_CHECK, &hand_drawn(), &normalised(), 0.5).is_err());
        assert!(run(&super::super::CHECK, &hand_drawn(), &normalised(), 0.5).is_err());
        assert!(run(&super::super::RESIDUAL_CHECK, &hand_drawn(), &RESIDUAL, 0.5).is_err());
    }

    /// The factor by which all weights of a node are multiplied has no influence, and equal weights are
    /// like no weights.
    #[test]
    fn only_shares_of_weights_matter() {
        let scaled =
            graph(&[(0, 1, 6e9), (0, 2, 1e9), (0, 2, 1e9), (1, 0, 0.0), (2, 0, 2.0), (3, 0, 3.0)]);
        assert_eq!(run(&WEIGHTED_CHECK, &scaled, &normalised(), 0.5), Ok(()));
        let equal = graph(&[(0, 1, 0.5), (0, 2, 0.5), (2, 0, 4.0), (3, 0, 1.0)]);
        let rank = [0.3, 0.2, 0.4, 0.1];
        let walk = Walk::weighted(WEIGHTED, &equal).unwrap();
        let step =
            |walk: &Walk<'_>| super::super::step_of(walk, Convention::Normalised, &rank, 0.5);
        assert_eq!(step(&walk), step(&Walk::uniform(&equal)));
    }

    #[test]
    fn every_single_wrong_rank_is_refused() {
        for node in 0..4 {
            for wrong in [RESIDUAL[node] + 1e-6, RESIDUAL[node] - 1e-6, f64::NAN, f64::INFINITY] {
                let mut found = RESIDUAL;
                found[node] = wrong;
                let verdict = run(&RESIDUAL_WEIGHTED_CHECK, &hand_drawn(), &found, 0.5);
                assert!(matches!(verdict, Err(CheckError::Mismatch(_))), "{node}: {wrong}");
            }
        }
    }

    #[test]
    fn graphs_without_an_answer_are_named() {
        let refuse = |graph: &Adjacency| match run(&WEIGHTED_CHECK, graph, &[0.25; 4], 0.5) {
            Err(CheckError::Argument(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(refuse(&graph(&[(0, 1, -0.5)])).contains("from node 0 to node 1 has weight -0.5"));
        assert!(refuse(&graph(&[(2, 1, 1e308), (2, 3, 1e308)])).contains("node 2 are too large"));
        let unweighted = Adjacency::from_edges(4, [(0, 1, None)]).unwrap();
        assert!(refuse(&unweighted).contains("no weights"));
        let none = Adjacency::from_edges(4, []).unwrap();
        assert_eq!(run(&WEIGHTED_CHECK, &none, &[0.25; 4], 0.5), Ok(()));
    }
}
