//! `check louvain_weighted(community, modularity, levels)` and `check leiden_weighted(community,
//! modularity)`: the checks `louvain` and `leiden` with the weights of the graph.
//!
//! The weight between two nodes is half the weight of all edges between them, in both directions. A
//! self-loop has its weight in both directions, as in NetworkX, so its whole weight counts twice. The
//! modularity is that of Newman, "Analysis of weighted networks", Phys. Rev. E 2004: the share of
//! the weight inside communities, minus the sum of the squares of each community's share of all
//! weight. If all weights are 0, it is 0. Weights must not be negative.
//!
//! Sums are rounded. The modularity may therefore fall from level to level by a tiny amount, and
//! joining two communities may increase it by a tiny share of their weights. Edges of weight 0 do not
//! connect a community.

use std::collections::BTreeMap;

use super::louvain::Weighted;
use super::{
    LEIDEN_CHECK, LOUVAIN_CHECK, ROUNDING, check_against_louvain, check_connected,
    check_modularity, check_optimum,
};
use crate::adjacency::Adjacency;
use crate::check::weights::real_edges;
use crate::check::{ArgumentError, Check, CheckError, Column, Mismatch, Scalar};

const LOUVAIN: &str = "louvain_weighted";
const LEIDEN: &str = "leiden_weighted";

/// The check `louvain_weighted`.
pub const LOUVAIN_WEIGHTED_CHECK: Check = Check {
    name: LOUVAIN,
    run: |graph, arguments| {
        let (Column::U32(community), Column::F64(modularity), Scalar::U32(levels)) =
            (arguments.column(0), arguments.column(1), arguments.scalar(2))
        else {
            unreachable!("the parameters take these types only");
        };
        let levels = (levels as usize).min(modularity.len());
        check_louvain(graph, community, &modularity[..levels])
    },
    ..LOUVAIN_CHECK
};

/// The check `leiden_weighted`.
pub const LEIDEN_WEIGHTED_CHECK: Check = Check {
    name: LEIDEN,
    run: |graph, arguments| {
        let (Column::U32(community), Scalar::F64(modularity)) =
            (arguments.column(0), arguments.scalar(1))
        else {
            unreachable!("the parameters take these types only");
        };
        check_leiden(graph, community, modularity)
    },
    ..LEIDEN_CHECK
};

fn check_louvain(
    graph: &Adjacency,
    community: &[u32],
    modularity: &[f64],
) -> Result<(), CheckError> {
    let weighted = weighted(LOUVAIN, graph)?;
    // The comparison is false for NaN.
    let keeps = |pair: &[f64]| pair[1] >= pair[0] - ROUNDING;
    if let Some(level) = modularity.windows(2).position(|pair| !keeps(pair)) {
        let expected = format!("at least {} after level {}", modularity[level], level + 1);
        let reason = "no level decreases the modularity".to_owned();
        let found = modularity[level + 1];
        return Err(Mismatch::of_graph("modularity", expected, found, reason).into());
    }
    Ok(check_optimum(weighted, community, modularity.last().copied())?)
}

fn check_leiden(graph: &Adjacency, community: &[u32], modularity: f64) -> Result<(), CheckError> {
    let edges = real_edges(LEIDEN, graph)?;
    let weighted = weighted(LEIDEN, graph)?;
    check_modularity(&weighted, community, modularity)?;
    let heavy = edges.into_iter().filter(|(_, _, weight)| *weight > 0.0);
    check_connected(graph, community, heavy.map(|(source, target, _)| (source, target)))?;
    Ok(check_against_louvain(weighted, modularity)?)
}

/// Returns the graph with the weights between nodes, as shares of the weight of all edges.
///
/// # Errors
///
/// Returns an error if weights are missing, negative or too large.
fn weighted(check: &'static str, graph: &Adjacency) -> Result<Weighted<f64>, ArgumentError> {
    let unsuitable = |reason| ArgumentError::UnsuitableGraph { check, reason };
    let mut edges = vec![BTreeMap::new(); graph.nodes() as usize];
    let mut total = 0.0;
    for (source, target, weight) in real_edges(check, graph)? {
        if weight < 0.0 {
            return Err(unsuitable(format!(
                "the edge from node {source} to node {target} has weight {weight}, but weights must \
                 not be negative"
            )));
        }
        if source == target {
            *edges[source as usize].entry(source).or_default() += 2.0 * weight;
            total += 2.0 * weight;
        } else {
            *edges[source as usize].entry(target).or_default() += weight / 2.0;
            *edges[target as usize].entry(source).or_default() += weight / 2.0;
            total += weight;
        }
    }
    if total.is_infinite() {
        return Err(unsuitable("the weights of all edges are too large for an f64".to_owned()));
    }
    if total > 0.0 {
        // Products of two weights neither overflow nor vanish then.
        edges.iter_mut().flat_map(BTreeMap::values_mut).for_each(|weight| *weight /= total);
    }
    Ok(Weighted { edges })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjacency::Weight;

    fn graph(nodes: u32, edges: &[(u32, u32, f64)]) -> Adjacency {
        let both = edges.iter().flat_map(|&(u, v, weight)| {
            let weight = Some(Weight::Real(weight));
            [(u, v, weight), (v, u, weight)].into_iter().take(if u == v { 1 } else { 2 })
        });
        Adjacency::from_edges(nodes, both).unwrap()
    }

    /// A cycle of four nodes, whose two opposite heavy edges have 6 of 7 parts of the weight. Each
    /// pair has half of the weight.
    fn cycle() -> Adjacency {
        graph(4, &[(0, 1, 1.5), (1, 2, 0.25), (2, 3, 1.5), (3, 0, 0.25)])
    }

    const BEST: f64 = 6.0 / 7.0 - 0.5;
    const PAIRS: [u32; 4] = [7, 7, 2, 2];

    #[test]
    fn heavy_edges_decide() {
        assert_eq!(check_louvain(&cycle(), &PAIRS, &[0.25, BEST]), Ok(()));
        assert_eq!(check_leiden(&cycle(), &PAIRS, BEST), Ok(()));
        // The other pairs are right only if all weights are equal.
        let others = [0, 1, 1, 0];
        let modularity = 1.0 / 7.0 - 0.5;
        assert!(check_louvain(&cycle(), &others, &[modularity]).is_err());
        assert!(check_leiden(&cycle(), &others, modularity).is_err());
        // The checks without weights expect other modularities.
        assert!(super::super::check_leiden(&cycle(), &PAIRS, BEST).is_err());
        assert!(super::super::check_louvain(&cycle(), &PAIRS, &[BEST]).is_err());
    }

    #[test]
    fn a_wrong_modularity_is_refused() {
        for wrong in [BEST + 1e-6, BEST - 1e-6, f64::NAN] {
            assert!(check_louvain(&cycle(), &PAIRS, &[wrong]).is_err());
            assert!(check_leiden(&cycle(), &PAIRS, wrong).is_err());
        }
        for levels in [[BEST + 1e-6, BEST], [f64::NAN, BEST]] {
            assert!(check_louvain(&cycle(), &PAIRS, &levels).is_err(), "{levels:?}");
        }
        // A level may leave the modularity as it is.
        assert_eq!(check_louvain(&cycle(), &PAIRS, &[BEST, BEST]), Ok(()));
    }

    /// A gain that is tiny beside the weight of the graph is not tiny beside that of the two nodes.
    #[test]
    fn light_communities_must_be_joined() {
        let graph = graph(4, &[(0, 1, 1.0), (2, 3, 1e-20)]);
        assert_eq!(check_louvain(&graph, &[0, 0, 1, 1], &[0.0]), Ok(()));
        let error = check_louvain(&graph, &[0, 0, 1, 2], &[0.0]).unwrap_err();
        assert!(
            format!("{error:?}").contains("joining the communities of nodes 2 and 3"),
            "{error:?}"
        );
    }

    /// With a self-loop of weight 2 at node 0, and an edge of weight 4 that joins it to node 1, the
    /// strengths are 8 and 4.
    #[test]
    fn self_loops_count_for_both_ends() {
        let loops = graph(2, &[(0, 0, 2.0), (0, 1, 4.0)]);
        assert_eq!(check_leiden(&loops, &[0, 0], 0.0), Ok(()));
        let apart = 4.0 / 12.0 - (64.0 + 16.0) / 144.0;
        let found = weighted(LEIDEN, &loops).unwrap().modularity();
        assert!((found - apart).abs() < 1e-15, "{found}");
    }

    /// Parallel edges add up, and the mean of both directions counts.
    #[test]
    fn edges_between_two_nodes_are_one_weight() {
        let edges = [(0, 1, 1.0), (0, 1, 2.0), (1, 0, 5.0), (1, 2, 1.0), (2, 1, 1.0)];
        let edges = edges.map(|(u, v, weight)| (u, v, Some(Weight::Real(weight))));
        let graph = Adjacency::from_edges(3, edges).unwrap();
        let between = weighted(LEIDEN, &graph).unwrap().edges;
        assert_eq!(between[0], BTreeMap::from([(1, 0.4)]));
        assert_eq!(between[1], BTreeMap::from([(0, 0.4), (2, 0.1)]));
    }

    /// An edge of weight 0 joins nothing.
    #[test]
    fn a_community_that_is_not_connected_is_refused() {
        let path = graph(5, &[(0, 1, 1.0), (1, 2, 0.0), (3, 4, 1.0)]);
        assert_eq!(check_leiden(&path, &[0, 0, 1, 2, 2], 0.5), Ok(()));
        let error = check_leiden(&path, &[0, 0, 0, 2, 2], 0.5).unwrap_err();
        let CheckError::Mismatch(error) = error else { panic!("{error:?}") };
        assert_eq!((error.what, error.wrong), ("community", 1));
    }

    #[test]
    fn graphs_without_an_answer_are_named() {
        let refuse = |graph: &Adjacency| match check_leiden(graph, &[0, 1], 0.0) {
            Err(CheckError::Argument(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(refuse(&graph(2, &[(0, 1, -0.5)])).contains("has weight -0.5"));
        assert!(refuse(&graph(2, &[(0, 1, 1e308)])).contains("too large"));
        assert!(refuse(&Adjacency::from_edges(2, [(0, 1, None)]).unwrap()).contains("no weights"));
        assert_eq!(check_leiden(&graph(2, &[(0, 1, 0.0)]), &[0, 1], 0.0), Ok(()));
    }
}
