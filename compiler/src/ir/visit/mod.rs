//! Traversals of statements and expressions. They let a pass name only the cases that it handles.
//!
//! The files of this folder state the parts of each statement and expression, without wildcard arms, so
//! that a new one must be considered. This file walks through these parts.

#![deny(clippy::wildcard_enum_match_arm)]

mod expressions;
mod host;
mod statements;

use std::collections::BTreeSet;

use super::*;

/// Calls `f` for every statement of a block, outer before inner, in order.
pub fn walk_stmts<'a>(block: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        f(stmt);
        for inner in stmt.blocks() {
            walk_stmts(inner, f);
        }
    }
}

/// Calls `f` for every statement of a block, inner before outer, in order.
pub fn walk_stmts_mut(block: &mut [Stmt], f: &mut impl FnMut(&mut Stmt)) {
    for stmt in block {
        for inner in stmt.blocks_mut() {
            walk_stmts_mut(inner, f);
        }
        f(stmt);
    }
}

/// Removes the declarations of those scalar locals that `is_unused` names, at any depth. Returns
/// whether there were any.
pub fn remove_lets(block: &mut Block, is_unused: &impl Fn(LocalId) -> bool) -> bool {
    let before = block.len();
    block.retain(|stmt| !matches!(&stmt.kind, StmtKind::Let(id, _) if is_unused(*id)));
    let mut removed = block.len() < before;
    for inner in block.iter_mut().flat_map(Stmt::blocks_mut) {
        removed |= remove_lets(inner, is_unused);
    }
    removed
}

/// Calls `f` for every expression of a block.
pub fn walk_exprs<'a>(block: &'a [Stmt], f: &mut impl FnMut(&'a Expr)) {
    walk_stmts(block, &mut |stmt| {
        for expr in stmt.exprs() {
            expr.walk(f);
        }
    });
}

/// Whether a block reads or assigns a local.
pub fn mentions(block: &[Stmt], local: LocalId) -> bool {
    let mut found = false;
    walk_exprs(block, &mut |expr| found |= expr.local_read() == Some(local));
    walk_stmts(block, &mut |stmt| found |= stmt.assigned() == Some(local));
    found
}

/// Calls `f` for every expression of a block, inner before outer.
pub fn walk_exprs_mut(block: &mut Block, f: &mut impl FnMut(&mut Expr)) {
    walk_stmts_mut(block, &mut |stmt| {
        for expr in stmt.exprs_mut() {
            expr.walk_mut(f);
        }
    });
}

/// Replaces the locals that the statements of a block declare, assign and read.
pub fn rename_locals(block: &mut Block, new: &impl Fn(LocalId) -> LocalId) {
    walk_stmts_mut(block, &mut |stmt| {
        for id in stmt.locals_mut() {
            *id = new(*id);
        }
    });
    walk_exprs_mut(block, &mut |expr| {
        if let Some(id) = expr.local_read_mut() {
            *id = new(*id);
        }
    });
}

/// Whether the body of a loop, or a part of the body, contains a `break` or `continue` of this
/// loop.
pub fn has_break_or_continue(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(_, then, otherwise) => {
            has_break_or_continue(then) || has_break_or_continue(otherwise)
        }
        StmtKind::Exclusive { otherwise, .. } => has_break_or_continue(otherwise),
        // A `break` inside of these loops ends them.
        StmtKind::While(..) | StmtKind::ForAll { .. } | StmtKind::For { .. } => false,
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
        | StmtKind::Enqueue(..)
        | StmtKind::Flush(_)
        | StmtKind::Print(_)
        | StmtKind::PathStart => false,
    })
}

impl Kernel {
    /// Returns the origin of the first statement with a property that has a position in the source.
    pub fn first_origin(&self, is_wanted: impl Fn(&Stmt) -> bool) -> Origin {
        let mut found = None;
        walk_stmts(&self.body, &mut |stmt| {
            if found.is_none() && stmt.origin.span.is_some() && is_wanted(stmt) {
                found = Some(stmt.origin);
            }
        });
        found.unwrap_or_default()
    }
}

impl Module {
    /// Whether `main` may replace the graph by its quotient.
    pub fn contracts(&self) -> bool {
        let mut found = false;
        walk_host(&self.main.body, &mut |stmt| found |= matches!(stmt, HostStmt::Contract(_)));
        found
    }

    /// Whether the host pushes every node to a worklist. Outlined loops do this on the device.
    pub fn seeds_nodes(&self) -> bool {
        !self.seeded_with_nodes().is_empty()
    }

    /// Returns the worklists to which the host pushes every node.
    pub fn seeded_with_nodes(&self) -> BTreeSet<WorklistId> {
        let mut worklists = BTreeSet::new();
        walk_host(&self.main.body, &mut |stmt| {
            if let HostStmt::Pipe { worklist, seed: Some(Seed::Nodes), .. }
            | HostStmt::Act(Action::Seed(worklist, Seed::Nodes)) = stmt
            {
                worklists.insert(*worklist);
            }
        });
        worklists
    }
}

/// Calls `f` for every statement of `main`, outer before inner.
pub fn walk_host<'a>(stmts: &'a [HostStmt], f: &mut impl FnMut(&'a HostStmt)) {
    for stmt in stmts {
        f(stmt);
        for inner in stmt.blocks() {
            walk_host(inner, f);
        }
    }
}

/// Calls `f` for every expression of `main`.
pub fn walk_host_exprs<'a>(stmts: &'a [HostStmt], f: &mut impl FnMut(&'a Expr)) {
    walk_host(stmts, &mut |stmt| {
        for expr in stmt.exprs() {
            expr.walk(f);
        }
    });
}
