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
//!   between: a checked index, the bounds of a `ForAll`'s range, the node whose edges it takes. Lowering
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
mod expr;
pub mod group;
pub mod hazards;
mod host;
mod operators;
pub mod outlined;
pub mod parse;
mod stmt;
pub mod text;
pub mod uniform_loop;
pub mod uniformity;
pub mod uses;
pub mod value;
pub mod verify;
pub mod visit;

use serde::{Deserialize, Serialize};

pub use crate::atomics::AtomicOp;
pub use crate::types::Type;
pub use expr::{Access, Bounds, Expr, ExprKind, GraphArray, Place};
pub use group::{Coordinate, Scope, Shared, SharedExtent};
pub use host::{HostStmt, LoopOrigins, Main, Seed};
pub use operators::{BinaryOp, UnaryOp};
pub use stmt::{Block, Domain, MAX_EXTENT, Mapping, Origin, Stmt, StmtKind};
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
    /// Every edge has its reverse.
    Undirected,
    /// No self-loops, no parallel edges.
    Simple,
    /// Each node's edges are in the order of their targets.
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
    /// One for each edge.
    Edges,
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
