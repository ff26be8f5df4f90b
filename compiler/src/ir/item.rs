//! Items of worklists: their types, and the values of which they consist.
//!
//! An item is a single value, or a pair of values of 64 bits. No local and no array has the type of
//! a pair. Statements that add a pair to a worklist take its two values, and expressions read the
//! values of a pair one by one. Lowering packs pairs whose values have 32 bits into single values.

use serde::{Deserialize, Serialize};

use super::{BinaryOp, Expr, Value};
use crate::types::Type;

/// The type of the items of a worklist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum ItemType {
    /// A single value.
    One(Type),
    /// Two `u64`s.
    Pair,
}

/// The name of [`ItemType::Pair`] in the IR's text and in schedules.
const PAIR: &str = "(u64, u64)";

impl ItemType {
    /// Returns the type of each value.
    pub fn value(self) -> Type {
        match self {
            ItemType::One(ty) => ty,
            ItemType::Pair => Type::U64,
        }
    }

    /// Returns the number of values.
    pub fn values(self) -> usize {
        match self {
            ItemType::One(_) => 1,
            ItemType::Pair => 2,
        }
    }

    /// Returns the size in memory, in bytes. Buffers of items are aligned to the size.
    pub fn size(self) -> usize {
        self.values() * self.value().size()
    }

    /// Returns whether the items are nodes.
    pub fn is_node(self) -> bool {
        self == ItemType::One(Type::Node)
    }
}

impl std::fmt::Display for ItemType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ItemType::One(ty) => ty.fmt(f),
            ItemType::Pair => f.write_str(PAIR),
        }
    }
}

impl From<ItemType> for String {
    fn from(ty: ItemType) -> String {
        ty.to_string()
    }
}

impl TryFrom<String> for ItemType {
    type Error = String;

    fn try_from(text: String) -> Result<ItemType, String> {
        let one = || Type::from_name(&text).map(ItemType::One);
        let found = if text == PAIR { Some(ItemType::Pair) } else { one() };
        found.ok_or_else(|| format!("items of the unknown type `{text}`"))
    }
}

/// The values of an item: one, or two for a pair.
pub type Item = Vec<Expr>;

/// The part of an item that an expression reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemPart {
    /// The item, which is a single value.
    Whole,
    /// The first value of a pair.
    First,
    /// The second value of a pair.
    Second,
}

impl ItemPart {
    /// All parts with their names in the IR's text.
    pub const ALL: [(&'static str, ItemPart); 3] =
        [("item", ItemPart::Whole), ("first", ItemPart::First), ("second", ItemPart::Second)];

    /// Returns the name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }

    /// Returns whether items of this type have the part.
    pub fn is_part_of(self, ty: ItemType) -> bool {
        (self == ItemPart::Whole) == (ty.values() == 1)
    }
}

/// The number of bits of the second value of a pair that is a single value of 64 bits. These are the lower bits.
pub const SECOND_BITS: u32 = 32;

/// Returns a pair of values with 32 bits each as a single value of 64 bits.
pub fn packed(first: Expr, second: Expr) -> Expr {
    let bits = Expr::constant(Value::U32(SECOND_BITS));
    let upper = Expr::binary(BinaryOp::Shl, first.cast(Type::U64), bits);
    Expr::binary(BinaryOp::BitOr, upper, second.cast(Type::U64))
}
