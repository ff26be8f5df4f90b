//! Converts weights to real numbers, for the checks that accept any weights.

use super::ArgumentError;
use crate::adjacency::{Adjacency, Weight};

/// The largest whole number up to which `f64` represents every whole number.
pub(super) const WHOLE: u64 = 1 << 53;

/// Returns an upper bound on the relative error of a sum of `terms` numbers of the same sign if
/// every number and every addition is rounded to `precision` bits.
///
/// Each rounding changes a number by at most the factor 2^-precision, and each term takes part in
/// at most `terms` roundings (including its own). The bound is doubled to allow for the rounding of
/// the reference and for products of rounding errors.
pub(super) fn sum_tolerance(terms: usize, precision: i32) -> f64 {
    2.0 * (terms as f64 + 1.0) * 2f64.powi(-precision)
}

/// Precision of `f32` in bits.
pub(super) const F32_PRECISION: i32 = 24;
/// Precision of `f64` in bits.
pub(super) const F64_PRECISION: i32 = 53;

/// Returns every edge as `(source, target, weight)` with its exact weight.
///
/// # Errors
///
/// Returns an error if the graph has no weights, or has whole numbers beyond 2^53.
pub(super) fn real_edges(
    check: &'static str,
    graph: &Adjacency,
) -> Result<Vec<(u32, u32, f64)>, ArgumentError> {
    let unsuitable = |reason| ArgumentError::UnsuitableGraph { check, reason };
    let real = |(source, target, weight): (u32, u32, Option<Weight>)| {
        let weight = weight.ok_or_else(|| unsuitable("the graph has no weights".to_owned()))?;
        let exact = real(weight).ok_or_else(|| {
            unsuitable(format!(
                "the edge from node {source} to node {target} has weight {weight}, but whole \
                 numbers must not exceed 2^53"
            ))
        })?;
        Ok((source, target, exact))
    };
    graph.all_edges().map(real).collect()
}

/// Converts a weight without loss. Returns `None` for whole numbers beyond 2^53.
pub(super) fn real(weight: Weight) -> Option<f64> {
    match weight {
        Weight::Integer(weight) => (weight.unsigned_abs() <= WHOLE).then_some(weight as f64),
        // Adding 0 converts -0 to 0.
        Weight::Real(weight) => Some(weight + 0.0),
    }
}
