//! Dead-code elimination: removes code without effect.
//!
//! The pass removes assignments to locals that nothing reads, these locals, old values of atomics
//! that nothing reads, branches whose condition is constant, and branches and counted loops that are
//! empty. Other passes leave such code behind. An atomic whose old value is unused is cheaper on GPUs,
//! because the work-item does not wait for it.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! let x: u32 = degree[u]                 atomic add total~[0u32], 1u32
//! if (x > 1u32) {
//! }
//! let old: u32 = atomic add total~[0u32], 1u32
//! ```
//!
//! # Why it is legal
//!
//! Expressions have no side effects, so a value that nothing reads, an empty branch and an empty
//! counted loop change nothing. To remove a relaxed read whose value is unused allows no new results
//! (fact 3 of the [list](super)). An empty `while` loop stays, because it may wait for another
//! work-item or run forever. Barriers, collectives and scans stay even if nothing reads their
//! results, because the other work-items of the group wait for them. A kernel stays as it is if it
//! would otherwise no longer use one of its worklists, because its launches swap their buffers.

use std::collections::BTreeSet;

use crate::configuration::ScalarPass;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::uses::uses;
use crate::ir::visit::{walk_exprs, walk_stmts_mut};
use crate::ir::*;
use crate::passes::simplify::remove_unread;
use crate::remarks::Remarks;

/// Removes code without effect from every kernel.
pub(super) fn remove_dead_code(module: &mut Module, remarks: &mut Remarks) {
    for at in 0..module.kernels.len() {
        let mut kernel = module.kernels[at].clone();
        if kernel.lanes == 1 && remove(&mut kernel) && keeps_worklists(module, at, &kernel) {
            let message = "statements without effect are removed";
            remarks.applied(ScalarPass::Dce, &kernel.name, Origin::default(), message);
            module.kernels[at] = kernel;
        }
    }
}

/// Removes code without effect. Returns whether there was any.
fn remove(kernel: &mut Kernel) -> bool {
    let mut removed = false;
    loop {
        let locals = kernel.locals.len();
        let changed = remove_unread_values(kernel) | remove_empty(&mut kernel.body);
        remove_unread(kernel);
        if !changed && kernel.locals.len() == locals {
            return removed;
        }
        removed = true;
    }
}

/// Whether a kernel still uses its worklists in the same way. If it does not, its launches would no
/// longer swap their buffers.
fn keeps_worklists(module: &Module, at: usize, kernel: &Kernel) -> bool {
    uses(module, kernel).worklists == uses(module, &module.kernels[at]).worklists
}

/// Removes assignments to locals that nothing reads, and old values that nothing reads. Returns
/// whether there were any.
fn remove_unread_values(kernel: &mut Kernel) -> bool {
    let mut read = BTreeSet::new();
    walk_exprs(&kernel.body, &mut |expr| read.extend(expr.local_read()));
    let mut removed = false;
    walk_stmts_mut(&mut kernel.body, &mut |stmt| {
        if let StmtKind::Atomic { old, .. } | StmtKind::AtomicShared { old, .. } = &mut stmt.kind {
            removed |= old.take_if(|id| !read.contains(id)).is_some();
        }
        for block in stmt.blocks_mut() {
            removed |= remove_assignments(block, &read);
        }
    });
    removed | remove_assignments(&mut kernel.body, &read)
}

fn remove_assignments(block: &mut Block, read: &BTreeSet<LocalId>) -> bool {
    let before = block.len();
    block.retain(|stmt| match &stmt.kind {
        StmtKind::LetVector(locals, ..) => locals.iter().any(|id| read.contains(id)),
        _ => stmt.assigned().is_none_or(|id| read.contains(&id)),
    });
    block.len() < before
}

/// Removes empty branches and loops, and replaces branches whose condition is constant. Returns
/// whether there were any.
fn remove_empty(block: &mut Block) -> bool {
    let mut changed = false;
    for mut stmt in std::mem::take(block) {
        for inner in stmt.blocks_mut() {
            changed |= remove_empty(inner);
        }
        // The runtime derives the size of a launch from its shared loops.
        let is_shared = is_distributed(&stmt);
        match &mut stmt.kind {
            StmtKind::If(Expr { kind: ExprKind::Const(value), .. }, then, otherwise) => {
                block.append(if value.truth() { then } else { otherwise });
                changed = true;
            }
            StmtKind::If(_, then, otherwise) if then.is_empty() && otherwise.is_empty() => {
                changed = true;
            }
            StmtKind::For { body, .. } if body.is_empty() && !is_shared => changed = true,
            StmtKind::ForAll { body, mapping: Mapping::Serial, .. } if body.is_empty() => {
                changed = true;
            }
            _ => block.push(stmt),
        }
    }
    changed
}
