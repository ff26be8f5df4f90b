//! What the work-items of a kernel do together: every barrier, and what is one, stands in control
//! flow that is uniform for its group, and what is put into a queue is flushed.
//!
//! A kernel is shown to this only if nothing else is wrong with it. That shared memory is free of
//! races is assumed here: see [`uniformity`](crate::ir::uniformity).

use std::collections::BTreeSet;

use super::*;
use crate::ir::uniformity::{Uniform, Uniformity};

/// Finds what is wrong with what the work-items of a kernel do together.
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

/// What is wrong with a statement of a group where control flow is so uniform.
fn misplaced(stmt: &Stmt, flow: Uniform) -> Option<String> {
    let (what, scope) = match &stmt.kind {
        StmtKind::Barrier(Scope::Grid) => {
            return Some("a barrier of the grid in a kernel".into());
        }
        StmtKind::Barrier(scope) => ("a barrier", *scope),
        StmtKind::Collective { scope, .. } => ("a collective", *scope),
        StmtKind::Scan { .. } => ("a scan", Scope::Workgroup),
        StmtKind::Flush(_) => ("a flush", Scope::Workgroup),
        _ => return None,
    };
    (flow < Some(scope)).then(|| {
        let group = flow.map_or_else(|| "no group".into(), |s| format!("the {} only", s.name()));
        format!("{what} of the {} in control flow that is uniform for {group}", scope.name())
    })
}

/// For which worklists something may be in the queue behind a block, if it was for `before` in
/// front of it; `exits` gets those where a `break` or `continue` leaves it.
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
            // A round more changes nothing: a block adds what it adds whatever was there before.
            StmtKind::While(_, body) | StmtKind::For { body, .. } => {
                let mut left = BTreeSet::new();
                now.append(&mut queued(body, now.clone(), &mut left));
                now.append(&mut left);
            }
            StmtKind::ForAll { body, .. } => now.append(&mut queued(body, now.clone(), exits)),
            _ => {}
        }
    }
    now
}
