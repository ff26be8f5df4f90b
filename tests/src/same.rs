//! When two results are the same: bit for bit, except that one NaN is as good as another.
//!
//! The language does not say which NaN an operation yields, and neither does IEEE 754.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Value;

/// Whether two values are the same.
pub fn values(a: Value, b: Value) -> bool {
    a.ty() == b.ty() && (a.to_bits() == b.to_bits() || (is_nan(a) && is_nan(b)))
}

/// The first element in which two arrays differ; past the end of either there is nothing.
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
