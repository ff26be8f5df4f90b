//! Outlined loops: loops of `main` that run on the device instead of the host.
//!
//! Without outlining, the host launches every kernel of a loop in every round, and reads the number
//! of pushed items in each round of a `pipe`. An outlined loop is a single launch, whose workgroups
//! are all resident at the same time. [`HostStmt::Outline`](super::HostStmt::Outline) in `main`
//! runs it. The pass [`oitergb`](crate::passes::oitergb) creates it. The statements state
//! everything that the device does, so a backend only prints them.
//!
//! # Meaning
//!
//! Every work-item of the launch executes all statements, with its own copy of the locals. All
//! work-items take the same path ([`hazards`](super::hazards) explains why), so all of them reach
//! each barrier.
//!
//! * *Actions.* Each work-item sets its own locals. Each work-item also keeps its own record of
//!   which arrays and worklists are swapped. Only the first work-item stores elements, clears
//!   worklists, and pushes a list of items as a seed. All work-items together fill arrays and push
//!   all nodes as a seed.
//! * *Calls.* All work-items run the kernel together. A call does not swap buffers. An
//!   [`OutlinedStmt::SwapBuffers`] precedes each call of a kernel that reads a worklist.
//! * *Rounds.* Each loop has a *head*, which runs before each round. The head checks whether the
//!   worklists in `checked` had room for all pushes, evaluates the condition, and is a workgroup
//!   barrier. It also counts the round, except in an [`OutlinedStmt::Single`] that is not
//!   `counted`.
//! * *Early ends.* The run ends early after too many rounds, if a worklist runs out of room, or if
//!   an item of a seed is not a node of the graph. Then no loop starts another round. An expression
//!   `@waiting(w)` also checks whether `w` had room for all pushes.
//! * *Local memory.* A call passes arrays of the loop's local memory to the kernel, in the order of
//!   the kernel's [needs](super::local_memory::local_needs). If a call passes no arrays, the kernel
//!   has its own local memory. The pass [`local_memory`](crate::passes::local_memory) adds the
//!   arrays to each call before code is generated.
//!
//! # Limits
//!
//! Only distributed modules have outlined loops, and outlined loops do not nest. The pass
//! [`legalise`](crate::passes::legalise) creates [`OutlinedStmt::Single`], [`OutlinedStmt::Scope`]
//! and the marks of paths, because some drivers miscompile other control flow.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use super::local_memory::LocalArray;
use super::{Action, Expr, KernelId, LocalId, Locals, LoopWidth, MemoryId, Scope, WorklistId};

/// A loop of `main` that the device runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OutlinedLoop {
    /// The name, which differs from those of all kernels and other outlined loops.
    pub name: String,
    /// The locals, with unique names. The first `params.len()` of them are the parameters.
    pub locals: Locals,
    /// How each parameter is passed.
    pub params: Vec<Passing>,
    /// The number of workgroups.
    pub width: LoopWidth,
    /// The local memory that the called kernels share.
    pub memory: Vec<LocalArray>,
    /// The statements.
    pub body: Vec<OutlinedStmt>,
}

/// How a local of `main` is passed to an outlined loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// The loop receives the value of the local.
    In,
    /// The loop receives the value of the local, and `main` receives the final value.
    InOut,
}

/// A statement of an outlined loop.
#[derive(Debug, Clone, PartialEq)]
pub enum OutlinedStmt {
    /// Changes locals or memory.
    Act(Action),
    /// Swaps the front and the back buffer of a worklist, before a call of a kernel that reads the
    /// worklist. The new back buffer is empty.
    SwapBuffers(WorklistId),
    /// Runs a kernel.
    Call {
        /// The kernel.
        kernel: KernelId,
        /// A value for each parameter of the kernel.
        args: Vec<Expr>,
        /// An array of the loop's local memory for each array that the kernel
        /// [needs](super::local_memory::local_needs). Empty before local memory is assigned.
        memory: Vec<MemoryId>,
        /// Whether no swap of buffers precedes the call, as [`HostStmt::Launch`](super::HostStmt::Launch) says.
        again: bool,
    },
    /// Waits until all work-items of the workgroup or the grid arrive. Their earlier writes are
    /// then visible to the group.
    Barrier(Scope),
    /// A conditional: condition, statements if it holds, statements if it does not.
    If(Expr, Vec<OutlinedStmt>, Vec<OutlinedStmt>),
    /// A loop; the condition is evaluated before each round.
    While {
        /// The condition.
        condition: Expr,
        /// The worklists whose capacity the head of the loop checks.
        checked: Vec<WorklistId>,
        /// The body.
        body: Vec<OutlinedStmt>,
    },
    /// A counted loop: `var` takes the values `start`, `start + 1`, … while it is below `end`.
    /// `start` and `end` are evaluated once, before the loop.
    For {
        /// The new local for the count: `u32`, `i32` or an edge.
        var: LocalId,
        /// The first value.
        start: Expr,
        /// The exclusive upper bound.
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
        /// The worklists whose capacity the head of the loop checks.
        checked: Vec<WorklistId>,
    },
    /// A loop of exactly one round.
    Once(Vec<OutlinedStmt>),
    /// A loop that runs one round if `taken` holds, and otherwise none. Its condition is `flag`,
    /// which starts with the value of `taken` and is false after the round.
    Single {
        /// The new local for the condition.
        flag: LocalId,
        /// Whether the loop runs its round.
        taken: Expr,
        /// Whether the round counts as a round of a loop of `main`.
        counted: bool,
        /// The body.
        body: Vec<OutlinedStmt>,
    },
    /// A block, whose locals are not visible outside of it.
    Scope(Vec<OutlinedStmt>),
    /// Ends the innermost `while`, `for` or `single`.
    Break,
    /// Continues with the next round of the innermost `while`, `for` or `single`.
    Continue,
    /// Marks the start of a path that contains a barrier and that is not always taken.
    PathStart,
    /// Marks the end of such a path, where it joins other paths.
    PathEnd,
}

impl OutlinedStmt {
    /// Whether the statement contains a barrier of the workgroup. Calls and loops count as
    /// barriers.
    pub fn waits(&self) -> bool {
        match self {
            OutlinedStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(Self::waits),
            OutlinedStmt::Scope(body) => body.iter().any(Self::waits),
            OutlinedStmt::Call { .. } | OutlinedStmt::Barrier(_) => true,
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::For { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Single { .. }
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => self.is_loop(),
        }
    }

    /// Whether a `break` or `continue` in the statement leaves the loop around it.
    pub fn leaves(&self) -> bool {
        match self {
            OutlinedStmt::Break | OutlinedStmt::Continue => true,
            OutlinedStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(Self::leaves),
            OutlinedStmt::Scope(body) => body.iter().any(Self::leaves),
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::For { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Single { .. }
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => false,
        }
    }

    /// Whether the statement is a loop.
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
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::If(..)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => None,
        }
    }

    /// The blocks directly inside.
    pub fn blocks(&self) -> Vec<&Vec<OutlinedStmt>> {
        match self {
            OutlinedStmt::If(_, then, otherwise) => vec![then, otherwise],
            OutlinedStmt::While { body, .. }
            | OutlinedStmt::For { body, .. }
            | OutlinedStmt::Iterate { body, .. }
            | OutlinedStmt::Single { body, .. }
            | OutlinedStmt::Once(body)
            | OutlinedStmt::Scope(body) => vec![body],
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => vec![],
        }
    }

    /// The blocks directly inside, as mutable references.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<OutlinedStmt>> {
        match self {
            OutlinedStmt::If(_, then, otherwise) => vec![then, otherwise],
            OutlinedStmt::While { body, .. }
            | OutlinedStmt::For { body, .. }
            | OutlinedStmt::Iterate { body, .. }
            | OutlinedStmt::Single { body, .. }
            | OutlinedStmt::Once(body)
            | OutlinedStmt::Scope(body) => vec![body],
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => vec![],
        }
    }

    /// The expressions directly inside. Of a place, this is the index.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            OutlinedStmt::Act(action) => action.exprs(),
            OutlinedStmt::Call { args, .. } => args.iter().collect(),
            OutlinedStmt::If(e, ..)
            | OutlinedStmt::While { condition: e, .. }
            | OutlinedStmt::Iterate { condition: e, .. }
            | OutlinedStmt::Single { taken: e, .. } => vec![e],
            OutlinedStmt::For { start, end, .. } => vec![start, end],
            OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            OutlinedStmt::Act(action) => action.exprs_mut(),
            OutlinedStmt::Call { args, .. } => args.iter_mut().collect(),
            OutlinedStmt::If(e, ..)
            | OutlinedStmt::While { condition: e, .. }
            | OutlinedStmt::Iterate { condition: e, .. }
            | OutlinedStmt::Single { taken: e, .. } => vec![e],
            OutlinedStmt::For { start, end, .. } => vec![start, end],
            OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => vec![],
        }
    }
}

/// Calls `f` for every statement of an outlined loop, in order. An outer statement comes before
/// those inside it.
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
