//! Compares results: they are the same if they have the same bits, but all NaNs are equal, and an
//! edge is equal to the same edge of 64 bits.
//!
//! Neither the language nor IEEE 754 defines which NaN an operation yields.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{EdgeWidth, Value};

/// Returns whether two values are the same.
pub fn values(a: Value, b: Value) -> bool {
    let (a, b) = match (a, b) {
        (Value::Edge(_), Value::U64(_)) => (EdgeWidth::Wide.value(a), b),
        (Value::U64(_), Value::Edge(_)) => (a, EdgeWidth::Wide.value(b)),
        same => same,
    };
    a.ty() == b.ty() && (a.to_bits() == b.to_bits() || (is_nan(a) && is_nan(b)))
}

/// Returns the first element in which two arrays differ. Elements past the end are `None`. Returns
/// `None` if the arrays are equal.
pub fn difference(a: &ArrayData, b: &ArrayData) -> Option<(usize, Option<Value>, Option<Value>)> {
    let same = |x: Option<Value>, y: Option<Value>| match (x, y) {
        (Some(x), Some(y)) => values(x, y),
        (x, y) => x.is_none() && y.is_none(),
    };
    let elements = (0..a.len().max(b.len())).map(|i| (i, a.get(i), b.get(i)));
    elements.into_iter().find(|(_, x, y)| !same(*x, *y))
}

fn is_nan(value: Value) -> bool {
    match value {
        Value::F32(x) => x.is_nan(),
        Value::F64(x) => x.is_nan(),
        _ => false,
    }
}
