//! The constructs that random programs should contain.

use std::collections::BTreeSet;

use igc_compiler::syntax::ast::{AssignOp, BinaryOp};
use igc_compiler::types::Type;

use super::super::expr::{ATOMICS, applies, castable};
use super::arrays::{CARRIED, CONSTRUCTS, OWNERS};
use super::compound;

/// Returns every construct that random programs should contain.
pub fn expected() -> BTreeSet<String> {
    let mut all: Vec<String> = [
        "const",
        "output",
        "check",
        "worklist",
        "worklist of nodes",
        "worklist of other values",
        "worklist of pairs with a u64",
        "worklist of other pairs",
        "graph undirected",
        "graph simple",
        "graph sorted",
        "kernel",
        "racy kernel",
        "async kernel",
        "racy fn",
        "main",
        "let",
        "let typed",
        "push",
        "push named",
        "push computed",
        "retry",
        "break",
        "continue",
        "if",
        "else",
        "else if",
        "while",
        "while main",
        "if main",
        "for",
        "iterate",
        "swap",
        "print",
        "pipe",
        "pipe once",
        "pipe seed nodes",
        "pipe seed items",
        "pipe seed none",
        "block",
        "call",
        "edge weights",
        "forall filter",
        "for filter",
        "global reduction",
        "element in main",
        "forall 1",
        "forall 2",
        "forall 3",
        "atomic in if",
        "atomic in filter",
        "atomic in while",
        "atomic behind && or ||",
        "fn",
        "fn with result",
        "fn with results",
        "let several",
        "let several ignored",
        "let several typed",
        "fn parameter Value",
        "input node",
        "input edge",
        "fn parameter NodeProperty",
        "fn parameter EdgeProperty",
        "fn parameter Global",
        "call of a fn",
        "call of a fn for its value",
        "call of a fn main",
        "call of a fn for its value main",
        "return",
        "exclusive",
        "exclusive else",
        "reduction into a local",
        "size",
        "for main",
        "break main",
        "continue main",
        "no worklist named",
        "element of an array in main",
        "out[]",
        "in[]",
        "fn parameter NodeProperty[]",
        "fn parameter EdgeProperty[]",
        "fn parameter Global[]",
    ]
    .map(str::to_owned)
    .to_vec();
    all.extend(CONSTRUCTS.map(str::to_owned));
    all.extend(CARRIED.map(|carried| format!("contract carries {carried}")));
    for owner in OWNERS {
        let accesses = ["read of", "assignment to", "update of", "atomic on"];
        let accesses = accesses.into_iter().filter(|access| is_access(access, owner));
        all.extend(accesses.map(|access| format!("{access} an element of {owner}")));
    }
    for domain in ["nodes", "edges", "worklist", "out", "in", "range i32", "range u32"] {
        all.extend([format!("forall in {domain}")]);
        all.extend((domain != "worklist").then(|| format!("for in {domain}")));
    }
    for name in ["node_count", "edge_count", "degree", "in_degree", "out_degree", "src", "dst"] {
        all.push(name.to_owned());
    }
    for ty in Type::ALL {
        all.extend(["param", "global", "node", "edge"].map(|item| format!("{item}: {ty}")));
        all.extend(["global", "node", "edge", "let"].map(|item| format!("{item}: {ty}[]")));
        all.push(format!("element {ty}"));
        all.extend([format!("literal {ty}"), format!("kernel parameter {ty}")]);
        all.extend((ty != Type::Bool).then(|| format!("{ty}::MAX")));
        all.extend(castable(ty).iter().map(|from| format!("{from} as {ty}")));
        all.push(format!("select {ty}"));
        all.extend(reductions(ty).iter().map(|f| format!("{f} {ty}")));
        all.extend(ty.is_integer().then(|| format!("scan_add {ty}")));
        all.extend(prefixes(ty).iter().map(|op| format!("{op} {ty}")));
        all.extend(operators(ty).into_iter().map(|op| format!("{} {ty}", op.symbol())));
        all.extend(compounds(ty).into_iter().map(|op| format!("{} {ty}", compound(op))));
        for (op, f) in ATOMICS {
            all.extend(applies(op, ty).then(|| format!("{f} {ty}")));
            all.extend(applies(op, ty).then(|| format!("{f} {ty} for its value")));
        }
    }
    all.into_iter().collect()
}

/// Returns whether programs access elements of the arrays of an owner in a way.
fn is_access(access: &str, owner: &str) -> bool {
    match owner {
        // Locals belong to one iteration, so no program changes them by atomics.
        "a local" => access != "atomic on",
        _ => true,
    }
}

/// Returns the unary operators and functions of a type, and the binary operators that are written
/// as functions.
fn prefixes(ty: Type) -> Vec<&'static str> {
    let of_floats = [
        "prefix -",
        "abs",
        "min",
        "max",
        "saturating_add",
        "sqrt",
        "exp",
        "log",
        "pow",
        "sin",
        "cos",
        "floor",
        "ceil",
        "round",
    ];
    match ty {
        Type::Bool => vec!["prefix !"],
        Type::Node | Type::Edge => vec!["min", "max"],
        Type::U32 => {
            vec!["prefix ~", "min", "max", "saturating_add", "popcount", "clz", "ctz", "bits"]
        }
        Type::U64 => vec!["prefix ~", "min", "max", "saturating_add", "bits"],
        Type::I32 | Type::I64 => {
            vec!["prefix -", "prefix ~", "abs", "min", "max", "saturating_add"]
        }
        Type::F32 => [&of_floats[..], &["f32_from_bits"]].concat(),
        Type::F64 => [&of_floats[..], &["f64_from_bits"]].concat(),
    }
}

/// Returns the primitives that reduce a property of a type.
pub fn reductions(ty: Type) -> &'static [&'static str] {
    match ty {
        Type::Bool => &["reduce_and", "reduce_or"],
        Type::Node | Type::Edge => &["reduce_min", "reduce_max"],
        Type::F32 | Type::F64 => &["reduce_add", "reduce_min", "reduce_max"],
        _ => &["reduce_add", "reduce_min", "reduce_max", "reduce_and", "reduce_or"],
    }
}

/// Returns the infix operators of a type.
fn operators(ty: Type) -> Vec<BinaryOp> {
    use BinaryOp::*;
    let mut ops = vec![Eq, Ne];
    if ty != Type::Bool {
        ops.extend([Lt, Le, Gt, Ge]);
    }
    if ty.is_integer() || ty.is_float() {
        ops.extend([Add, Sub, Mul, Div]);
    }
    if ty.is_integer() {
        ops.extend([Rem, Shl, Shr]);
    }
    if ty.is_integer() || ty == Type::Bool {
        ops.extend([BitAnd, BitOr, BitXor]);
    }
    if ty == Type::Bool {
        ops.extend([And, Or]);
    }
    ops
}

/// Returns the compound assignments of a type.
pub fn compounds(ty: Type) -> Vec<AssignOp> {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    let comparison = |op: &BinaryOp| matches!(op, Eq | Ne | Lt | Le | Gt | Ge | And | Or);
    let ops = operators(ty).into_iter().filter(|op| !comparison(op)).map(AssignOp::Binary);
    let extrema = [AssignOp::Min, AssignOp::Max];
    ops.chain(extrema.into_iter().filter(|_| ty != Type::Bool)).collect()
}

/// Returns whether the order of updates with an operator does not matter.
pub fn is_reduction(op: AssignOp) -> bool {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Sub};
    let binary = |op| matches!(op, Add | Sub | BitAnd | BitOr | BitXor);
    match op {
        AssignOp::Min | AssignOp::Max => true,
        AssignOp::Binary(op) => binary(op),
    }
}
