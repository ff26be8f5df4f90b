//! Makes the statements around a distributed `forall` uniform: conditions become values.
//!
//! A work-item that would not reach a `forall` must still execute elements of other work-items. A
//! block that contains a distributed `forall` is therefore split at the `forall`. The statements
//! before and after it run under a *guard*, a `bool` of each work-item, and all work-items reach
//! the `forall` itself. A conditional around the `forall` becomes another guard. A loop around it
//! runs until no work-item of the workgroup needs another round.

use std::collections::HashMap;

use super::KernelRewriter;
use super::candidates::contains_candidate;
use crate::ir::build::add_local;
use crate::ir::visit::walk_stmts;
use crate::ir::*;

impl KernelRewriter<'_> {
    /// Writes a block for the work-items whose `guard` holds.
    pub(super) fn block(&mut self, block: Block, guard: LocalId, out: &mut Block) {
        let last_uses = last_uses(&block);
        let mut run = vec![];
        for (at, stmt) in block.into_iter().enumerate() {
            if contains_candidate(&stmt) {
                let is_used = |id: LocalId| last_uses.get(&id).is_some_and(|last| *last >= at);
                self.run(std::mem::take(&mut run), guard, &is_used, out);
                self.split_at(stmt, guard, out);
            } else {
                run.push(stmt);
            }
        }
        self.run(run, guard, &|_| false, out);
    }

    /// Writes statements under a guard. Locals that later statements use are declared before the
    /// conditional.
    fn run(
        &mut self,
        run: Block,
        guard: LocalId,
        is_used: &dyn Fn(LocalId) -> bool,
        out: &mut Block,
    ) {
        if run.is_empty() {
            return;
        }
        let origin = run[0].origin;
        let mut guarded = vec![];
        for mut stmt in run {
            let origin = stmt.origin;
            match &mut stmt.kind {
                StmtKind::Let(id, value) if is_used(*id) => {
                    out.push(self.declare(*id).from(origin));
                    guarded.push(StmtKind::Assign(*id, value.clone()).from(origin));
                }
                // An array is declared by all work-items, and gets its values under the guard.
                StmtKind::LetArray(id, value) if is_used(*id) => {
                    let zero = Expr::constant(Value::zero(value.ty));
                    out.push(StmtKind::LetArray(*id, zero).from(origin));
                    guarded.push(self.refill(*id, value.clone()).from(origin));
                }
                StmtKind::Atomic { old: Some(old), .. } if is_used(*old) => {
                    let Local { name, ty, .. } = self.locals[old.index()].clone();
                    let old_copy = add_local(self.locals, &name, ty);
                    out.push(self.declare(*old).from(origin));
                    let keep = StmtKind::Assign(*old, Expr::local(old_copy, ty)).from(origin);
                    *old = old_copy;
                    guarded.extend([stmt, keep]);
                }
                _ => guarded.push(stmt),
            }
        }
        out.push(StmtKind::If(self.value(guard), guarded, vec![]).from(origin));
    }

    /// Returns a loop that gives every element of a local array a value.
    fn refill(&mut self, array: LocalId, value: Expr) -> StmtKind {
        let number = |count| Expr::constant(Value::U32(count));
        let length = self.locals[array.index()].length.unwrap_or_default();
        let var = add_local(self.locals, "i", Type::U32);
        let index = Expr::local(var, Type::U32);
        let element = LocalElement { array, index, bounds: Bounds::Proven };
        let body = vec![StmtKind::StoreElement(element, value).from(Origin::default())];
        StmtKind::For { var, start: number(0), end: number(length), step: number(1), body }
    }

    /// Returns a declaration of a local with an initial value that is never used.
    pub(super) fn declare(&self, id: LocalId) -> StmtKind {
        StmtKind::Let(id, Expr::constant(Value::zero(self.ty(id))))
    }

    /// Writes a statement that contains a distributed `forall`.
    fn split_at(&mut self, stmt: Stmt, guard: LocalId, out: &mut Block) {
        let origin = stmt.origin;
        match stmt.kind {
            StmtKind::ForAll { var, domain, body, .. } => {
                let work = self.work(var, domain, body, origin);
                self.distribute(work, guard, out);
            }
            StmtKind::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, guard, origin, out);
            }
            StmtKind::While(condition, body) => {
                let go = self.guard("go", Expr::local(guard, Type::Bool), origin, out);
                let mut round =
                    vec![self.under_guard(go, vec![StmtKind::Assign(go, condition)], origin)];
                self.break_when_all_are_done(go, origin, &mut round);
                self.block(body, go, &mut round);
                out.push(endless_loop(round, origin));
            }
            StmtKind::For { var, start, end, step, body } => {
                self.counted(var, [start, end, step], body, guard, origin, out);
            }
            // Other statements contain no candidates.
            _ => out.push(stmt),
        }
    }

    fn conditional(
        &mut self,
        condition: Expr,
        then: Block,
        otherwise: Block,
        guard: LocalId,
        origin: Origin,
        out: &mut Block,
    ) {
        let yes = self.guard("yes", Expr::constant(Value::Bool(false)), origin, out);
        out.push(self.under_guard(guard, vec![StmtKind::Assign(yes, condition)], origin));
        let not_yes = Expr::unary(UnaryOp::Not, self.value(yes));
        let no = Expr::binary(BinaryOp::And, self.value(guard), not_yes);
        // The first branch must not change the condition of the second.
        let no = (!otherwise.is_empty()).then(|| self.guard("no", no, origin, out));
        self.block(then, yes, out);
        if let Some(no) = no {
            self.block(otherwise, no, out);
        }
    }

    /// Writes a counted loop. Each work-item has its own counter, and all work-items continue until
    /// the last one is done.
    fn counted(
        &mut self,
        var: LocalId,
        [start, end, step]: [Expr; 3],
        body: Block,
        guard: LocalId,
        origin: Origin,
        out: &mut Block,
    ) {
        let count = self.ty(var).counter();
        let at = add_local(self.locals, "at", count);
        let last = add_local(self.locals, "last", count);
        let by = add_local(self.locals, "by", count);
        let parts = [(at, start), (last, end), (by, step)];
        out.extend(parts.iter().map(|(id, _)| self.declare(*id).from(origin)));
        let set = parts.into_iter().map(|(id, value)| StmtKind::Assign(id, value.cast(count)));
        out.push(self.under_guard(guard, set.collect(), origin));
        let go = self.guard("go", Expr::local(guard, Type::Bool), origin, out);
        let more = Expr::binary(BinaryOp::Lt, self.value(at), self.value(last));
        let mut round = vec![self.under_guard(go, vec![StmtKind::Assign(go, more)], origin)];
        self.break_when_all_are_done(go, origin, &mut round);
        let element = self.value(at).cast(self.ty(var));
        round.push(StmtKind::Let(var, element).from(origin));
        self.block(body, go, &mut round);
        let next = Expr::binary(BinaryOp::Add, self.value(at), self.value(by));
        round.push(self.under_guard(go, vec![StmtKind::Assign(at, next)], origin));
        out.push(endless_loop(round, origin));
    }

    /// Declares a guard with the given value.
    fn guard(&mut self, name: &str, value: Expr, origin: Origin, out: &mut Block) -> LocalId {
        let id = add_local(self.locals, name, Type::Bool);
        out.push(StmtKind::Let(id, value).from(origin));
        id
    }

    /// Returns a conditional that runs statements for the work-items whose guard holds.
    pub(super) fn under_guard(&self, guard: LocalId, then: Vec<StmtKind>, origin: Origin) -> Stmt {
        let plain = Origin { note: None, ..origin };
        let then = then.into_iter().map(|kind| kind.from(plain)).collect();
        StmtKind::If(self.value(guard), then, vec![]).from(origin)
    }

    /// Ends a loop when no work-item of the workgroup needs another round.
    fn break_when_all_are_done(&mut self, go: LocalId, origin: Origin, round: &mut Block) {
        let any = add_local(self.locals, "any", Type::Bool);
        let value = self.value(go);
        let scope = Scope::Workgroup;
        round.push(
            StmtKind::Collective { scope, op: AtomicOp::Or, value, result: any }.from(origin),
        );
        let none = Expr::unary(UnaryOp::Not, self.value(any));
        let leave = vec![StmtKind::Break.from(origin)];
        round.push(StmtKind::If(none, leave, vec![]).from(origin));
    }
}

/// Returns a loop that only a `break` ends.
pub(super) fn endless_loop(body: Block, origin: Origin) -> Stmt {
    StmtKind::While(Expr::constant(Value::Bool(true)), body).from(origin)
}

/// Returns, for each local that the statements of a block use, the position of the last statement
/// that uses it.
fn last_uses(block: &Block) -> HashMap<LocalId, usize> {
    let mut last = HashMap::new();
    for (at, stmt) in block.iter().enumerate() {
        walk_stmts(std::slice::from_ref(stmt), &mut |stmt| {
            if let StmtKind::Reduce(id, ..)
            | StmtKind::Assign(id, _)
            | StmtKind::StoreElement(LocalElement { array: id, .. }, _) = stmt.kind
            {
                last.insert(id, at);
            }
            for expr in stmt.exprs() {
                expr.walk(&mut |expr| {
                    if let Some(id) = expr.local_read() {
                        last.insert(id, at);
                    }
                });
            }
        });
    }
    last
}
