//! Finds runs of statements of `main` that one kernel can execute (`persistent`).
//!
//! Without this flag, the pass outlines loops only. A program whose loops have few rounds then spends
//! most of its time on the launches before, between and after the loops, and each outlined loop ends
//! with a read-back. With the flag, the longest runs of statements that the device can execute become
//! one kernel each, often the whole of `main`:
//!
//! ```text
//! launch draw()                    outlined outlined_0() {
//! pipe undecided nodes {             call draw()
//!   launch decide()                  seed undecided nodes
//! }                                  barrier grid
//!                                    while (@waiting(undecided) > 0u32) {
//!                                      swap buffers undecided
//!                                      call decide()
//!                                      barrier grid
//!                                    }
//!                                  }
//! ```
//!
//! # Why it is legal
//!
//! An outlined loop has every statement of `main` except those that [`runs_on_device`] excludes. The
//! other modules of the pass treat statements before and after loops as they treat the statements of
//! a round: they place a grid barrier where two of them conflict. A local that the run declares and
//! that later statements of `main` use stays a local of `main`, which the outlined loop assigns.
//!
//! # Cost
//!
//! The launch has at most as many workgroups as can be resident. A kernel outside of loops that has
//! much work is faster in a launch of its own, with a work-item for each node.

use std::collections::BTreeSet;

use crate::ir::visit::{walk_host, walk_host_exprs};
use crate::ir::*;

/// Returns the number of statements at the start of a block that the device can execute.
pub(super) fn length(block: &[HostStmt]) -> usize {
    block.iter().take_while(|stmt| runs_on_device(stmt)).count()
}

/// Whether one kernel replaces several launches or read-backs.
pub(super) fn pays(run: &[HostStmt]) -> bool {
    let has_loop = run.iter().any(|stmt| stmt.is_loop() && launches_in(stmt) > 0);
    has_loop || run.iter().map(launches_in).sum::<usize>() > 1
}

/// Returns the number of launches in a run that are outside of loops.
pub(super) fn launches(run: &[HostStmt]) -> usize {
    let of = |stmt: &HostStmt| match stmt {
        HostStmt::Launch { .. } => 1,
        HostStmt::If(_, then, otherwise) => launches(then) + launches(otherwise),
        _ => 0,
    };
    run.iter().map(of).sum()
}

/// Returns the number of launches in a statement.
fn launches_in(stmt: &HostStmt) -> usize {
    let mut count = 0;
    walk_host(std::slice::from_ref(stmt), &mut |s| {
        count += usize::from(matches!(s, HostStmt::Launch { .. }));
    });
    count
}

/// Whether the device can execute a statement. Only the host can print, end the run, contract the
/// graph and read the items of an input. A jump out of the statement would leave the kernel.
fn runs_on_device(stmt: &HostStmt) -> bool {
    let mut needs_host = false;
    walk_host(std::slice::from_ref(stmt), &mut |s| {
        needs_host |= matches!(
            s,
            HostStmt::Print(_)
                | HostStmt::Require(..)
                | HostStmt::Contract(_)
                | HostStmt::Act(Action::Seed(_, Seed::Input))
                | HostStmt::Pipe { seed: Some(Seed::Input), .. }
        );
    });
    !needs_host && !leaves(stmt)
}

/// Whether a `break` or `continue` in the statement acts on a loop around the statement.
fn leaves(stmt: &HostStmt) -> bool {
    match stmt {
        HostStmt::Break | HostStmt::Continue => true,
        HostStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(leaves),
        _ => false,
    }
}

/// Lets locals that the run declares, and that statements after the run use, stay locals of `main`.
/// Returns their declarations; the run then assigns them.
pub(super) fn keep_locals(
    run: &mut [HostStmt],
    after: &[HostStmt],
    locals: &Locals,
) -> Vec<HostStmt> {
    let used = used(after);
    let mut declarations = vec![];
    for stmt in run {
        if let HostStmt::Act(action) = stmt
            && let Action::Let(id, value) = action
            && used.contains(id)
        {
            let zero = Expr::constant(Value::zero(locals[id.index()].ty));
            declarations.push(HostStmt::Act(Action::Let(*id, zero)));
            *action = Action::Assign(*id, value.clone());
        }
    }
    declarations
}

/// Returns the locals that statements read or assign.
fn used(stmts: &[HostStmt]) -> BTreeSet<LocalId> {
    let mut used = BTreeSet::new();
    walk_host(stmts, &mut |stmt| {
        if let HostStmt::Act(Action::Assign(id, _)) = stmt {
            used.insert(*id);
        }
    });
    walk_host_exprs(stmts, &mut |expr| {
        if let ExprKind::Local(id) = &expr.kind {
            used.insert(*id);
        }
    });
    used
}
