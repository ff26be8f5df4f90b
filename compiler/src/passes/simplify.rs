//! Removes copies and unread locals, which other orders of visits and scalar passes leave behind.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::visit::{remove_lets, walk_exprs, walk_exprs_mut, walk_stmts};
use crate::ir::*;

/// Uses a local itself instead of its copies, if neither is ever assigned.
pub fn forward_copies(block: &mut Block) {
    let (mut copies, mut assigned) = (BTreeMap::new(), BTreeSet::new());
    walk_stmts(block, &mut |stmt| {
        assigned.extend(stmt.assigned());
        if let StmtKind::Let(copy, Expr { kind: ExprKind::Local(of), .. }) = &stmt.kind {
            copies.insert(*copy, *of);
        }
    });
    copies.retain(|copy, of| !assigned.contains(copy) && !assigned.contains(of));
    walk_exprs_mut(block, &mut |expr| {
        if let ExprKind::Local(id) = &mut expr.kind {
            while let Some(of) = copies.get(id) {
                *id = *of;
            }
        }
    });
}

/// Removes the locals of a kernel that nothing reads, and numbers the others anew.
pub fn remove_unread(kernel: &mut Kernel) {
    loop {
        let mut read = BTreeSet::new();
        walk_exprs(&kernel.body, &mut |expr| read.extend(expr.local_read()));
        walk_stmts(&kernel.body, &mut |stmt| read.extend(stmt.assigned()));
        if !remove_lets(&mut kernel.body, &|id| !read.contains(&id)) {
            break;
        }
    }
    kernel.renumber_locals();
}
