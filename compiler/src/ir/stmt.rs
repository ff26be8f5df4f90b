//! Statements of kernels, and the domains of their loops.

use super::expr::{Bounds, Expr, LocalElement, Place};
use super::group::Scope;
use super::print::PrintPart;
use super::{ArrayId, Item, LocalId, SharedId, WorklistId};
use crate::atomics::AtomicOp;
use crate::span::Span;

/// Where a statement came from. All origins are equal, so that statements are compared without
/// them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin {
    /// Position in the source text.
    pub span: Option<Span>,
    /// A comment that a pass adds to the statement. The printer writes it before the statement.
    pub note: Option<&'static str>,
}

impl Origin {
    /// An origin with a position and without a comment.
    pub fn at(span: Span) -> Origin {
        Origin { span: Some(span), note: None }
    }

    /// Returns the same origin with a comment.
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
    /// What the statement does.
    pub kind: StmtKind,
    /// Where the statement came from.
    pub origin: Origin,
}

/// The kinds of statements of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// Declares a local and initialises it.
    Let(LocalId, Expr),
    /// Assigns to a local.
    Assign(LocalId, Expr),
    /// Declares a local array and gives every element a value.
    LetArray(LocalId, Expr),
    /// Writes an element of a local array.
    ///
    /// The iterations of a `forall` with the mapping [`Mapping::Serial`] may write an array that is
    /// declared outside of it. No pass may then distribute this `forall`.
    StoreElement(LocalElement, Expr),
    /// Declares two or four locals, and gives them the values of consecutive elements. The
    /// expression reads the first one: a [`Load`](super::ExprKind::Load) or a
    /// [`Graph`](super::ExprKind::Graph) read. All elements exist, and the kernel never writes the
    /// array, so that a device may read them with one instruction.
    LetVector(Vec<LocalId>, Expr),
    /// Writes an element.
    Store(Place, Expr),
    /// Updates an element atomically. Its old value can be stored in a new local.
    Atomic {
        /// The operation.
        op: AtomicOp,
        /// The element.
        place: Place,
        /// The operands: one, or two for `cas` (expected value, new value).
        operands: Vec<Expr>,
        /// The new local for the old value.
        old: Option<LocalId>,
    },
    /// Combines a value into a local that the iterations of a `forall` share. The operator does not
    /// depend on the order: `Add`, `Min`, `Max`, `And`, `Or` or `Xor`.
    Reduce(LocalId, AtomicOp, Expr),
    /// Adds an item to the back buffer of a worklist.
    Push(WorklistId, Item),
    /// Tries to own all the nodes, and runs `body` if it succeeds and `otherwise` if it fails.
    ///
    /// While an agent (an iteration or a work-item) owns a node, no other agent of the launch runs
    /// the body of an `Exclusive` that names the node. The next owner sees all writes of the body.
    /// The statement never waits: if another agent owns one of the nodes, it fails. Of all agents
    /// that try at the same time, at least one succeeds. Invalid nodes are ignored.
    Exclusive {
        /// One word per node, which is zero while the node has no owner. Nothing else accesses this
        /// array.
        owners: ArrayId,
        /// The nodes.
        nodes: Vec<Expr>,
        /// Statements for an agent that owns the nodes.
        body: Block,
        /// Statements for an agent that does not.
        otherwise: Block,
    },
    /// Writes an element of shared memory. The index is in range.
    StoreShared(SharedId, Expr, Expr),
    /// Updates an element of shared memory atomically. The index is in range.
    AtomicShared {
        /// The operation; not `Cas`.
        op: AtomicOp,
        /// The shared memory.
        shared: SharedId,
        /// Index of the element.
        index: Expr,
        /// The operand.
        operand: Expr,
        /// The new local for the old value.
        old: Option<LocalId>,
    },
    /// Waits until all work-items of the group arrive. Their earlier writes are then visible to the
    /// group.
    Barrier(Scope),
    /// Combines one value of each work-item of the group, in any order. The operator is `Add`,
    /// `Min`, `Max`, `And`, `Or` or `Xor`. All work-items get the result.
    Collective {
        /// The group: a subgroup or a workgroup.
        scope: Scope,
        /// The operator.
        op: AtomicOp,
        /// The value of the work-item.
        value: Expr,
        /// The new local for the result.
        result: LocalId,
    },
    /// Computes prefix sums over the workgroup: adds one `u32` of each work-item, in the order of
    /// the work-items, with wrapping.
    Scan {
        /// The value of the work-item.
        value: Expr,
        /// The new local for the sum of the values of all earlier work-items.
        before: LocalId,
        /// The new local for the sum of all values.
        total: LocalId,
    },
    /// Adds an item to the workgroup's queue for a worklist. If the queue is full, the item goes
    /// directly to the back buffer of the worklist.
    Enqueue(WorklistId, Item),
    /// Moves all items of the workgroup's queue to the back buffer of the worklist.
    Flush(WorklistId),
    /// Prints a line. Devices ignore this statement; the interpreter executes it.
    Print(Vec<PrintPart>),
    /// A conditional: condition, statements if it holds, statements if it does not.
    If(Expr, Block, Block),
    /// A loop that evaluates its condition before each round.
    While(Expr, Block),
    /// Ends the innermost `while` or `for`.
    Break,
    /// Continues with the next round of the innermost `while` or `for`.
    Continue,
    /// Marks the start of a path that contains a barrier and that is not always taken. Some drivers
    /// need the mark, and [`legalise`](crate::passes::legalise) adds it.
    PathStart,
    /// Runs the body for each element of a domain, in any order.
    ForAll {
        /// The new local for the element.
        var: LocalId,
        /// The elements.
        domain: Domain,
        /// Which work-items run the iterations.
        mapping: Mapping,
        /// The statements of one iteration.
        body: Block,
    },
    /// A counted loop: `var` takes the values `start`, `start + step`, … while it is below `end`,
    /// compared in the type of `var`. The three expressions are evaluated once, before the loop.
    /// The creator of the loop must ensure that the sum does not wrap (see [`MAX_EXTENT`]).
    For {
        /// The new local for the count.
        var: LocalId,
        /// The first value.
        start: Expr,
        /// The exclusive upper bound.
        end: Expr,
        /// The step, at least 1.
        step: Expr,
        /// The statements of one round.
        body: Block,
    },
}

/// Largest number of nodes, edges or worklist items of a run. Strided loops count in 32 bits and
/// add at most the number of work-items of a launch. The margin below 2³² is larger than any
/// launch, so the count never wraps.
pub const MAX_EXTENT: u32 = u32::MAX - (1 << 24);

/// Which work-items run the iterations of a `forall`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mapping {
    /// The work-items of the launch share them.
    Parallel,
    /// The agent that reaches the loop runs all of them.
    Serial,
}

/// The elements that a `forall` iterates over.
#[derive(Debug, Clone, PartialEq)]
pub enum Domain {
    /// Every node.
    Nodes,
    /// Every edge.
    Edges,
    /// Every item in the front buffer of a worklist whose items are single values.
    Worklist(WorklistId),
    /// The index of every item in the front buffer of a worklist (`u32`).
    Positions(WorklistId),
    /// The integers or edges from the first value (inclusive) to the second (exclusive).
    Range(Expr, Expr),
    /// The outgoing edges of a node. Invalid nodes have none.
    OutEdges(Expr, Bounds),
    /// The incoming edges of a node, as edge ids. Invalid nodes have none.
    InEdges(Expr, Bounds),
    /// The positions of the incoming edges of a node in [`InEdges`](super::GraphArray::InEdges). Invalid nodes have
    /// none.
    InPositions(Expr, Bounds),
}
