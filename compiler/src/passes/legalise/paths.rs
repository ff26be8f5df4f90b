//! Marks the start of each path in a kernel that contains a barrier and that is not always taken.
//!
//! Such a path is the body of a loop, an arm of a conditional, or the statements after a `break` or
//! `continue`. On PoCL, the mark is a statement that no compiler removes or merges with another
//! (`igc_path_start` in `stdlib/device/opencl/work_items.cl`). On other drivers, the mark does nothing.
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
use crate::ir::*;

/// Marks the paths of a block, such as the body of a kernel. Returns whether a workgroup waits
/// anywhere in the block.
pub(super) fn mark_paths(block: &mut Block) -> bool {
    let waits: Vec<bool> = block.iter_mut().map(mark_inside).collect();
    let last_wait = waits.iter().rposition(|waits| *waits);
    let stmts = std::mem::take(block);
    for (at, stmt) in stmts.into_iter().enumerate() {
        let waits_after = last_wait.is_some_and(|last| at < last);
        let marked = waits_after && has_break_or_continue(std::slice::from_ref(&stmt));
        let origin = stmt.origin;
        block.push(stmt);
        if marked {
            block.push(StmtKind::PathStart.from(Origin { note: None, ..origin }));
        }
    }
    last_wait.is_some()
}

/// Marks the paths inside a statement. Returns whether a workgroup waits in it.
fn mark_inside(stmt: &mut Stmt) -> bool {
    match &mut stmt.kind {
        StmtKind::If(_, then, otherwise) => {
            let in_then = mark_body(then);
            let in_otherwise = match &mut otherwise[..] {
                [only @ Stmt { kind: StmtKind::If(..), .. }] => mark_inside(only),
                _ => mark_body(otherwise),
            };
            in_then || in_otherwise
        }
        _ => {
            let itself = waits_itself(&stmt.kind);
            let inside = stmt.blocks_mut().into_iter().map(mark_body);
            inside.fold(itself, |waits, inside| inside || waits)
        }
    }
}

/// Marks a path at its start, and the paths within. Returns whether a workgroup waits on it.
fn mark_body(body: &mut Block) -> bool {
    let waits = mark_paths(body);
    if waits {
        body.insert(0, StmtKind::PathStart.from(Origin::default()));
    }
    waits
}

/// Whether a workgroup waits at a statement, apart from the statements inside.
fn waits_itself(stmt: &StmtKind) -> bool {
    match stmt {
        StmtKind::Barrier(scope) | StmtKind::Collective { scope, .. } => *scope != Scope::Subgroup,
        StmtKind::Scan { .. } | StmtKind::Flush(_) => true,
        _ => false,
    }
}
