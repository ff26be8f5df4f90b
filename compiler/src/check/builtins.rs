//! Names that are part of the language.

use super::meaning::{Builtin, Primitive, Reduction};
use crate::atomics::AtomicOp;
use crate::intrinsics::Intrinsic;
use crate::types::Type;

/// Functions, with the number of their arguments.
pub const FUNCTIONS: &[(&str, Builtin, usize)] = &[
    ("min", Builtin::MinOf, 2),
    ("max", Builtin::MaxOf, 2),
    ("abs", Builtin::Abs, 1),
    ("saturating_add", Builtin::SaturatingAdd, 2),
    ("select", Builtin::Select, 3),
    ("atomic_add", Builtin::Atomic(AtomicOp::Add), 2),
    ("atomic_sub", Builtin::AtomicSub, 2),
    ("atomic_min", Builtin::Atomic(AtomicOp::Min), 2),
    ("atomic_max", Builtin::Atomic(AtomicOp::Max), 2),
    ("atomic_and", Builtin::Atomic(AtomicOp::And), 2),
    ("atomic_or", Builtin::Atomic(AtomicOp::Or), 2),
    ("atomic_xor", Builtin::Atomic(AtomicOp::Xor), 2),
    ("atomic_swap", Builtin::Atomic(AtomicOp::Swap), 2),
    ("atomic_cas", Builtin::Atomic(AtomicOp::Cas), 3),
];

/// Functions whose names programs may declare themselves, with the number of their arguments.
pub const INTRINSICS: &[(&str, Builtin, usize)] = &[
    ("sqrt", Builtin::Intrinsic(Intrinsic::Sqrt), 1),
    ("exp", Builtin::Intrinsic(Intrinsic::Exp), 1),
    ("log", Builtin::Intrinsic(Intrinsic::Log), 1),
    ("pow", Builtin::Pow, 2),
    ("sin", Builtin::Intrinsic(Intrinsic::Sin), 1),
    ("cos", Builtin::Intrinsic(Intrinsic::Cos), 1),
    ("floor", Builtin::Intrinsic(Intrinsic::Floor), 1),
    ("ceil", Builtin::Intrinsic(Intrinsic::Ceil), 1),
    ("round", Builtin::Intrinsic(Intrinsic::Round), 1),
    ("popcount", Builtin::Intrinsic(Intrinsic::Popcount), 1),
    ("clz", Builtin::Intrinsic(Intrinsic::Clz), 1),
    ("ctz", Builtin::Intrinsic(Intrinsic::Ctz), 1),
    ("bits", Builtin::Intrinsic(Intrinsic::Bits), 1),
    ("f32_from_bits", Builtin::FloatFromBits(Type::F32), 1),
    ("f64_from_bits", Builtin::FloatFromBits(Type::F64), 1),
];

/// The operations of `main` on whole properties and worklists, with their arguments in the words of
/// messages. Programs may declare items with these names.
pub const PRIMITIVES: &[(&str, Primitive, &[&str])] = &[
    ("fill", Primitive::Fill, &["property", "value"]),
    ("clear", Primitive::Clear, &["worklist"]),
    ("reduce_add", Primitive::Reduce(Reduction::Add), &["property"]),
    ("reduce_min", Primitive::Reduce(Reduction::Min), &["property"]),
    ("reduce_max", Primitive::Reduce(Reduction::Max), &["property"]),
    ("reduce_and", Primitive::Reduce(Reduction::And), &["property"]),
    ("reduce_or", Primitive::Reduce(Reduction::Or), &["property"]),
    ("scan_add", Primitive::ScanAdd, &["from", "into"]),
    ("sort", Primitive::Sort, &["order", "key"]),
    ("compact", Primitive::Compact, &["worklist", "flag"]),
    ("contract", Primitive::Contract, &["label", "member"]),
];

/// Values.
pub const VALUES: &[(&str, Builtin)] = &[
    ("MAX", Builtin::Max),
    ("MIN", Builtin::Min),
    ("node_count", Builtin::NodeCount),
    ("edge_count", Builtin::EdgeCount),
];

/// Domains: they are not values, and only loops use them.
pub const DOMAINS: &[&str] = &["nodes", "edges", "worklist"];

/// Fields of nodes.
pub const NODE_FIELDS: &[&str] =
    &["out", "in", "degree", "out_degree", "in_degree", "out_begin", "out_end"];

/// Fields of edges.
pub const EDGE_FIELDS: &[&str] = &["src", "dst", "reverse"];

/// All functions.
pub fn functions() -> impl Iterator<Item = &'static (&'static str, Builtin, usize)> {
    FUNCTIONS.iter().chain(INTRINSICS)
}

/// Returns a function with its parameters, such as `min(a, b)`.
pub fn signature(name: &str, builtin: Builtin) -> String {
    let parameters = match builtin {
        Builtin::MinOf | Builtin::MaxOf | Builtin::SaturatingAdd | Builtin::Pow => "a, b",
        Builtin::Select => "condition, a, b",
        Builtin::Atomic(AtomicOp::Cas) => "place, expected, new",
        Builtin::Atomic(_) | Builtin::AtomicSub => "place, value",
        _ => "x",
    };
    format!("{name}({parameters})")
}

/// The function with that name.
pub fn function(name: &str) -> Option<Builtin> {
    functions().find(|f| f.0 == name).map(|f| f.1)
}

/// The primitive with that name.
pub fn primitive(name: &str) -> Option<Primitive> {
    PRIMITIVES.iter().find(|p| p.0 == name).map(|p| p.1)
}

/// The value with that name.
pub fn value(name: &str) -> Option<Builtin> {
    VALUES.iter().find(|v| v.0 == name).map(|v| v.1)
}

/// The names of values, functions, domains and types that programs cannot declare again.
pub fn names() -> impl Iterator<Item = &'static str> {
    let functions = FUNCTIONS.iter().map(|f| f.0);
    let values = VALUES.iter().map(|v| v.0);
    functions
        .chain(values)
        .chain(DOMAINS.iter().copied())
        .chain(Type::ALL.into_iter().map(Type::name))
        .chain(["std"])
}
