//! Numbers of a file, and their conversion to the types of the language.

use std::fmt;

use igc_compiler::diagnostics::visible;
use igc_compiler::ir::{Type, Value};

/// A number of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    /// `-0`, which is 0 as an integer, and −0 as a float.
    MinusZero,
    /// A real number: the nearest value of each type of floats. Rounding a text to `f64` and the
    /// result to `f32` would not always give the nearest `f32`.
    Real {
        double: f64,
        single: f32,
    },
}

/// The reason why a text is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberError {
    NotANumber,
    /// The number is finite, but every float is smaller.
    TooLarge,
}

impl NumberError {
    /// Returns the message for a text.
    pub fn message(self, text: &str) -> String {
        let text = visible::name(text);
        match self {
            NumberError::NotANumber => format!("`{text}` is not a number"),
            NumberError::TooLarge => {
                format!("`{text}` is too large for a float\nhelp: write `inf` for infinity")
            }
        }
    }
}

/// The sizes of the graph, which limit the values of nodes and edges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Types {
    pub nodes: u32,
    pub edges: u64,
}

impl Number {
    /// Reads a number as users write it. `true` and `false` are 1 and 0.
    pub fn parse(text: &str) -> Result<Number, NumberError> {
        match text {
            "true" => return Ok(Number::Whole(1)),
            "false" => return Ok(Number::Whole(0)),
            _ => {}
        }
        match text.parse() {
            Ok(0) if text.starts_with('-') => return Ok(Number::MinusZero),
            Ok(whole) => return Ok(Number::Whole(whole)),
            Err(_) => {}
        }
        let double: f64 = text.parse().map_err(|_| NumberError::NotANumber)?;
        // Only a text with digits is a finite number.
        if double.is_infinite() && text.contains(|c: char| c.is_ascii_digit()) {
            return Err(NumberError::TooLarge);
        }
        let single = text.parse().map_err(|_| NumberError::NotANumber)?;
        Ok(Number::Real { double, single })
    }

    /// Returns a float of a file.
    pub fn real(double: f64) -> Number {
        Number::Real { double, single: double as f32 }
    }

    /// Returns the number with the opposite sign.
    pub fn negated(self) -> Number {
        match self {
            Number::Whole(0) => Number::MinusZero,
            Number::MinusZero => Number::Whole(0),
            Number::Whole(whole) => match whole.checked_neg() {
                Some(whole) => Number::Whole(whole),
                None => Number::real(-(whole as f64)),
            },
            Number::Real { double, single } => Number::Real { double: -double, single: -single },
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
            (Type::F32, Number::MinusZero) => Some(Value::F32(-0.0)),
            (Type::F64, Number::MinusZero) => Some(Value::F64(-0.0)),
            (_, Number::MinusZero) => Number::Whole(0).fit(ty, types),
            (Type::F32, Number::Real { double, single }) => {
                (single.is_finite() || !double.is_finite()).then_some(Value::F32(single))
            }
            (Type::F64, Number::Real { double, .. }) => Some(Value::F64(double)),
            (_, Number::Real { .. }) => None,
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
            Number::MinusZero => out.write_str("-0"),
            Number::Real { double, .. } => write!(out, "{double:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: Types = Types { nodes: 3, edges: 2 };

    fn value(text: &str, ty: Type) -> Option<Value> {
        Number::parse(text).ok()?.fit(ty, TYPES)
    }

    #[test]
    fn floats_are_rounded_once() {
        // Just above the middle between 1 and the next f32. The nearest f64 is the middle itself.
        let text = "1.000000059604644775390626";
        assert_eq!(value(text, Type::F32), Some(Value::F32(1.0 + f32::EPSILON)));
        assert_eq!(text.parse::<f64>().map(|double| double as f32), Ok(1.0));
        assert_eq!(value(text, Type::F64), Some(Value::F64(1.000_000_059_604_644_8)));
    }

    #[test]
    fn zeros_keep_their_sign() {
        for text in ["-0", "-0.0", "-0e0", "-00"] {
            let bits = match value(text, Type::F32) {
                Some(Value::F32(zero)) => zero.to_bits(),
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(bits, 1 << 31, "{text}");
        }
        assert_eq!(value("-0", Type::U32), Some(Value::U32(0)));
        assert_eq!(value("-0", Type::Bool), Some(Value::Bool(false)));
        assert_eq!(Number::parse("0").map(Number::negated), Ok(Number::MinusZero));
    }

    #[test]
    fn only_the_word_is_infinite() {
        assert_eq!(value("inf", Type::F32), Some(Value::F32(f32::INFINITY)));
        assert_eq!(value("-Infinity", Type::F64), Some(Value::F64(f64::NEG_INFINITY)));
        for text in ["1e400", "-1e400", "1e9999999999"] {
            assert_eq!(Number::parse(text), Err(NumberError::TooLarge), "{text}");
        }
        assert_eq!(value("1e39", Type::F32), None);
        let least = Number::Whole(i128::MIN).negated().fit(Type::F64, TYPES);
        assert_eq!(least, Some(Value::F64(2f64.powi(127))));
    }
}
