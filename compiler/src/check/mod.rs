//! Checking: what every name means and what type every expression has, or why the program is wrong.
//!
//! The checker changes nothing: it files what it finds out in [`Checked`], beside the tree, by
//! expression and binding id. Lowering reads both. A program that passed without an error lowers
//! without one.

pub mod types;

use crate::syntax::ast::Program;
pub use types::Type;

/// A program with everything that checking found out about it.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tree.
    pub program: Program,
    /// The type of each expression, by [`ExprId`](crate::syntax::ast::ExprId); `None` where it has
    /// no value (a kernel call, a domain such as `u.out`, a worklist).
    pub types: Vec<Option<Type>>,
    /// The type of each local, by [`BindingId`](crate::syntax::ast::BindingId).
    pub bindings: Vec<Type>,
    /// What each path, field and call refers to, by [`ExprId`](crate::syntax::ast::ExprId).
    pub meanings: Vec<Option<Meaning>>,
}

/// What a path, a field access or a call refers to. Indices count the declarations of one kind in
/// source order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A local.
    Local(crate::syntax::ast::BindingId),
    /// A `const`.
    Const(usize),
    /// A `param`.
    Param(usize),
    /// A `global`.
    Global(usize),
    /// A field access to a node property.
    NodeProperty(usize),
    /// A field access to an edge property.
    EdgeProperty(usize),
    /// A worklist; the unnamed one counts after the named.
    Worklist(usize),
    /// A kernel, being called.
    Kernel(usize),
    /// A function, being called.
    Function(usize),
    /// `nodes` or `edges` as a domain.
    AllNodes,
    /// `edges` as a domain.
    AllEdges,
    /// `u.out` as a domain.
    OutEdges,
    /// `u.in` as a domain.
    InEdges,
    /// Something that the language itself has.
    Builtin(Builtin),
}

/// Names that the language itself gives a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `MAX`, `u32::MAX`: the largest value of the type (infinity for floats).
    Max,
    /// `MIN`: the smallest value of the type (minus infinity for floats).
    Min,
    /// `node_count`: the number of nodes (u32).
    NodeCount,
    /// `edge_count`: the number of arcs (u32).
    EdgeCount,
    /// `e.src`
    Source,
    /// `e.dst`
    Target,
    /// `u.degree`, `u.out_degree`: the number of outgoing arcs (u32).
    OutDegree,
    /// `u.in_degree`: the number of incoming arcs (u32).
    InDegree,
    /// `min(a, b)`
    MinOf,
    /// `max(a, b)`
    MaxOf,
    /// `abs(x)`
    Abs,
    /// `select(condition, a, b)`
    Select,
    /// `atomic_add(place, x)` and so on: changes the place, yields its old value.
    Atomic(AtomicOp),
}

/// Atomic read-modify-write operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is the operation that its name says")]
pub enum AtomicOp {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    Swap,
    /// `atomic_cas(place, expected, new)`
    Cas,
}
