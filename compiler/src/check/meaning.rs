//! The meaning of names. The checker records a [`Meaning`] for each path, field access and call.

use crate::atomics::AtomicOp;
use crate::intrinsics::Intrinsic;
use crate::syntax::ast::BindingId;
use crate::types::Type;

/// What a path, a field access or a call refers to. Indices count declarations of one kind, in
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
    /// A property of the nodes of the input graph.
    Original(usize),
    /// A field access to an edge property.
    EdgeProperty(usize),
    /// A property or global that is passed for a parameter of a function.
    PropertyParameter(BindingId),
    /// A worklist. The unnamed one comes after the named ones.
    Worklist(usize),
    /// A kernel that is called.
    Kernel(usize),
    /// A function that is called.
    Function(usize),
    /// `nodes` as a domain.
    AllNodes,
    /// `edges` as a domain.
    AllEdges,
    /// `u.out` as a domain, or `u.out[k]`.
    OutEdges,
    /// `u.in` as a domain, or `u.in[k]`.
    InEdges,
    /// A part of the language.
    Builtin(Builtin),
}

/// Names with a meaning in the language.
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
    /// `e.reverse`: the edge in the other direction (edge).
    Reverse,
    /// `u.degree`, `u.out_degree`: the number of outgoing edges (u32).
    OutDegree,
    /// `u.in_degree`: the number of incoming edges (u32).
    InDegree,
    /// `u.out_begin`: the first of the outgoing edges, which are consecutive (edge).
    OutBegin,
    /// `u.out_end`: one past the last outgoing edge (edge).
    OutEnd,
    /// `mask.length`: the number of elements of an array (u32).
    Length,
    /// `near.size`: the number of items that wait on a worklist (u32). Only in `main`.
    Waiting,
    /// `min(a, b)`
    MinOf,
    /// `max(a, b)`
    MaxOf,
    /// `abs(x)`
    Abs,
    /// `saturating_add(a, b)`
    SaturatingAdd,
    /// `select(condition, a, b)`
    Select,
    /// `sqrt(x)` and the other functions of one number.
    Intrinsic(Intrinsic),
    /// `f32_from_bits(x)`, `f64_from_bits(x)`: the float of this type with these bits.
    FloatFromBits(Type),
    /// `pow(x, y)`
    Pow,
    /// `atomic_sub(place, x)`: as `atomic_add`, with the negated value.
    AtomicSub,
    /// `atomic_add(place, x)` and the other atomics: changes the place, and returns its old value.
    Atomic(AtomicOp),
    /// `sort(order, key)` and the other operations of `main` on whole properties and worklists.
    Primitive(Primitive),
}

impl Builtin {
    /// The atomic operation, if this is an atomic. `atomic_sub` adds the negated value.
    pub fn atomic(self) -> Option<AtomicOp> {
        match self {
            Builtin::Atomic(op) => Some(op),
            Builtin::AtomicSub => Some(AtomicOp::Add),
            _ => None,
        }
    }
}

/// Data-parallel operations of `main` on whole properties and worklists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Primitive {
    /// `fill(x, value)`: sets a global, or every element of a property, to the value.
    Fill,
    /// `clear(near)`: makes a worklist empty.
    Clear,
    /// `reduce_add(x)` and the other reductions: combines all elements of a property.
    Reduce(Reduction),
    /// `scan_add(from, into)`: the sum of all elements before each element. Returns the sum of all
    /// elements.
    ScanAdd,
    /// `sort(order, key)`: orders the nodes by their keys.
    Sort,
    /// `contract(label, member)`: replaces the graph by its quotient.
    Contract,
    /// `compact(near, flag)`: pushes the nodes whose flag is true.
    Compact,
}

/// The operator of a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the operation that its name says")]
pub enum Reduction {
    Add,
    Min,
    Max,
    And,
    Or,
}
