//! Ranges of values, and how operators change them.
//!
//! A [`Range`] is an interval that contains every value that an expression can have. The functions
//! here follow the arithmetic of [`value`](crate::ir::value): a result that might wrap can be any
//! value of its type. Floats and edges, whose number of bits may change, always have the range of
//! their type.

use crate::ir::{BinaryOp, Intrinsic, Type, UnaryOp, Value};

/// The values from `low` to `high`, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

/// Upper limits at which a growing range stops first: those of `bool`, of 8 and of 16 bits.
const LIMITS: [i128; 3] = [1, u8::MAX as i128, u16::MAX as i128];

const BOOL: Range = Range::new(0, 1);

impl Range {
    pub const fn new(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    /// The range of every value of a type.
    pub fn of(ty: Type) -> Range {
        match ty {
            Type::Bool => BOOL,
            Type::I32 => Range::new(i32::MIN.into(), i32::MAX.into()),
            Type::U32 | Type::Node => Range::new(0, u32::MAX.into()),
            Type::I64 => Range::new(i64::MIN.into(), i64::MAX.into()),
            Type::U64 | Type::Edge => Range::new(0, u64::MAX.into()),
            Type::F32 | Type::F64 => Range::new(i128::MIN, i128::MAX),
        }
    }

    /// The range of one value.
    pub fn constant(value: Value) -> Range {
        let one = |x: i128| Range::new(x, x);
        match value {
            Value::Bool(x) => one(x.into()),
            Value::I32(x) => one(x.into()),
            Value::U32(x) | Value::Node(x) => one(x.into()),
            Value::I64(x) => one(x.into()),
            Value::U64(x) => one(x.into()),
            Value::Edge(_) | Value::F32(_) | Value::F64(_) => Range::of(value.ty()),
        }
    }

    /// The smallest range that contains two ranges.
    pub fn join(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// A range that contains this one and has one of few bounds, so that repeated growth ends.
    pub fn widened(self, ty: Type) -> Range {
        let all = Range::of(ty);
        let high = LIMITS.into_iter().find(|limit| self.high <= *limit).unwrap_or(all.high);
        Range::new(if self.low >= 0 { 0 } else { all.low }, high.min(all.high))
    }

    /// This range if all its values have a type, and otherwise the range of the type, because
    /// values may wrap.
    fn within(self, ty: Type) -> Range {
        let all = Range::of(ty);
        let fits = all.low <= self.low && self.high <= all.high;
        if fits && ty != Type::Edge { self } else { all }
    }

    fn is_natural(self) -> bool {
        self.low >= 0
    }

    /// The range of the numbers with no more bits than the largest number of this range.
    fn with_all_bits(self) -> Range {
        Range::new(0, (self.high.unsigned_abs() + 1).next_power_of_two() as i128 - 1)
    }
}

/// Returns the range of a prefix operator's result, which has the type `ty`.
pub fn unary(op: UnaryOp, of: Range, ty: Type) -> Range {
    if ty.is_float() {
        return Range::of(ty);
    }
    match op {
        UnaryOp::Not => BOOL,
        UnaryOp::Neg => match of.is_natural() || of.low > Range::of(ty).low {
            true => Range::new(-of.high, -of.low).within(ty),
            false => Range::of(ty),
        },
        UnaryOp::Abs if of.is_natural() => of,
        UnaryOp::Call(Intrinsic::Popcount | Intrinsic::Clz | Intrinsic::Ctz) => Range::new(0, 64),
        UnaryOp::Abs | UnaryOp::BitNot | UnaryOp::Call(_) => Range::of(ty),
    }
}

/// Returns the range of an infix operator's result, which has the type `ty`.
pub fn binary(op: BinaryOp, a: Range, b: Range, ty: Type) -> Range {
    use BinaryOp::*;
    if ty == Type::Bool {
        return BOOL;
    }
    if ty.is_float() || ty == Type::Edge {
        return Range::of(ty);
    }
    let natural = a.is_natural() && b.is_natural();
    match op {
        Add => Range::new(a.low + b.low, a.high + b.high).within(ty),
        Sub => Range::new(a.low - b.high, a.high - b.low).within(ty),
        Mul if natural => {
            // The product of two numbers of 64 bits may exceed an `i128`.
            let product = i128::saturating_mul;
            Range::new(product(a.low, b.low), product(a.high, b.high)).within(ty)
        }
        SaturatingAdd => {
            let all = Range::of(ty);
            let within = |x: i128| x.clamp(all.low, all.high);
            Range::new(within(a.low + b.low), within(a.high + b.high))
        }
        Min => Range::new(a.low.min(b.low), a.high.min(b.high)),
        Max => Range::new(a.low.max(b.low), a.high.max(b.high)),
        BitAnd if a.is_natural() || b.is_natural() => {
            let natural = [a, b].into_iter().filter(|range| range.is_natural());
            Range::new(0, natural.map(|range| range.high).min().unwrap_or(0))
        }
        BitOr | BitXor if natural => a.join(b).with_all_bits(),
        // The quotient of a division by zero is zero.
        Div if natural => Range::new(0, a.high / b.low.max(1)),
        Rem if natural => Range::new(0, a.high.min((b.high - 1).max(0))),
        // The amount of a shift counts modulo the number of bits.
        Shr if a.is_natural() && b.high < 8 * ty.size() as i128 => Range::new(0, a.high >> b.low),
        Shr if a.is_natural() => Range::new(0, a.high),
        Shl if a.is_natural() && b.high < 8 * ty.size() as i128 => {
            Range::new(0, a.high << b.high).within(ty)
        }
        _ => Range::of(ty),
    }
}

/// Returns the range of a value of the type `from` after a conversion to the type `to`.
pub fn cast(of: Range, from: Type, to: Type) -> Range {
    match to {
        Type::Bool => BOOL,
        _ if from.is_float() => Range::of(to),
        _ => of.within(to),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ir::value;

    const TYPES: [Type; 6] = [Type::Bool, Type::I32, Type::U32, Type::I64, Type::U64, Type::Node];

    const PREFIXES: [UnaryOp; 6] = [
        UnaryOp::Neg,
        UnaryOp::Not,
        UnaryOp::BitNot,
        UnaryOp::Abs,
        UnaryOp::Call(Intrinsic::Popcount),
        UnaryOp::Call(Intrinsic::Ctz),
    ];

    #[test]
    fn products_of_the_largest_numbers_may_be_anything() {
        let largest = Range::constant(Value::U64(u64::MAX));
        assert_eq!(binary(BinaryOp::Mul, largest, largest, Type::U64), Range::of(Type::U64));
    }

    /// Bits that are often those of a small number or of one next to a limit.
    fn bits() -> impl Strategy<Value = u64> {
        prop_oneof![
            0u64..4,
            any::<u64>(),
            (0u32..64, 0u64..3).prop_map(|(bit, less)| (1u64 << bit).wrapping_sub(less)),
            (0u64..3).prop_map(|less| u64::MAX - less),
        ]
    }

    /// A range of values of a type, and a value in it.
    fn sample(ty: Type, one: u64, other: u64) -> (Range, Value) {
        let [one, other] = [one, other].map(|bits| Value::from_bits(ty, bits));
        (Range::constant(one).join(Range::constant(other)), one)
    }

    fn contains(range: Range, value: Value) -> bool {
        let value = Range::constant(value);
        range.low <= value.low && value.high <= range.high
    }

    proptest! {
        #[test]
        fn results_are_in_their_ranges(
            at in 0..TYPES.len(), op in 0..BinaryOp::SPELLINGS.len(), prefix in 0..PREFIXES.len(),
            a in bits(), b in bits(), c in bits(), d in bits(),
        ) {
            let (ty, (op, _), prefix) = (TYPES[at], BinaryOp::SPELLINGS[op], PREFIXES[prefix]);
            let right = if op.is_shift() { Type::U32 } else { ty };
            let ((x, a), (y, c)) = (sample(ty, a, b), sample(right, c, d));
            if let Some(result) = value::binary(op, a, c) {
                prop_assert!(contains(binary(op, x, y, result.ty()), result), "{a} {op:?} {c}");
            }
            if let Some(result) = value::unary(prefix, a) {
                prop_assert!(contains(unary(prefix, x, result.ty()), result), "{prefix:?} {a}");
            }
            for to in TYPES {
                let result = a.cast(to);
                prop_assert!(contains(cast(x, ty, to), result), "{a} as {to}");
            }
        }

        #[test]
        fn ranges_grow_to_few_bounds(at in 0..TYPES.len(), a in bits(), b in bits()) {
            let (range, value) = sample(TYPES[at], a, b);
            let widened = range.widened(TYPES[at]);
            prop_assert!(contains(widened, value));
            prop_assert_eq!(widened.widened(TYPES[at]), widened);
        }
    }
}
