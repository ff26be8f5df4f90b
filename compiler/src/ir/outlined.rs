//! Outlined loops: functions that the device runs in the place of a part of `main`.
//!
//! An outlined loop spares the host a launch for each kernel of a loop, and a read for each round. It is
//! one launch, whose workgroups all run at the same time. [`HostStmt::Outline`] in `main` runs it, and
//! [`oitergb`](crate::passes::oitergb) makes it. Its statements say everything that the device does, so
//! that a backend only has to print them.
//!
//! # Meaning
//!
//! Every work-item of the launch goes through the statements, with locals of its own. They all take the
//! same path ([`hazards`](super::hazards) says why), so that all of them come to each barrier.
//!
//! * *Actions.* Each work-item sets its own locals, and swaps arrays and worklists for itself. The first
//!   work-item alone stores elements, clears worklists and sets the size of a seed. All work-items
//!   together fill arrays and write the items of a seed.
//! * *Calls.* All work-items run the kernel together. A call does not swap buffers: before a call of a
//!   kernel that reads a worklist stands an [`OutlinedStmt::SwapBuffers`].
//! * *Rounds.* Before each round of a loop comes its head. The head first asks whether the worklists in
//!   `room` had room for all pushes, and evaluates the condition. Then it is a barrier of the workgroup. It
//!   counts the round, unless the loop does not count.
//! * *Endings.* The run ends early after too many rounds, when a worklist ran out of room, or when a seed is
//!   not a node of the graph. Then no loop starts another round. `@waiting(w)` asks for the room of `w`, too.
//! * *Local memory.* A call is given arrays of the loop's local memory, in the order of its
//!   [needs](super::local_memory::local_needs). A call that is given none has local memory of its own; before
//!   code is generated, [`local_memory`](crate::passes::local_memory) gives each call its arrays.
//!
//! # Limits
//!
//! Outlined loops exist in distributed modules only, and they do not nest. [`OutlinedStmt::Single`],
//! [`OutlinedStmt::Scope`] and the marks of paths are shapes that drivers need;
//! [`legalise`](crate::passes::legalise) makes them.

use super::local_memory::LocalArray;
use super::{Action, Expr, KernelId, LocalId, Locals, MemoryId, Scope, WorklistId};

/// A function of statements of `main`, which the device runs.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlinedLoop {
    /// Its name, which no kernel and no other outlined loop has.
    pub name: String,
    /// Its locals, named uniquely. The first ones are its parameters.
    pub locals: Locals,
    /// How each parameter is passed.
    pub params: Vec<Passing>,
    /// The local memory that its calls share.
    pub memory: Vec<LocalArray>,
    /// What it does.
    pub body: Vec<OutlinedStmt>,
}

/// How a local of `main` is passed to an outlined loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// The loop gets its value.
    In,
    /// The loop gets its value, and `main` gets it back.
    InOut,
}

/// A statement of an outlined loop.
#[derive(Debug, Clone, PartialEq)]
pub enum OutlinedStmt {
    /// Changes locals or memory.
    Act(Action),
    /// Swaps the front and the back buffer of a worklist, before a call of a kernel that reads it. The
    /// new back buffer is empty.
    SwapBuffers(WorklistId),
    /// Runs a kernel.
    Call {
        /// The kernel.
        kernel: KernelId,
        /// A value for each of its parameters.
        args: Vec<Expr>,
        /// An array for each of its needs of local memory, or none.
        memory: Vec<MemoryId>,
    },
    /// Waits for all work-items of the workgroup or of the grid, and for what they did to memory.
    Barrier(Scope),
    /// A conditional.
    If(Expr, Vec<OutlinedStmt>, Vec<OutlinedStmt>),
    /// A loop; the condition is evaluated before each round.
    While {
        /// The condition.
        condition: Expr,
        /// The worklists whose room its head asks for.
        room: Vec<WorklistId>,
        /// The body.
        body: Vec<OutlinedStmt>,
    },
    /// Counts: `var` takes `start`, `start + 1`, … while it is below `end`. The two are evaluated once,
    /// before the loop.
    For {
        /// The local declared to hold the count: u32 or i32.
        var: LocalId,
        /// The first value.
        start: Expr,
        /// The bound, not reached.
        end: Expr,
        /// The body.
        body: Vec<OutlinedStmt>,
    },
    /// A loop that runs at least once; the condition is evaluated after each round.
    Iterate {
        /// The body.
        body: Vec<OutlinedStmt>,
        /// The condition.
        condition: Expr,
        /// The worklists whose room its head asks for.
        room: Vec<WorklistId>,
    },
    /// A loop of one round.
    Once(Vec<OutlinedStmt>),
    /// A loop of at most one round, which `flag` tells apart from what follows it: `flag` is `taken` before
    /// the round, and false after it.
    Single {
        /// The local declared to hold whether the round is still to come.
        flag: LocalId,
        /// Whether there is a round.
        taken: Expr,
        /// Whether the round counts as one of a loop of `main`.
        counted: bool,
        /// The body.
        body: Vec<OutlinedStmt>,
    },
    /// Statements whose locals are known in it alone.
    Scope(Vec<OutlinedStmt>),
    /// Ends the innermost `while`, `for` or `single`.
    Break,
    /// Continues with the next round of the innermost `while`, `for` or `single`.
    Continue,
    /// Marks the start of a path that some workgroups may not take, and that has a barrier.
    PathStart,
    /// Marks the end of such a path, where other paths join it.
    PathEnd,
}

impl OutlinedStmt {
    /// Whether the workgroup waits in the statement.
    pub fn waits(&self) -> bool {
        match self {
            OutlinedStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(Self::waits),
            OutlinedStmt::Scope(body) => body.iter().any(Self::waits),
            OutlinedStmt::Call { .. } | OutlinedStmt::Barrier(_) => true,
            _ => self.is_loop(),
        }
    }

    /// Whether a `break` or `continue` in the statement leaves the loop around it.
    pub fn leaves(&self) -> bool {
        match self {
            OutlinedStmt::Break | OutlinedStmt::Continue => true,
            OutlinedStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(Self::leaves),
            OutlinedStmt::Scope(body) => body.iter().any(Self::leaves),
            _ => false,
        }
    }

    /// Whether it has rounds.
    pub fn is_loop(&self) -> bool {
        matches!(
            self,
            OutlinedStmt::While { .. }
                | OutlinedStmt::For { .. }
                | OutlinedStmt::Iterate { .. }
                | OutlinedStmt::Once(_)
                | OutlinedStmt::Single { .. }
        )
    }

    /// The local that the statement itself declares.
    pub fn declares(&self) -> Option<LocalId> {
        match self {
            OutlinedStmt::Act(Action::Let(id, _))
            | OutlinedStmt::For { var: id, .. }
            | OutlinedStmt::Single { flag: id, .. } => Some(*id),
            _ => None,
        }
    }

    /// The statements directly inside.
    pub fn blocks(&self) -> Vec<&Vec<OutlinedStmt>> {
        match self {
            OutlinedStmt::If(_, then, otherwise) => vec![then, otherwise],
            OutlinedStmt::While { body, .. }
            | OutlinedStmt::For { body, .. }
            | OutlinedStmt::Iterate { body, .. }
            | OutlinedStmt::Single { body, .. }
            | OutlinedStmt::Once(body)
            | OutlinedStmt::Scope(body) => vec![body],
            _ => vec![],
        }
    }

    /// The statements directly inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<OutlinedStmt>> {
        match self {
            OutlinedStmt::If(_, then, otherwise) => vec![then, otherwise],
            OutlinedStmt::While { body, .. }
            | OutlinedStmt::For { body, .. }
            | OutlinedStmt::Iterate { body, .. }
            | OutlinedStmt::Single { body, .. }
            | OutlinedStmt::Once(body)
            | OutlinedStmt::Scope(body) => vec![body],
            _ => vec![],
        }
    }

    /// The expressions directly inside; a place counts by its index.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            OutlinedStmt::Act(action) => action.exprs(),
            OutlinedStmt::Call { args, .. } => args.iter().collect(),
            OutlinedStmt::If(e, ..)
            | OutlinedStmt::While { condition: e, .. }
            | OutlinedStmt::Iterate { condition: e, .. }
            | OutlinedStmt::Single { taken: e, .. } => vec![e],
            OutlinedStmt::For { start, end, .. } => vec![start, end],
            _ => vec![],
        }
    }

    /// The expressions directly inside, to be changed.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            OutlinedStmt::Act(action) => action.exprs_mut(),
            OutlinedStmt::Call { args, .. } => args.iter_mut().collect(),
            OutlinedStmt::If(e, ..)
            | OutlinedStmt::While { condition: e, .. }
            | OutlinedStmt::Iterate { condition: e, .. }
            | OutlinedStmt::Single { taken: e, .. } => vec![e],
            OutlinedStmt::For { start, end, .. } => vec![start, end],
            _ => vec![],
        }
    }
}

/// Calls `f` for every statement of an outlined loop, outer before inner, in order.
pub fn walk_outlined<'a>(stmts: &'a [OutlinedStmt], f: &mut impl FnMut(&'a OutlinedStmt)) {
    for stmt in stmts {
        f(stmt);
        for inner in stmt.blocks() {
            walk_outlined(inner, f);
        }
    }
}

/// Calls `f` for every expression of an outlined loop.
pub fn walk_outlined_exprs<'a>(stmts: &'a [OutlinedStmt], f: &mut impl FnMut(&'a Expr)) {
    walk_outlined(stmts, &mut |stmt| {
        for expr in stmt.exprs() {
            expr.walk(f);
        }
    });
}
