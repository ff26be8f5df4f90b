//! Marks the start of each path in a kernel that contains a barrier and that is not always taken.
//!
//! Such a path is the body of a loop, an arm of a conditional, or the statements after a `break` or
//! `continue`. On PoCL, the mark is a statement that no compiler removes or merges with another
//! (`igc_path_start` in `stdlib/opencl/group.cl`). On other drivers, the mark does nothing.
//!
//! ```text
//! while (total > 0u32) {           while (total > 0u32) {
//!   flush near                       path start
//! }                                  flush near
//!                                  }
//! ```
//!
//! PoCL treats a barrier on such a path as conditional, and adds its own barrier at the start of
//! the path. If the basic block there contains only a barrier and a branch, PoCL makes one of two
//! errors:
//!
//! * It assumes that all work-items branch like the first one.
//! * It adds another barrier to an arm that need not be taken. Versions up to 3.1 then compile the
//!   code once more for each such path, so its size doubles with each barrier. Versions 5.0 and 6.0
//!   lose the effects of the arm.
//!
//! The errors are in PoCL's `ImplicitConditionalBarriers.cc` and `CanonicalizeBarriers.cc`, before
//! commit ab3ed1c of July 2026.
//!
//! In outlined loops, [`outlined`](super::outlined) also marks the *end* of a path that leads to
//! the head of a loop. If two paths end with equal statements, compilers move these to the point
//! where the paths join, before the barrier of the head. On such a loop, the passes of PoCL 3.1
//! recurse infinitely.
//!
//! An `else` that contains only an `if` has no mark, because C has one branch for both.

use crate::ir::visit::has_break_or_continue;
use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// Marks the paths of a kernel.
pub(super) fn mark_paths(block: &mut Block) {
    let stmts = std::mem::take(block);
    let waits_after: Vec<bool> = (0..stmts.len()).map(|at| waits(&stmts[at + 1..])).collect();
    for (mut stmt, waits_after) in stmts.into_iter().zip(waits_after) {
        mark_inside(&mut stmt);
        let marked = waits_after && has_break_or_continue(std::slice::from_ref(&stmt));
        let origin = stmt.origin;
        block.push(stmt);
        if marked {
            block.push(StmtKind::PathStart.from(Origin { note: None, ..origin }));
        }
    }
}

fn mark_inside(stmt: &mut Stmt) {
    match &mut stmt.kind {
        StmtKind::If(_, then, otherwise) => {
            mark_body(then);
            match &mut otherwise[..] {
                [only @ Stmt { kind: StmtKind::If(..), .. }] => mark_inside(only),
                _ => mark_body(otherwise),
            }
        }
        _ => stmt.blocks_mut().into_iter().for_each(mark_body),
    }
}

/// Marks the start of a path, and the paths inside it.
fn mark_body(body: &mut Block) {
    let marked = waits(body);
    mark_paths(body);
    if marked {
        body.insert(0, StmtKind::PathStart.from(Origin::default()));
    }
}

/// Whether a block contains a barrier of the workgroup or the grid.
fn waits(block: &[Stmt]) -> bool {
    let mut waits = false;
    walk_stmts(block, &mut |stmt| {
        waits |= match &stmt.kind {
            StmtKind::Barrier(scope) | StmtKind::Collective { scope, .. } => {
                *scope != Scope::Subgroup
            }
            StmtKind::Scan { .. } | StmtKind::Flush(_) => true,
            _ => false,
        };
    });
    waits
}
