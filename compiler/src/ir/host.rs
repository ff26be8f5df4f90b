//! `main`: what the host does, or a loop on the device in its place.

use super::expr::{Expr, Place};
use super::stmt::Origin;
use super::{ArrayId, KernelId, Local, LocalId, WorklistId};

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
