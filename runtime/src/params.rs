//! Binds a program's parameters to the values from `-p name=value` and to their defaults.

use igc_compiler::data::{Inputs, check_range};
use igc_compiler::diagnostics::visible;
use igc_compiler::ir::{Param, Type, Value};
use igc_graph::Ids;

use crate::Error;

/// What a run takes besides the graph.
#[derive(Debug, Clone, Copy)]
pub struct RunInputs<'a> {
    /// A value for each parameter of the module.
    pub params: &'a [Value],
    /// The data of the inputs.
    pub inputs: &'a Inputs,
}

/// Returns a value for each parameter, in order: the given value, or else the default. If the nodes of
/// the graph have ids, the value of a parameter of type `node` is an id. Otherwise, it is the number of
/// a node.
///
/// # Errors
///
/// Returns an error if a name does not exist or is given twice, if a value does not have the
/// parameter's type or is outside of its range, if no node has an id, or if a parameter has neither a
/// value nor a default.
pub fn bind(
    params: &[Param],
    given: &[(String, String)],
    ids: Option<&Ids>,
) -> Result<Vec<Value>, Error> {
    for (at, (name, _)) in given.iter().enumerate() {
        if !params.iter().any(|p| p.name == *name) {
            let name = visible::name(name);
            return Err(Error::Param(format!("unknown parameter `{name}`; {}", list(params))));
        }
        if given[..at].iter().any(|(earlier, _)| earlier == name) {
            return Err(Error::Param(format!("parameter `{name}` is given twice")));
        }
    }
    params
        .iter()
        .map(|param| match given.iter().find(|(name, _)| *name == param.name) {
            Some((_, text)) => given_value(param, text, ids),
            None => param.default.ok_or_else(|| Error::MissingParam(param.name.clone())),
        })
        .collect()
}

/// Returns the value that the user gave to a parameter. An optional node may be `none`.
fn given_value(param: &Param, text: &str, ids: Option<&Ids>) -> Result<Value, Error> {
    let Param { name, ty, range, .. } = param;
    if let (true, "none", Some(missing)) = (param.is_optional_node(), text, param.default) {
        return Ok(missing);
    }
    if let (Type::Node, Some(ids)) = (ty, ids) {
        let node = ids.node(text).ok_or_else(|| Error::Param(unknown_id(name, text, ids)))?;
        return Ok(Value::Node(node));
    }
    let value = read(text, *ty).ok_or_else(|| {
        let text = visible::name(text);
        Error::Param(format!("parameter `{name}`: `{text}` is not a valid {ty}"))
    })?;
    check_range(name, *range, value)?;
    Ok(value)
}

fn unknown_id(name: &str, text: &str, ids: &Ids) -> String {
    let all: Vec<String> = ids.iter().take(3).map(|id| id.to_string()).collect();
    let some: Vec<String> = all.iter().map(|id| format!("`{}`", visible::name(id))).collect();
    let dots = if ids.len() > some.len() { ", …" } else { "" };
    let meant =
        ids.nearest(text).map(|id| format!("help: did you mean `{}`?\n", visible::name(id)));
    let meant = meant.unwrap_or_default();
    format!(
        "parameter `{name}`: no node has the id `{}`\n\
         {meant}help: the nodes of this graph have the ids of its file: {}{dots}",
        visible::name(text),
        some.join(", ")
    )
}

fn list(params: &[Param]) -> String {
    if params.is_empty() {
        return "the program has no parameters".into();
    }
    let names: Vec<String> = params.iter().map(|p| format!("`{}`", declaration(p))).collect();
    format!("the program has {}", names.join(", "))
}

/// Returns the name, the type and the range of a parameter, such as `damping: f32 in 0..1`.
fn declaration(param: &Param) -> String {
    let range = param.range.map(|range| format!(" in {}", range.shown())).unwrap_or_default();
    format!("{}: {}{range}", param.name, param.ty)
}

fn read(text: &str, ty: Type) -> Option<Value> {
    Some(match ty {
        Type::Bool => Value::Bool(text.parse().ok()?),
        Type::I32 => Value::I32(text.parse().ok()?),
        Type::U32 => Value::U32(text.parse().ok()?),
        Type::I64 => Value::I64(text.parse().ok()?),
        Type::U64 => Value::U64(text.parse().ok()?),
        Type::F32 => {
            Value::F32(text.parse().ok().filter(|value: &f32| fits(value.is_infinite(), text))?)
        }
        Type::F64 => {
            Value::F64(text.parse().ok().filter(|value: &f64| fits(value.is_infinite(), text))?)
        }
        Type::Node => Value::Node(text.parse().ok()?),
        Type::Edge => Value::Edge(text.parse().ok()?),
    })
}

/// Whether the type can represent a number. A number that is too large becomes infinite, which is
/// an error unless the text names infinity.
fn fits(is_infinite: bool, text: &str) -> bool {
    !is_infinite || text.to_ascii_lowercase().contains("inf")
}

/// Formats a value as users write it. A node has its id, if nodes have ids.
pub fn shown(value: Value, ids: Option<&Ids>) -> String {
    match (value, ids) {
        (Value::Node(node), Some(ids)) => {
            ids.get(node).map_or_else(String::new, |id| id.to_string())
        }
        _ => plain(value),
    }
}

/// Formats a value as users write it, without its type.
pub fn plain(value: Value) -> String {
    match value {
        Value::Node(x) | Value::Edge(x) => x.to_string(),
        other => other.shown(),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Bound;

    use igc_compiler::ir::ParamRange;

    use super::*;

    fn params() -> Vec<Param> {
        let (source, zero) = ("source".into(), Some(Value::Node(0)));
        let source = Param { name: source, ty: Type::Node, default: zero, range: None };
        vec![source, Param { name: "delta".into(), ty: Type::I32, default: None, range: None }]
    }

    #[test]
    fn values_outside_of_the_range_are_refused() {
        let (zero, one) = (Value::F64(0.0), Value::F64(1.0));
        let range = ParamRange { start: Bound::Included(zero), end: Bound::Excluded(one) };
        let (name, default) = ("damping".into(), Some(Value::F64(0.85)));
        let params = [Param { name, ty: Type::F64, default, range: Some(range) }];
        let bound = |text: &str| bind(&params, &[("damping".into(), text.into())], None);
        assert_eq!(bound("0").map_err(|e| e.to_string()), Ok(vec![zero]));
        for (text, shown) in [("2", "2"), ("1", "1"), ("-1e-9", "-0.000000001"), ("nan", "NaN")] {
            let message = format!(
                "parameter `damping` is {shown}, but it must be at least 0 and less than 1\n\
                 help: set it to a value in the range 0..1"
            );
            assert_eq!(bound(text).map_err(|e| e.to_string()), Err(message));
        }
        let unknown = bind(&params, &[("dampling".into(), "1".into())], None);
        assert_eq!(
            unknown.map_err(|e| e.to_string()),
            Err("unknown parameter `dampling`; the program has `damping: f64 in 0..1`".into())
        );
    }

    fn bound(given: &[(&str, &str)]) -> Result<Vec<Value>, String> {
        let given: Vec<_> = given.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        bind(&params(), &given, None).map_err(|e| e.to_string())
    }

    #[test]
    fn only_optional_nodes_can_be_missing() {
        let node = |default| Param {
            name: "sink".into(),
            ty: Type::Node,
            default: Some(Value::Node(default)),
            range: None,
        };
        let bound = |default, text: &str| {
            bind(&[node(default)], &[("sink".into(), text.into())], None).map_err(|e| e.to_string())
        };
        let missing = Value::Node(u32::MAX);
        assert_eq!(bound(u32::MAX, "none"), Ok(vec![missing]));
        assert_eq!(bound(u32::MAX, "7"), Ok(vec![Value::Node(7)]));
        let refused = Err("parameter `sink`: `none` is not a valid node".into());
        assert_eq!(bound(0, "none"), refused);
    }

    #[test]
    fn given_values_come_before_defaults() {
        let (zero, five) = (Value::Node(0), Value::Node(5));
        assert_eq!(bound(&[("delta", "-3")]), Ok(vec![zero, Value::I32(-3)]));
        assert_eq!(bound(&[("delta", "1"), ("source", "5")]), Ok(vec![five, Value::I32(1)]));
    }

    #[test]
    fn numbers_beyond_a_float_are_refused() {
        for text in ["1e400", "-1e400", "1e39"] {
            assert_eq!(read(text, Type::F32), None, "{text}");
        }
        assert_eq!(read("1e39", Type::F64), Some(Value::F64(1e39)));
        assert_eq!(read("1e400", Type::F64), None);
        assert_eq!(read("-inf", Type::F32), Some(Value::F32(f32::NEG_INFINITY)));
        assert_eq!(read("Infinity", Type::F64), Some(Value::F64(f64::INFINITY)));
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let message = |given| bound(given).expect_err("refused");
        assert_eq!(message(&[]), "parameter `delta` has no value and no default");
        assert_eq!(
            message(&[("delta", "1"), ("source", "-1")]),
            "parameter `source`: `-1` is not a valid node"
        );
        assert_eq!(
            message(&[("delta", "4294967296")]),
            "parameter `delta`: `4294967296` is not a valid i32"
        );
        assert_eq!(
            message(&[("sorce", "1")]),
            "unknown parameter `sorce`; the program has `source: node`, `delta: i32`"
        );
        assert_eq!(message(&[("delta", "1"), ("delta", "2")]), "parameter `delta` is given twice");
    }
}
