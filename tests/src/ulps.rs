//! The accuracy of functions of floats: compares results with an error in units in the last place
//! (ULP), as the OpenCL specification defines them.

use igc_compiler::ir::{Type, Value};

use crate::same;

/// Computes a function of `f32`s with `f64`s, and rounds the result once. The functions of `f64`s
/// are used as they are, and so are operands that are integers.
pub fn nearest(ty: Type, operands: &[Value], function: impl Fn(&[Value]) -> Value) -> Value {
    let own = function(operands);
    if ty != Type::F32 || own.ty() != Type::F32 {
        return own;
    }
    let wide: Vec<Value> = operands.iter().map(|x| x.cast(Type::F64)).collect();
    function(&wide).cast(Type::F32)
}

/// Returns zero for an `f32` that is subnormal, because OpenCL devices may replace such operands.
pub fn flushed(x: Value) -> Value {
    match x {
        Value::F32(x) if x.is_subnormal() => Value::F32(0.0_f32.copysign(x)),
        other => other,
    }
}

/// Returns whether a result has at most this error. Devices may replace a subnormal `f32` by zero.
pub fn close(found: Value, expected: Value, ulps: f64) -> bool {
    if same::values(found, expected) {
        return true;
    }
    match (found, expected) {
        (Value::F32(found), Value::F32(expected)) => {
            let subnormal = expected.abs() < f32::MIN_POSITIVE;
            let (a, b) = (f64::from(found), f64::from(expected));
            let is_flushed = subnormal && (found == 0.0 || found.abs() == f32::MIN_POSITIVE);
            let overflows = at_the_end(found.is_infinite(), expected == f32::MAX.copysign(found))
                || at_the_end(expected.is_infinite(), found == f32::MAX.copysign(expected));
            let unit = f64::from(expected.abs().next_up()) - b.abs();
            is_flushed || overflows || within(a, b, unit, ulps)
        }
        (Value::F64(found), Value::F64(expected)) => {
            within(found, expected, expected.abs().next_up() - expected.abs(), ulps)
        }
        _ => false,
    }
}

/// Whether one result is infinite and the other one is the largest finite float.
fn at_the_end(is_infinite: bool, is_largest: bool) -> bool {
    is_infinite && is_largest
}

/// Allows half a unit for the error of the expected result.
fn within(found: f64, expected: f64, unit: f64, ulps: f64) -> bool {
    found.is_finite() && expected.is_finite() && (found - expected).abs() <= (ulps + 0.5) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_count_in_units_of_the_expected_result() {
        let next = |x: f32, by: u32| Value::F32(f32::from_bits(x.to_bits() + by));
        assert!(close(next(1.5, 3), Value::F32(1.5), 3.0));
        assert!(!close(next(1.5, 4), Value::F32(1.5), 3.0));
        assert!(!close(Value::F32(f32::NAN), Value::F32(1.5), 3.0));
        assert!(!close(Value::F32(f32::INFINITY), Value::F32(1.5), 3.0));
        assert!(close(Value::F32(0.0), Value::F32(1e-45), 3.0));
        assert!(!close(Value::F64(0.0), Value::F64(1e-300), 3.0));
    }
}
