//! The range of a parameter: the values that a user may set, as `0..1` in `param damping: f32 = 0.85 in 0..1;`.
//!
//! A range has a start, an end, or both. It keeps its ends as the program writes them, for messages.
//! Comparisons use the smallest and the largest value that the range contains, so that a range of
//! floats excludes an end exactly: it ends at the float before the end.

use std::fmt::{self, Display, Formatter};
use std::ops::Bound;

use serde::{Deserialize, Serialize};

use super::value::{self, Value};
use super::{BinaryOp, parse};
use crate::types::Type;

/// The values that a parameter may have. Its ends have the type of the parameter, which is a number
/// type. NaN is not in any range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ParamRange {
    /// The start: `a` in `a..b` is included, and in `a<..b` it is excluded.
    pub start: Bound<Value>,
    /// The end: `b` in `a..b` is excluded, and in `a..=b` it is included.
    pub end: Bound<Value>,
}

impl ParamRange {
    /// Returns whether the range contains a value of the type `ty`, which its ends have.
    pub fn contains(&self, value: Value) -> bool {
        let ends = self.closed(value.ty());
        ends.is_some_and(|(least, most)| at_most(least, value) && at_most(value, most))
    }

    /// Returns the smallest and the largest value of the type `ty` in the range, or `None` if the
    /// range is empty.
    pub fn closed(&self, ty: Type) -> Option<(Value, Value)> {
        let least = match self.start {
            Bound::Included(start) => start,
            Bound::Excluded(start) => next(start, true)?,
            Bound::Unbounded => Value::min(ty),
        };
        let most = match self.end {
            Bound::Included(end) => end,
            Bound::Excluded(end) => next(end, false)?,
            Bound::Unbounded => Value::max(ty),
        };
        at_most(least, most).then_some((least, most))
    }

    /// Returns the range as a program would write it, without the types of its ends.
    pub fn shown(&self) -> String {
        self.text(Value::shown)
    }

    /// Returns the condition that values must meet, such as "at least 0 and less than 1".
    pub fn in_words(&self) -> String {
        let start = match self.start {
            Bound::Included(start) => Some(format!("at least {}", start.shown())),
            Bound::Excluded(start) => Some(format!("greater than {}", start.shown())),
            Bound::Unbounded => None,
        };
        let end = match self.end {
            Bound::Included(end) => Some(format!("at most {}", end.shown())),
            Bound::Excluded(end) => Some(format!("less than {}", end.shown())),
            Bound::Unbounded => None,
        };
        let conditions: Vec<String> = start.into_iter().chain(end).collect();
        conditions.join(" and ")
    }

    /// Writes the range. `write` writes an end.
    fn text(&self, write: impl Fn(Value) -> String) -> String {
        let (start, after_start) = match self.start {
            Bound::Included(start) => (write(start), ".."),
            Bound::Excluded(start) => (write(start), "<.."),
            Bound::Unbounded => (String::new(), ".."),
        };
        let (before_end, end) = match self.end {
            Bound::Included(end) => ("=", write(end)),
            Bound::Excluded(end) => ("", write(end)),
            Bound::Unbounded => ("", String::new()),
        };
        format!("{start}{after_start}{before_end}{end}")
    }
}

impl Display for ParamRange {
    /// Writes the range as in the text of the IR: `0.0f32..1.0f32`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|value| value.to_string()))
    }
}

impl From<ParamRange> for String {
    fn from(range: ParamRange) -> String {
        range.to_string()
    }
}

impl TryFrom<String> for ParamRange {
    type Error = parse::ParseError;

    fn try_from(text: String) -> Result<ParamRange, Self::Error> {
        parse::parse_range(&text)
    }
}

/// Returns whether `a` is less than or equal to `b`. Both have the same type.
fn at_most(a: Value, b: Value) -> bool {
    value::binary(BinaryOp::Le, a, b).is_some_and(Value::truth)
}

/// Returns the value after `value` if `up`, and the one before it otherwise. Returns `None` if the
/// type has no such value.
fn next(value: Value, up: bool) -> Option<Value> {
    let (least, most) = (Value::min(value.ty()), Value::max(value.ty()));
    if value == if up { most } else { least } {
        return None;
    }
    Some(match value {
        Value::I32(x) => Value::I32(if up { x + 1 } else { x - 1 }),
        Value::U32(x) => Value::U32(if up { x + 1 } else { x - 1 }),
        Value::I64(x) => Value::I64(if up { x + 1 } else { x - 1 }),
        Value::U64(x) => Value::U64(if up { x + 1 } else { x - 1 }),
        Value::F32(x) => Value::F32(if up { x.next_up() } else { x.next_down() }),
        Value::F64(x) => Value::F64(if up { x.next_up() } else { x.next_down() }),
        Value::Bool(_) | Value::Node(_) | Value::Edge(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> ParamRange {
        parse::parse_range(text).expect("a range")
    }

    #[test]
    fn ends_are_included_or_excluded_exactly() {
        let half_open = range("0.0f32..1.0f32");
        let below_one = 1f32.next_down();
        for (value, is_inside) in
            [(0.0, true), (-0.0, true), (below_one, true), (1.0, false), (-1e-45, false)]
        {
            assert_eq!(half_open.contains(Value::F32(value)), is_inside, "{value}");
        }
        let open = range("0.0f64<..=1.0f64");
        for (value, is_inside) in [(0.0, false), (-0.0, false), (5e-324, true), (1.0, true)] {
            assert_eq!(open.contains(Value::F64(value)), is_inside, "{value}");
        }
        assert!(range("2u32..").contains(Value::U32(u32::MAX)));
        assert!(!range("2u32..").contains(Value::U32(1)));
        assert!(range("..=3i64").contains(Value::I64(i64::MIN)));
        assert!(!range("..3i64").contains(Value::I64(3)));
    }

    #[test]
    fn no_range_contains_nan() {
        for text in ["0.0f64..", "..=1.0f64", "0.0f64<..", "-1.0f64..=1.0f64"] {
            assert!(!range(text).contains(Value::F64(f64::NAN)), "{text}");
        }
        assert!(range("0.0f64..").contains(Value::F64(f64::INFINITY)));
        assert!(!range("..0.0f64").contains(Value::F64(f64::INFINITY)));
    }

    #[test]
    fn an_empty_range_has_no_smallest_value() {
        let empty = [
            ("5u32..5u32", Type::U32),
            ("5u32<..6u32", Type::U32),
            ("4294967295u32<..", Type::U32),
            ("..0u32", Type::U32),
            ("..-9223372036854775808i64", Type::I64),
            ("1.0f64..=0.0f64", Type::F64),
            ("0.0f64<..0.0f64", Type::F64),
            ("f64(0x7ff8000000000000)..", Type::F64),
        ];
        for (text, ty) in empty {
            assert_eq!(range(text).closed(ty), None, "{text}");
        }
        let least = (Value::U32(5), Value::U32(5));
        assert_eq!(range("5u32..=5u32").closed(Type::U32), Some(least));
    }

    #[test]
    fn a_range_is_read_as_it_is_written() {
        for text in
            ["0u32..10u32", "0u32..=10u32", "-1i32<..", "..=0.5f32", "0.0f64<..1e-9f64", "2u64.."]
        {
            assert_eq!(range(text).to_string(), text);
        }
        assert_eq!(range("0.0f64<..=0.5f64").shown(), "0<..=0.5");
        assert_eq!(range("0.0f64<..0.5f64").in_words(), "greater than 0 and less than 0.5");
        assert_eq!(range("2u32..").in_words(), "at least 2");
        assert_eq!(range("..=2u32").in_words(), "at most 2");
        for text in ["", "..", "1u32", "1u32..2i32", "0u32..1u32 2", "true..", "0node..5node"] {
            assert!(parse::parse_range(text).is_err(), "{text}");
        }
    }
}
