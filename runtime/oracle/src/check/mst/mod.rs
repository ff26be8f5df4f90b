//! `check mst(in_forest)`: the edges whose value is true are a minimum spanning forest.
//! `check mst_weight(total)`: the sum of such a forest's weights.
//!
//! Every edge counts as an undirected edge between its ends, with its own weight, which may be
//! negative. Self-loops are in no forest. Any forest of least weight passes. A program on a graph
//! with both directions of each edge may mark one or both: marked edges of opposite directions with the same
//! ends and weight are one edge. Marking two edges of one direction closes a cycle.
//!
//! A total of integer type needs weights that are whole numbers and must be exact. A total of type
//! `f32` or `f64` may be wrong by `2 (k + 1) u` times the sum of the weights' magnitudes, where `k`
//! is the number of edges in a forest and `u` is 2^-24 or 2^-53: so much can rounding each weight and
//! each addition amount to, in any order.

use std::collections::HashMap;

use super::mismatch::Count;
use super::union_find::UnionFind;
use super::weights::{F32_PRECISION, F64_PRECISION, WHOLE, real, real_edges, sum_tolerance};
use super::{
    ArgumentError, Check, CheckError, Column, Difference, Kind, Mismatch, Parameter, Place, Scalar,
    Type,
};
use crate::adjacency::Adjacency;

/// The check of a forest, as programs name it.
pub const CHECK: Check = Check {
    name: "mst",
    summary: "the edges in the forest are a spanning forest of least weight",
    parameters: &[Parameter { name: "in_forest", kind: Kind::EdgeColumn(&[Type::Bool]) }],
    run: |graph, arguments| {
        let Column::Bool(found) = arguments.column(0) else {
            unreachable!("the parameter takes bool only");
        };
        check_forest(graph, found)
    },
};

/// The check of a forest's weight, as programs name it.
pub const WEIGHT_CHECK: Check = Check {
    name: "mst_weight",
    summary: "total is the sum of the weights of a minimum spanning forest",
    parameters: &[Parameter { name: "total", kind: Kind::Scalar(TOTALS) }],
    run: |graph, arguments| check_weight(graph, arguments.scalar(0)),
};

/// The types of totals.
const TOTALS: &[Type] = &[Type::U32, Type::I32, Type::U64, Type::I64, Type::F32, Type::F64];

/// The weights of a minimum spanning forest, the lightest first: Kruskal's algorithm. The graph remembers
/// them, as many results may be judged on it.
///
/// Fails on a graph that has no weights, or whole numbers beyond 2^53.
pub fn forest_weights(graph: &Adjacency) -> Result<&[f64], ArgumentError> {
    if let Some(weights) = graph.forest_weights.get() {
        return Ok(weights);
    }
    let mut edges = real_edges(WEIGHT_CHECK.name, graph)?;
    edges.sort_by(|(_, _, a), (_, _, b)| a.total_cmp(b));
    let mut sets = UnionFind::new(graph.nodes());
    edges.retain(|&(source, target, _)| sets.join(source, target));
    let weights = edges.into_iter().map(|(_, _, weight)| weight).collect();
    Ok(graph.forest_weights.get_or_init(|| weights))
}

/// Compares `found` with the weight of a minimum spanning forest.
pub fn check_weight(graph: &Adjacency, found: Scalar) -> Result<(), CheckError> {
    let weights = forest_weights(graph)?;
    let edges = weights.len();
    let sum: f64 = weights.iter().sum();
    let reason = |note: &str| format!("a minimum spanning forest has {edges} edges{note}");
    let unsuitable = |reason| ArgumentError::UnsuitableGraph { check: WEIGHT_CHECK.name, reason };
    if let Some(found) = found.as_integer() {
        let inexact = |weight: &&f64| weight.fract() != 0.0 || weight.abs() > WHOLE as f64;
        if let Some(weight) = weights.iter().find(inexact) {
            return Err(unsuitable(format!(
                "an edge of the forest weighs {weight}, which is no whole number up to 2^53, but \
                 the total is an integer"
            ))
            .into());
        }
        let expected: i128 = weights.iter().map(|&weight| weight as i128).sum();
        return match found == expected {
            true => Ok(()),
            false => Err(Mismatch::of_graph("total", expected, found, reason("")).into()),
        };
    }
    let precision = if found.value_type() == Type::F32 { F32_PRECISION } else { F64_PRECISION };
    let magnitude: f64 = weights.iter().map(|weight| weight.abs()).sum();
    if magnitude.is_infinite() {
        return Err(unsuitable("a forest weighs more than an f64 can say".to_owned()).into());
    }
    let tolerance = sum_tolerance(edges, precision) * magnitude;
    // False for what is not a number.
    if (found.as_real() - sum).abs() <= tolerance {
        return Ok(());
    }
    let reason = reason(&format!("; rounding explains a difference of {tolerance:.1e}"));
    Err(Mismatch::of_graph("total", sum, found, reason).into())
}

/// Whether the edges for which `found` is true, in the order of [`Adjacency::all_edges`], are a
/// minimum spanning forest.
///
/// A forest is one of least weight exactly if, for every `w`, its edges that weigh at most `w`
/// connect all that the graph's edges that weigh at most `w` do (and none of them closes a cycle).
/// So all edges are gone through by weight, and the first that breaks this is named.
///
/// # Panics
/// If `found` has not one value for each edge.
pub fn check_forest(graph: &Adjacency, found: &[bool]) -> Result<(), CheckError> {
    assert_eq!(found.len(), graph.edges(), "one value for each edge");
    if weigh_as_the_least(graph, found) {
        return Ok(());
    }
    let edges = real_edges(CHECK.name, graph)?;
    let again = marked_again(&edges, found);
    let mut by_weight: Vec<usize> = (0..edges.len()).collect();
    by_weight.sort_by(|&a, &b| edges[a].2.total_cmp(&edges[b].2));
    let mut forest = UnionFind::new(graph.nodes());
    let mut count = Count::default();
    for same in by_weight.chunk_by(|&a, &b| edges[a].2 == edges[b].2) {
        for &edge in same.iter().filter(|&&edge| found[edge] && !again[edge]) {
            let (source, target, weight) = edges[edge];
            let closes_cycle = !forest.join(source, target);
            count.see(closes_cycle.then_some(|| {
                let reason = match source == target {
                    true => "it is a self-loop".to_owned(),
                    false => format!(
                        "it weighs {weight}, and edges that weigh no more join its ends without it"
                    ),
                };
                wrong(source, target, false, reason)
            }));
        }
        for &edge in same.iter().filter(|&&edge| !found[edge] || again[edge]) {
            let (source, target, weight) = edges[edge];
            // Joined here, the ends are no longer missing in what follows.
            let missing = forest.join(source, target);
            count.see(missing.then_some(|| {
                let reason = format!(
                    "it weighs {weight}, and no edges in the forest that weigh no more join its ends"
                );
                wrong(source, target, true, reason)
            }));
        }
    }
    Ok(count.verdict("in_forest")?)
}

/// Whether the marked edges are a spanning forest with the weights of a minimum one, which all minimum
/// spanning forests of a graph share. That is judged sooner than where something is wrong; it is false, too,
/// where both directions of an edge are marked.
fn weigh_as_the_least(graph: &Adjacency, found: &[bool]) -> bool {
    let Ok(least) = forest_weights(graph) else { return false };
    let mut sets = UnionFind::new(graph.nodes());
    let mut marked = Vec::with_capacity(least.len());
    for ((source, target, weight), _) in graph.all_edges().zip(found).filter(|(_, found)| **found) {
        let Some(weight) = weight.and_then(real) else { return false };
        if !sets.join(source, target) {
            return false;
        }
        marked.push(weight);
    }
    marked.sort_unstable_by(f64::total_cmp);
    marked == least
}

fn wrong(source: u32, target: u32, expected: bool, reason: String) -> Difference {
    let place = Place::Edge { source, target };
    Difference { place, expected: expected.to_string(), found: (!expected).to_string(), reason }
}

/// Whether each marked edge is the opposite of one marked before, and so the same edge.
fn marked_again(edges: &[(u32, u32, f64)], marked: &[bool]) -> Vec<bool> {
    // How many edges of each direction are marked so far, by ends and weight.
    let mut seen: HashMap<(u32, u32, u64), [u32; 2]> = HashMap::new();
    edges
        .iter()
        .zip(marked)
        .map(|(&(source, target, weight), &marked)| {
            if !marked || source == target {
                return false;
            }
            let ends = (source.min(target), source.max(target), weight.to_bits());
            let directions = seen.entry(ends).or_default();
            let (this, opposite) = if source < target { (0, 1) } else { (1, 0) };
            directions[this] += 1;
            directions[this] <= directions[opposite]
        })
        .collect()
}

#[cfg(test)]
mod tests;
