//! Grid barriers: where an outlined loop needs them.
//!
//! Between two barriers every workgroup runs at its own pace: one may be in the next call while another is
//! still in the last. That is right as long as the two calls do not meet in memory. So the placement walks
//! the statements in the order of execution with all that has been [touched](Pending) since the last
//! barrier. If the next statement conflicts with that, a barrier goes before it.
//!
//! ```text
//! while (@waiting(w) > 0u32) {         while (@waiting(w) > 0u32) {
//!   call visit()  // reads, pushes w     call visit()
//! }                                      barrier grid
//!                                      }
//! ```
//!
//! Paths that meet join what is pending on them. What is pending at the head of each loop is kept from walk to
//! walk, and the whole body is walked until no head grows any more; the barriers are those of the last walk. There
//! are about as many walks as loops are nested. The condition of a loop is read before each round, so
//! the barrier that it needs stands at the end of the body, and before each `continue`.
//!
//! Where a fast work-item would change what a slow one has yet to read in the same statement, all
//! work-items read it into a local first.
//!
//! # Limits
//!
//! Barriers go as late as possible. On one path through a block without loops that is the fewest there can
//! be; a barrier before a loop that would save one in it is not found. The calls have no
//! [buffer swaps](super::buffer_swaps) yet: a swap counts as a part of its call, so that a barrier goes before
//! both.

use crate::ir::build::add_local;
use crate::ir::hazards::{Effect, Pending, Touch, effect, evaluated};
use crate::ir::uses::uses;
use crate::ir::*;

/// Places the grid barriers of an outlined loop.
pub(super) fn place(module: &Module, outlined: &mut OutlinedLoop) {
    let mut heads = vec![];
    loop {
        let (locals, loops) = (outlined.locals.clone(), vec![]);
        let mut walk =
            Placement { module, locals, loops, heads, next_head: 0, has_grown: false };
        let mut out = vec![];
        walk.block(outlined.body.clone(), Pending::default(), &mut out);
        if !walk.has_grown {
            (outlined.body, outlined.locals) = (out, walk.locals);
            return;
        }
        heads = walk.heads;
    }
}

/// A loop that the walk is in.
struct Loop {
    /// What its condition reads before each round.
    condition: Vec<Touch>,
    /// What is pending at its `break`s.
    breaks: Option<Pending>,
    /// What is pending at its `continue`s.
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

/// What is pending after a statement; `None` where control does not come there.
type After = Option<Pending>;

/// Statements, and what comes before them and after them.
type Block = Vec<OutlinedStmt>;

impl Placement<'_> {
    fn block(&mut self, block: Block, pending: Pending, out: &mut Block) -> After {
        let mut after = Some(pending);
        for stmt in block {
            // What cannot be reached needs no barriers.
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
            OutlinedStmt::While { condition, room, body } => {
                let reads = evaluated([&condition]);
                let (body, after) = self.tested_before(body, pending, reads, out);
                out.push(OutlinedStmt::While { condition, room, body });
                after
            }
            OutlinedStmt::For { var, start, end, body } => {
                let pending = settle(pending, &evaluated([&start, &end]), out);
                let (body, after) = self.tested_before(body, pending, vec![], out);
                out.push(OutlinedStmt::For { var, start, end, body });
                after
            }
            OutlinedStmt::Iterate { body, condition, room } => {
                let (body, after) = self.tested_after(body, pending, evaluated([&condition]));
                out.push(OutlinedStmt::Iterate { body, condition, room });
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

    /// A statement without statements inside.
    fn simple(&mut self, stmt: OutlinedStmt, mut pending: Pending, out: &mut Block) -> Pending {
        let mut stmt = stmt;
        let mut does = self.effect(&stmt);
        // Each work-item must ask how many items wait: that may end its loops (`igc_waiting`).
        let asks = matches!(&stmt, OutlinedStmt::Act(Action::Store(..))) && asks_what_waits(&stmt);
        if asks || Pending::default().run(&does).is_err() {
            // A fast work-item would change what a slow one has yet to read: all read it first.
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

    /// What a statement does, together with the swaps that a call will get.
    fn effect(&self, stmt: &OutlinedStmt) -> Effect {
        let does = effect(self.module, stmt);
        let OutlinedStmt::Call { kernel, .. } = stmt else { return does };
        let used = uses(self.module, &self.module.kernels[kernel.index()]).worklists;
        does.with_swaps(used.into_iter().filter(|(_, used)| used.reads).map(|(id, _)| id))
    }

    /// A loop whose condition is tested before each round: its body, and what is pending after it.
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

    /// A loop whose condition is tested after each round.
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

/// Adds reads of all work-items, after a barrier where they need one.
fn settle(pending: Pending, reads: &[Touch], out: &mut Block) -> Pending {
    let mut next = pending;
    if next.touch(reads).is_err() {
        out.push(OutlinedStmt::Barrier(Scope::Grid));
        next = Pending::default();
        next.touch(reads).expect("reads do not conflict with each other");
    }
    next
}

/// Adds a statement, after a barrier where it needs one.
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
