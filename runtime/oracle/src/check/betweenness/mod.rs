//! `check betweenness(score, source)`: the score of a node is Brandes' dependency, which is the
//! sum, over all other nodes `t`, of the fraction of the shortest paths from `source` to `t` that
//! pass through the node. `check betweenness_set(score, in_sources)`: the score of a node is the
//! sum of its dependencies over all sources in a set. If all nodes are in the set, this is
//! betweenness centrality.
//!
//! Paths follow the direction of edges, and each edge has length 1. Paths that differ in an edge
//! are different, so parallel edges multiply them. Self-loops are not part of any shortest path. A
//! path does not pass through its ends, so the source has the score 0. Scores are not normalised,
//! and not halved on undirected graphs.
//!
//! A score may differ from the reference, computed in `f64`, by a relative error of 1/1000 for
//! `f32` and of 1e-9 for `f64`. The reason: all terms are positive, so nothing cancels, and `r`
//! successive independent roundings amount to about `sqrt(r)` times 2^-24 or 2^-53. This reaches
//! 1/1000 after 10^8 roundings. If the reference is 0, the score must be 0.

mod weighted;

use std::collections::VecDeque;

pub use weighted::SET_WEIGHTED_CHECK;

use super::{
    ArgumentError, Check, CheckError, Column, Difference, Kind, Mismatch, Parameter, REALS, Type,
};
use crate::adjacency::Adjacency;

/// The check `betweenness`, for one source.
pub const CHECK: Check = Check {
    name: "betweenness",
    summary: "score is the node's share of shortest paths from source, summed over all targets",
    parameters: &[SCORE, Parameter { name: "source", kind: Kind::Node }],
    run: |graph, arguments| {
        let (found, tolerance) = scores_of(arguments.column(0));
        check_scores(graph, &[arguments.node(1)], &found, tolerance)
    },
    run_on_edges: None,
};

/// The check `betweenness_set`, for a set of sources.
pub const SET_CHECK: Check = Check {
    name: "betweenness_set",
    summary: "score is the node's share of shortest paths, summed over all sources and targets",
    parameters: &[SCORE, Parameter { name: "in_sources", kind: Kind::Column(&[Type::Bool]) }],
    run: |graph, arguments| {
        let Column::Bool(in_sources) = arguments.column(1) else {
            unreachable!("the parameter takes bool only");
        };
        let sources: Vec<u32> =
            (0..graph.nodes()).filter(|&node| in_sources[node as usize]).collect();
        let (found, tolerance) = scores_of(arguments.column(0));
        check_scores(graph, &sources, &found, tolerance)
    },
    run_on_edges: None,
};

const SCORE: Parameter = Parameter { name: "score", kind: Kind::Column(REALS) };

/// Returns the scores and the relative tolerance for their type.
fn scores_of(column: Column<'_>) -> (Vec<f64>, f64) {
    match column {
        Column::F32(found) => (found.iter().copied().map(f64::from).collect(), 1e-3),
        Column::F64(found) => (found.to_vec(), 1e-9),
        _ => unreachable!("the parameter takes floating point numbers only"),
    }
}

/// Computes the dependency of each node, summed over `sources`, with Brandes' algorithm (J. Math.
/// Sociol. 25(2), 2001).
///
/// # Errors
///
/// Returns an error if there are more shortest paths than an `f64` can count.
///
/// # Panics
///
/// Panics if one of `sources` is not a node of the graph.
pub fn scores(graph: &Adjacency, sources: &[u32]) -> Result<Vec<f64>, ArgumentError> {
    let mut score = vec![0.0; graph.nodes() as usize];
    for &source in sources {
        let share = dependencies(graph, source)?;
        for (node, share) in share.into_iter().enumerate() {
            score[node] += share;
        }
    }
    Ok(score)
}

/// Computes the dependency of each node for one source.
fn dependencies(graph: &Adjacency, source: u32) -> Result<Vec<f64>, ArgumentError> {
    let nodes = graph.nodes() as usize;
    let (mut level, mut paths, mut share) =
        (vec![u32::MAX; nodes], vec![0.0; nodes], vec![0.0; nodes]);
    level[source as usize] = 0;
    paths[source as usize] = 1.0;
    let mut queue = VecDeque::from([source]);
    let mut order = vec![];
    while let Some(node) = queue.pop_front() {
        order.push(node);
        for &target in graph.targets(node) {
            if level[target as usize] == u32::MAX {
                level[target as usize] = level[node as usize] + 1;
                queue.push_back(target);
            }
            if level[target as usize] == level[node as usize] + 1 {
                paths[target as usize] += paths[node as usize];
            }
        }
    }
    if let Some(node) = paths.iter().position(|paths: &f64| paths.is_infinite()) {
        let reason = format!("more shortest paths lead to node {node} than an f64 can count");
        return Err(ArgumentError::UnsuitableGraph { check: CHECK.name, reason });
    }
    // Start with the farthest nodes, so that the share of a node is final before it is used.
    for &node in order.iter().rev() {
        for &target in graph.targets(node) {
            if level[target as usize] == level[node as usize] + 1 {
                let part = paths[node as usize] / paths[target as usize];
                share[node as usize] += part * (1.0 + share[target as usize]);
            }
        }
    }
    share[source as usize] = 0.0;
    Ok(share)
}

/// Compares `found`, which has one score per node, with the scores for `sources`. Each score may
/// differ by the relative `tolerance`.
///
/// # Errors
///
/// Returns an error if a score is wrong or if there are too many shortest paths.
///
/// # Panics
///
/// Panics if one of `sources` is not a node of the graph, or if `found` does not have one score per
/// node.
pub fn check_scores(
    graph: &Adjacency,
    sources: &[u32],
    found: &[f64],
    tolerance: f64,
) -> Result<(), CheckError> {
    assert_eq!(found.len(), graph.nodes() as usize, "one score for each node");
    let expected = scores(graph, sources)?;
    // The condition is not written with `>`, which would accept NaN.
    let right = |(expected, found): (&f64, &f64)| (found - expected).abs() <= tolerance * expected;
    let wrong = expected.iter().zip(found).map(|pair| !right(pair));
    Ok(Mismatch::of_nodes("score", wrong, |node| {
        let (expected, found) = (expected[node as usize], found[node as usize]);
        let reason = explain(graph, sources, node);
        Difference::at(node, expected.to_string(), found.to_string(), reason)
    })?)
}

/// Names one source and one target that contribute to the score of `node`. If the score is 0,
/// returns the reason.
fn explain(graph: &Adjacency, sources: &[u32], node: u32) -> String {
    for &source in sources.iter().filter(|&&source| source != node) {
        let level = super::bfs::levels(graph, source);
        let here = level[node as usize];
        let next = graph.targets(node).iter().find(|&&target| {
            here.checked_add(1).is_some_and(|next| level[target as usize] == next)
        });
        if let Some(next) = next {
            return format!("shortest paths from node {source} lead through it to node {next}");
        }
    }
    match sources {
        [source] if *source == node => "it is the source".to_owned(),
        [source] => format!("no shortest path from node {source} leads through it"),
        _ => "no shortest path from any source leads through it".to_owned(),
    }
}

#[cfg(test)]
mod tests;
