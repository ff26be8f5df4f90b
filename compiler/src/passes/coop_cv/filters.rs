//! Conditions that only save an atomic: `if (v < g) { atomic min g, v }`.
//!
//! Where many send a minimum to one place, programs ask first whether it would change anything. A
//! private reduction has nothing to save, and the question alone would keep it from being one,
//! because it reads the global. The answer does not matter: a minimum only falls, so that a `v`
//! which is not below a value that the global had, however old, changes nothing.
//!
//! Floats keep their condition: what is no number is below nothing, and yet the other one is the
//! minimum of the two.

use crate::ir::visit::walk_stmts_mut;
use crate::ir::*;

/// Takes away, within a statement, the conditions that only save an atomic on an array of those.
pub(super) fn remove(stmt: &mut Stmt, of: &impl Fn(ArrayId) -> bool) {
    walk_stmts_mut(std::slice::from_mut(stmt), &mut |stmt| {
        let StmtKind::If(cond, then, otherwise) = &mut stmt.kind else { return };
        let [Stmt { kind: StmtKind::Atomic { op, place, operands, old: None }, .. }] = &then[..]
        else {
            return;
        };
        if !otherwise.is_empty() || !of(place.array) {
            return;
        }
        match without(cond, &|conjunct| saves(conjunct, *op, place, &operands[0])) {
            Some(rest) => *cond = rest,
            None => *stmt = then.remove(0),
        }
    });
}

/// A conjunction without some conjuncts; `None` where none is left.
fn without(cond: &Expr, dropped: &impl Fn(&Expr) -> bool) -> Option<Expr> {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => match (without(a, dropped), without(b, dropped)) {
            (Some(a), Some(b)) => Some(Expr::binary(BinaryOp::And, a, b)),
            (rest, None) | (None, rest) => rest,
        },
        _ => (!dropped(cond)).then(|| cond.clone()),
    }
}

/// Whether a condition holds wherever an atomic minimum or maximum would change the place.
fn saves(cond: &Expr, op: AtomicOp, place: &Place, value: &Expr) -> bool {
    let ExprKind::Binary(comparison, left, right) = &cond.kind else { return false };
    let is_place = |e: &Expr| matches!(&e.kind, ExprKind::Load(loaded) if **loaded == *place);
    let value_first = match comparison {
        BinaryOp::Lt | BinaryOp::Le => op == AtomicOp::Min,
        BinaryOp::Gt | BinaryOp::Ge => op == AtomicOp::Max,
        _ => return false,
    };
    let (asked, known) = if value_first { (left, right) } else { (right, left) };
    let ordered = !matches!(value.ty, Type::F32 | Type::F64);
    ordered && matches!(op, AtomicOp::Min | AtomicOp::Max) && **asked == *value && is_place(known)
}
