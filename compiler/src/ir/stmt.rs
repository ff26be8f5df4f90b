//! Statements of kernels, and the domains of their loops.

use super::expr::{Bounds, Expr, Place};
use super::group::Scope;
use super::{ArrayId, LocalId, SharedId, WorklistId};
use crate::atomics::AtomicOp;
use crate::span::Span;

/// Where a statement came from. Statements are equal wherever they came from.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin {
    /// Where in the source.
    pub span: Option<Span>,
    /// What a pass has to say about what starts here: a comment in the emitted code.
    pub note: Option<&'static str>,
}

impl Origin {
    /// A place in the source.
    pub fn at(span: Span) -> Origin {
        Origin { span: Some(span), note: None }
    }

    /// The same place, for a statement with a comment.
    pub fn noted(self, note: &'static str) -> Origin {
        Origin { note: Some(note), ..self }
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

/// Statements of a kernel, in order.
pub type Block = Vec<Stmt>;

/// A statement of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it came from.
    pub origin: Origin,
}

/// The kinds of statements of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// Declares a local and gives it a value.
    Let(LocalId, Expr),
    /// Gives a local another value.
    Assign(LocalId, Expr),
    /// Writes an element.
    Store(Place, Expr),
    /// Changes an element in one step and keeps its old value, where wanted, in a new local.
    Atomic {
        /// How.
        op: AtomicOp,
        /// What.
        place: Place,
        /// With what: one operand, two for `cas` (expected, new).
        operands: Vec<Expr>,
        /// The local declared to hold the old value.
        old: Option<LocalId>,
    },
    /// Combines a value into a local that the iterations of a `forall` share, by an operator whose
    /// order does not matter: `Add`, `Min`, `Max`, `And`, `Or` or `Xor`.
    Reduce(LocalId, AtomicOp, Expr),
    /// Adds an item to the back side of a worklist.
    Push(WorklistId, Expr),
    /// Tries to own nodes, for which no other agent then runs the body of an `Exclusive` of the
    /// launch: what the body writes, the next owner sees. Nobody waits; where a node is owned by
    /// another, `otherwise` runs. Of all that try at one time, at least one succeeds. What is no node
    /// of the graph is not owned and hinders nobody.
    Exclusive {
        /// One word for each node, zero while nobody owns it; touched by nothing else.
        owners: ArrayId,
        /// The nodes.
        nodes: Vec<Expr>,
        /// What is done with them.
        body: Block,
        /// What is done without.
        otherwise: Block,
    },
    /// Writes an element of shared memory; the index is in range.
    StoreShared(SharedId, Expr, Expr),
    /// Changes an element of shared memory in one step; the index is in range.
    AtomicShared {
        /// How; not `Cas`.
        op: AtomicOp,
        /// What memory.
        shared: SharedId,
        /// Which element.
        index: Expr,
        /// With what.
        operand: Expr,
        /// The local declared to hold the old value.
        old: Option<LocalId>,
    },
    /// Waits for all work-items of the group, and for what they did to memory.
    Barrier(Scope),
    /// Combines a value of each work-item of the group: `Add`, `Min`, `Max`, `And`, `Or` or `Xor`,
    /// in any order. All get the result.
    Collective {
        /// Who: a subgroup or a workgroup.
        scope: Scope,
        /// How.
        op: AtomicOp,
        /// Each one's value.
        value: Expr,
        /// The local declared to hold what they make together.
        result: LocalId,
    },
    /// Adds up one `u32` of each work-item of a workgroup, in their order, wrapping.
    Scan {
        /// Each one's value.
        value: Expr,
        /// The local declared to hold the sum of those before.
        before: LocalId,
        /// The local declared to hold the sum of all.
        total: LocalId,
    },
    /// Adds an item to the workgroup's queue for a worklist, or to its back side at once where the
    /// queue is full.
    Enqueue(WorklistId, Expr),
    /// Adds what is in the workgroup's queue to the back side of the worklist.
    Flush(WorklistId),
    /// A conditional.
    If(Expr, Block, Block),
    /// A loop; the condition is evaluated before each round.
    While(Expr, Block),
    /// Ends the innermost `while` or `for`.
    Break,
    /// Goes on with the next round of the innermost `while` or `for`.
    Continue,
    /// For each element of a domain, in any order.
    ForAll {
        /// The local declared to hold the element.
        var: LocalId,
        /// The elements.
        domain: Domain,
        /// Who runs the iterations.
        mapping: Mapping,
        /// What is done with each.
        body: Block,
    },
    /// Counts: `var` takes `start`, `start + step`, … while it is below `end`, compared in the
    /// variable's type. The three are evaluated once, before. Whoever builds the loop sees to it
    /// that the sum does not wrap: see [`MAX_EXTENT`].
    For {
        /// The local declared to hold the count.
        var: LocalId,
        /// The first value.
        start: Expr,
        /// The bound, not reached.
        end: Expr,
        /// The step, at least 1.
        step: Expr,
        /// The body.
        body: Block,
    },
}

/// The largest number of nodes, edges or worklist items that a run may have. Strided loops count in
/// 32 bits; the margin below 2³² is more work-items than any launch has, so the count never wraps.
pub const MAX_EXTENT: u32 = u32::MAX - (1 << 24);

/// Who runs the iterations of a `forall`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mapping {
    /// All work-items of the launch, each some.
    Parallel,
    /// Whoever runs the loop, all.
    Serial,
}

/// The elements that a `forall` ranges over.
#[derive(Debug, Clone, PartialEq)]
pub enum Domain {
    /// Every node.
    Nodes,
    /// Every edge.
    Edges,
    /// The front side of a worklist.
    Worklist(WorklistId),
    /// From the first up to the second, not included.
    Range(Expr, Expr),
    /// The outgoing edges of a node; what is no node of the graph has none.
    OutEdges(Expr, Bounds),
    /// The incoming edges of a node, as ids of the edges.
    InEdges(Expr, Bounds),
}
