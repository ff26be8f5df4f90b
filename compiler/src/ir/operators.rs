//! The operators of expressions. [`value`](super::value) defines what they compute.

use crate::intrinsics::Intrinsic;
use crate::types::Type;

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`, for numbers.
    Neg,
    /// `!`, for `bool`.
    Not,
    /// `~`, for integers.
    BitNot,
    /// The absolute value of a number. For the smallest signed integer, the result is the integer
    /// itself.
    Abs,
    /// A function of one number.
    Call(Intrinsic),
}

impl UnaryOp {
    /// The type of the result for an operand of a type to which the operator applies.
    pub fn result(self, operand: Type) -> Type {
        match self {
            UnaryOp::Call(function) => function.result(operand).unwrap_or(operand),
            _ => operand,
        }
    }
}

/// Infix operators. `And` and `Or` may evaluate both operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operator that its name says")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Min,
    Max,
    /// The sum, or the limit of the type if the sum of two integers does not fit.
    SaturatingAdd,
    /// The left float to the power of the right one.
    Pow,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is a `bool`, whatever the type of the operands.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// Returns the comparison that gives the same result if its operands are exchanged.
    pub fn mirrored(self) -> BinaryOp {
        match self {
            BinaryOp::Lt => BinaryOp::Gt,
            BinaryOp::Le => BinaryOp::Ge,
            BinaryOp::Gt => BinaryOp::Lt,
            BinaryOp::Ge => BinaryOp::Le,
            same => same,
        }
    }

    /// Whether the operator is written as a function call, and not between its operands.
    pub fn is_function(self) -> bool {
        use BinaryOp::*;
        matches!(self, Min | Max | SaturatingAdd | Pow)
    }

    /// Whether the operator is a shift, whose right operand is a `u32`.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}
