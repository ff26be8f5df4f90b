//! Removes the copies and the unread locals that other orders leave behind.

use std::collections::BTreeSet;

use crate::ir::visit::{walk_exprs, walk_exprs_mut, walk_stmts};
use crate::ir::*;

/// Uses a local itself instead of its copies, if neither is ever assigned.
pub fn forward_copies(block: &mut Block) {
    let (mut copies, mut assigned) = (vec![], BTreeSet::new());
    walk_stmts(block, &mut |stmt| match &stmt.kind {
        StmtKind::Let(copy, Expr { kind: ExprKind::Local(of), .. }) => copies.push((*copy, *of)),
        StmtKind::Assign(id, _) | StmtKind::Reduce(id, ..) => _ = assigned.insert(*id),
        _ => {}
    });
    for (copy, of) in copies {
        if !assigned.contains(&copy) && !assigned.contains(&of) {
            walk_exprs_mut(block, &mut |expr| {
                if expr.kind == ExprKind::Local(copy) {
                    expr.kind = ExprKind::Local(of);
                }
            });
        }
    }
}

/// Removes the locals of a kernel that nothing reads, and numbers the others anew.
pub fn remove_unread(kernel: &mut Kernel) {
    loop {
        let mut read = BTreeSet::new();
        walk_exprs(&kernel.body, &mut |expr| read.extend(expr.local_read()));
        walk_stmts(&kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign(id, _) | StmtKind::Reduce(id, ..) => _ = read.insert(*id),
            _ => {}
        });
        if !remove_lets(&mut kernel.body, &|id| !read.contains(&id)) {
            break;
        }
    }
    kernel.renumber_locals();
}

/// Removes declarations of scalars. Returns whether there were any.
fn remove_lets(block: &mut Block, is_unread: &dyn Fn(LocalId) -> bool) -> bool {
    let before = block.len();
    block.retain(|stmt| !matches!(&stmt.kind, StmtKind::Let(id, _) if is_unread(*id)));
    let mut removed = block.len() < before;
    for inner in block.iter_mut().flat_map(Stmt::blocks_mut) {
        removed |= remove_lets(inner, is_unread);
    }
    removed
}
