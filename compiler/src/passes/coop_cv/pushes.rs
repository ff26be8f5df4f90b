//! Conversion of pushes to pushes through a queue of the workgroup.

use std::collections::BTreeSet;

use crate::configuration::Choice;
use crate::ir::uniform_loop::{make_uniform, obstacle};
use crate::ir::uniformity::Uniformity;
use crate::ir::visit::{walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::remarks::Remarks;

/// The remark on a push that was converted.
const QUEUED: &str =
    "the item goes to a queue, whose items the workgroup pushes together once per round";

/// Converts the pushes in the outer loops of a kernel.
pub(super) fn queue(kernel: &mut Kernel, remarks: &mut Remarks) {
    let uniformity = Uniformity::find(kernel);
    let Kernel { name, locals, body, .. } = kernel;
    for stmt in body {
        let pushes = pushes_within(stmt);
        if pushes.is_empty() {
            continue;
        }
        if let Some(reason) = obstacle(stmt, &uniformity) {
            for (_, origin) in pushes {
                remarks.missed(Choice::CoopCv, name, origin, reason);
            }
        } else if make_uniform(locals, stmt) {
            for (_, origin) in &pushes {
                remarks.applied(Choice::CoopCv, name, *origin, QUEUED);
            }
            let worklists = pushes.into_iter().map(|(worklist, _)| worklist).collect();
            enqueue(stmt, worklists);
        }
    }
}

/// Returns all pushes in a statement.
fn pushes_within(stmt: &Stmt) -> Vec<(WorklistId, Origin)> {
    let mut pushes = vec![];
    walk_stmts(std::slice::from_ref(stmt), &mut |stmt| {
        if let StmtKind::Push(id, _) = stmt.kind {
            pushes.push((id, stmt.origin));
        }
    });
    pushes
}

/// Converts the pushes in a loop that is uniform for the workgroup, and ends each of its rounds
/// with a flush.
fn enqueue(stmt: &mut Stmt, worklists: BTreeSet<WorklistId>) {
    let origin = stmt.origin;
    for body in stmt.blocks_mut() {
        walk_stmts_mut(body, &mut |stmt| {
            if let StmtKind::Push(id, item) = &mut stmt.kind {
                stmt.kind = StmtKind::Enqueue(*id, std::mem::take(item));
            }
        });
        let note = "coop-cv: one atomic operation for all items of the workgroup";
        body.extend(worklists.iter().map(|id| StmtKind::Flush(*id).from(origin.noted(note))));
    }
}
