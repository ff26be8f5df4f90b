//! Numbers of a file, and their conversion to the types of the language.

use std::fmt;

use igc_compiler::ir::{Type, Value};

/// A number of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    Real(f64),
}

/// The sizes of the graph, which limit the values of nodes and edges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Types {
    pub nodes: u32,
    pub edges: u64,
}

impl Number {
    /// Reads a number as users write it. `true` and `false` are 1 and 0.
    pub fn parse(text: &str) -> Option<Number> {
        match text {
            "true" => return Some(Number::Whole(1)),
            "false" => return Some(Number::Whole(0)),
            _ => {}
        }
        match text.parse() {
            Ok(whole) => Some(Number::Whole(whole)),
            Err(_) => text.parse().ok().map(Number::Real),
        }
    }

    /// Converts the number to a type, or returns `None` if the type does not have it. Types of
    /// integers take whole numbers, and types of floats take the nearest value. A node or an edge
    /// is one of the graph, or the largest id, which means "none".
    fn fit(self, ty: Type, types: Types) -> Option<Value> {
        let id = |whole: i128, count: u64| {
            let id = u32::try_from(whole).ok()?;
            (u64::from(id) < count || id == u32::MAX).then_some(id)
        };
        match (ty, self) {
            (Type::F32, Number::Whole(whole)) => Some(Value::F32(whole as f32)),
            (Type::F64, Number::Whole(whole)) => Some(Value::F64(whole as f64)),
            (Type::F32, Number::Real(real)) => {
                let narrow = real as f32;
                (narrow.is_finite() || !real.is_finite()).then_some(Value::F32(narrow))
            }
            (Type::F64, Number::Real(real)) => Some(Value::F64(real)),
            (_, Number::Real(_)) => None,
            (Type::Bool, Number::Whole(whole @ (0 | 1))) => Some(Value::Bool(whole == 1)),
            (Type::Bool, Number::Whole(_)) => None,
            (Type::I32, Number::Whole(whole)) => whole.try_into().ok().map(Value::I32),
            (Type::U32, Number::Whole(whole)) => whole.try_into().ok().map(Value::U32),
            (Type::I64, Number::Whole(whole)) => whole.try_into().ok().map(Value::I64),
            (Type::U64, Number::Whole(whole)) => whole.try_into().ok().map(Value::U64),
            (Type::Node, Number::Whole(whole)) => id(whole, types.nodes.into()).map(Value::Node),
            (Type::Edge, Number::Whole(whole)) => id(whole, types.edges).map(Value::Edge),
        }
    }

    /// Converts the number to a type.
    ///
    /// # Errors
    ///
    /// Returns a message if the type does not have the number.
    pub fn convert(self, ty: Type, types: Types) -> Result<Value, String> {
        self.fit(ty, types).ok_or_else(|| match ty {
            Type::Node => format!(
                "{self} is not a node of the graph, which has {} nodes, numbered from 0",
                types.nodes
            ),
            Type::Edge => format!(
                "{self} is not an edge of the graph, which has {} edges, numbered from 0",
                types.edges
            ),
            _ => format!("the type {ty} cannot represent {self}"),
        })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Whole(whole) => write!(out, "{whole}"),
            Number::Real(real) => write!(out, "{real:?}"),
        }
    }
}
