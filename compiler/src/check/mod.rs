//! Checking: what every name means and what type every expression has, or why the program is wrong.
//!
//! The checker changes nothing: it files what it finds out in [`Checked`], beside the tree, by
//! expression and binding id. Lowering reads both. A program that passed without an error lowers
//! without one.
//!
//! | file | what it checks |
//! | --- | --- |
//! | `infer` | types, also of literals without a suffix |
//! | `scopes`, `builtins` | what names mean |
//! | `items`, `program` | declarations; `main`, `output`, `check`, `graph` |
//! | `statements`, `loops`, `places`, `host` | statements: all, loops, assignments, those of `main` |
//! | `expressions`, `references`, `calls`, `values` | operators, names and fields, calls, and literals once types are known |
//! | `primitives` | what `main` does to whole properties and worklists |
//! | `functions` | what functions do where they are called: recursion, effects, size when inlined |
//! | `reductions` | locals that a nested `forall` reduces into |
//! | [`oracles`], `warnings` | the table of oracles; unused names |

mod builtins;
mod calls;
mod checker;
mod expressions;
mod functions;
mod host;
mod infer;
mod items;
mod loops;
pub mod oracles;
mod places;
mod primitives;
mod program;
mod reductions;
mod references;
mod scopes;
mod statements;
mod values;
mod warnings;

use crate::atomics::AtomicOp;
use crate::diagnostics::{self, Diagnostic};
use crate::library;
use crate::syntax::{self, ast::Program};
use crate::types::Type;
use checker::Checker;

/// Checks a program: what it means, with warnings; or what is wrong with it.
///
/// Diagnostics are in the order of the source. A program with [`Error`] nodes is refused.
///
/// [`Error`]: crate::syntax::ast::ExprKind::Error
pub fn check(mut program: Program) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    library::resolve(&mut program);
    let mut checker = Checker::new(&program);
    checker.collect();
    checker.items();
    checker.whole_program();
    checker.functions();
    checker.reductions();
    checker.values();
    if !checker.has_errors() {
        checker.unused();
    }
    let has_errors = checker.has_errors();
    let (types, bindings, meanings, mut found) = checker.finish();
    diagnostics::sort(&mut found);
    match has_errors {
        true => Err(found),
        false => Ok((Checked { program, types, bindings, meanings }, found)),
    }
}

/// Parses and checks a source text. Nothing is checked in a program with syntax errors.
pub fn source(text: &str) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    match syntax::parse(text) {
        (Some(program), found) if found.is_empty() => check(program),
        (_, found) => Err(found),
    }
}

/// A program with everything that checking found out about it.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tree.
    pub program: Program,
    /// The type of each expression, by [`ExprId`](crate::syntax::ast::ExprId); `None` where it has
    /// no value (a kernel call, a domain such as `u.out`, a worklist).
    ///
    /// A whole-number literal has the type of its surroundings, which may be a float type, `node` or
    /// `edge`.
    pub types: Vec<Option<Type>>,
    /// The type of each local, by [`BindingId`](crate::syntax::ast::BindingId).
    pub bindings: Vec<Type>,
    /// What each path, field and call refers to, by [`ExprId`](crate::syntax::ast::ExprId).
    pub meanings: Vec<Option<Meaning>>,
}

/// What a path, a field access or a call refers to. Indices count the declarations of one kind in
/// source order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// The property or global that is passed for a parameter of a function.
    PropertyParameter(crate::syntax::ast::BindingId),
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
