//! Flattens a module into linear code, so that a work-item can be paused at any operation and
//! resumed later.
//!
//! Kernels and `main` become one list of operations. A statement without blocks remains one
//! operation. A statement with blocks becomes jumps around the code of its blocks:
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

use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// Index of an operation in the code.
pub(super) type Pc = usize;

/// An operation. The documentation of [`Settings`](super::Settings) states which operations count
/// as steps.
#[derive(Clone, Copy)]
pub(super) enum Op<'a> {
    /// A statement of a kernel that has no blocks and does not wait.
    Stmt(&'a Stmt),
    /// A statement of `main` that has no blocks and does not wait.
    Host(&'a HostStmt),
    /// Jumps.
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
    /// Waits until all work-items of a group reach this statement, and performs its operation.
    Meet(Scope, &'a Stmt),
    /// Ends the kernel or `main`.
    End,
    /// Launches a kernel.
    Launch(KernelId, &'a [Expr]),
    /// Seeds the worklist of a pipe.
    Seed(WorklistId, &'a Seed),
    /// Starts a round of a pipe, or leaves it if no items are waiting.
    Pipe(WorklistId, Pc),
    /// Runs the following operations on the device, and then jumps.
    Outline(Pc),
    /// Ends the operations of an outlined loop.
    OutlineEnd,
    /// Waits for all work-items of an outlined loop.
    GridBarrier,
}

/// A module as linear code.
pub(super) struct Code<'a> {
    pub(super) ops: Vec<Op<'a>>,
    /// Properties of the kernels.
    pub(super) kernels: Vec<KernelCode>,
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
            kernels.push(KernelCode { start, reads: reads(kernel), queues: queues(kernel) });
        }
        let main = writer.ops.len();
        writer.host_block(&module.main.body);
        writer.ops.push(Op::End);
        Code { ops: writer.ops, kernels, main }
    }
}

/// Returns the worklists whose front buffer a kernel may read.
fn reads(kernel: &Kernel) -> Vec<WorklistId> {
    let mut read = vec![];
    walk_exprs(&kernel.body, &mut |e| {
        if let ExprKind::WorklistSize(id) | ExprKind::WorklistItem(id, _) = &e.kind {
            read.push(*id);
        }
    });
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::ForAll { domain: Domain::Worklist(id), .. } = &stmt.kind {
            read.push(*id);
        }
    });
    sorted(read)
}

/// Returns the worklists for which a kernel has a queue.
fn queues(kernel: &Kernel) -> Vec<WorklistId> {
    let mut queued = vec![];
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Enqueue(id, _) | StmtKind::Flush(id) = &stmt.kind {
            queued.push(*id);
        }
    });
    sorted(queued)
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
            | Op::Outline(to) => *to = here,
            _ => {}
        }
    }

    fn block(&mut self, block: &'a [Stmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
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
            StmtKind::Barrier(scope) | StmtKind::Collective { scope, .. } => {
                self.ops.push(Op::Meet(*scope, stmt));
            }
            StmtKind::Scan { .. } | StmtKind::Flush(_) => {
                self.ops.push(Op::Meet(Scope::Workgroup, stmt));
            }
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
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
            HostStmt::Outline(body) => {
                let start = self.hole(Op::Outline(0));
                self.host_block(body);
                self.ops.push(Op::OutlineEnd);
                self.fill(start);
            }
            HostStmt::Break => self.leave(),
            HostStmt::Continue => self.go_on(),
            HostStmt::Launch(kernel, args) => self.ops.push(Op::Launch(*kernel, args)),
            HostStmt::Seed(id, seed) => self.ops.push(Op::Seed(*id, seed)),
            HostStmt::GridBarrier => self.ops.push(Op::GridBarrier),
            HostStmt::Let(..)
            | HostStmt::Assign(..)
            | HostStmt::Store(..)
            | HostStmt::Fill(..)
            | HostStmt::Swap(..)
            | HostStmt::SwapWorklists(..)
            | HostStmt::Clear(_) => self.ops.push(Op::Host(stmt)),
        }
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
        self.repeat(next, body);
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
        self.repeat(next, body);
        self.slots -= 1;
    }

    /// Adds the rounds of a loop. Each round starts with the operation at `next`, which may leave
    /// the loop.
    fn repeat(&mut self, next: Pc, body: impl FnOnce(&mut Self)) {
        self.loops.push(Loop { next, breaks: vec![] });
        body(self);
        self.ops.push(Op::Jump(next));
        self.fill(next);
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
