//! Removes conditions that only avoid an atomic: `if (v < g) { atomic min g, v }`.
//!
//! If many work-items send a minimum to one place, programs first test whether it would change the
//! place. A private reduction does not need this test, and the test would prevent it, because it
//! reads the global. The test can be removed without changing the result: a minimum only decreases,
//! so if `v` is not below some earlier value of the global, the atomic has no effect.
//!
//! Conditions on floats stay. A comparison with NaN is false, but the minimum of NaN and a number
//! is the number.

use crate::ir::visit::walk_stmts_mut;
use crate::ir::*;

/// Removes the conditions inside a statement that only avoid an atomic on an array for which `of`
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

/// Returns a conjunction without the dropped conjuncts, or `None` if none remains.
fn without(cond: &Expr, dropped: &impl Fn(&Expr) -> bool) -> Option<Expr> {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => match (without(a, dropped), without(b, dropped)) {
            (Some(a), Some(b)) => Some(Expr::binary(BinaryOp::And, a, b)),
            (rest, None) | (None, rest) => rest,
        },
        _ => (!dropped(cond)).then(|| cond.clone()),
    }
}

/// Returns whether a condition holds whenever an atomic minimum or maximum would change the place.
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
