//! The intermediate representation: what every pass reads and writes, and what it means.
//!
//! A [`Module`] is one program: its state in device memory ([`Array`]s and [`Worklist`]s), its
//! kernels, and `main`, which the host runs. Statements are structured (no jumps but `break` and
//! `continue`) and expressions have no side effects, so that a pass is a tree rewrite and the
//! emitted C reads like its source. [`text`] writes a module, [`parse`] reads it back, [`verify`]
//! holds it to the invariants below, [`value`] defines the arithmetic, and
//! [`interp`](crate::interp) executes it.
//!
//! # Meaning
//!
//! * A kernel's body runs once for each launch. A [`StmtKind::ForAll`] runs its body for each
//!   element of its domain, in any order and at the same time; one that is
//!   [`Mapping::Parallel`] is spread over the work-items of the launch, one that is
//!   [`Mapping::Serial`] runs within whatever runs it.
//! * After [`distribute`](crate::passes::distribute) no parallel `ForAll` is left. The body of a
//!   kernel then runs once for each work-item, which knows its place by [`Coordinate`]s;
//!   work-items may do things together ([`group`]).
//! * Arrays are accessed through a [`Place`]. [`Access::Relaxed`] is a relaxed atomic access at
//!   device scope: never torn, ordered by nothing but the end of the kernel. [`Access::Plain`]
//!   promises that nobody else touches the element meanwhile. [`Bounds::Checked`] gives an index
//!   past the end a meaning (reads and atomics yield zero, writes do nothing); [`Bounds::Proven`]
//!   promises that there is none. Lowering makes all of the program's own accesses relaxed and
//!   checked; passes that can prove more ([`access`](crate::passes::access),
//!   [`bounds`](crate::passes::bounds)) say so.
//! * A worklist is a bag with two sides. Pushes go to the back side. A launch of a kernel that
//!   reads the worklist first makes the back side the front side (what was in front is gone) and
//!   leaves the back side empty; then it reads the front. So a kernel sees all that was pushed
//!   since the last kernel that read.
//! * Integer arithmetic wraps; division by zero yields zero; shifts use the low bits of the amount;
//!   a cast from float to integer saturates and takes NaN to zero ([`value`]).
//!
//! # Invariants (held by [`verify`])
//!
//! * Ids are in range; every local is declared by exactly one `let`, loop, parameter or atomic
//!   result, before its uses and in a block that encloses them.
//! * Operators, atomic ones too, fit the types of their operands; indices and the bounds of counted
//!   loops are 32-bit whole numbers; conditions are `bool`.
//! * `break` and `continue` stand in a `while` or `for` of the same iteration; in `main`, with no
//!   `iterate` or `pipe` between.
//! * A parallel `ForAll` stands in no loop, and only one level of nesting is parallel.
//! * A `ForAll` assigns no local that is declared outside of it; it may [reduce](StmtKind::Reduce)
//!   into one.
//! * What emitted code evaluates more than once holds no relaxed load, whose value may change in
//!   between: a checked index, the bounds of a `ForAll`'s range, the node whose arcs it takes. Lowering
//!   names such a value first.
//! * No `break` or `continue` leaves the body of an `Exclusive`, and none stands within another.
//! * A distributed module has no parallel `ForAll`; a module that is not has no coordinates, and
//!   nothing that work-items do together.
//! * Barriers, collectives, scans and flushes stand in control flow that is uniform for their group
//!   ([`uniformity`]); barriers of the grid are [`HostStmt::GridBarrier`]s, in an
//!   [outlined](HostStmt::Outline) loop, which no other encloses.
//! * What a kernel enqueues, it flushes before it ends, whichever way it takes.
//! * In an outlined loop, no two statements with no barrier of the grid between them
//!   [conflict](hazards), and pipes there do not seed.

pub mod build;
pub mod group;
pub mod hazards;
pub mod outlined;
pub mod parse;
pub mod text;
pub mod uniformity;
pub mod uses;
pub mod value;
pub mod verify;
pub mod visit;

use serde::{Deserialize, Serialize};

pub use crate::check::{AtomicOp, Type};
use crate::syntax::ast::Span;
pub use group::{Coordinate, Scope, Shared, SharedExtent};
pub use value::Value;

/// A whole program.
#[derive(Debug, Clone, PartialEq)]
pub struct Module {
    /// The program's name: its file's, without the suffix.
    pub name: String,
    /// How far the module has come.
    pub stage: Stage,
    /// What the graph must be.
    pub requirements: Vec<GraphRequirement>,
    /// Scalars set from outside before the run.
    pub params: Vec<Param>,
    /// Node properties, edge properties and globals.
    pub arrays: Vec<Array>,
    /// The worklists; every item is a node.
    pub worklists: Vec<Worklist>,
    /// What is launched on the device.
    pub kernels: Vec<Kernel>,
    /// What the host does.
    pub main: Main,
    /// The arrays that a run hands back.
    pub outputs: Vec<ArrayId>,
    /// The oracles that judge a run.
    pub checks: Vec<Check>,
}

/// How far a module has come: see the invariants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// As lowered: parallelism is in `forall`s.
    Parallel,
    /// Work is dealt out to work-items; serial `forall`s may be left.
    Distributed,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index into the vector that it identifies an element of.
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
    /// Identifies a [`Local`] of a kernel or of `main`.
    LocalId,
    /// Identifies [`Shared`] memory of a kernel.
    SharedId
}

/// A property that the loader must make true of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphRequirement {
    /// Every arc has its reverse.
    Undirected,
    /// No self-loops, no parallel arcs.
    Simple,
    /// Each node's arcs are in the order of their targets.
    Sorted,
}

impl GraphRequirement {
    /// All of them, with the names that source text uses.
    pub const ALL: [(&'static str, GraphRequirement); 3] = [
        ("undirected", GraphRequirement::Undirected),
        ("simple", GraphRequirement::Simple),
        ("sorted", GraphRequirement::Sorted),
    ];

    /// The name in source text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, r)| *r == self).map_or("", |(n, _)| n)
    }
}

/// A scalar set from outside before the run (`-p source=17`). A parameter of type `node` is checked
/// against the graph before anything runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value where none is set; without one it must be set.
    pub default: Option<Value>,
}

/// Typed elements in device memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    pub ty: Type,
    /// How many there are.
    pub extent: Extent,
    /// What it holds when `main` starts.
    pub init: Init,
}

/// How many elements an array has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// One: a global.
    One,
    /// One for each node.
    Nodes,
    /// One for each arc.
    Arcs,
}

/// What an array holds when `main` starts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Init {
    /// This value everywhere.
    Fill(Value),
    /// The weights of the graph, converted; an error where they do not fit.
    Weights,
}

/// A bag of nodes, filled by pushes.
#[derive(Debug, Clone, PartialEq)]
pub struct Worklist {
    /// Its name.
    pub name: String,
}

/// A function that the device runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Every local; the first `params` are the parameters. Names are unique within the kernel.
    pub locals: Vec<Local>,
    /// How many of the locals are parameters.
    pub params: usize,
    /// What the work-items of a workgroup share.
    pub shared: Vec<Shared>,
    /// What it does.
    pub body: Block,
}

/// A named scalar of a kernel or of `main`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// What the host does.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Main {
    /// Its locals, named uniquely.
    pub locals: Vec<Local>,
    /// Its statements.
    pub body: Vec<HostStmt>,
    /// Where its loops came from.
    pub loops: LoopOrigins,
}

/// Where loops of `main` came from: for each, an outer one before those within, in the order of the
/// text. Empty where the module was read from text. Equal whatever they are, as [`Origin`]s are.
#[derive(Debug, Clone, Default)]
pub struct LoopOrigins(pub Vec<Origin>);

impl PartialEq for LoopOrigins {
    fn eq(&self, _: &LoopOrigins) -> bool {
        true
    }
}

/// An oracle, and what it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The oracle's name.
    pub oracle: String,
    /// What it is shown.
    pub args: Vec<CheckArg>,
}

/// Something that an oracle is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckArg {
    /// The content of an array at the end of the run.
    Array(ArrayId),
    /// The value of a parameter.
    Param(ParamId),
}

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

/// The largest number of nodes, arcs or worklist items that a run may have. Strided loops count in
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
    /// Every arc.
    Edges,
    /// The front side of a worklist.
    Worklist(WorklistId),
    /// From the first up to the second, not included.
    Range(Expr, Expr),
    /// The outgoing arcs of a node; what is no node of the graph has none.
    OutEdges(Expr, Bounds),
    /// The incoming arcs of a node, as ids of the arcs.
    InEdges(Expr, Bounds),
}

/// An element of an array, and what is known of the access.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The array.
    pub array: ArrayId,
    /// The element.
    pub index: Expr,
    /// Whether others may touch it meanwhile.
    pub access: Access,
    /// Whether the index may be past the end.
    pub bounds: Bounds,
}

/// Whether others may touch an element meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// They may: a relaxed atomic access.
    Relaxed,
    /// They do not.
    Plain,
}

/// Whether an index may be past the end, or a node none of the graph's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// It may: reads yield zero, writes do nothing.
    Checked,
    /// It is not.
    Proven,
}

/// An expression with its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// The type of its value.
    pub ty: Type,
    /// What it computes.
    pub kind: ExprKind,
}

/// The kinds of expressions. None has a side effect.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Const(Value),
    /// A local's value.
    Local(LocalId),
    /// A program parameter's value.
    Param(ParamId),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator; both sides have one type, but for shifts, whose amount is `u32`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Conversion to the expression's type.
    Cast(Box<Expr>),
    /// The second where the first holds, else the third; both may be evaluated.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An element's value.
    Load(Box<Place>),
    /// An element of one of the graph's own arrays, which nobody writes.
    Graph(GraphArray, Box<Expr>, Bounds),
    /// The number of nodes (u32).
    NodeCount,
    /// The number of arcs (u32).
    ArcCount,
    /// How many items the front side of a worklist has (u32).
    WorklistSize(WorklistId),
    /// How many items the back side of a worklist has: those that wait for the next kernel that
    /// reads it (u32). In `main` only.
    Waiting(WorklistId),
    /// An item of the front side of a worklist, by an index below its size.
    WorklistItem(WorklistId, Box<Expr>),
    /// Where the work-item stands (u32).
    At(Coordinate),
    /// An element of shared memory, by an index in range.
    Shared(SharedId, Box<Expr>),
    /// The number of the last element of shared memory that is at most a value, where one is. The
    /// memory has a `u32` for each work-item and is in ascending order; its first element is 0.
    Search(SharedId, Box<Expr>),
}

/// The graph's own arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphArray {
    /// Where each node's outgoing arcs start, and one past the last: `nodes + 1` arc ids.
    OutOffsets,
    /// The node that each arc points to.
    Targets,
    /// The node that each arc starts from.
    Sources,
    /// Where each node's incoming arcs start in `InArcs`, and one past the last.
    InOffsets,
    /// The ids of the incoming arcs, node by node.
    InArcs,
}

impl GraphArray {
    /// All of them.
    pub const ALL: [GraphArray; 5] = [
        GraphArray::OutOffsets,
        GraphArray::Targets,
        GraphArray::Sources,
        GraphArray::InOffsets,
        GraphArray::InArcs,
    ];

    /// The name in the IR's text, in emitted code and in schedules.
    pub fn name(self) -> &'static str {
        match self {
            GraphArray::OutOffsets => "out_offsets",
            GraphArray::Targets => "targets",
            GraphArray::Sources => "sources",
            GraphArray::InOffsets => "in_offsets",
            GraphArray::InArcs => "in_arcs",
        }
    }

    /// The type of its elements.
    pub fn ty(self) -> Type {
        match self {
            GraphArray::Targets | GraphArray::Sources => Type::Node,
            GraphArray::OutOffsets | GraphArray::InOffsets | GraphArray::InArcs => Type::Edge,
        }
    }
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`: numbers.
    Neg,
    /// `!`: bool.
    Not,
    /// `~`: integers.
    BitNot,
    /// The absolute value of a number; that of the smallest signed integer is itself.
    Abs,
}

/// Infix operators. `And` and `Or` may evaluate both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operator that its name says")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Min,
    Max,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is a `bool` whatever the operands are.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// Whether it shifts: the right side is then `u32`.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}

/// A statement of `main`.
#[derive(Debug, Clone, PartialEq)]
pub enum HostStmt {
    /// Declares a local and gives it a value.
    Let(LocalId, Expr),
    /// Gives a local another value.
    Assign(LocalId, Expr),
    /// Writes an element on the device.
    Store(Place, Expr),
    /// Writes every element of an array on the device.
    Fill(ArrayId, Expr),
    /// Exchanges the contents of two arrays of one type and extent.
    Swap(ArrayId, ArrayId),
    /// Exchanges the contents of two worklists, both sides.
    SwapWorklists(WorklistId, WorklistId),
    /// Empties both sides of a worklist.
    Clear(WorklistId),
    /// Empties a worklist and pushes what a pipe starts with.
    Seed(WorklistId, Seed),
    /// Runs a kernel.
    Launch(KernelId, Vec<Expr>),
    /// A conditional.
    If(Expr, Vec<HostStmt>, Vec<HostStmt>),
    /// A loop; the condition is evaluated before each round.
    While(Expr, Vec<HostStmt>),
    /// Counts: `var` takes `start`, `start + 1`, … while it is below `end`. The two are evaluated
    /// once, before.
    For {
        /// The local declared to hold the count: u32 or i32.
        var: LocalId,
        /// The first value.
        start: Expr,
        /// The bound, not reached.
        end: Expr,
        /// The body.
        body: Vec<HostStmt>,
    },
    /// Ends the innermost `while` or `for`.
    Break,
    /// Goes on with the next round of the innermost `while` or `for`.
    Continue,
    /// A loop run at least once; the condition is evaluated after each round.
    Iterate(Vec<HostStmt>, Expr),
    /// Empties the worklist, pushes the seed, and runs the body until the back side of the worklist
    /// is empty; with `once`, one time.
    Pipe {
        /// The worklist.
        worklist: WorklistId,
        /// Whether the body runs one time only.
        once: bool,
        /// What the worklist starts with; `None` leaves its content as it is.
        seed: Option<Seed>,
        /// The body.
        body: Vec<HostStmt>,
    },
    /// Runs its statements on the device, in one launch whose workgroups all run at the same time:
    /// every work-item goes through them, with the locals of `main` for itself, and together they run
    /// the kernels. What `main` does to memory, the first work-item does alone, and to whole arrays,
    /// all together. After the seed of a pipe, all of them wait for each other, as at a
    /// [`GridBarrier`](HostStmt::GridBarrier); whatever else must wait, a barrier makes it. The locals
    /// that the statements assign are `main`'s again afterwards, and every work-item's are the same.
    /// In a distributed module, and not within another.
    Outline(Vec<HostStmt>),
    /// Waits for all workgroups of an outlined loop, and for what they did to memory. On the host it
    /// does nothing.
    GridBarrier,
}

/// What a pipe starts with.
#[derive(Debug, Clone, PartialEq)]
pub enum Seed {
    /// These nodes; an error where one is none of the graph's.
    Items(Vec<Expr>),
    /// Every node once.
    Nodes,
}
