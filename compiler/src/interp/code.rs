//! Flattens a module into linear code, so that a work-item can be paused at any operation and
//! resumed later.
//!
//! Kernels, outlined loops and `main` become one list of operations. A statement without blocks
//! becomes one operation. A statement with blocks becomes jumps around the code of its blocks:
//!
//! ```text
//! while c { s }            0: Enter          if c { s } else { t }     0: If c else 3
//!                          1: While c else 4                           1: s
//!                          2: s                                        2: Jump 4
//!                          3: Jump 1                                   3: t
//!                          4:                                          4:
//! ```
//!
//! A counted loop or `forall` keeps its state in a slot of the frame. The nesting depth is the
//! number of the slot.

use crate::ir::local_memory::queues;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;
use crate::span::Span;

/// Index of an operation in the code.
pub(super) type Pc = usize;

/// An operation. The documentation of [`Settings`](super::Settings) states which operations count
/// as steps.
#[derive(Clone, Copy)]
pub(super) enum Op<'a> {
    /// A statement of a kernel that has no blocks and does not wait.
    Stmt(&'a Stmt),
    /// An action of `main` on locals or memory.
    Act(&'a Action),
    /// Jumps to an operation.
    Jump(Pc),
    /// Jumps if the condition does not hold.
    If(&'a Expr, Pc),
    /// Start of a loop, or a `break` or `continue`. It only counts as a step.
    Enter,
    /// Starts a round of a loop, or leaves the loop if the condition does not hold.
    While(&'a Expr, Pc),
    /// Starts a round of a loop.
    Round,
    /// Jumps back to the start of the loop if the condition holds.
    Again(&'a Expr, Pc),
    /// Starts a counted loop. Without `step`, the step is 1.
    For { slot: usize, start: &'a Expr, end: &'a Expr, step: Option<&'a Expr> },
    /// Starts the next round of a counted loop, or leaves it.
    Count { slot: usize, var: LocalId, exit: Pc },
    /// Starts a `forall`.
    ForAll { slot: usize, domain: &'a Domain, mapping: Mapping },
    /// Starts the next iteration of a `forall`, or leaves it.
    Each { slot: usize, var: LocalId, mapping: Mapping, exit: Pc },
    /// Tries to own nodes, and jumps if it fails.
    Own { owners: ArrayId, nodes: &'a [Expr], otherwise: Pc },
    /// Releases all owned nodes.
    Disown(ArrayId),
    /// Waits until all work-items of a group reach this statement, and performs its operation for
    /// all of them.
    Synchronise(Scope, &'a Stmt),
    /// Ends the kernel or `main`.
    End,
    /// Ends the run with an error unless the condition holds.
    Require(&'a Expr, &'a str),
    /// Prints a line, in `main`.
    Print(&'a [PrintPart]),
    /// Launches a kernel, perhaps on the items of the previous kernel.
    Launch(KernelId, &'a [Expr], bool),
    /// Seeds the worklist of a pipe.
    Seed(WorklistId, &'a Seed),
    /// Starts a round of a pipe, or leaves it if no items are waiting.
    Pipe(WorklistId, Pc),
    /// Runs an outlined loop on the device, with these locals.
    Outline(OutlinedId, &'a [LocalId]),
    /// Replaces the graph by its quotient.
    Contract(&'a Contraction),
    /// Calls a kernel from an outlined loop, with this local memory.
    Call(KernelId, &'a [Expr], &'a [MemoryId]),
    /// Swaps the buffers of a worklist.
    SwapBuffers(WorklistId),
    /// A barrier of an outlined loop.
    Barrier(Scope),
    /// The head of a loop inside an outlined loop: starts a round, or leaves the loop.
    Head(Head<'a>),
    /// Starts a loop of at most one round: sets its flag.
    Raise(LocalId, &'a Expr),
    /// Ends the round of such a loop: clears its flag.
    Lower(LocalId),
}

/// The head of a loop inside an outlined loop.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    /// The worklists whose capacity is checked.
    pub(super) checked: &'a [WorklistId],
    pub(super) condition: Condition<'a>,
    /// Whether the rounds count towards the limit of rounds.
    pub(super) counted: bool,
    /// The operation after the loop.
    pub(super) exit: Pc,
}

/// The condition for another round.
#[derive(Clone, Copy)]
pub(super) enum Condition<'a> {
    Always,
    Holds(&'a Expr),
    /// True if the local is true.
    Flag(LocalId),
    /// True while the counted loop with this slot has another number.
    Counts {
        slot: usize,
        var: LocalId,
    },
}

/// A module as linear code.
pub(super) struct Code<'a> {
    pub(super) ops: Vec<Op<'a>>,
    /// The position in the source of each operation of a kernel.
    pub(super) spans: Vec<Option<Span>>,
    /// Properties of the kernels.
    pub(super) kernels: Vec<KernelCode>,
    /// Start of each outlined loop.
    pub(super) outlined: Vec<Pc>,
    /// Start of `main`.
    pub(super) main: Pc,
}

/// Properties of a kernel.
pub(super) struct KernelCode {
    /// Start of the kernel.
    pub(super) start: Pc,
    /// Worklists whose front buffer the kernel may read.
    pub(super) reads: Vec<WorklistId>,
    /// Worklists for which the kernel has a queue.
    pub(super) queues: Vec<WorklistId>,
}

impl<'a> Code<'a> {
    pub(super) fn new(module: &'a Module) -> Code<'a> {
        let mut writer = Writer::default();
        let mut kernels = vec![];
        for kernel in &module.kernels {
            let start = writer.ops.len();
            writer.block(&kernel.body);
            writer.ops.push(Op::End);
            kernels.push(KernelCode {
                start,
                reads: reads(kernel),
                queues: queues(kernel).into_iter().collect(),
            });
        }
        let mut outlined = vec![];
        for stmts in module.outlined.iter().map(|outlined| &outlined.body) {
            outlined.push(writer.ops.len());
            writer.outlined_block(stmts);
            writer.ops.push(Op::End);
        }
        let main = writer.ops.len();
        writer.host_block(&module.main.body);
        writer.ops.push(Op::End);
        writer.spans.resize(writer.ops.len(), None);
        Code { ops: writer.ops, spans: writer.spans, kernels, outlined, main }
    }
}

/// Returns the worklists whose front buffer a kernel may read.
fn reads(kernel: &Kernel) -> Vec<WorklistId> {
    let mut read = vec![];
    walk_exprs(&kernel.body, &mut |e| {
        if let ExprKind::WorklistSize(id) | ExprKind::WorklistItem(id, ..) = &e.kind {
            read.push(*id);
        }
    });
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::ForAll { domain, .. } = &stmt.kind
            && let Domain::Worklist(id) | Domain::Positions(id) = domain
        {
            read.push(*id);
        }
    });
    sorted(read)
}

fn sorted(mut ids: Vec<WorklistId>) -> Vec<WorklistId> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// A loop whose end is not yet known.
struct Loop {
    /// Start of its next round.
    next: Pc,
    /// Jumps out of the loop.
    breaks: Vec<Pc>,
}

#[derive(Default)]
struct Writer<'a> {
    ops: Vec<Op<'a>>,
    /// The positions of the operations so far, except for the last ones.
    spans: Vec<Option<Span>>,
    /// The position of the current statement, to which those operations belong.
    span: Option<Span>,
    /// The enclosing loops for `break` and `continue`, innermost last.
    loops: Vec<Loop>,
    /// Number of enclosing loops that use a slot.
    slots: usize,
}

impl<'a> Writer<'a> {
    fn here(&self) -> Pc {
        self.ops.len()
    }

    /// Adds an operation whose target is not yet known.
    fn hole(&mut self, op: Op<'a>) -> Pc {
        self.ops.push(op);
        self.here() - 1
    }

    /// Sets the target of an operation to the current position.
    fn fill(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.ops[at] {
            Op::Jump(to)
            | Op::If(_, to)
            | Op::While(_, to)
            | Op::Count { exit: to, .. }
            | Op::Each { exit: to, .. }
            | Op::Own { otherwise: to, .. }
            | Op::Pipe(_, to)
            | Op::Head(Head { exit: to, .. }) => *to = here,
            _ => {}
        }
    }

    fn block(&mut self, block: &'a [Stmt]) {
        for stmt in block {
            let outer = self.enter(stmt.origin.span);
            self.stmt(stmt);
            self.enter(outer);
        }
    }

    /// Starts the operations of another statement. Returns the position of the previous one.
    fn enter(&mut self, span: Option<Span>) -> Option<Span> {
        self.spans.resize(self.ops.len(), self.span);
        std::mem::replace(&mut self.span, span)
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                self.branches(cond, |w| w.block(then), |w| w.block(otherwise));
            }
            StmtKind::While(cond, body) => self.while_loop(cond, |w| w.block(body)),
            StmtKind::For { var, start, end, step, body } => {
                self.counted(*var, [start, end], Some(step), |w| w.block(body));
            }
            StmtKind::ForAll { var, domain, mapping, body } => {
                let (var, mapping, slot) = (*var, *mapping, self.slots);
                self.ops.push(Op::ForAll { slot, domain, mapping });
                let next = self.hole(Op::Each { slot, var, mapping, exit: 0 });
                self.slots += 1;
                self.block(body);
                self.slots -= 1;
                self.ops.push(Op::Jump(next));
                self.fill(next);
            }
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                let own = self.hole(Op::Own { owners: *owners, nodes, otherwise: 0 });
                self.block(body);
                self.ops.push(Op::Disown(*owners));
                let over = self.hole(Op::Jump(0));
                self.fill(own);
                self.block(otherwise);
                self.fill(over);
            }
            StmtKind::Break => self.leave(),
            StmtKind::Continue => self.go_on(),
            StmtKind::PathStart => {}
            StmtKind::Barrier(scope) | StmtKind::Collective { scope, .. } => {
                self.ops.push(Op::Synchronise(*scope, stmt));
            }
            StmtKind::Scan { .. } | StmtKind::Flush(_) => {
                self.ops.push(Op::Synchronise(Scope::Workgroup, stmt));
            }
            StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::Let(..)
            | StmtKind::LetVector(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::Print(_)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Enqueue(..) => self.ops.push(Op::Stmt(stmt)),
        }
    }

    fn host_block(&mut self, block: &'a [HostStmt]) {
        for stmt in block {
            self.host_stmt(stmt);
        }
    }

    fn host_stmt(&mut self, stmt: &'a HostStmt) {
        match stmt {
            HostStmt::If(cond, then, otherwise) => {
                self.branches(cond, |w| w.host_block(then), |w| w.host_block(otherwise));
            }
            HostStmt::While(cond, body) => self.while_loop(cond, |w| w.host_block(body)),
            HostStmt::For { var, start, end, body } => {
                self.counted(*var, [start, end], None, |w| w.host_block(body));
            }
            HostStmt::Iterate(body, cond) => {
                self.ops.push(Op::Enter);
                let start = self.hole(Op::Round);
                self.host_block(body);
                self.ops.push(Op::Again(cond, start));
            }
            HostStmt::Pipe { worklist, once, seed, body } => {
                self.pipe(*worklist, *once, seed.as_ref(), body);
            }
            HostStmt::Outline(id, args) => self.ops.push(Op::Outline(*id, args)),
            HostStmt::Contract(contraction) => self.ops.push(Op::Contract(contraction)),
            HostStmt::Break => self.leave(),
            HostStmt::Continue => self.go_on(),
            HostStmt::Act(action) => self.ops.push(Op::Act(action)),
            HostStmt::Require(cond, text) => self.ops.push(Op::Require(cond, text)),
            HostStmt::Print(parts) => self.ops.push(Op::Print(parts)),
            HostStmt::Launch { kernel, args, again } => {
                self.ops.push(Op::Launch(*kernel, args, *again));
            }
        }
    }

    fn outlined_block(&mut self, block: &'a [OutlinedStmt]) {
        for stmt in block {
            self.outlined_stmt(stmt);
        }
    }

    fn outlined_stmt(&mut self, stmt: &'a OutlinedStmt) {
        match stmt {
            OutlinedStmt::Act(action) => self.ops.push(Op::Act(action)),
            OutlinedStmt::SwapBuffers(id) => self.ops.push(Op::SwapBuffers(*id)),
            OutlinedStmt::Call { kernel, args, memory, .. } => {
                self.ops.push(Op::Call(*kernel, args, memory));
            }
            OutlinedStmt::Barrier(scope) => self.ops.push(Op::Barrier(*scope)),
            OutlinedStmt::If(cond, then, otherwise) => {
                self.branches(cond, |w| w.outlined_block(then), |w| w.outlined_block(otherwise));
            }
            OutlinedStmt::While { condition, checked, body } => {
                self.ops.push(Op::Enter);
                let next = self.head(checked, Condition::Holds(condition), true);
                self.repeat(next, next, |w| w.outlined_block(body));
            }
            OutlinedStmt::For { var, start, end, body } => {
                let (slot, var) = (self.slots, *var);
                self.ops.push(Op::For { slot, start, end, step: None });
                let next = self.head(&[], Condition::Counts { slot, var }, true);
                self.slots += 1;
                self.repeat(next, next, |w| w.outlined_block(body));
                self.slots -= 1;
            }
            OutlinedStmt::Iterate { body, condition, checked } => {
                self.ops.push(Op::Enter);
                let start = self.head(checked, Condition::Always, true);
                self.outlined_block(body);
                self.ops.push(Op::Again(condition, start));
                self.fill(start);
            }
            OutlinedStmt::Once(body) => {
                self.ops.push(Op::Enter);
                let start = self.head(&[], Condition::Always, true);
                self.outlined_block(body);
                self.fill(start);
            }
            OutlinedStmt::Single { flag, taken, counted, body } => {
                self.single(*flag, taken, *counted, body);
            }
            OutlinedStmt::Scope(body) => self.outlined_block(body),
            OutlinedStmt::Break => self.leave(),
            OutlinedStmt::Continue => self.go_on(),
            OutlinedStmt::PathStart | OutlinedStmt::PathEnd => {}
        }
    }

    fn head(&mut self, checked: &'a [WorklistId], condition: Condition<'a>, counted: bool) -> Pc {
        self.hole(Op::Head(Head { checked, condition, counted, exit: 0 }))
    }

    /// Writes a loop of at most one round, which clears its flag before its head is executed again.
    fn single(&mut self, flag: LocalId, taken: &'a Expr, counted: bool, body: &'a [OutlinedStmt]) {
        self.ops.push(Op::Raise(flag, taken));
        let first = self.hole(Op::Jump(0));
        let next = self.hole(Op::Lower(flag));
        self.fill(first);
        let head = self.head(&[], Condition::Flag(flag), counted);
        self.repeat(next, head, |w| w.outlined_block(body));
    }

    fn pipe(&mut self, id: WorklistId, once: bool, seed: Option<&'a Seed>, body: &'a [HostStmt]) {
        self.ops.push(Op::Enter);
        if let Some(seed) = seed {
            self.ops.push(Op::Seed(id, seed));
        }
        let next = self.hole(if once { Op::Round } else { Op::Pipe(id, 0) });
        self.host_block(body);
        if !once {
            self.ops.push(Op::Jump(next));
            self.fill(next);
        }
    }

    fn branches(
        &mut self,
        cond: &'a Expr,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let branch = self.hole(Op::If(cond, 0));
        then(self);
        let over = self.hole(Op::Jump(0));
        self.fill(branch);
        otherwise(self);
        self.fill(over);
    }

    fn while_loop(&mut self, cond: &'a Expr, body: impl FnOnce(&mut Self)) {
        self.ops.push(Op::Enter);
        let next = self.hole(Op::While(cond, 0));
        self.repeat(next, next, body);
    }

    fn counted(
        &mut self,
        var: LocalId,
        [start, end]: [&'a Expr; 2],
        step: Option<&'a Expr>,
        body: impl FnOnce(&mut Self),
    ) {
        let slot = self.slots;
        self.ops.push(Op::For { slot, start, end, step });
        let next = self.hole(Op::Count { slot, var, exit: 0 });
        self.slots += 1;
        self.repeat(next, next, body);
        self.slots -= 1;
    }

    /// Writes the rounds of a loop. Each round continues at `next`, and the operation at `head` may
    /// leave the loop.
    fn repeat(&mut self, next: Pc, head: Pc, body: impl FnOnce(&mut Self)) {
        self.loops.push(Loop { next, breaks: vec![] });
        body(self);
        self.ops.push(Op::Jump(next));
        self.fill(head);
        for jump in self.loops.pop().map(|done| done.breaks).unwrap_or_default() {
            self.fill(jump);
        }
    }

    fn leave(&mut self) {
        self.ops.push(Op::Enter);
        let jump = self.hole(Op::Jump(0));
        if let Some(innermost) = self.loops.last_mut() {
            innermost.breaks.push(jump);
        }
    }

    fn go_on(&mut self) {
        self.ops.push(Op::Enter);
        if let Some(innermost) = self.loops.last() {
            self.ops.push(Op::Jump(innermost.next));
        }
    }
}
