//! Places grid barriers in an outlined loop.
//!
//! Between two barriers, workgroups do not wait for each other: one workgroup may execute a call
//! while another still executes the previous call. This is correct as long as the two calls do not
//! conflict in memory. This module traverses the statements in the order of execution, and keeps
//! the set of all accesses since the last barrier ([`Pending`]). If the next statement conflicts
//! with this set, it places a barrier before the statement.
//!
//! ```text
//! while (@waiting(w) > 0u32) {         while (@waiting(w) > 0u32) {
//!   call visit()  // reads, pushes w     call visit()
//! }                                      barrier grid
//!                                      }
//! ```
//!
//! Where paths join, the pending sets are united. The pending sets at the heads of loops are kept,
//! and the whole outlined loop is traversed again until no head grows; the barriers of the last
//! traversal are kept. The number of traversals is about the depth of the nested loops. The
//! condition of a loop is evaluated before each round, so the barrier that the condition needs is
//! at the end of the body and before each `continue`.
//!
//! A statement may conflict with itself: a fast work-item may overwrite a value that a slow one has
//! not read yet. In this case, all work-items first read the value into a local.
//!
//! # Limits
//!
//! Each barrier is placed as late as possible. On a path without loops, this gives the smallest
//! possible number of barriers. However, the pass does not find a barrier before a loop that would
//! make a barrier inside the loop unnecessary. [Buffer swaps](super::buffer_swaps) are placed
//! later. Here, each swap counts as part of its call, so a barrier precedes both.

use crate::ir::build::add_local;
use crate::ir::hazards::{Effect, Pending, Touch, effect, evaluated};
use crate::ir::uses::uses;
use crate::ir::*;

/// Places the grid barriers of an outlined loop.
pub(super) fn place(module: &Module, outlined: &mut OutlinedLoop) {
    let mut heads = vec![];
    loop {
        let (locals, loops) = (outlined.locals.clone(), vec![]);
        let mut walk = Placement { module, locals, loops, heads, next_head: 0, has_grown: false };
        let mut out = vec![];
        walk.block(outlined.body.clone(), Pending::default(), &mut out);
        if !walk.has_grown {
            (outlined.body, outlined.locals) = (out, walk.locals);
            return;
        }
        heads = walk.heads;
    }
}

/// A loop that contains the current statement.
struct Loop {
    /// The memory that the condition reads before each round.
    condition: Vec<Touch>,
    /// The accesses that are pending at a `break` of the loop.
    breaks: Option<Pending>,
    /// The accesses that are pending at a `continue` of the loop.
    continues: Option<Pending>,
}

/// One walk through an outlined loop.
struct Placement<'m> {
    module: &'m Module,
    locals: Locals,
    /// The loops around the statement.
    loops: Vec<Loop>,
    /// What may be pending at the head of each loop, in the order in which a walk comes to them.
    heads: Vec<Pending>,
    /// The position in `heads` of the next loop of this walk.
    next_head: usize,
    /// Whether this walk has added anything to `heads`.
    has_grown: bool,
}

/// The pending accesses after a statement, or `None` if control does not reach that point.
type After = Option<Pending>;

/// Statements in the order of execution.
type Block = Vec<OutlinedStmt>;

impl Placement<'_> {
    fn block(&mut self, block: Block, pending: Pending, out: &mut Block) -> After {
        let mut after = Some(pending);
        for stmt in block {
            // Unreachable statements are removed.
            after = match after {
                Some(pending) => self.stmt(stmt, pending, out),
                None => None,
            };
        }
        after
    }

    fn stmt(&mut self, stmt: OutlinedStmt, pending: Pending, out: &mut Block) -> After {
        match stmt {
            OutlinedStmt::If(condition, then, otherwise) => {
                let start = settle(pending, &evaluated([&condition]), out);
                let (mut then_out, mut otherwise_out) = (vec![], vec![]);
                let one = self.block(then, start.clone(), &mut then_out);
                let other = self.block(otherwise, start, &mut otherwise_out);
                out.push(OutlinedStmt::If(condition, then_out, otherwise_out));
                join(one, other)
            }
            OutlinedStmt::While { condition, checked, body } => {
                let reads = evaluated([&condition]);
                let (body, after) = self.tested_before(body, pending, reads, out);
                out.push(OutlinedStmt::While { condition, checked, body });
                after
            }
            OutlinedStmt::For { var, start, end, body } => {
                let pending = settle(pending, &evaluated([&start, &end]), out);
                let (body, after) = self.tested_before(body, pending, vec![], out);
                out.push(OutlinedStmt::For { var, start, end, body });
                after
            }
            OutlinedStmt::Iterate { body, condition, checked } => {
                let (body, after) = self.tested_after(body, pending, evaluated([&condition]));
                out.push(OutlinedStmt::Iterate { body, condition, checked });
                after
            }
            OutlinedStmt::Once(body) => {
                let mut inner = vec![];
                let after = self.block(body, pending, &mut inner);
                out.push(OutlinedStmt::Once(inner));
                after
            }
            OutlinedStmt::Break | OutlinedStmt::Continue => {
                let leaves = matches!(stmt, OutlinedStmt::Break);
                let at = self.loops.last_mut().expect("the verifier saw a loop around it");
                let pending =
                    if leaves { pending } else { settle(pending, &at.condition.clone(), out) };
                let met = if leaves { &mut at.breaks } else { &mut at.continues };
                *met = join(met.take(), Some(pending));
                out.push(stmt);
                None
            }
            _ => Some(self.simple(stmt, pending, out)),
        }
    }

    /// Writes a statement that contains no other statements.
    fn simple(&mut self, stmt: OutlinedStmt, mut pending: Pending, out: &mut Block) -> Pending {
        let mut stmt = stmt;
        let mut does = self.effect(&stmt);
        // Every work-item must read the number of waiting items, because this may end its loops
        // (`igc_waiting`). Only the first work-item evaluates the expressions of a store.
        let asks = matches!(&stmt, OutlinedStmt::Act(Action::Store(..))) && asks_what_waits(&stmt);
        if asks || Pending::default().run(&does).is_err() {
            // All work-items read the values first, because a fast work-item could overwrite a
            // value that a slow one has not read yet.
            for expr in stmt.exprs_mut() {
                if evaluated([&*expr]).is_empty() {
                    continue;
                }
                let id = add_local(&mut self.locals, "seen", expr.ty);
                let seen = std::mem::replace(expr, Expr::local(id, expr.ty));
                pending = settle(pending, &evaluated([&seen]), out);
                out.push(OutlinedStmt::Act(Action::Let(id, seen)));
            }
            does = self.effect(&stmt);
        }
        pending = settle_effect(pending, &does, out);
        out.push(stmt);
        pending
    }

    /// Returns the effect of a statement, including the buffer swaps that a call will need.
    fn effect(&self, stmt: &OutlinedStmt) -> Effect {
        let does = effect(self.module, stmt);
        let OutlinedStmt::Call { kernel, again: false, .. } = stmt else { return does };
        let used = uses(self.module, &self.module.kernels[kernel.index()]).worklists;
        does.with_swaps(used.into_iter().filter(|(_, used)| used.reads).map(|(id, _)| id))
    }

    /// Places barriers in a loop that tests its condition before each round. Returns the body, and
    /// the pending accesses after the loop.
    fn tested_before(
        &mut self,
        body: Block,
        pending: Pending,
        condition: Vec<Touch>,
        out: &mut Block,
    ) -> (Block, After) {
        let (head, start) = self.enter(settle(pending, &condition, out));
        self.loops.push(Loop { condition: condition.clone(), breaks: None, continues: None });
        let mut inner = vec![];
        let end = self.block(body, start.clone(), &mut inner);
        let end = end.map(|pending| settle(pending, &condition, &mut inner));
        let left = self.loops.pop().expect("it was pushed above");
        self.goes_round(head, join(end, left.continues).as_ref());
        (inner, join(Some(start), left.breaks))
    }

    /// Places barriers in a loop that tests its condition after each round. Returns the body, and
    /// the pending accesses after the loop.
    fn tested_after(
        &mut self,
        body: Block,
        pending: Pending,
        condition: Vec<Touch>,
    ) -> (Block, After) {
        let (head, start) = self.enter(pending);
        let mut inner = vec![];
        let end = self.block(body, start, &mut inner);
        let end = end.map(|pending| settle(pending, &condition, &mut inner));
        self.goes_round(head, end.as_ref());
        (inner, end)
    }

    /// Comes to the head of a loop from before it. Returns the head, and what may be pending there.
    fn enter(&mut self, pending: Pending) -> (usize, Pending) {
        let head = self.next_head;
        self.next_head += 1;
        if head == self.heads.len() {
            self.heads.push(Pending::default());
        }
        self.has_grown |= self.heads[head].join(&pending);
        (head, self.heads[head].clone())
    }

    /// Comes to the head of a loop from the end of a round.
    fn goes_round(&mut self, head: usize, pending: Option<&Pending>) {
        self.has_grown |= pending.is_some_and(|pending| self.heads[head].join(pending));
    }
}

/// Adds reads by all work-items to the pending accesses. Places a barrier first if the reads
/// conflict.
fn settle(pending: Pending, reads: &[Touch], out: &mut Block) -> Pending {
    let mut next = pending;
    if next.touch(reads).is_err() {
        out.push(OutlinedStmt::Barrier(Scope::Grid));
        next = Pending::default();
        next.touch(reads).expect("reads do not conflict with each other");
    }
    next
}

/// Adds a statement to the pending accesses. Places a barrier first if the statement conflicts.
fn settle_effect(pending: Pending, does: &Effect, out: &mut Block) -> Pending {
    let mut next = pending;
    if next.run(does).is_err() {
        out.push(OutlinedStmt::Barrier(Scope::Grid));
        next = Pending::default();
        next.run(does).expect("what conflicts within a statement was taken out of it");
    }
    next
}

fn join(one: After, other: After) -> After {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            one.join(&other);
            Some(one)
        }
        (one, other) => one.or(other),
    }
}

fn asks_what_waits(stmt: &OutlinedStmt) -> bool {
    let mut found = false;
    for expr in stmt.exprs() {
        expr.walk(&mut |e| found |= matches!(e.kind, ExprKind::Waiting(_)));
    }
    found
}
