//! Kept items: a work-item processes an item that it would push.
//!
//! In the IR's text, before and after, with `async=8`:
//!
//! ```text
//! for i: u32 = @global_id to @size(w)      for i: u32 = @global_id to @size(w)
//!     by @global_size {                        by @global_size {
//!   let u: node = @item(w, i)                let item: node = @item(w, i)
//!   …                                        let left: u32 = 8u32
//!   push w v                                 let more: bool = true
//! }                                          while more {
//!                                              set more = false
//!                                              let u: node = item
//!                                              …
//!                                              if (not(more) && (left > 0u32)) {
//!                                                set more = true
//!                                                set left = (left - 1u32)
//!                                                set item = v
//!                                              } else {
//!                                                push w v
//!                                              }
//!                                            }
//!                                          }
//! ```
//!
//! The queue of a work-item has room for one item, so that it stays in registers: the work-item
//! keeps the first item that an iteration pushes, and pushes the others. It keeps at most 1, 8 or 64
//! items for each item of the worklist.

use super::{local, new_local, number};
use crate::ir::visit::walk_stmts_mut;
use crate::ir::*;

/// Lets the work-items of a kernel process up to this many items that they push, for each item of
/// the worklist. The loop over the items is the last statement, and the kernel has no `forall`s.
pub(super) fn keep(kernel: &mut Kernel, worklist: WorklistId, most: u32) {
    let Some(Stmt { kind: StmtKind::For { body, .. }, origin }) = kernel.body.last_mut() else {
        return;
    };
    let (locals, origin) = (&mut kernel.locals, *origin);
    let Some(StmtKind::Let(_, first)) = body.first_mut().map(|stmt| &mut stmt.kind) else { return };
    let item = new_local(locals, "item", first.ty);
    let left = new_local(locals, "left", Type::U32);
    let more = new_local(locals, "more", Type::Bool);
    let start = std::mem::replace(first, item.clone());
    let truth = |value| Expr::constant(Value::Bool(value));
    let declare = |name: &Expr, value| StmtKind::Let(local(name), value).from(origin);
    let assign = |name: &Expr, value| StmtKind::Assign(local(name), value).from(origin);
    let is_left = Expr::binary(BinaryOp::Gt, left.clone(), number(0));
    let is_free = Expr::unary(UnaryOp::Not, more.clone());
    let has_room = Expr::binary(BinaryOp::And, is_free, is_left);
    let one_less = Expr::binary(BinaryOp::Sub, left.clone(), number(1));
    walk_stmts_mut(body, &mut |stmt| {
        let StmtKind::Push(id, pushed) = &stmt.kind else { return };
        if let ([pushed], true) = (&pushed[..], *id == worklist) {
            let kept = vec![
                assign(&more, truth(true)),
                assign(&left, one_less.clone()),
                assign(&item, pushed.clone()),
            ];
            let push = stmt.clone();
            stmt.kind = StmtKind::If(has_room.clone(), kept, vec![push]);
        }
    });
    body.insert(0, assign(&more, truth(false)));
    let repeated = StmtKind::While(more.clone(), std::mem::take(body)).from(origin);
    body.extend([
        declare(&item, start),
        declare(&left, number(most)),
        declare(&more, truth(true)),
        repeated,
    ]);
}
