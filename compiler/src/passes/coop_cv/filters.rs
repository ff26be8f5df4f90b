//! Removes conditions whose only purpose is to save an atomic: `if (v < g) { atomic min g, v }`.
//!
//! If many work-items send a minimum to one element, programs often check first whether it would
//! change the element. A private reduction does not need this check. The check would even prevent
//! the conversion, because it reads the global. Without the check the result is the same: the
//! element only decreases, so a `v` that is not below any earlier value of it does not change it.
//!
//! Conditions on floats stay: NaN is not below any value, and the minimum of NaN and another value
//! is the other value.

use crate::ir::visit::walk_stmts_mut;
use crate::ir::*;

/// Removes, within a statement, the conditions that only save an atomic on an array for which `of`
/// holds.
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

/// Returns a conjunction without the conjuncts for which `dropped` holds, or `None` if none
/// remains.
fn without(cond: &Expr, dropped: &impl Fn(&Expr) -> bool) -> Option<Expr> {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => match (without(a, dropped), without(b, dropped)) {
            (Some(a), Some(b)) => Some(Expr::binary(BinaryOp::And, a, b)),
            (rest, None) | (None, rest) => rest,
        },
        _ => (!dropped(cond)).then(|| cond.clone()),
    }
}

/// Whether a condition holds whenever an atomic minimum or maximum would change the place.
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
