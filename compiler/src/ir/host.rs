//! `main`: what the host does.

use super::{ArrayId, Expr, KernelId, LocalId, Locals, Origin, OutlinedId, Place, WorklistId};

/// What the host does.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Main {
    /// Its locals, named uniquely.
    pub locals: Locals,
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

/// What `main` does to its locals and to memory. The host does it, or the device in an
/// [outlined loop](super::OutlinedLoop).
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
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
    /// Exchanges the contents of two worklists, both buffers.
    SwapWorklists(WorklistId, WorklistId),
    /// Empties both buffers of a worklist.
    Clear(WorklistId),
    /// Empties a worklist and pushes what a pipe starts with.
    Seed(WorklistId, Seed),
}

impl Action {
    /// The expressions directly inside, in the order in which they are evaluated; a place counts by
    /// its index.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Action::Let(_, e) | Action::Assign(_, e) | Action::Fill(_, e) => vec![e],
            Action::Store(place, e) => vec![&place.index, e],
            Action::Seed(_, Seed::Items(items)) => items.iter().collect(),
            _ => vec![],
        }
    }

    /// The expressions directly inside, to be changed.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Action::Let(_, e) | Action::Assign(_, e) | Action::Fill(_, e) => vec![e],
            Action::Store(place, e) => vec![&mut place.index, e],
            Action::Seed(_, Seed::Items(items)) => items.iter_mut().collect(),
            _ => vec![],
        }
    }
}

/// A statement of `main`.
#[derive(Debug, Clone, PartialEq)]
pub enum HostStmt {
    /// Changes locals or memory.
    Act(Action),
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
    /// Runs an outlined loop on the device, with a local of `main` for each of its parameters.
    Outline(OutlinedId, Vec<LocalId>),
}

/// What a pipe starts with.
#[derive(Debug, Clone, PartialEq)]
pub enum Seed {
    /// These nodes; an error where one is none of the graph's.
    Items(Vec<Expr>),
    /// Every node once.
    Nodes,
}
