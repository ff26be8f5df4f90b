//! Replaces the accesses of a loop with accesses to a register.

use super::accesses::{Accesses, is_same_element};
use crate::ir::build::{add_local, changes, combine, identity};
use crate::ir::value::binary;
use crate::ir::visit::walk_exprs_mut;
use crate::ir::*;

/// The statements that promotions add around a loop.
#[derive(Debug, Default)]
pub(super) struct Frame {
    before: Block,
    /// Statements that run after [`before`](Frame::before) and before the loop, if the loop has a
    /// round.
    entered: Block,
    /// Statements that run after the loop if it has had a round.
    left: Block,
    after: Block,
}

impl Frame {
    /// Appends the loop to a block, with the statements around it.
    pub(super) fn put_around(self, mut stmt: Stmt, locals: &mut Locals, out: &mut Block) {
        let Frame { before, entered, left, after } = self;
        out.extend(before);
        if entered.is_empty() && left.is_empty() {
            out.push(stmt);
        } else {
            let has_round = has_round(&mut stmt, locals, out);
            let origin = stmt.origin;
            let inner = entered.into_iter().chain([stmt]).chain(left).collect();
            match has_round {
                Some(condition) => out.push(StmtKind::If(condition, inner, vec![]).from(origin)),
                None => out.extend(inner),
            }
        }
        out.extend(after);
    }
}

/// Returns the condition that a counted loop has a round, and evaluates its bounds before it. Returns
/// `None` if the loop certainly has a round.
fn has_round(stmt: &mut Stmt, locals: &mut Locals, out: &mut Block) -> Option<Expr> {
    let origin = stmt.origin;
    let StmtKind::For { var, start, end, .. } = &mut stmt.kind else { return None };
    for (name, bound) in [("from", &mut *start), ("to", &mut *end)] {
        if !matches!(bound.kind, ExprKind::Const(_)) {
            let id = add_local(locals, name, bound.ty);
            let value = std::mem::replace(bound, Expr::local(id, bound.ty));
            out.push(StmtKind::Let(id, value).from(origin));
        }
    }
    if let (ExprKind::Const(first), ExprKind::Const(end)) = (&start.kind, &end.kind)
        && binary(BinaryOp::Lt, *first, *end) == Some(Value::Bool(true))
    {
        return None;
    }
    let counted = locals[var.index()].ty.counter();
    let (start, end) = (start.clone().cast(counted), end.clone().cast(counted));
    Some(Expr::binary(BinaryOp::Lt, start, end))
}

/// Replaces loads and stores with a register.
pub(super) fn promote_element(
    stmt: &mut Stmt,
    found: &Accesses,
    (locals, ty): (&mut Locals, Type),
    frame: &mut Frame,
) {
    let origin = stmt.origin.noted("promote: the element is kept in a local during the loop");
    let kept = add_local(locals, "kept", ty);
    let in_loop = matches!(stmt.kind, StmtKind::For { .. }) && found.always_accessed;
    let flag =
        (found.stores > 0 && !found.always_stored).then(|| add_local(locals, "stored", Type::Bool));
    let mut place = found.place.clone();
    if found.is_relaxed {
        place.access = Access::Relaxed;
    }
    if found.is_checked {
        place = checked(place);
    }
    let first = match (found.loads, found.always_accessed) {
        (0, _) => Expr::constant(Value::zero(ty)),
        (_, true) => Expr { ty, kind: ExprKind::Load(Box::new(place.clone())) },
        (_, false) => Expr { ty, kind: ExprKind::Load(Box::new(checked(place.clone()))) },
    };
    let kind = StmtKind::Let(kept, first);
    let entry = if in_loop { &mut frame.entered } else { &mut frame.before };
    entry.push(kind.from(origin));
    if let Some(flag) = flag {
        let no = Expr::constant(Value::Bool(false));
        entry.push(StmtKind::Let(flag, no).from(origin));
    }
    for block in stmt.blocks_mut() {
        replace(block, found, kept, flag);
    }
    if let StmtKind::While(condition, _) = &mut stmt.kind {
        condition.walk_mut(&mut |expr| replace_load(expr, found, kept));
    }
    if found.stores > 0 {
        let store = StmtKind::Store(place, Expr::local(kept, ty)).from(origin);
        let exit = if in_loop { &mut frame.left } else { &mut frame.after };
        exit.push(match flag {
            Some(flag) => {
                let stored = Expr::local(flag, Type::Bool);
                StmtKind::If(stored, vec![store], vec![]).from(origin)
            }
            None => store,
        });
    }
}

/// Replaces the accesses to an element in a block.
fn replace(block: &mut Block, found: &Accesses, kept: LocalId, flag: Option<LocalId>) {
    walk_exprs_mut(block, &mut |expr| replace_load(expr, found, kept));
    for mut stmt in std::mem::take(block) {
        for inner in stmt.blocks_mut() {
            replace(inner, found, kept, flag);
        }
        let origin = stmt.origin;
        match stmt.kind {
            StmtKind::Store(place, value) if is_same_element(&place, &found.place) => {
                block.push(StmtKind::Assign(kept, value).from(origin));
                let yes = Expr::constant(Value::Bool(true));
                block.extend(flag.map(|flag| StmtKind::Assign(flag, yes).from(origin)));
            }
            kind => block.push(kind.from(origin)),
        }
    }
}

fn replace_load(expr: &mut Expr, found: &Accesses, kept: LocalId) {
    if matches!(&expr.kind, ExprKind::Load(place) if is_same_element(place, &found.place)) {
        expr.kind = ExprKind::Local(kept);
    }
}

/// Replaces atomics with a reduction into a register, and one atomic after the loop.
pub(super) fn promote_reduction(
    stmt: &mut Stmt,
    found: &Accesses,
    (locals, ty): (&mut Locals, Type),
    frame: &mut Frame,
) {
    let Some(op) = found.reduction else { return };
    let origin = stmt.origin.noted("promote: one atomic operation for all rounds of the loop");
    let kept = add_local(locals, "kept", ty);
    let first = Expr::constant(identity(op, ty));
    frame.before.push(StmtKind::Let(kept, first).from(origin));
    let in_forall = matches!(stmt.kind, StmtKind::ForAll { .. });
    for block in stmt.blocks_mut() {
        reduce(block, found, (kept, op), in_forall);
    }
    let value = Expr::local(kept, ty);
    let condition = changes(op, value.clone());
    let place = match condition {
        Some(_) if !found.is_checked => found.place.clone(),
        // The atomic may be the only one, so nothing has proven its index.
        _ => checked(found.place.clone()),
    };
    let atomic = StmtKind::Atomic { op, place, operands: vec![value], old: None }.from(origin);
    frame.after.push(match condition {
        Some(condition) => StmtKind::If(condition, vec![atomic], vec![]).from(origin),
        None => atomic,
    });
}

/// Replaces the atomics on an element in a block.
fn reduce(block: &mut Block, found: &Accesses, (kept, op): (LocalId, AtomicOp), in_forall: bool) {
    for stmt in block {
        let inside = in_forall || matches!(stmt.kind, StmtKind::ForAll { .. });
        for inner in stmt.blocks_mut() {
            reduce(inner, found, (kept, op), inside);
        }
        let StmtKind::Atomic { place, operands, .. } = &mut stmt.kind else { continue };
        if let [value] = &operands[..]
            && is_same_element(place, &found.place)
        {
            let current = Expr::local(kept, value.ty);
            stmt.kind = match in_forall {
                true => StmtKind::Reduce(kept, op, value.clone()),
                false => StmtKind::Assign(kept, combine(op, current, value.clone())),
            };
        }
    }
}

/// Returns a place whose indices are checked.
fn checked(mut place: Place) -> Place {
    place.bounds = Bounds::Checked;
    if let Some(element) = &mut place.element {
        element.bounds = Bounds::Checked;
    }
    place
}
