//! Checks operations of groups of work-items: barriers, and operations that act as barriers, are in
//! control flow that is uniform for their group, and queues are flushed.
//!
//! The kernel must be well formed. The check assumes that shared memory has no races: see
//! [`uniformity`](crate::ir::uniformity).

use std::collections::BTreeSet;

use super::*;
use crate::ir::uniformity::{Uniform, Uniformity};

/// Finds violations in the operations of groups in a kernel.
pub(super) fn verify_uniform(module: &Module, kernel: &Kernel) -> Vec<Violation> {
    let mut messages = vec![];
    Uniformity::find(kernel).each(kernel, &mut |stmt, flow| messages.extend(misplaced(stmt, flow)));
    for id in queued(&kernel.body, BTreeSet::new(), &mut BTreeSet::new()) {
        let name = &module.worklists[id.index()].name;
        messages.push(format!("the queue for `{name}` may not be flushed before the kernel ends"));
    }
    let violation = |message| Violation { place: kernel.name.clone(), message };
    messages.into_iter().map(violation).collect()
}

/// Returns what is wrong with an operation of a group in control flow of this uniformity.
fn misplaced(stmt: &Stmt, flow: Uniform) -> Option<String> {
    let (what, scope) = match &stmt.kind {
        StmtKind::Barrier(Scope::Grid) => {
            return Some("a barrier of the grid in a kernel".into());
        }
        StmtKind::Barrier(scope) => ("a barrier", *scope),
        StmtKind::Collective { scope, .. } => ("a collective", *scope),
        StmtKind::Scan { .. } => ("a scan", Scope::Workgroup),
        StmtKind::Flush(_) => ("a flush", Scope::Workgroup),
        StmtKind::Let(..)
        | StmtKind::Assign(..)
        | StmtKind::LetArray(..)
        | StmtKind::StoreElement(..)
        | StmtKind::LetVector(..)
        | StmtKind::Store(..)
        | StmtKind::Atomic { .. }
        | StmtKind::Reduce(..)
        | StmtKind::Push(..)
        | StmtKind::Exclusive { .. }
        | StmtKind::StoreShared(..)
        | StmtKind::AtomicShared { .. }
        | StmtKind::Enqueue(..)
        | StmtKind::Print(_)
        | StmtKind::If(..)
        | StmtKind::While(..)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::PathStart
        | StmtKind::ForAll { .. }
        | StmtKind::For { .. } => return None,
    };
    (flow < Some(scope)).then(|| {
        let group = flow.map_or_else(|| "no group".into(), |s| format!("the {} only", s.name()));
        format!("{what} of the {} in control flow that is uniform for {group}", scope.name())
    })
}

/// Returns the worklists whose queue may contain items after a block, if the queues of `before` may
/// contain items before it. Adds to `exits` the worklists whose queue may contain items where a
/// `break` or `continue` leaves the block.
fn queued(
    block: &Block,
    before: BTreeSet<WorklistId>,
    exits: &mut BTreeSet<WorklistId>,
) -> BTreeSet<WorklistId> {
    let mut now = before;
    for stmt in block {
        match &stmt.kind {
            StmtKind::Enqueue(id, _) => {
                now.insert(*id);
            }
            StmtKind::Flush(id) => {
                now.remove(id);
            }
            StmtKind::Break | StmtKind::Continue => {
                exits.append(&mut now);
                return now;
            }
            StmtKind::If(_, then, otherwise)
            | StmtKind::Exclusive { body: then, otherwise, .. } => {
                let mut either = queued(then, now.clone(), exits);
                either.append(&mut queued(otherwise, now, exits));
                now = either;
            }
            // One traversal suffices: a block adds the same queues whatever `before` contains.
            StmtKind::While(_, body) | StmtKind::For { body, .. } => {
                let mut left = BTreeSet::new();
                now.append(&mut queued(body, now.clone(), &mut left));
                now.append(&mut left);
            }
            StmtKind::ForAll { body, .. } => now.append(&mut queued(body, now.clone(), exits)),
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Print(_)
            | StmtKind::PathStart => {}
        }
    }
    now
}
