//! The width of edges: 32 bits, or 64 bits for graphs with more than 2³² edges.

use serde::{Deserialize, Serialize};

use super::value::Value;
use crate::types::Type;

/// The number of bits of the ids and of the number of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeWidth {
    /// 32 bits: edges have the type [`Type::Edge`].
    #[default]
    Narrow,
    /// 64 bits: edges have the type [`Type::U64`].
    Wide,
}

impl EdgeWidth {
    /// Returns whether edge ids have 32 bits.
    pub fn is_narrow(&self) -> bool {
        *self == EdgeWidth::Narrow
    }

    /// Returns the type that a type has in a module of this width.
    pub fn of(self, ty: Type) -> Type {
        match (self, ty) {
            (EdgeWidth::Wide, Type::Edge) => Type::U64,
            _ => ty,
        }
    }

    /// Returns a number of edges in the type of edges. It fits the type.
    pub fn number(self, edges: u64) -> Value {
        match self {
            EdgeWidth::Narrow => Value::Edge(edges as u32),
            EdgeWidth::Wide => Value::U64(edges),
        }
    }

    /// Returns the value that a value has in a module of this width. The largest id, which means
    /// that there is no edge, stays the largest one.
    pub fn value(self, value: Value) -> Value {
        match (self, value) {
            (EdgeWidth::Wide, Value::Edge(u32::MAX)) => Value::U64(u64::MAX),
            (EdgeWidth::Wide, Value::Edge(edge)) => Value::U64(edge.into()),
            _ => value,
        }
    }
}
