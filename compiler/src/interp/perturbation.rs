//! Changes the results of operations on floats within the accuracy that the language defines.
//!
//! A device may round differently from the interpreter, and it may add floats in another order. Runs
//! with several perturbations show how much of a result depends on rounding: the deviations grow with
//! the number of the operations and with the size of their operands, as rounding errors do. The
//! method is Monte Carlo arithmetic (Parker, "Monte Carlo arithmetic: exploiting randomness in
//! floating-point arithmetic", 1997), with two differences:
//!
//! - The same operation on the same operands always has the same result, as on a device. Loops that
//!   compute fixed points therefore end.
//! - The result of `+`, `-`, `*`, `/` or `sqrt` stays if it is exact. Whole numbers in floats
//!   therefore stay whole.
//!
//! Limit: the deviations are samples of the possible rounding errors, and not a bound for them. A bound
//! such as `2·n·ε·Σ|x|` for a sum of `n` terms exists for single operations only. Through roots, quotients,
//! minima and many rounds, bounds grow so fast that they accept nearly every result.

use crate::intrinsics::Intrinsic;
use crate::ir::{AtomicOp, BinaryOp, UnaryOp, Value, value};

/// The direction in which results change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perturbation {
    /// Away from zero.
    Grow,
    /// Towards zero.
    Shrink,
    /// A direction that depends on this seed, the operation and its operands.
    Mixed(u64),
}

/// The operators, whose results are perturbed or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arithmetic(pub(super) Option<Perturbation>);

impl Arithmetic {
    /// Applies a prefix operator, as [`value::unary`] does.
    pub(super) fn unary(self, op: UnaryOp, x: Value) -> Option<Value> {
        let result = value::unary(op, x)?;
        Some(self.0.map_or(result, |how| how.unary(op, x, result)))
    }

    /// Applies an infix operator, as [`value::binary`] does.
    pub(super) fn binary(self, op: BinaryOp, a: Value, b: Value) -> Option<Value> {
        let result = value::binary(op, a, b)?;
        Some(self.0.map_or(result, |how| how.binary(op, a, b, result)))
    }

    /// Applies an atomic operation, as [`value::atomic`] does.
    pub(super) fn atomic(self, op: AtomicOp, old: Value, operands: &[Value]) -> Option<Value> {
        match (op, operands) {
            (AtomicOp::Add, &[x]) => self.binary(BinaryOp::Add, old, x),
            _ => value::atomic(op, old, operands),
        }
    }
}

/// The largest errors of operations in units in the last place, rounded up to whole units.
mod errors {
    pub const ARITHMETIC: u32 = 1;
    pub const DIVISION: u32 = 3;
    pub const SQRT: u32 = 3;
    pub const FUNCTION: u32 = 4;
    pub const POW: u32 = 16;
}

impl Perturbation {
    /// Changes the result of a prefix operator or of a function of one number.
    fn unary(self, op: UnaryOp, x: Value, result: Value) -> Value {
        let UnaryOp::Call(function) = op else { return result };
        let units = match function {
            Intrinsic::Sqrt if is_exact_root(x, result) => return result,
            Intrinsic::Sqrt => errors::SQRT,
            Intrinsic::Exp | Intrinsic::Log | Intrinsic::Sin | Intrinsic::Cos => errors::FUNCTION,
            _ => return result,
        };
        self.moved(result, units, [x, x])
    }

    /// Changes the result of an infix operator.
    fn binary(self, op: BinaryOp, a: Value, b: Value, result: Value) -> Value {
        let units = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => errors::ARITHMETIC,
            BinaryOp::Div => errors::DIVISION,
            BinaryOp::Pow => errors::POW,
            _ => return result,
        };
        let is_exact = match (a, b, result) {
            (Value::F32(a), Value::F32(b), Value::F32(r)) => is_exact_f32(op, a, b, r),
            (Value::F64(a), Value::F64(b), Value::F64(r)) => is_exact_f64(op, a, b, r),
            _ => true,
        };
        if is_exact { result } else { self.moved(result, units, [a, b]) }
    }

    /// Returns the float that is this number of floats away from a result. Zero and one stay, because
    /// they are often exact, and so do infinities and NaN.
    fn moved(self, result: Value, units: u32, operands: [Value; 2]) -> Value {
        let grows = match self {
            Perturbation::Grow => true,
            Perturbation::Shrink => false,
            Perturbation::Mixed(seed) => {
                let hash = |hash: u64, value: &Value| mix(hash ^ value.to_bits());
                operands.iter().fold(mix(seed ^ result.to_bits()), hash) & 1 == 0
            }
        };
        // The bits of floats of one sign are in the order of their distances from zero.
        match result {
            Value::F32(r) if r.is_normal() && r.abs() != 1.0 => {
                let bits = r.to_bits();
                let bits = if grows { bits + units } else { bits - units };
                Value::F32(finite(f32::from_bits(bits), r, f32::is_finite))
            }
            Value::F64(r) if r.is_normal() && r.abs() != 1.0 => {
                let bits = r.to_bits();
                let bits = if grows { bits + u64::from(units) } else { bits - u64::from(units) };
                Value::F64(finite(f64::from_bits(bits), r, f64::is_finite))
            }
            _ => result,
        }
    }
}

fn finite<F: Copy>(moved: F, result: F, is_finite: fn(F) -> bool) -> F {
    if is_finite(moved) { moved } else { result }
}

/// The rounding error of a sum, which is a float (Knuth's TwoSum).
macro_rules! sum_error {
    ($a:expr, $b:expr, $sum:expr) => {{
        let of_b = $sum - $a;
        ($a - ($sum - of_b)) + ($b - of_b)
    }};
}

/// Defines a function that returns whether an operation gave exactly its mathematical result.
macro_rules! is_exact {
    ($name:ident, $float:ty) => {
        fn $name(op: BinaryOp, a: $float, b: $float, result: $float) -> bool {
            match op {
                BinaryOp::Add => sum_error!(a, b, result) == 0.0,
                BinaryOp::Sub => sum_error!(a, -b, result) == 0.0,
                BinaryOp::Mul => a.mul_add(b, -result) == 0.0,
                BinaryOp::Div => result.mul_add(b, -a) == 0.0,
                _ => false,
            }
        }
    };
}

is_exact!(is_exact_f32, f32);
is_exact!(is_exact_f64, f64);

fn is_exact_root(x: Value, root: Value) -> bool {
    match (x, root) {
        (Value::F32(x), Value::F32(root)) => root.mul_add(root, -x) == 0.0,
        (Value::F64(x), Value::F64(root)) => root.mul_add(root, -x) == 0.0,
        _ => true,
    }
}

/// The last step of SplitMix64, which mixes all bits.
fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Perturbation; 3] =
        [Perturbation::Grow, Perturbation::Shrink, Perturbation::Mixed(7)];

    fn binary(how: Perturbation, op: BinaryOp, a: Value, b: Value) -> Value {
        how.binary(op, a, b, value::binary(op, a, b).expect("the types have the operator"))
    }

    #[test]
    fn exact_results_and_integers_stay() {
        let (f32, f64) = (Value::F32, Value::F64);
        for how in ALL {
            assert_eq!(binary(how, BinaryOp::Add, f32(3.0), f32(0.5)), f32(3.5));
            assert_eq!(binary(how, BinaryOp::Mul, f64(3.0), f64(-7.0)), f64(-21.0));
            assert_eq!(binary(how, BinaryOp::Div, f32(6.0), f32(3.0)), f32(2.0));
            assert_eq!(binary(how, BinaryOp::Add, Value::U32(3), Value::U32(4)), Value::U32(7));
            assert_eq!(binary(how, BinaryOp::Min, f32(0.1), f32(0.3)), f32(0.1));
            let call = |function| UnaryOp::Call(function);
            assert_eq!(how.unary(call(Intrinsic::Sqrt), f32(9.0), f32(3.0)), f32(3.0));
            assert_eq!(how.unary(call(Intrinsic::Floor), f32(9.5), f32(9.0)), f32(9.0));
        }
    }

    #[test]
    fn inexact_results_move_within_their_accuracy() {
        let bits = |value: Value| value.to_bits() as i64;
        for (op, units) in [(BinaryOp::Mul, 1), (BinaryOp::Add, 1), (BinaryOp::Div, 3)] {
            for (a, b) in [(0.1, 0.3), (-0.7, 1e-9), (1e30, -3.3)] {
                let (a, b) = (Value::F32(a), Value::F32(b));
                let result = bits(value::binary(op, a, b).expect("these are floats"));
                let [grown, shrunk, mixed] = ALL.map(|how| bits(binary(how, op, a, b)) - result);
                assert_eq!((grown, shrunk, mixed.abs()), (units, -units, units), "{op:?} {a} {b}");
            }
        }
    }

    #[test]
    fn the_largest_float_does_not_become_infinite() {
        let nearly = Value::F64(f64::MAX);
        for how in ALL {
            let moved = how.moved(nearly, 4, [nearly, nearly]);
            assert!(matches!(moved, Value::F64(x) if x.is_finite()), "{how:?} {moved}");
        }
    }
}
