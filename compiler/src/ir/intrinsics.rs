//! The results of the functions that the language defines, such as `sqrt` and `popcount`.
//!
//! The interpreter, constant folding, the host's part of a run and the native target use these
//! functions. They do not call the C library of the machine, so their results have the same bits on
//! every machine. Their errors are less than one unit in the last place (ULP), except for `pow`,
//! whose error is below two. OpenCL devices may have larger errors; the reference of the language
//! has a table.

use super::value::Value;
use crate::intrinsics::Intrinsic;

/// The bits that `bits` returns for every NaN, so that all devices return the same ones.
const NAN_BITS_F32: u32 = 0x7fc0_0000;
const NAN_BITS_F64: u64 = 0x7ff8_0000_0000_0000;

/// Applies a function. Returns `None` if the type does not have the function.
pub fn apply(function: Intrinsic, x: Value) -> Option<Value> {
    use Value::*;
    Some(match (function, x) {
        (Intrinsic::Sqrt, F32(x)) => F32(x.sqrt()),
        (Intrinsic::Sqrt, F64(x)) => F64(x.sqrt()),
        (Intrinsic::Exp, F32(x)) => F32(exp_f32(x)),
        (Intrinsic::Exp, F64(x)) => F64(exp_f64(x)),
        (Intrinsic::Log, F32(x)) => F32(log_f32(x)),
        (Intrinsic::Log, F64(x)) => F64(log_f64(x)),
        (Intrinsic::Sin, F32(x)) => F32(sin_f32(x)),
        (Intrinsic::Sin, F64(x)) => F64(sin_f64(x)),
        (Intrinsic::Cos, F32(x)) => F32(cos_f32(x)),
        (Intrinsic::Cos, F64(x)) => F64(cos_f64(x)),
        (Intrinsic::Floor, F32(x)) => F32(x.floor()),
        (Intrinsic::Floor, F64(x)) => F64(x.floor()),
        (Intrinsic::Ceil, F32(x)) => F32(x.ceil()),
        (Intrinsic::Ceil, F64(x)) => F64(x.ceil()),
        (Intrinsic::Round, F32(x)) => F32(x.round()),
        (Intrinsic::Round, F64(x)) => F64(x.round()),
        (Intrinsic::Popcount, I32(x)) => U32(x.count_ones()),
        (Intrinsic::Popcount, U32(x)) => U32(x.count_ones()),
        (Intrinsic::Popcount, I64(x)) => U32(x.count_ones()),
        (Intrinsic::Popcount, U64(x)) => U32(x.count_ones()),
        (Intrinsic::Clz, I32(x)) => U32(x.leading_zeros()),
        (Intrinsic::Clz, U32(x)) => U32(x.leading_zeros()),
        (Intrinsic::Clz, I64(x)) => U32(x.leading_zeros()),
        (Intrinsic::Clz, U64(x)) => U32(x.leading_zeros()),
        (Intrinsic::Ctz, I32(x)) => U32(x.trailing_zeros()),
        (Intrinsic::Ctz, U32(x)) => U32(x.trailing_zeros()),
        (Intrinsic::Ctz, I64(x)) => U32(x.trailing_zeros()),
        (Intrinsic::Ctz, U64(x)) => U32(x.trailing_zeros()),
        (Intrinsic::Bits, F32(x)) => U32(if x.is_nan() { NAN_BITS_F32 } else { x.to_bits() }),
        (Intrinsic::Bits, F64(x)) => U64(if x.is_nan() { NAN_BITS_F64 } else { x.to_bits() }),
        (Intrinsic::FromBits, U32(x)) => F32(f32::from_bits(x)),
        (Intrinsic::FromBits, U64(x)) => F64(f64::from_bits(x)),
        _ => return None,
    })
}

/// Defines functions of floats with the name that generated code uses and with that of `libm`. They
/// are inlined, because this crate is not optimised for speed.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: $float:ty = $function:path;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $name(x: $float) -> $float {
                $function(x)
            }
        )*
    };
}

functions! {
    /// `e` to the power of `x`.
    exp_f32: f32 = libm::expf;
    /// `e` to the power of `x`.
    exp_f64: f64 = libm::exp;
    /// The natural logarithm of `x`.
    log_f32: f32 = libm::logf;
    /// The natural logarithm of `x`.
    log_f64: f64 = libm::log;
    /// The sine of `x` radians.
    sin_f32: f32 = libm::sinf;
    /// The sine of `x` radians.
    sin_f64: f64 = libm::sin;
    /// The cosine of `x` radians.
    cos_f32: f32 = libm::cosf;
    /// The cosine of `x` radians.
    cos_f64: f64 = libm::cos;
}

/// `x` to the power of `y`.
#[inline]
pub fn pow_f32(x: f32, y: f32) -> f32 {
    libm::powf(x, y)
}

/// `x` to the power of `y`.
#[inline]
pub fn pow_f64(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}
