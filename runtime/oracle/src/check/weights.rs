//! Weights as real numbers, for the checks that take any.

use super::ArgumentError;
use crate::adjacency::{Adjacency, Weight};

/// The largest whole number up to which `f64` has every whole number.
pub(super) const WHOLE: u64 = 1 << 53;

/// How far a sum of `terms` numbers of one sign may be from the truth, as a part of it, if every
/// number and every addition is rounded to `precision` bits.
///
/// Each rounding changes a number by up to 2^-precision of it, and each term is in at most `terms`
/// roundings (with its own); the bound is twice that, for the reference's own roundings and for
/// products of roundings.
pub(super) fn sum_tolerance(terms: usize, precision: i32) -> f64 {
    2.0 * (terms as f64 + 1.0) * 2f64.powi(-precision)
}

/// The bits of precision of `f32`.
pub(super) const F32_PRECISION: i32 = 24;
/// The bits of precision of `f64`.
pub(super) const F64_PRECISION: i32 = 53;

/// Every edge, `(source, target, weight)`, with exactly its weight; fails on a graph that has no
/// weights or has whole numbers beyond 2^53.
pub(super) fn real_edges(
    check: &'static str,
    graph: &Adjacency,
) -> Result<Vec<(u32, u32, f64)>, ArgumentError> {
    let unsuitable = |reason| ArgumentError::UnsuitableGraph { check, reason };
    let real = |(source, target, weight): (u32, u32, Option<Weight>)| {
        let weight = weight.ok_or_else(|| unsuitable("the graph has no weights".to_owned()))?;
        let exact = real(weight).ok_or_else(|| {
            unsuitable(format!(
                "the edge from node {source} to node {target} weighs {weight}; the reference takes \
                 whole numbers up to 2^53"
            ))
        })?;
        Ok((source, target, exact))
    };
    graph.all_edges().map(real).collect()
}

/// The very same number; none for whole numbers beyond 2^53.
pub(super) fn real(weight: Weight) -> Option<f64> {
    match weight {
        Weight::Integer(weight) => (weight.unsigned_abs() <= WHOLE).then_some(weight as f64),
        // Adding 0 makes 0 of -0.
        Weight::Real(weight) => Some(weight + 0.0),
    }
}
