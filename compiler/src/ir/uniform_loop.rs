//! Makes outer loops uniform for the workgroup.
//!
//! After [`distribute`](crate::passes::distribute), each work-item has its own loop counter, so the
//! work-items of one workgroup may leave the loop at different times. Barriers, collectives and
//! flushes need a loop that all work-items of the workgroup execute equally often. [`make_uniform`]
//! lets the workgroup count together, from where its first work-item would start. A work-item that
//! is past the end does nothing in that round.
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
//!
//! The loops of the pass [`merge`](crate::passes::merge) are uniform already: the step is the size
//! of the workgroup, and the bounds are those of its share.

use super::build::add_local;
use super::uniformity::Uniformity;
use super::visit::has_break_or_continue;
use super::*;

/// Returns why a statement at the outermost level of a kernel cannot be [made
/// uniform](make_uniform), in the words of a remark, or `None` if it can.
pub fn obstacle(stmt: &Stmt, uniformity: &Uniformity) -> Option<&'static str> {
    let alone = Some("only the first work-item executes it");
    let StmtKind::For { start, end, step, body, .. } = &stmt.kind else { return alone };
    let mut start = start.clone();
    if let Some(id) = find(&mut start, Coordinate::GlobalId) {
        *id = ExprKind::At(Coordinate::GroupStart);
    }
    let distributed =
        is_at(step, Coordinate::GlobalSize) && find(&mut start, Coordinate::GroupStart).is_some();
    if !distributed && !is_over_share(stmt) {
        return alone;
    }
    if [&start, end].into_iter().any(|bound| uniformity.of(bound) < Some(Scope::Workgroup)) {
        return Some("the bounds of the surrounding loop may differ within a workgroup");
    }
    has_break_or_continue(body).then_some("a `break` or `continue` leaves the surrounding loop")
}

/// Whether a statement is a loop that is distributed over the launch.
pub fn is_distributed(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::For { step, .. } if is_at(step, Coordinate::GlobalSize))
}

/// Whether a statement at the outermost level of a kernel is the loop of a workgroup over its share
/// of the merge path.
pub fn is_over_share(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::For { step, .. } if is_at(step, Coordinate::LocalSize))
}

/// Makes an outer loop uniform for the workgroup. The new body ends with one conditional, which
/// contains the old body. Call [`obstacle`] first.
///
/// Returns `false` and changes nothing if the statement is not a loop that is distributed over the
/// launch. Returns `true` if the loop was already uniform.
pub fn make_uniform(locals: &mut Locals, stmt: &mut Stmt) -> bool {
    if is_over_share(stmt) {
        return true;
    }
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
    let count = ty.counter();
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

/// Whether an expression is a coordinate, possibly converted.
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
