//! Scalar values, and the arithmetic of the language.
//!
//! The interpreter, constant folding and the host's part of a run all use these functions. The
//! device library (`stdlib/device/`) implements the same arithmetic in OpenCL C, and a test
//! compares the two. No operation panics, whatever its operands are.

use serde::{Deserialize, Serialize};

use super::intrinsics;
use super::operators::{BinaryOp, UnaryOp};
use crate::atomics::AtomicOp;
use crate::types::Type;

/// A scalar value and its type.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[allow(missing_docs, reason = "one variant for each type of the language")]
pub enum Value {
    Bool(bool),
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
    Node(u32),
    Edge(u32),
}

/// Applies `$body` to the payload of a value of a numeric type.
macro_rules! numeric {
    ($value:expr, $x:ident => $body:expr) => {
        match $value {
            Value::Bool(x) => {
                let $x = x as u32;
                $body
            }
            Value::I32($x) => $body,
            Value::U32($x) | Value::Node($x) | Value::Edge($x) => $body,
            Value::I64($x) => $body,
            Value::U64($x) => $body,
            Value::F32($x) => $body,
            Value::F64($x) => $body,
        }
    };
}

impl Value {
    /// Returns the value without its type, for people. A node or edge that is missing is `none`.
    pub fn shown(self) -> String {
        match self {
            Value::Bool(x) => x.to_string(),
            Value::I32(x) => x.to_string(),
            Value::Node(u32::MAX) | Value::Edge(u32::MAX) => "none".into(),
            Value::U32(x) | Value::Node(x) | Value::Edge(x) => x.to_string(),
            Value::I64(x) => x.to_string(),
            Value::U64(x) => x.to_string(),
            Value::F32(x) => x.to_string(),
            Value::F64(x) => x.to_string(),
        }
    }

    /// Returns the type.
    pub fn ty(self) -> Type {
        match self {
            Value::Bool(_) => Type::Bool,
            Value::I32(_) => Type::I32,
            Value::U32(_) => Type::U32,
            Value::I64(_) => Type::I64,
            Value::U64(_) => Type::U64,
            Value::F32(_) => Type::F32,
            Value::F64(_) => Type::F64,
            Value::Node(_) => Type::Node,
            Value::Edge(_) => Type::Edge,
        }
    }

    /// Returns zero, or `false`.
    pub fn zero(ty: Type) -> Value {
        Value::from_bits(ty, 0)
    }

    /// Returns the largest value, which is infinity for floats.
    pub fn max(ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(true),
            Type::I32 => Value::I32(i32::MAX),
            Type::U32 => Value::U32(u32::MAX),
            Type::I64 => Value::I64(i64::MAX),
            Type::U64 => Value::U64(u64::MAX),
            Type::F32 => Value::F32(f32::INFINITY),
            Type::F64 => Value::F64(f64::INFINITY),
            Type::Node => Value::Node(u32::MAX),
            Type::Edge => Value::Edge(u32::MAX),
        }
    }

    /// Returns the smallest value, which is minus infinity for floats.
    pub fn min(ty: Type) -> Value {
        match ty {
            Type::I32 => Value::I32(i32::MIN),
            Type::I64 => Value::I64(i64::MIN),
            Type::F32 => Value::F32(f32::NEG_INFINITY),
            Type::F64 => Value::F64(f64::NEG_INFINITY),
            _ => Value::zero(ty),
        }
    }

    /// The bits in device memory, in the low bytes.
    pub fn to_bits(self) -> u64 {
        match self {
            Value::Bool(x) => x as u64,
            Value::I32(x) => x as u32 as u64,
            Value::U32(x) | Value::Node(x) | Value::Edge(x) => x as u64,
            Value::I64(x) => x as u64,
            Value::U64(x) => x,
            Value::F32(x) => x.to_bits() as u64,
            Value::F64(x) => x.to_bits(),
        }
    }

    /// The value of a type with these bits. A type of 32 bits uses the low bits.
    pub fn from_bits(ty: Type, bits: u64) -> Value {
        match ty {
            Type::Bool => Value::Bool(bits as u32 != 0),
            Type::I32 => Value::I32(bits as i32),
            Type::U32 => Value::U32(bits as u32),
            Type::I64 => Value::I64(bits as i64),
            Type::U64 => Value::U64(bits),
            Type::F32 => Value::F32(f32::from_bits(bits as u32)),
            Type::F64 => Value::F64(f64::from_bits(bits)),
            Type::Node => Value::Node(bits as u32),
            Type::Edge => Value::Edge(bits as u32),
        }
    }

    /// The bytes in device memory, in little-endian order.
    pub fn to_le_bytes(self) -> Vec<u8> {
        self.to_bits().to_le_bytes()[..self.ty().size()].to_vec()
    }

    /// The value as a condition: true unless it is `false`.
    pub fn truth(self) -> bool {
        self.to_bits() != 0
    }

    /// The value as the index of a row: a node or an edge. A negative value is not an index.
    pub fn row(self) -> u64 {
        match self {
            Value::U64(x) => x,
            _ => self.index().into(),
        }
    }

    /// The value as a 32-bit index. A larger value becomes the largest one, which is not an index.
    pub fn index(self) -> u32 {
        match self {
            Value::U64(x) => u32::try_from(x).unwrap_or(u32::MAX),
            _ => self.to_bits() as u32,
        }
    }

    /// Converts the value to another type. Conversion between integers keeps the low bits. From
    /// float to integer, it saturates and converts NaN to 0. To `bool`, it tests for a value other
    /// than 0. To float, it takes the nearest value.
    pub fn cast(self, ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(numeric!(self, x => x as f64 != 0.0)),
            Type::I32 => Value::I32(numeric!(self, x => x as i32)),
            Type::U32 => Value::U32(numeric!(self, x => x as u32)),
            Type::I64 => Value::I64(numeric!(self, x => x as i64)),
            Type::U64 => Value::U64(numeric!(self, x => x as u64)),
            Type::F32 => Value::F32(numeric!(self, x => x as f32)),
            Type::F64 => Value::F64(numeric!(self, x => x as f64)),
            Type::Node => Value::Node(numeric!(self, x => x as u32)),
            Type::Edge => Value::Edge(numeric!(self, x => x as u32)),
        }
    }
}

impl From<Value> for String {
    fn from(value: Value) -> String {
        value.to_string()
    }
}

impl TryFrom<String> for Value {
    type Error = super::parse::ParseError;

    fn try_from(text: String) -> Result<Value, Self::Error> {
        super::parse::parse_value(&text)
    }
}

/// The numbers from `start` up to `end`, without `end`. Both have the same type, which is an
/// integer type or that of edges.
pub fn range(start: Value, end: Value) -> impl Iterator<Item = Value> {
    let number = |value: Value| match value.cast(Type::I64) {
        Value::I64(x) if value.ty().is_signed() => i128::from(x),
        _ => i128::from(value.to_bits()),
    };
    (number(start)..number(end)).map(move |x| Value::U64(x as u64).cast(start.ty()))
}

/// Applies a prefix operator. Returns `None` if the type does not have the operator.
pub fn unary(op: UnaryOp, x: Value) -> Option<Value> {
    use Value::*;
    Some(match (op, x) {
        (UnaryOp::Not, Bool(x)) => Bool(!x),
        (UnaryOp::Neg, I32(x)) => I32(x.wrapping_neg()),
        (UnaryOp::Neg, U32(x)) => U32(x.wrapping_neg()),
        (UnaryOp::Neg, I64(x)) => I64(x.wrapping_neg()),
        (UnaryOp::Neg, U64(x)) => U64(x.wrapping_neg()),
        (UnaryOp::Neg, F32(x)) => F32(-x),
        (UnaryOp::Neg, F64(x)) => F64(-x),
        (UnaryOp::BitNot, I32(x)) => I32(!x),
        (UnaryOp::BitNot, U32(x)) => U32(!x),
        (UnaryOp::BitNot, I64(x)) => I64(!x),
        (UnaryOp::BitNot, U64(x)) => U64(!x),
        (UnaryOp::Abs, I32(x)) => I32(x.wrapping_abs()),
        (UnaryOp::Abs, I64(x)) => I64(x.wrapping_abs()),
        (UnaryOp::Abs, U32(x)) => U32(x),
        (UnaryOp::Abs, U64(x)) => U64(x),
        (UnaryOp::Abs, F32(x)) => F32(x.abs()),
        (UnaryOp::Abs, F64(x)) => F64(x.abs()),
        (UnaryOp::Call(function), x) => return intrinsics::apply(function, x),
        _ => return None,
    })
}

macro_rules! integer_binary {
    ($op:expr, $a:expr, $b:expr, $wrap:path) => {{
        use BinaryOp::*;
        let (a, b) = ($a, $b);
        match $op {
            Add => $wrap(a.wrapping_add(b)),
            Sub => $wrap(a.wrapping_sub(b)),
            Mul => $wrap(a.wrapping_mul(b)),
            Div => $wrap(if b == 0 { 0 } else { a.wrapping_div(b) }),
            Rem => $wrap(if b == 0 { 0 } else { a.wrapping_rem(b) }),
            BitAnd => $wrap(a & b),
            BitOr => $wrap(a | b),
            BitXor => $wrap(a ^ b),
            Min => $wrap(a.min(b)),
            Max => $wrap(a.max(b)),
            SaturatingAdd => $wrap(a.saturating_add(b)),
            _ => return compare($op, a.cmp(&b)),
        }
    }};
}

macro_rules! float_binary {
    ($op:expr, $a:expr, $b:expr, $wrap:path, $pow:path) => {{
        use BinaryOp::*;
        let (a, b) = ($a, $b);
        match $op {
            Pow => $wrap($pow(a, b)),
            Add | SaturatingAdd => $wrap(a + b),
            Sub => $wrap(a - b),
            Mul => $wrap(a * b),
            Div => $wrap(a / b),
            Rem => $wrap(a % b),
            // The minimumNumber and maximumNumber of IEEE 754-2019: -0 is smaller than 0, and if one
            // operand is NaN, the result is the other one.
            Min => $wrap(if b.is_nan() || (!a.is_nan() && a.total_cmp(&b).is_le()) { a } else { b }),
            Max => $wrap(if b.is_nan() || (!a.is_nan() && a.total_cmp(&b).is_ge()) { a } else { b }),
            Eq => Value::Bool(a == b),
            Ne => Value::Bool(a != b),
            Lt => Value::Bool(a < b),
            Le => Value::Bool(a <= b),
            Gt => Value::Bool(a > b),
            Ge => Value::Bool(a >= b),
            _ => return None,
        }
    }};
}

fn compare(op: BinaryOp, ordering: std::cmp::Ordering) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::Eq => ordering.is_eq(),
        BinaryOp::Ne => ordering.is_ne(),
        BinaryOp::Lt => ordering.is_lt(),
        BinaryOp::Le => ordering.is_le(),
        BinaryOp::Gt => ordering.is_gt(),
        BinaryOp::Ge => ordering.is_ge(),
        _ => return None,
    }))
}

/// Applies an infix operator. Returns `None` if the types do not have the operator.
pub fn binary(op: BinaryOp, a: Value, b: Value) -> Option<Value> {
    use Value::*;
    if op.is_shift() {
        let U32(amount) = b else { return None };
        return shift(op, a, amount);
    }
    Some(match (a, b) {
        (Bool(a), Bool(b)) => Bool(match op {
            BinaryOp::And | BinaryOp::BitAnd => a & b,
            BinaryOp::Or | BinaryOp::BitOr => a | b,
            BinaryOp::BitXor | BinaryOp::Ne => a ^ b,
            BinaryOp::Eq => a == b,
            _ => return None,
        }),
        (I32(a), I32(b)) => integer_binary!(op, a, b, I32),
        (U32(a), U32(b)) => integer_binary!(op, a, b, U32),
        (I64(a), I64(b)) => integer_binary!(op, a, b, I64),
        (U64(a), U64(b)) => integer_binary!(op, a, b, U64),
        (F32(a), F32(b)) => float_binary!(op, a, b, F32, intrinsics::pow_f32),
        (F64(a), F64(b)) => float_binary!(op, a, b, F64, intrinsics::pow_f64),
        (Node(a), Node(b)) => return identifier(op, a, b).map(|r| r.unwrap_or_else(Node)),
        (Edge(a), Edge(b)) => integer_binary!(op, a, b, Edge),
        _ => return None,
    })
}

/// The operators of node ids: comparisons, minimum and maximum.
fn identifier(op: BinaryOp, a: u32, b: u32) -> Option<Result<Value, u32>> {
    match op {
        BinaryOp::Min => Some(Err(a.min(b))),
        BinaryOp::Max => Some(Err(a.max(b))),
        _ => compare(op, a.cmp(&b)).map(Ok),
    }
}

fn shift(op: BinaryOp, a: Value, amount: u32) -> Option<Value> {
    use Value::*;
    let left = op == BinaryOp::Shl;
    Some(match a {
        I32(a) => I32(if left { a.wrapping_shl(amount) } else { a.wrapping_shr(amount) }),
        U32(a) => U32(if left { a.wrapping_shl(amount) } else { a.wrapping_shr(amount) }),
        I64(a) => I64(if left { a.wrapping_shl(amount) } else { a.wrapping_shr(amount) }),
        U64(a) => U64(if left { a.wrapping_shl(amount) } else { a.wrapping_shr(amount) }),
        _ => return None,
    })
}

/// The value with which an atomic operation replaces `old`, or `None` if the type does not have the
/// operation.
pub fn atomic(op: AtomicOp, old: Value, operands: &[Value]) -> Option<Value> {
    match (op, operands) {
        (AtomicOp::Cas, &[expected, new]) => {
            Some(if old.to_bits() == expected.to_bits() { new } else { old })
        }
        (AtomicOp::Swap, &[new]) => Some(new),
        (AtomicOp::Add, &[x]) => binary(BinaryOp::Add, old, x),
        (AtomicOp::Min, &[x]) => binary(BinaryOp::Min, old, x),
        (AtomicOp::Max, &[x]) => binary(BinaryOp::Max, old, x),
        (AtomicOp::And, &[x]) => binary(BinaryOp::BitAnd, old, x),
        (AtomicOp::Or, &[x]) => binary(BinaryOp::BitOr, old, x),
        (AtomicOp::Xor, &[x]) => binary(BinaryOp::BitXor, old, x),
        _ => None,
    }
}

/// The number of operands of an atomic operation.
pub fn atomic_operands(op: AtomicOp) -> usize {
    if op == AtomicOp::Cas { 2 } else { 1 }
}
