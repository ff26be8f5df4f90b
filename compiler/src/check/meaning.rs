//! What names mean: [`Meaning`] is what the checker records for each path, field access and call.

use crate::atomics::AtomicOp;
use crate::syntax::ast::BindingId;

/// What a path, a field access or a call refers to. Indices count the declarations of one kind in
/// source order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meaning {
    /// A local.
    Local(BindingId),
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
    /// The property or global that is passed for a parameter of a function.
    PropertyParameter(BindingId),
    /// A worklist; the unnamed one counts after the named.
    Worklist(usize),
    /// A kernel, being called.
    Kernel(usize),
    /// A function, being called.
    Function(usize),
    /// `nodes` as a domain.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// `MAX`, `u32::MAX`: the largest value of the type (infinity for floats).
    Max,
    /// `MIN`: the smallest value of the type (minus infinity for floats).
    Min,
    /// `node_count`: the number of nodes (u32).
    NodeCount,
    /// `edge_count`: the number of edges (u32).
    EdgeCount,
    /// `e.src`
    Source,
    /// `e.dst`
    Target,
    /// `u.degree`, `u.out_degree`: the number of outgoing edges (u32).
    OutDegree,
    /// `u.in_degree`: the number of incoming edges (u32).
    InDegree,
    /// `u.out_begin`: the first of the outgoing edges, which are consecutive (edge).
    OutBegin,
    /// `u.out_end`: one past the last of the outgoing edges (edge).
    OutEnd,
    /// `near.size`: how many items wait on a worklist (u32). In `main` only.
    Waiting,
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
    /// `sort(order, key)` and so on: what `main` does to whole properties and worklists.
    Primitive(Primitive),
}

/// Data-parallel operations of `main` on whole properties and worklists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Primitive {
    /// `fill(x, value)`: every element of a property, or a global, becomes the value.
    Fill,
    /// `clear(near)`: empties a worklist.
    Clear,
    /// `reduce_add(x)` and so on: all elements of a property as one.
    Reduce(Reduction),
    /// `scan_add(from, into)`: sums of all elements before each; yields the sum of all.
    ScanAdd,
    /// `sort(order, key)`: the nodes by their keys.
    Sort,
    /// `compact(near, flag)`: pushes the nodes whose flag holds.
    Compact,
}

/// How a reduction makes one of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the operation that its name says")]
pub enum Reduction {
    Add,
    Min,
    Max,
    And,
    Or,
}
