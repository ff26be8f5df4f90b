//! Grid barriers: where an outlined loop needs them.
//!
//! A walk in the order of execution with all that has been [touched](Pending) since the last barrier;
//! where the next statement conflicts, a barrier goes before it. Ways that meet join what is pending
//! on them. A loop is walked until what is pending at its start no longer grows, which it does at most
//! once for each thing that can be touched; barriers are those of the last walk. What a condition reads
//! is read again before each round, so the barrier that it needs stands at the end of the body, and
//! before each `continue`.

use crate::ir::build::add_local;
use crate::ir::hazards::{Effect, Pending, Touch, effect, evaluated, pipe_condition};
use crate::ir::*;

/// The statement with the barriers that it needs, and before it the one that its condition does.
pub(super) fn place_barriers(module: &mut Module, stmt: HostStmt) -> Vec<HostStmt> {
    let locals = std::mem::take(&mut module.main.locals);
    let mut placement = Placement { module, locals, loops: vec![] };
    let mut out = vec![];
    placement.stmt(stmt, Pending::default(), &mut out);
    let locals = placement.locals;
    module.main.locals = locals;
    out
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

struct Placement<'m> {
    module: &'m Module,
    locals: Vec<Local>,
    loops: Vec<Loop>,
}

/// What is pending behind a statement; `None` where control does not come there.
type Behind = Option<Pending>;

impl Placement<'_> {
    fn block(&mut self, block: Vec<HostStmt>, pending: Pending, out: &mut Vec<HostStmt>) -> Behind {
        let mut behind = Some(pending);
        for stmt in block {
            // What cannot be reached needs no barriers.
            behind = match behind {
                Some(pending) => self.stmt(stmt, pending, out),
                None => None,
            };
        }
        behind
    }

    fn stmt(&mut self, stmt: HostStmt, pending: Pending, out: &mut Vec<HostStmt>) -> Behind {
        match stmt {
            HostStmt::If(condition, then, otherwise) => {
                let start = settle(pending, &evaluated([&condition]), out);
                let (mut then_out, mut otherwise_out) = (vec![], vec![]);
                let one = self.block(then, start.clone(), &mut then_out);
                let other = self.block(otherwise, start, &mut otherwise_out);
                out.push(HostStmt::If(condition, then_out, otherwise_out));
                join(one, other)
            }
            HostStmt::While(condition, body) => {
                let reads = evaluated([&condition]);
                let (body, behind) = self.tested_before(body, pending, reads, out);
                out.push(HostStmt::While(condition, body));
                behind
            }
            HostStmt::For { var, start, end, body } => {
                let pending = settle(pending, &evaluated([&start, &end]), out);
                let (body, behind) = self.tested_before(body, pending, vec![], out);
                out.push(HostStmt::For { var, start, end, body });
                behind
            }
            HostStmt::Pipe { worklist, once: false, seed, body } => {
                let reads = pipe_condition(worklist);
                let (body, behind) = self.tested_before(body, pending, reads, out);
                out.push(HostStmt::Pipe { worklist, once: false, seed, body });
                behind
            }
            HostStmt::Pipe { worklist, once: true, seed, body } => {
                let mut inner = vec![];
                let behind = self.block(body, pending, &mut inner);
                out.push(HostStmt::Pipe { worklist, once: true, seed, body: inner });
                behind
            }
            HostStmt::Iterate(body, condition) => {
                let (body, behind) = self.tested_behind(body, pending, evaluated([&condition]));
                out.push(HostStmt::Iterate(body, condition));
                behind
            }
            HostStmt::Break | HostStmt::Continue => {
                let leaves = matches!(stmt, HostStmt::Break);
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
    fn simple(&mut self, stmt: HostStmt, mut pending: Pending, out: &mut Vec<HostStmt>) -> Pending {
        let mut stmt = stmt;
        let mut does = effect(self.module, &stmt);
        // What sets the status of the run must do so in every work-item: see `igc_waiting`.
        let asks = matches!(&stmt, HostStmt::Act(Action::Store(..))) && asks_what_waits(&stmt);
        if asks || Pending::default().run(&does).is_err() {
            // A fast work-item would change what a slow one has yet to read: all read it first.
            for expr in stmt.exprs_mut() {
                if evaluated([&*expr]).is_empty() {
                    continue;
                }
                let id = add_local(&mut self.locals, "seen", expr.ty);
                let seen = std::mem::replace(expr, Expr::local(id, expr.ty));
                pending = settle(pending, &evaluated([&seen]), out);
                out.push(HostStmt::Act(Action::Let(id, seen)));
            }
            does = effect(self.module, &stmt);
        }
        pending = settle_effect(pending, &does, out);
        out.push(stmt);
        pending
    }

    /// A loop whose condition is tested before each round: its body, and what is pending behind it.
    fn tested_before(
        &mut self,
        body: Vec<HostStmt>,
        pending: Pending,
        condition: Vec<Touch>,
        out: &mut Vec<HostStmt>,
    ) -> (Vec<HostStmt>, Behind) {
        let mut start = settle(pending, &condition, out);
        loop {
            let locals = self.locals.clone();
            self.loops.push(Loop { condition: condition.clone(), breaks: None, continues: None });
            let mut inner = vec![];
            let end = self.block(body.clone(), start.clone(), &mut inner);
            let end = end.map(|pending| settle(pending, &condition, &mut inner));
            let left = self.loops.pop().expect("it was pushed above");
            let again = join(end, left.continues);
            if !again.is_some_and(|again| start.join(&again)) {
                return (inner, join(Some(start), left.breaks));
            }
            self.locals = locals;
        }
    }

    /// A loop whose condition is tested after each round.
    fn tested_behind(
        &mut self,
        body: Vec<HostStmt>,
        pending: Pending,
        condition: Vec<Touch>,
    ) -> (Vec<HostStmt>, Behind) {
        let mut start = pending;
        loop {
            let locals = self.locals.clone();
            let mut inner = vec![];
            let end = self.block(body.clone(), start.clone(), &mut inner);
            let end = end.map(|pending| settle(pending, &condition, &mut inner));
            if !end.as_ref().is_some_and(|end| start.join(end)) {
                return (inner, end);
            }
            self.locals = locals;
        }
    }
}

/// Adds reads of all work-items, after a barrier where they need one.
fn settle(pending: Pending, reads: &[Touch], out: &mut Vec<HostStmt>) -> Pending {
    let mut next = pending;
    if next.touch(reads).is_err() {
        out.push(HostStmt::GridBarrier);
        next = Pending::default();
        next.touch(reads).expect("reads do not conflict with each other");
    }
    next
}

/// Adds a statement, after a barrier where it needs one.
fn settle_effect(pending: Pending, does: &Effect, out: &mut Vec<HostStmt>) -> Pending {
    let mut next = pending;
    if next.run(does).is_err() {
        out.push(HostStmt::GridBarrier);
        next = Pending::default();
        next.run(does).expect("what conflicts within a statement was taken out of it");
    }
    next
}

fn join(one: Behind, other: Behind) -> Behind {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            one.join(&other);
            Some(one)
        }
        (one, other) => one.or(other),
    }
}

fn asks_what_waits(stmt: &HostStmt) -> bool {
    let mut found = false;
    for expr in stmt.exprs() {
        expr.walk(&mut |e| found |= matches!(e.kind, ExprKind::Waiting(_)));
    }
    found
}
