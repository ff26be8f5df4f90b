//! Makes outer loops uniform for the workgroup.
//!
//! After [`distribute`](super::distribute), each work-item counts separately, so work-items of a
//! workgroup may leave the loop in different rounds. Barriers, collectives and flushes need a loop
//! that all work-items of the workgroup run equally often. Therefore the workgroup counts from the
//! start of its first work-item, and a conditional in the body excludes work-items that are past
//! the end.
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

/// Returns the reason why a statement at the outermost level of a kernel cannot be [made
/// uniform](make_uniform), as a text for a remark. Returns `None` if it can.
pub fn obstacle(stmt: &Stmt, uniformity: &Uniformity) -> Option<&'static str> {
    let alone = Some("the first work-item runs it alone");
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
        return Some("the bounds of the loop around it may differ within a workgroup");
    }
    leaves(body).then_some("a `break` or `continue` leaves the loop around it")
}

/// Returns whether a statement is a loop that is distributed over the launch.
pub fn is_spread(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::For { step, .. } if is_at(step, Coordinate::GlobalSize))
}

/// Returns whether a `break` or `continue` in the body of a loop, or in a part of the body, leaves
/// the loop.
pub fn leaves(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(_, then, otherwise) => leaves(then) || leaves(otherwise),
        StmtKind::Exclusive { otherwise, .. } => leaves(otherwise),
        _ => false,
    })
}

/// Makes an outer loop uniform for the workgroup. Its body becomes a conditional at the end of the
/// new body. Returns whether the loop is now uniform; if the statement is not a loop that is
/// distributed over the launch, it stays unchanged. Callers must first check for an [`obstacle`].
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

/// Returns whether an expression is a coordinate, possibly converted.
fn is_at(expr: &Expr, coordinate: Coordinate) -> bool {
    match &expr.kind {
        ExprKind::At(at) => *at == coordinate,
        ExprKind::Cast(inner) => is_at(inner, coordinate),
        _ => false,
    }
}

/// Finds a coordinate in an expression.
fn find(expr: &mut Expr, coordinate: Coordinate) -> Option<&mut ExprKind> {
    if expr.kind == ExprKind::At(coordinate) {
        return Some(&mut expr.kind);
    }
    expr.operands_mut().into_iter().find_map(|operand| find(operand, coordinate))
}
