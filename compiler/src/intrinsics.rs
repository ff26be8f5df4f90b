//! The functions of one number that the language defines: `sqrt`, `popcount` and so on. The checker
//! and the IR share this list.

use crate::types::Type;

/// A function of one number. `ir::intrinsics` defines the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Intrinsic {
    /// The square root of a float.
    Sqrt,
    /// `e` to the power of a float.
    Exp,
    /// The natural logarithm of a float.
    Log,
    /// The sine of a float, in radians.
    Sin,
    /// The cosine of a float, in radians.
    Cos,
    /// The largest whole number that is at most the float.
    Floor,
    /// The smallest whole number that is at least the float.
    Ceil,
    /// The nearest whole number to a float. Halves are rounded away from zero.
    Round,
    /// The number of bits that are 1, of an integer.
    Popcount,
    /// The number of bits that are 0 before the highest bit that is 1.
    Clz,
    /// The number of bits that are 0 after the lowest bit that is 1.
    Ctz,
    /// The bits of a float, as an unsigned integer.
    Bits,
    /// The float with these bits.
    FromBits,
}

impl Intrinsic {
    /// Every function.
    pub const ALL: [Intrinsic; 13] = [
        Intrinsic::Sqrt,
        Intrinsic::Exp,
        Intrinsic::Log,
        Intrinsic::Sin,
        Intrinsic::Cos,
        Intrinsic::Floor,
        Intrinsic::Ceil,
        Intrinsic::Round,
        Intrinsic::Popcount,
        Intrinsic::Clz,
        Intrinsic::Ctz,
        Intrinsic::Bits,
        Intrinsic::FromBits,
    ];

    /// The name in the IR's text and in schedules. Source text has the same names, except for
    /// [`FromBits`](Intrinsic::FromBits).
    pub const fn name(self) -> &'static str {
        match self {
            Intrinsic::Sqrt => "sqrt",
            Intrinsic::Exp => "exp",
            Intrinsic::Log => "log",
            Intrinsic::Sin => "sin",
            Intrinsic::Cos => "cos",
            Intrinsic::Floor => "floor",
            Intrinsic::Ceil => "ceil",
            Intrinsic::Round => "round",
            Intrinsic::Popcount => "popcount",
            Intrinsic::Clz => "clz",
            Intrinsic::Ctz => "ctz",
            Intrinsic::Bits => "bits",
            Intrinsic::FromBits => "from_bits",
        }
    }

    /// The type of the result for an operand of a type, or `None` if the function does not apply to
    /// the type.
    pub fn result(self, operand: Type) -> Option<Type> {
        match self {
            Intrinsic::Popcount | Intrinsic::Clz | Intrinsic::Ctz => {
                operand.is_integer().then_some(Type::U32)
            }
            Intrinsic::Bits => match operand {
                Type::F32 => Some(Type::U32),
                Type::F64 => Some(Type::U64),
                _ => None,
            },
            Intrinsic::FromBits => match operand {
                Type::U32 => Some(Type::F32),
                Type::U64 => Some(Type::F64),
                _ => None,
            },
            _ => operand.is_float().then_some(operand),
        }
    }

    /// Whether every device computes the same bits. OpenCL allows small errors in the results of
    /// the other functions.
    pub fn is_exact(self) -> bool {
        use Intrinsic::{Cos, Exp, Log, Sin, Sqrt};
        !matches!(self, Sqrt | Exp | Log | Sin | Cos)
    }
}
