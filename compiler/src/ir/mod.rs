//! The intermediate representation (IR): its definition and its meaning.
//!
//! The IR defines what a program does. Lowering produces it, every pass reads and writes it, the
//! interpreter executes it, and the printer and the schedule are derived from it.
//!
//! A [`Module`] is one program: its state in device memory ([`Array`]s and [`Worklist`]s), its
//! kernels, and `main`, which the host runs. Statements are structured: the only jumps are `break`
//! and `continue`. Expressions have no side effects. Therefore a pass is a rewrite of a tree, and
//! the generated C resembles its source.
//!
//! | module | task |
//! | --- | --- |
//! | [`text`], [`parse`] | write a module as text, and read it back |
//! | [`verify`] | checks the invariants below |
//! | [`value`] | defines the arithmetic |
//! | [`group`] | defines the groups of work-items and their operations |
//! | [`uniformity`], [`hazards`], [`repeats`], [`fixpoint`] | analyses that the verifier and the passes share |
//! | [`interp`](crate::interp) | executes a module |
//!
//! # Meaning
//!
//! * **Kernels.** In a module of [`Stage::Parallel`], the body of a kernel runs once per launch. A
//!   [`StmtKind::ForAll`] runs its body for each element of its domain, in any order and
//!   concurrently. The work-items of the launch share the iterations of a [`Mapping::Parallel`]
//!   `forall`. A [`Mapping::Serial`] `forall` runs within the iteration that reaches it.
//! * **Work-items.** After [`distribute`](crate::passes::distribute), a module is of
//!   [`Stage::Distributed`] and has no parallel `forall`. The body of a kernel then runs once per
//!   work-item. [`Coordinate`]s state the position of the work-item in its launch, and the
//!   work-items of a [`group`] can synchronise and exchange values.
//! * **Arrays.** An array has one element for the program, for each node or for each edge
//!   ([`Extent`]), or several such elements ([`Length`]). A kernel may also have
//!   [local arrays](Local), which belong to an iteration or a work-item.
//! * **Narrow elements.** The elements of an array may take fewer bits in memory than their type
//!   ([`ElementWidth`]).
//! * **Accesses.** A [`Place`] is an element of an array. An [`Access::Relaxed`] access is a
//!   relaxed atomic access at device scope: it is never torn, and only the end of the kernel orders
//!   it. An [`Access::Plain`] access is a promise: while it can run, no other iteration or
//!   work-item writes the element, nor reads it if this access is a write.
//! * **Bounds.** With [`Bounds::Checked`], an index past the end of the array is defined: reads and
//!   atomics yield zero, and writes do nothing. Reads of the graph yield [`GraphArray::missing`].
//!   [`Bounds::Proven`] is a promise that the index is in range. Lowering makes all accesses of the
//!   program relaxed and checked. The passes [`access`](crate::passes::access) and
//!   [`bounds`](crate::passes::bounds) make them plain and proven where they can show that the
//!   promise holds.
//! * **Worklists.** A worklist is a double-buffered bag of items. Pushes go to the back buffer. A
//!   launch of a kernel that reads the worklist first swaps the buffers and empties the new back
//!   buffer; the kernel then reads the front buffer. A kernel therefore reads all items that were
//!   pushed since the previous launch that read the worklist, and the items of the old front buffer
//!   are lost. In an [outlined loop](OutlinedLoop), the swap is a separate statement. An item is a
//!   single value or a pair ([`ItemType`]).
//! * **Graph.** `main` may replace the graph by its quotient: a [`Contraction`]. Then the numbers of
//!   nodes and edges, the arrays of the graph, and the numbers of rows of arrays of nodes and edges
//!   are those of the quotient, and worklists are empty.
//! * **Edges.** Edge ids have the arithmetic of unsigned integers, so that the positions of edges are
//!   computed without a conversion. They have 32 bits ([`Type::Edge`]), or 64 bits after the pass
//!   [`widen`](crate::passes::widen), which replaces `edge` by `u64` ([`EdgeWidth`]).
//! * **Arithmetic.** Integer arithmetic wraps, and integer division by zero yields zero. Shifts use
//!   the low bits of the amount. A cast from float to integer saturates and converts NaN to zero.
//!   In minima and maxima of floats, -0 is smaller than 0, and NaN is ignored. [`value`] defines
//!   every operation.
//!
//! # Invariants
//!
//! [`verify`] checks these invariants after lowering and after every pass:
//!
//! * Every id is in range. Exactly one statement (a `let`, a vector load, a loop, an atomic, a
//!   collective or a scan) or the parameter list declares each local. The declaration precedes all
//!   uses, in the same block or an enclosing one.
//! * Operators, including atomic ones, fit the types of their operands. Indices are 32-bit
//!   integers, `node`s, `edge`s or, after `widen`, `u64`s; conditions are `bool`. The bounds of a counted loop fit the type
//!   of its variable.
//! * `break` and `continue` are inside a `while` or `for` of the same iteration. In `main`, no
//!   `iterate` or `pipe` lies between the loop and the `break` or `continue`.
//! * A parallel `ForAll` is not nested in another loop or in a conditional.
//! * In a kernel with virtual warps, the iterations of the parallel `ForAll` only declare locals and
//!   test conditions before they reach a `ForAll` over edges, after which they end.
//! * The body of a `ForAll` does not assign locals that are declared outside of it. It may
//!   [reduce](StmtKind::Reduce) into them.
//! * An expression of a kernel that the generated code evaluates more than once contains no relaxed
//!   load, because its value could change between the evaluations. This applies to checked indices,
//!   the bounds of a `ForAll` over a range, and the node of a `ForAll` over edges. Lowering stores
//!   such values in locals.
//! * A [vector load](StmtKind::LetVector) reads plain and proven elements of an array that the
//!   kernel does not write, or proven elements of an array of the graph.
//! * Narrow elements are `bool`s, `i32`s, `u32`s or `node`s, and an initial value that fits. No
//!   atomic, vector load, `exclusive` or contraction accesses them.
//! * No `break` or `continue` leaves the body of an `Exclusive`, and the body contains no other
//!   `Exclusive`.
//! * A distributed module has no parallel `ForAll`. A module that is not distributed has no
//!   coordinates, shared memory or operations of groups.
//! * Barriers, collectives, scans and flushes are in control flow that is uniform for their group
//!   ([`uniformity`]). Grid barriers occur only in outlined loops.
//! * On every path, a kernel flushes its queues before it ends.
//! * Only a distributed module has outlined loops. In an outlined loop:
//!   * a grid barrier separates two statements that [conflict](hazards);
//!   * the buffers of a worklist are swapped exactly once before each call of a kernel that reads
//!     the worklist, and no push comes between the swap and the call;
//!   * a loop that may run forever checks the capacity of each worklist that may have lost a push;
//!   * if a call is given local memory, its arrays have the shapes that the kernel needs, and no
//!     earlier call still uses them.

pub mod build;
mod declared;
mod edges;
mod element;
mod expr;
pub mod fixpoint;
pub mod group;
pub mod hazards;
mod host;
pub mod intrinsics;
mod item;
pub mod launches;
pub mod local_memory;
mod locals;
pub mod names;
mod operators;
pub mod outlined;
pub mod overwritten;
mod param_range;
pub mod parse;
mod plan;
pub mod print;
pub mod private;
pub mod repeats;
mod selective;
mod shared_loop;
mod state;
mod stmt;
pub mod text;
pub mod uniform_loop;
pub mod uniformity;
pub mod uses;
pub mod value;
pub mod verify;
pub mod visit;

pub use crate::atomics::AtomicOp;
pub use crate::configuration::Configuration;
pub use crate::intrinsics::Intrinsic;
pub use crate::model::Property;
pub use crate::types::{MAX_ARRAY_LENGTH, Type};
pub use edges::EdgeWidth;
pub use element::ElementWidth;
pub use expr::{Access, Bounds, Element, Expr, ExprKind, GraphArray, LocalElement, Place};
pub use group::{Coordinate, Scope, Shared, SharedExtent};
pub use host::{Action, Contraction, HostStmt, LoopOrigins, Main, Seed};
pub use item::{Item, ItemPart, ItemType, SECOND_BITS, packed};
pub use locals::{Local, Locals};
pub use operators::{BinaryOp, UnaryOp};
pub use outlined::{OutlinedLoop, OutlinedStmt, Passing};
pub use param_range::ParamRange;
pub use plan::{LoopWidth, Plan, WORKGROUP_SIZE, Work};
pub use print::PrintPart;
pub use shared_loop::SharedLoop;
pub use state::{Array, Extent, GraphRequirement, Init, Length, Param, Worklist, is_optional_node};
pub use stmt::{Block, Domain, MAX_EXTENT, Mapping, Origin, Stmt, StmtKind};
pub use value::Value;

/// A program.
#[derive(Debug, Clone, PartialEq)]
pub struct Module {
    /// Name of the program: the name of its file without the suffix.
    pub name: String,
    /// How far the module has been compiled.
    pub stage: Stage,
    /// The number of bits of edge ids.
    pub edges: EdgeWidth,
    /// Whether the program uses the ids or the number of edges as integers, which may have room for
    /// 32 bits only.
    pub numbers_edges: bool,
    /// The intended number of work-items of a workgroup. Kernels work with any number.
    pub workgroup_size: u32,
    /// Properties that the graph must have.
    pub requirements: Vec<GraphRequirement>,
    /// Scalars that the user sets before the run.
    pub params: Vec<Param>,
    /// Node properties, edge properties and globals.
    pub arrays: Vec<Array>,
    /// The worklists.
    pub worklists: Vec<Worklist>,
    /// Functions that are launched on the device.
    pub kernels: Vec<Kernel>,
    /// The loops of `main` that the device runs.
    pub outlined: Vec<OutlinedLoop>,
    /// The counts of frontiers that some kernels make, for records of rounds.
    pub frontiers: Vec<Frontier>,
    /// The kernels among which a model chooses in each round, for records of rounds.
    pub variants: Vec<Variant>,
    /// The program of the host.
    pub main: Main,
    /// Arrays that a run returns.
    pub outputs: Vec<ArrayId>,
    /// Oracles that check the result of a run.
    pub checks: Vec<Check>,
}

/// How far a module has been compiled. The [invariants](crate::ir#invariants) depend on the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// After lowering: `forall`s express the parallelism.
    Parallel,
    /// The work is distributed over work-items. Serial `forall`s may remain.
    Distributed,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// Returns the id as an index into the vector that contains the element.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
ids! {
    /// Identifies a [`Param`] of a module.
    ParamId,
    /// Identifies an [`Array`] of a module.
    ArrayId,
    /// Identifies a [`Worklist`] of a module.
    WorklistId,
    /// Identifies a [`Kernel`] of a module.
    KernelId,
    /// Identifies an [`OutlinedLoop`] of a module.
    OutlinedId,
    /// Identifies a [`Local`] of a kernel, of an outlined loop or of `main`.
    LocalId,
    /// Identifies [`Shared`] memory of a kernel.
    SharedId,
    /// Identifies a [`LocalArray`](local_memory::LocalArray) of an outlined loop.
    MemoryId
}

/// A function that is launched on the device.
#[derive(Debug, Clone, PartialEq)]
pub struct Kernel {
    /// Name of the kernel.
    pub name: String,
    /// All locals; the first `params` of them are the parameters. Names are unique within the
    /// kernel.
    pub locals: Locals,
    /// Number of parameters.
    pub params: usize,
    /// Memory that the work-items of a workgroup share.
    pub shared: Vec<Shared>,
    /// Number of work-items of a virtual warp, or 1. The work-items of a virtual warp run the same
    /// iterations of the parallel `forall`, and share the iterations of the `forall` inside. Only
    /// before distribution.
    pub lanes: u32,
    /// The worklist of an asynchronous kernel: an iteration that puts its item back on it may run again
    /// at once. The kernel loops over the items, or over all nodes, which are then the items.
    pub asynchronous: Option<WorklistId>,
    /// The group that has each iteration of the parallel `forall`: its first work-item runs the
    /// iteration, and the others only take part in its nested `forall`s. `None` if each work-item
    /// has iterations of its own. Only before distribution.
    pub per: Option<Scope>,
    /// The flags of nested parallelism and of cooperative conversion for this kernel, instead of
    /// those of the configuration.
    pub options: Option<Configuration>,
    /// What passes have decided about its launches.
    pub plan: Plan,
    /// The statements.
    pub body: Block,
}

/// The counts of frontiers: the nodes whose edges a later kernel of the round visits. The counts
/// grow in each round, modulo 2³².
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frontier {
    /// The kernel that counts.
    pub kernel: KernelId,
    /// A `u32` global: the number of nodes.
    pub nodes: ArrayId,
    /// A `u32` global: the number of their edges.
    pub edges: ArrayId,
}

/// A kernel that a model may choose in a round, instead of a kernel of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// The kernel that visits the edges.
    pub kernel: KernelId,
    /// The name of the kernel of the program.
    pub of: String,
    /// The flags of the model's leaf.
    pub options: Configuration,
}

/// An oracle and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Name of the oracle.
    pub oracle: String,
    /// The command of the user's own checker, if the oracle is `external`.
    pub command: Option<String>,
    /// Arguments of the oracle.
    pub args: Vec<CheckArg>,
}

impl Check {
    /// Returns the arrays that the oracle judges, in the order of the arguments.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        self.args.iter().filter_map(|arg| match arg {
            CheckArg::Array(id) => Some(*id),
            CheckArg::Param(_) => None,
        })
    }
}

/// An argument of an oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckArg {
    /// The content of an array at the end of the run.
    Array(ArrayId),
    /// The value of a parameter.
    Param(ParamId),
}
