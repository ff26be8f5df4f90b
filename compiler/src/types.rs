//! The types of the language and of the IR. All of them are scalars; arrays of scalars are
//! properties.

use serde::{Deserialize, Serialize};

/// A type of the language and of the IR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// `true` or `false`. It takes 32 bits in memory, so that it can be accessed atomically, unless
    /// the elements of its array are [narrow](crate::ir::ElementWidth).
    Bool,
    /// A 32-bit integer in two's complement, with wrapping arithmetic.
    I32,
    /// A 32-bit unsigned integer, with wrapping arithmetic.
    U32,
    /// A 64-bit integer in two's complement, with wrapping arithmetic.
    I64,
    /// A 64-bit unsigned integer, with wrapping arithmetic.
    U64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// The id of a node: 32 bits, starting at 0.
    Node,
    /// The id of an edge: 32 bits, starting at 0.
    Edge,
}

/// The largest number of elements of an array that is not one for each node or edge, and of the
/// part of an array that belongs to one node or edge.
pub const MAX_ARRAY_LENGTH: u32 = 1 << 31;

impl Type {
    /// Every type, in the order of the language reference.
    pub const ALL: [Type; 9] = [
        Type::Bool,
        Type::I32,
        Type::U32,
        Type::I64,
        Type::U64,
        Type::F32,
        Type::F64,
        Type::Node,
        Type::Edge,
    ];

    /// The name in source text.
    pub fn name(self) -> &'static str {
        match self {
            Type::Bool => "bool",
            Type::I32 => "i32",
            Type::U32 => "u32",
            Type::I64 => "i64",
            Type::U64 => "u64",
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::Node => "node",
            Type::Edge => "edge",
        }
    }

    /// The type with that name.
    pub fn from_name(name: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Whether values are integers with arithmetic in the language. This does not include `bool`,
    /// `node` and `edge`.
    pub fn is_integer(self) -> bool {
        matches!(self, Type::I32 | Type::U32 | Type::I64 | Type::U64)
    }

    /// Whether values are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    /// Whether values are signed integers.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::I32 | Type::I64)
    }

    /// The type in which a loop counts values of this type: nodes are counted as `u32`s.
    pub fn counter(self) -> Type {
        if self == Type::Node { Type::U32 } else { self }
    }

    /// The size in memory, in bytes.
    pub fn size(self) -> usize {
        match self {
            Type::I64 | Type::U64 | Type::F64 => 8,
            _ => 4,
        }
    }

    /// The size of an element of a local array, in bytes. An edge counts as one of 64 bits, so that
    /// the size does not depend on `wide-edges`.
    pub fn private_size(self) -> u64 {
        match self {
            Type::Bool => 1,
            Type::Edge => 8,
            ty => ty.size() as u64,
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
