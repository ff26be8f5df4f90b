//! `check mst(in_forest)`: the edges whose value is true are a minimum spanning forest.
//! `check mst_real(in_forest)`: the same.
//! `check mst_weight(total)`: the sum of the weights of such a forest.
//!
//! Every edge is treated as an undirected edge between its ends, with its own weight, which may be
//! negative. Self-loops are never part of a forest. Any forest of minimum weight passes. If a graph
//! has both directions of an edge, a program may mark one or both: marked edges in opposite
//! directions with the same ends and weight are treated as one edge. Two marked edges in the same
//! direction form a cycle.
//!
//! A total of integer type must be exact, and the weights must be whole numbers. A total of type
//! `f32` or `f64` may differ by `2 (k + 1) u` times the sum of the magnitudes of the weights, where
//! `k` is the number of edges in a forest and `u` is 2^-24 or 2^-53. This bounds the effect of
//! rounding each weight and each addition, in any order.

use std::collections::HashMap;

use super::mismatch::Count;
use super::union_find::UnionFind;
use super::weights::{F32_PRECISION, F64_PRECISION, WHOLE, real, real_edges, sum_tolerance};
use super::{
    ArgumentError, Check, CheckError, Difference, Kind, Mismatch, Parameter, Place, Scalar, Type,
};
use crate::adjacency::Adjacency;

/// The check `mst` of a forest.
pub const CHECK: Check = Check {
    name: MST,
    summary: "the edges in the forest are a spanning forest of minimum weight",
    parameters: &[Parameter { name: "in_forest", kind: Kind::EdgeColumn(&[Type::Bool]) }],
    run: |graph, arguments| check_marked(MST, graph, arguments.truths(0)),
    run_on_edges: None,
};

/// The check `mst_real` of a forest. The check `mst` accepts the same forests. Programs for real weights
/// name this one, because they solve another problem than programs for whole numbers.
pub const REAL_CHECK: Check = Check {
    name: MST_REAL,
    run: |graph, arguments| check_marked(MST_REAL, graph, arguments.truths(0)),
    ..CHECK
};

const MST: &str = "mst";
const MST_REAL: &str = "mst_real";

/// The check `mst_weight` of the weight of a forest.
pub const WEIGHT_CHECK: Check = Check {
    name: "mst_weight",
    summary: "total is the sum of the weights of a minimum spanning forest",
    parameters: &[Parameter { name: "total", kind: Kind::Scalar(TOTALS) }],
    run: |graph, arguments| check_weight(graph, arguments.scalar(0)),
    run_on_edges: None,
};

/// The types that a total may have.
const TOTALS: &[Type] = &[Type::U32, Type::I32, Type::U64, Type::I64, Type::F32, Type::F64];

/// Computes the weights of a minimum spanning forest in ascending order with Kruskal's algorithm.
/// The graph caches them, because many results may be checked on the same graph.
///
/// # Errors
///
/// Returns an error if the graph has no weights, or has whole numbers beyond 2^53.
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
///
/// # Errors
///
/// Returns an error if `found` is wrong, if the graph has no suitable weights, or if `found` is an
/// integer but the weights are not whole.
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
                "an edge of the forest has weight {weight}, which is not a whole number up to \
                 2^53, but the total is an integer"
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
        return Err(unsuitable("the weight of a forest is too large for an f64".to_owned()).into());
    }
    let tolerance = sum_tolerance(edges, precision) * magnitude;
    // The comparison is false for NaN.
    if (found.as_real() - sum).abs() <= tolerance {
        return Ok(());
    }
    let reason = reason(&format!("; rounding explains a difference of up to {tolerance:.1e}"));
    Err(Mismatch::of_graph("total", sum, found, reason).into())
}

/// Checks that the edges for which `found` is true, in the order of [`Adjacency::all_edges`], are a
/// minimum spanning forest.
///
/// A forest has minimum weight exactly if, for every weight `w`, its edges up to `w` connect the
/// same nodes as all edges of the graph up to `w`, without a cycle. The check therefore processes
/// all edges in the order of their weights and names the first edge that violates this condition.
///
/// # Errors
///
/// Returns an error if the edges are not a minimum spanning forest, or if the graph has no suitable
/// weights.
///
/// # Panics
///
/// Panics if `found` does not have one value per edge.
pub fn check_forest(graph: &Adjacency, found: &[bool]) -> Result<(), CheckError> {
    check_marked(MST, graph, found)
}

fn check_marked(check: &'static str, graph: &Adjacency, found: &[bool]) -> Result<(), CheckError> {
    assert_eq!(found.len(), graph.edges(), "one value for each edge");
    if has_minimum_weights(graph, found) {
        return Ok(());
    }
    let edges = real_edges(check, graph)?;
    let again = repeats_marked_edge(&edges, found);
    let mut by_weight: Vec<usize> = (0..edges.len()).collect();
    by_weight.sort_by(|&a, &b| edges[a].2.total_cmp(&edges[b].2));
    let mut forest = UnionFind::new(graph.nodes());
    let mut count = Count::default();
    for same in by_weight.chunk_by(|&a, &b| edges[a].2 == edges[b].2) {
        for &edge in same.iter().filter(|&&edge| found[edge] && !again[edge]) {
            let (source, target, weight) = edges[edge];
            let closes_cycle = !forest.join(source, target);
            count.add(closes_cycle.then_some(|| {
                let reason = match source == target {
                    true => "it is a self-loop".to_owned(),
                    false => format!(
                        "its weight is {weight}, and edges that are not heavier connect its ends \
                         without it"
                    ),
                };
                wrong(source, target, false, reason)
            }));
        }
        for &edge in same.iter().filter(|&&edge| !found[edge] || again[edge]) {
            let (source, target, weight) = edges[edge];
            // Joining the ends prevents later edges from being reported as missing too.
            let missing = forest.join(source, target);
            count.add(missing.then_some(|| {
                let reason = format!(
                    "its weight is {weight}, and no edges of the forest that are not heavier \
                     connect its ends"
                );
                wrong(source, target, true, reason)
            }));
        }
    }
    Ok(count.verdict("in_forest")?)
}

/// Returns whether the marked edges are a spanning forest with the same weights as a minimum
/// spanning forest. All minimum spanning forests of a graph have the same weights. This test is
/// faster than [`check_forest`]. It also returns `false` if both directions of an edge are marked.
fn has_minimum_weights(graph: &Adjacency, found: &[bool]) -> bool {
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

/// Returns, for each edge, whether it is marked and is the reverse of an edge that is already
/// marked.
fn repeats_marked_edge(edges: &[(u32, u32, f64)], marked: &[bool]) -> Vec<bool> {
    // Number of marked edges in each direction so far, by ends and weight.
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
