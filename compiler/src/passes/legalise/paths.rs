//! Marks where paths start that some workgroups may not take, and that have a barrier.
//!
//! Such a path is the body of a loop, an arm of a conditional, or what follows a `break`. The mark is a
//! statement that no compiler removes or merges with another (`igc_path_start` in `stdlib/opencl/group.cl`).
//! It does nothing on drivers other than PoCL.
//!
//! ```text
//! while (total > 0u32) {           while (total > 0u32) {
//!   flush near                       path start
//! }                                  flush near
//!                                  }
//! ```
//!
//! PoCL treats such a barrier as conditional, and adds a barrier of its own where the path starts. If the
//! block there has nothing but a barrier and a branch, PoCL takes it that all work-items branch as the first
//! one does, or adds one more barrier in an arm that need not be taken. Up to 3.1, it also compiles the code once for
//! each path, twice as much for each such barrier; 5.0 and 6.0 drop what the arm does.
//! (`ImplicitConditionalBarriers.cc` and `CanonicalizeBarriers.cc`, before commit ab3ed1c of July 2026.)
//!
//! Outlined loops also mark where paths *end* at the head of a loop. Compilers move what two paths
//! have in common at their ends to where they meet, in front of the head's barrier. PoCL 3.1's passes call
//! themselves without end on a loop whose head is like that.
//!
//! An `else` that is no more than an `if` has no mark of its own: C has one branch for both.

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
