//! Spread of items (`spread`): the items of a short worklist are distributed over all workgroups.
//!
//! A work-item takes the items of a worklist in order, so the items of a short worklist all belong to
//! the first workgroups, and most workgroups of the launch have none. This is the best choice if an
//! item takes as long as any other: neighbouring work-items read neighbouring items. With [nested
//! parallelism](super::np), however, a workgroup shares the edges of all of its items, and items
//! with many edges wait for each other, although the other workgroups could share them. This pass
//! leaves a gap between the items: if a launch has 64 times as many work-items as the worklist has
//! items, every 64th work-item has an item. The gap is at most the size of a workgroup, so that each
//! workgroup has one item. It depends on the number of items and therefore changes from round to
//! round.
//!
//! In the IR's text, before and after:
//!
//! ```text
//! for i: u32 = @global_id to @size(w)      let gap: u32 = max(min((@global_size / max(@size(w), 1u32)), @local_size), 1u32)
//!     by @global_size {                    for position: u32 = @global_id to (@size(w) * gap)
//!   …                                          by @global_size {
//! }                                          let i: u32 = (position / gap)
//!                                            if ((position % gap) == 0u32) {
//!                                              …
//! ```
//!
//! # Why it is legal
//!
//! The iterations of a `forall` run in any order and on any work-item. The positions with an item are
//! the multiples of `gap` below `@size(w) · gap`, so each item has exactly one position. The product
//! is at most `@global_size` or `@size(w)`, so it does not overflow.
//!
//! # Limits
//!
//! The pass changes loops over worklists whose bodies have a nested loop that nested parallelism can
//! share. Kernels whose work-items repeat their items keep their form.
//!
//! The idea is that of one workgroup for each vertex of a small frontier in Merrill, Garland and
//! Grimshaw, "Scalable GPU graph traversal", PPoPP 2012; the switch by the number of items is igc's.

use crate::configuration::{Choice, Configuration};
use crate::ir::build::add_local;
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::remarks::Remarks;

/// Distributes the items of short worklists over all workgroups.
pub fn spread_items(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    let is_nested = options.nested.is_on();
    for kernel in &mut module.kernels {
        let Some(shared) = kernel.shared_loop() else { continue };
        if shared.worklist.is_none() {
            continue;
        }
        let at = shared.at;
        let origin = kernel.body[at].origin;
        let (has_nested, name) = (has_forall(shared.body), kernel.name.clone());
        let reason = match (has_nested, is_nested) {
            (false, _) => Some("an iteration has no nested `forall` that a workgroup could share"),
            (true, false) => Some("it needs one of the flags `wg`, `sg`, `fg1` and `fg8`"),
            (true, true) => None,
        };
        if let Some(reason) = reason {
            remarks.missed(Choice::Spread, &name, origin, reason);
            continue;
        }
        spread(kernel, at);
        let effect = "if there are fewer items than work-items, all workgroups share them";
        remarks.applied(Choice::Spread, &name, origin, effect);
    }
}

/// Whether a block contains a `forall`.
fn has_forall(block: &Block) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::ForAll { .. }));
    found
}

/// Rewrites the loop at a position of the kernel.
fn spread(kernel: &mut Kernel, at: usize) {
    // The loop is the last one of the kernel. It uses all work-items that there are.
    if let Some(work) = kernel.plan.work.last_mut() {
        *work = Work::Other;
    }
    let origin = kernel.body[at].origin;
    let gap = add_local(&mut kernel.locals, "gap", Type::U32);
    let position = add_local(&mut kernel.locals, "position", Type::U32);
    let StmtKind::For { var, end, body, .. } = &mut kernel.body[at].kind else { return };
    let item = std::mem::replace(var, position);
    let (gap_now, position) = (Expr::local(gap, Type::U32), Expr::local(position, Type::U32));
    let number = |value| Expr::constant(Value::U32(value));
    let size = end.clone();
    *end = Expr::binary(BinaryOp::Mul, size.clone(), gap_now.clone());
    let inner = std::mem::take(body);
    let at_item = Expr::binary(BinaryOp::Rem, position.clone(), gap_now.clone());
    let takes = Expr::binary(BinaryOp::Eq, at_item, number(0));
    *body = vec![
        StmtKind::Let(item, Expr::binary(BinaryOp::Div, position, gap_now)).from(origin),
        StmtKind::If(takes, inner, vec![]).from(origin),
    ];
    let items = Expr::binary(BinaryOp::Max, size, number(1));
    let each = Expr::binary(BinaryOp::Div, Expr::at(Coordinate::GlobalSize), items);
    let most = Expr::binary(BinaryOp::Min, each, Expr::at(Coordinate::LocalSize));
    let value = Expr::binary(BinaryOp::Max, most, number(1));
    kernel.body.insert(at, StmtKind::Let(gap, value).from(origin));
}
