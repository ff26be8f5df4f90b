//! Outer loops that are uniform for the workgroup.
//!
//! [`distribute`](super::distribute) lets each work-item count for itself, so that work-items of
//! one workgroup may leave the loop at different times. What they do together (barriers,
//! collectives, flushes) needs a loop that all of them go through equally often: the workgroup
//! counts from where its first work-item would start, and who is past the end sits a round out.
//!
//! ```text
//! for u: node = @global_id to @node_count      for base: u32 = @group_start to @node_count
//!     by @global_size {                            by @global_size {
//!   …                                            let u: node = node((base + @local_id))
//! }                                              if (u32(u) < @node_count) {
//!                                                  …
//!                                                }
//!                                              }
//! ```

use crate::ir::build::add_local;
use crate::ir::uniformity::Uniformity;
use crate::ir::*;

/// Why a statement at a kernel's outermost level cannot be [made uniform](make_uniform), as a
/// remark says it; `None` where it can.
pub fn obstacle(stmt: &Stmt, uniformity: &Uniformity) -> Option<&'static str> {
    let alone = Some("only the first work-item executes it");
    let StmtKind::For { start, end, step, body, .. } = &stmt.kind else { return alone };
    let mut start = start.clone();
    if let Some(id) = find(&mut start, Coordinate::GlobalId) {
        *id = ExprKind::At(Coordinate::GroupStart);
    }
    let spread = is_at(step, Coordinate::GlobalSize);
    if !spread || find(&mut start, Coordinate::GroupStart).is_none() {
        return alone;
    }
    if [&start, end].into_iter().any(|bound| uniformity.of(bound) < Some(Scope::Workgroup)) {
        return Some("the bounds of the surrounding loop may differ within a workgroup");
    }
    leaves(body).then_some("a `break` or `continue` leaves the surrounding loop")
}

/// Whether a statement is a loop that is spread over the launch.
pub fn is_spread(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::For { step, .. } if is_at(step, Coordinate::GlobalSize))
}

/// Whether a `break` or `continue` in the body of a loop, or in a part of that body, leaves the loop.
pub fn leaves(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(_, then, otherwise) => leaves(then) || leaves(otherwise),
        StmtKind::Exclusive { otherwise, .. } => leaves(otherwise),
        _ => false,
    })
}

/// Makes an outer loop uniform for the workgroup, its body within one conditional at the end of the
/// new body. `false`, and no change, if the statement is no loop that is spread over the launch;
/// `true` where it is uniform already. Ask for [obstacles](obstacle) first.
pub fn make_uniform(locals: &mut Vec<Local>, stmt: &mut Stmt) -> bool {
    let StmtKind::For { var, start, end, step, body } = &mut stmt.kind else { return false };
    if !is_at(step, Coordinate::GlobalSize) {
        return false;
    }
    if find(start, Coordinate::GroupStart).is_some() {
        return true;
    }
    let Some(id) = find(start, Coordinate::GlobalId) else { return false };
    *id = ExprKind::At(Coordinate::GroupStart);
    let ty = locals[var.index()].ty;
    let count = if ty == Type::U64 { Type::U64 } else { Type::U32 };
    let base = add_local(locals, "base", count);
    let item = std::mem::replace(var, base);
    let mine = Expr::at(Coordinate::LocalId).cast(count);
    let mine = Expr::binary(BinaryOp::Add, Expr::local(base, count), mine).cast(ty);
    let exists =
        Expr::binary(BinaryOp::Lt, Expr::local(item, ty).cast(count), end.clone().cast(count));
    let origin = stmt.origin;
    let inner = std::mem::take(body);
    *body = vec![
        StmtKind::Let(item, mine).from(origin),
        StmtKind::If(exists, inner, vec![]).from(origin),
    ];
    true
}

/// Whether an expression is a coordinate, perhaps converted.
fn is_at(expr: &Expr, coordinate: Coordinate) -> bool {
    match &expr.kind {
        ExprKind::At(at) => *at == coordinate,
        ExprKind::Cast(inner) => is_at(inner, coordinate),
        _ => false,
    }
}

/// Where an expression mentions a coordinate.
fn find(expr: &mut Expr, coordinate: Coordinate) -> Option<&mut ExprKind> {
    if expr.kind == ExprKind::At(coordinate) {
        return Some(&mut expr.kind);
    }
    expr.operands_mut().into_iter().find_map(|operand| find(operand, coordinate))
}
