//! The effects of bodies on state, and of nested `forall`s on locals that are declared outside of
//! them.
//!
//! The checker records these facts while it goes through the statements. When it has seen the whole
//! program, [`functions`](super::functions) and [`reductions`](super::reductions) check them.

use super::meaning::Meaning;
use crate::span::Span;
use crate::syntax::ast::*;

/// A function, a kernel or `main`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Body {
    /// The function with this index.
    Function(usize),
    /// The kernel with this index.
    Kernel(usize),
    /// `main`.
    Main,
}

/// An effect of a statement or expression on state.
#[derive(Debug, Clone)]
pub struct Effect<'p> {
    /// The body that contains the statement or expression.
    pub body: Body,
    /// The kind of the effect.
    pub kind: EffectKind<'p>,
    /// Whether the statement or expression is in a kernel before the `forall`.
    pub at_start: bool,
    /// The position in the source text.
    pub span: Span,
}

/// The kinds of effects.
#[derive(Debug, Clone)]
pub enum EffectKind<'p> {
    /// Reads a property or global.
    Reads(Meaning),
    /// Writes a property or global.
    Writes(Meaning),
    /// Reads a property or global, changes the value and writes it.
    Updates(Meaning, Update),
    /// Pushes an item.
    Pushes,
    /// Prints a line.
    Prints,
    /// Declares a local array.
    DeclaresArray,
    /// Calls the function with this index and these arguments.
    Calls(usize, &'p [Expr]),
}

/// A call of a kernel that takes properties or globals. Two of its parameters may stand for the
/// same property, so each call has effects of its own.
#[derive(Debug, Clone, Copy)]
pub struct Launch<'p> {
    /// The index of the kernel.
    pub kernel: usize,
    /// The arguments.
    pub args: &'p [Expr],
    /// The position of the call.
    pub span: Span,
}

/// How a property is read, changed and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Update {
    /// By the only iteration that has the node or edge.
    Owned(Owner),
    /// Atomically, by the only iteration that has the node or edge.
    OwnedAtomic(Owner),
    /// By the iteration that owns the node in an `exclusive`.
    Exclusive,
    /// Atomically, by any iteration.
    Atomic,
}

/// The iteration that has a node or an edge. An edge has two ends, so two iterations over nodes may
/// have it: one through `out`, the other through `in`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The iteration of a loop over `nodes` or `edges`.
    Itself,
    /// The iteration of the source of the edge.
    Source,
    /// The iteration of the destination of the edge.
    Target,
}

impl Update {
    /// Checks whether another update of the same property may happen between the read and the write
    /// of this one. If so, returns a description of the code that executes the other update.
    pub fn disturbed_by(self, other: Update) -> Option<&'static str> {
        let owner = match (self, other) {
            (Update::Atomic | Update::OwnedAtomic(_), _) => return None,
            (Update::Exclusive, Update::Exclusive) => return None,
            (Update::Owned(own), Update::Owned(owner) | Update::OwnedAtomic(owner)) => {
                (own != owner).then_some(owner)?
            }
            (_, Update::Owned(owner) | Update::OwnedAtomic(owner)) => owner,
            (_, Update::Exclusive) => return Some("an `exclusive`"),
            (_, Update::Atomic) => return Some("atomics of other iterations"),
        };
        Some(match owner {
            Owner::Itself => "the iteration that owns the node or edge",
            Owner::Source => "the iteration that owns the source of the edge",
            Owner::Target => "the iteration that owns the destination of the edge",
        })
    }
}

/// A use, in a nested `forall`, of a local that is declared outside of that `forall`.
#[derive(Debug, Clone, Copy)]
pub struct SharedLocal {
    /// The local.
    pub binding: BindingId,
    /// The outermost `forall` that shares the local, by its variable.
    pub forall: BindingId,
    /// The operator that reduces into the local; `None` if the `forall` reads it.
    pub op: Option<AssignOp>,
    /// The position in the source text.
    pub span: Span,
}
