//! `check louvain(community, modularity, levels)` and `check leiden(community, modularity)`: the
//! communities of the nodes have the modularity that the program reports, and it is high. The module
//! `real` has the checks `louvain_weighted` and `leiden_weighted`.
//!
//! With the weight 1 for each edge, the modularity of a partition is the share of the edges inside
//! communities, minus the sum of the squares of each community's share of all edges (Newman and
//! Girvan, "Finding and evaluating community structure in networks", Phys. Rev. E 2004). Without
//! edges, it is 0.
//!
//! Both checks compare the modularity with that of a sequential Louvain method: it may be smaller
//! by at most [`MARGIN`]. In addition:
//!
//! - `louvain`: the modularity increases from level to level, and joining any two communities does not
//!   increase it further. Integers decide this exactly.
//! - `leiden`: each community is connected.

mod louvain;
mod real;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::partition::check_partition;
use super::union_find::UnionFind;
use super::{Check, CheckError, Column, Kind, Mismatch, Parameter, Scalar, Type};
use crate::adjacency::Adjacency;
use louvain::{Amount, Weighted, numbered};
pub use real::{LEIDEN_WEIGHTED_CHECK, LOUVAIN_WEIGHTED_CHECK};

/// How much smaller than that of the sequential Louvain method the modularity may be. Different
/// orders of the moves lead to different communities, above all on small graphs and on graphs
/// without communities.
pub const MARGIN: f64 = 0.1;

/// How much the reported modularity may differ from the computed one, because of rounding.
const ROUNDING: f64 = 1e-9;

const COMMUNITY: Parameter = Parameter { name: "community", kind: Kind::Column(&[Type::U32]) };

/// The check `louvain`.
pub const LOUVAIN_CHECK: Check = Check {
    name: "louvain",
    summary: "modularity increases to that of the communities, and joining two does not increase it",
    parameters: &[
        COMMUNITY,
        Parameter { name: "modularity", kind: Kind::Array(&[Type::F64]) },
        Parameter { name: "levels", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let (Column::U32(community), Column::F64(modularity), Scalar::U32(levels)) =
            (arguments.column(0), arguments.column(1), arguments.scalar(2))
        else {
            unreachable!("the parameters take these types only");
        };
        let levels = (levels as usize).min(modularity.len());
        Ok::<(), CheckError>(check_louvain(graph, community, &modularity[..levels])?)
    },
    run_on_edges: None,
};

/// The check `leiden`.
pub const LEIDEN_CHECK: Check = Check {
    name: "leiden",
    summary: "communities are connected and have the modularity, which is near that of Louvain",
    parameters: &[COMMUNITY, Parameter { name: "modularity", kind: Kind::Scalar(&[Type::F64]) }],
    run: |graph, arguments| {
        let (Column::U32(community), Scalar::F64(modularity)) =
            (arguments.column(0), arguments.scalar(1))
        else {
            unreachable!("the parameters take these types only");
        };
        Ok::<(), CheckError>(check_leiden(graph, community, modularity)?)
    },
    run_on_edges: None,
};

/// Checks the communities and the modularity after each level.
///
/// # Errors
///
/// Returns an error if the result is wrong.
///
/// # Panics
///
/// Panics if `community` does not have one value per node.
pub fn check_louvain(
    graph: &Adjacency,
    community: &[u32],
    modularity: &[f64],
) -> Result<(), Mismatch> {
    let rises = |pair: &[f64]| pair[1].partial_cmp(&pair[0]) == Some(Ordering::Greater);
    let fall = modularity.windows(2).position(|pair| !rises(pair));
    if let Some(level) = fall {
        let expected = format!("more than {} after level {}", modularity[level], level + 1);
        let reason = "each level increases the modularity".to_owned();
        return Err(Mismatch::of_graph("modularity", expected, modularity[level + 1], reason));
    }
    check_optimum(weighted(graph), community, modularity.last().copied())
}

/// Checks that the communities have this modularity, that joining two of them does not increase it,
/// and that it is high. Without a modularity, every node is a community of its own.
fn check_optimum<W: Amount>(
    weighted: Weighted<W>,
    community: &[u32],
    modularity: Option<f64>,
) -> Result<(), Mismatch> {
    let found = modularity.unwrap_or_else(|| weighted.modularity());
    let contracted = check_modularity(&weighted, community, found)?;
    let strengths = contracted.strengths();
    let total = strengths.iter().copied().sum();
    for (a, neighbours) in contracted.edges.iter().enumerate() {
        for b in neighbours.keys().filter(|b| **b as usize > a) {
            if contracted.gains_by_joining(total, &strengths, (a as u32, *b)) {
                let (a, b) = (member(community, a as u32), member(community, *b));
                let reason = format!(
                    "joining the communities of nodes {a} and {b} increases the modularity"
                );
                return Err(Mismatch::of_graph("modularity", "a local optimum", found, reason));
            }
        }
    }
    check_against_louvain(weighted, found)
}

/// Checks the communities and their modularity.
///
/// # Errors
///
/// Returns an error if the result is wrong.
///
/// # Panics
///
/// Panics if `community` does not have one value per node.
pub fn check_leiden(graph: &Adjacency, community: &[u32], modularity: f64) -> Result<(), Mismatch> {
    let weighted = weighted(graph);
    check_modularity(&weighted, community, modularity)?;
    check_connected(
        graph,
        community,
        graph.all_edges().map(|(source, target, _)| (source, target)),
    )?;
    check_against_louvain(weighted, modularity)
}

/// Checks that these edges connect each community.
fn check_connected(
    graph: &Adjacency,
    community: &[u32],
    edges: impl Iterator<Item = (u32, u32)>,
) -> Result<(), Mismatch> {
    let mut sets = UnionFind::new(graph.nodes());
    for (source, target) in edges {
        if community[source as usize] == community[target as usize] {
            sets.join(source, target);
        }
    }
    let smallest: Vec<u32> = (0..graph.nodes()).map(|node| sets.smallest(node)).collect();
    let labels: Vec<i128> = community.iter().map(|label| i128::from(*label)).collect();
    check_partition("community", &smallest, &labels, |node, other, together| match together {
        true => format!("a path inside the community joins {node} and {other}"),
        false => format!("no path inside the community joins {node} and {other}"),
    })
}

/// Returns the graph with the weight 1 for each edge.
fn weighted(graph: &Adjacency) -> Weighted<u64> {
    let mut edges = vec![BTreeMap::new(); graph.nodes() as usize];
    for (source, target, _) in graph.all_edges() {
        *edges[source as usize].entry(target).or_default() += 1;
    }
    Weighted { edges }
}

/// Checks that the communities have the modularity `found`. Returns the graph of the communities.
fn check_modularity<W: Amount>(
    graph: &Weighted<W>,
    community: &[u32],
    found: f64,
) -> Result<Weighted<W>, Mismatch> {
    let contracted = graph.contracted(&numbered(community));
    let expected = contracted.modularity();
    // The comparison is false for NaN.
    if (expected - found).abs() <= ROUNDING {
        return Ok(contracted);
    }
    let reason = "this is the modularity of the communities".to_owned();
    Err(Mismatch::of_graph("modularity", expected, found, reason))
}

fn check_against_louvain<W: Amount>(graph: Weighted<W>, found: f64) -> Result<(), Mismatch> {
    let reached = louvain::reached(graph);
    if found >= reached - MARGIN {
        return Ok(());
    }
    let reason = format!("the sequential Louvain method reaches {reached}");
    Err(Mismatch::of_graph("modularity", format!("at least {}", reached - MARGIN), found, reason))
}

/// Returns the first node of the community with a number in the ascending order of labels.
fn member(community: &[u32], number: u32) -> usize {
    numbered(community).iter().position(|other| *other == number).unwrap_or(0)
}
