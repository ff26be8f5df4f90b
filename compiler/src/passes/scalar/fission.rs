//! Kernel fission: splits a kernel whose loops are independent into two kernels.
//!
//! A kernel whose iterations run several loops one after the other needs the registers of all of
//! them, and work-items that have ended the first loop wait for the others of their subgroup before
//! each further loop. Kernels of their own need fewer registers, so that more of them are resident,
//! and the work is balanced for each loop. The price is another launch, and that both kernels read
//! what both parts need. This is the reverse of [`fuse`](super::fuse).
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! kernel k() {                                kernel k() {
//!   for u: node = @global_id to …               for u: node = @global_id to …
//!     for e: edge = … { … x[u] = … }              for e: edge = … { … x[u] = … }
//!     for e: edge = … { … y[u] = … }          }
//! }                                           kernel k_rest() {
//! main { launch k() }                           for u: node = @global_id to …
//!                                                 for e: edge = … { … y[u] = … }
//!                                             }
//!                                             main { launch k() launch k_rest() }
//! ```
//!
//! # Why it is legal
//!
//! In two launches, all first parts run before all second parts. The proof of `fuse` shows that
//! this makes no difference if no memory that one part writes is accessed by the other part of
//! another iteration, if the second part reads no worklist, and if neither part prints or has
//! shared memory. It holds for plain and for relaxed accesses. A loop in the first part cannot wait
//! for a second part (fact 5 of the [list](super)), because it does not access what second parts
//! write. In addition:
//!
//! * **Locals**: the second part uses only locals of its own, and locals whose declarations it can
//!   repeat: they are declared once, never assigned, and computed from arrays that the kernel never
//!   writes, so that they have the same value again ([`invariant`](super::super::invariant)).
//! * **Jumps**: no `break` or `continue` of the first part skips the second one.
//! * **Arguments** of the launch are evaluated again for the second one. They read no memory.
//!
//! # Limits
//!
//! The pass splits kernels that consist of declarations and one loop whose iterations the launch
//! shares, between statements of this loop. Each part must contain a loop. Both kernels are split
//! further while this is possible. Launches that read [taken items](crate::ir::HostStmt::Launch),
//! and kernels whose frontiers are counted, stay.

use std::collections::{BTreeMap, BTreeSet};

use super::fuse::{dependence, split as split_block};
use super::rounds::has_loop;
use super::synchronises;
use crate::configuration::ScalarPass;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::uses::uses;
use crate::ir::visit::{has_break_or_continue, walk_exprs, walk_host, walk_stmts};
use crate::ir::*;
use crate::passes::invariant::is_invariant;
use crate::passes::simplify::remove_unread;
use crate::remarks::Remarks;

/// Splits kernels whose loops are independent.
pub(super) fn split(module: &mut Module, remarks: &mut Remarks) {
    let mut at = 0;
    // The second part of a kernel becomes the last kernel, which is visited later.
    while at < module.kernels.len() {
        let id = KernelId(at as u32);
        let name = module.kernels[at].name.clone();
        match parts(module, id) {
            Some(Ok([first, mut second])) => {
                second.name = module.free_name(&format!("{name}_rest"));
                let message = format!("`{name}` becomes `{name}` and `{}`", second.name);
                remarks.applied(ScalarPass::Fission, &name, Origin::default(), message);
                let other = KernelId(module.kernels.len() as u32);
                module.copy_variants(id, other);
                module.kernels[at] = first;
                module.kernels.push(second);
                launch_both(&mut module.main.body, id, other);
                // The first part may consist of further parts.
                continue;
            }
            Some(Err(reason)) => {
                let message = format!("the loops stay in one kernel: {reason}");
                remarks.missed(ScalarPass::Fission, &name, Origin::default(), message);
            }
            None => {}
        }
        at += 1;
    }
}

/// Launches a second kernel after each launch of a kernel.
fn launch_both(block: &mut Vec<HostStmt>, first: KernelId, second: KernelId) {
    for mut stmt in std::mem::take(block) {
        for inner in stmt.blocks_mut() {
            launch_both(inner, first, second);
        }
        let other = match &stmt {
            HostStmt::Launch { kernel, args, again } if *kernel == first => {
                Some(HostStmt::Launch { kernel: second, args: args.clone(), again: *again })
            }
            _ => None,
        };
        block.push(stmt);
        block.extend(other);
    }
}

/// Returns the two parts of a kernel, or the reason why its loops stay together. Returns `None` if
/// it does not have two loops one after the other.
fn parts(module: &Module, id: KernelId) -> Option<Result<[Kernel; 2], &'static str>> {
    let kernel = &module.kernels[id.index()];
    let (_, last) = split_block(&kernel.body)?;
    let is_shared = is_distributed(last)
        || matches!(last.kind, StmtKind::ForAll { mapping: Mapping::Parallel, .. });
    let body = iteration(last).filter(|_| is_shared)?;
    let is_loop = |stmt: &Stmt| has_loop(std::slice::from_ref(stmt));
    let (first, last) = (body.iter().position(is_loop)?, body.iter().rposition(is_loop)?);
    let mut reason = None;
    for at in first + 1..=last {
        let found = obstacle(module, id, body).map_or_else(|| parts_at(module, kernel, at), Err);
        match found {
            Ok(parts) => return Some(Ok(parts)),
            Err(obstacle) => reason = Some(Err(obstacle)),
        }
    }
    reason
}

/// The body of a loop whose iterations a launch shares.
fn iteration(stmt: &Stmt) -> Option<&Block> {
    match &stmt.kind {
        StmtKind::For { body, .. } | StmtKind::ForAll { body, .. } => Some(body),
        _ => None,
    }
}

/// Returns why a kernel cannot be split anywhere.
fn obstacle(module: &Module, id: KernelId, body: &Block) -> Option<&'static str> {
    let mut reads = false;
    let mut takes = false;
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Launch { kernel, args, again } = stmt
            && *kernel == id
        {
            reads |= args.iter().any(Expr::reads_memory);
            takes |= again;
        }
    });
    if module.frontiers.iter().any(|frontier| frontier.kernel == id) || takes {
        Some("it needs its own launch")
    } else if reads {
        Some("an argument reads memory")
    } else if has_break_or_continue(body) {
        Some("a `break` or `continue` may end an iteration early")
    } else if synchronises(body) {
        Some("the work-items of a group run the iterations together")
    } else {
        None
    }
}

/// Splits the iterations of a kernel before a statement.
fn parts_at(module: &Module, kernel: &Kernel, at: usize) -> Result<[Kernel; 2], &'static str> {
    let written = uses(module, kernel).written();
    let mut fixed = Fixed::of(kernel, &written);
    let (before, last) = split_block(&kernel.body).ok_or("it has no loop")?;
    let body = iteration(last).ok_or("it has no loop")?;
    let (first, second) = body.split_at(at);
    if before.iter().any(|stmt| !fixed.declares(stmt)) {
        return Err("a declaration before the loop reads what the kernel writes");
    }
    let repeated = fixed.repeated(first, second).ok_or("the second uses a local of the first")?;
    let with = |body: Block| {
        let mut part = kernel.clone();
        if let Some(StmtKind::For { body: old, .. } | StmtKind::ForAll { body: old, .. }) =
            part.body.last_mut().map(|stmt| &mut stmt.kind)
        {
            *old = body;
        }
        remove_unread(&mut part);
        part
    };
    let parts = [with(first.to_vec()), with([&repeated, second].concat())];
    dependence(module, [&parts[0], &parts[1]]).map_or(Ok(parts), Err)
}

/// The declarations that a kernel can repeat.
struct Fixed<'k> {
    /// The locals that have another value after their declaration, or a declaration that cannot be
    /// repeated.
    changed: BTreeSet<LocalId>,
    written: &'k BTreeSet<ArrayId>,
}

impl Fixed<'_> {
    fn of<'k>(kernel: &Kernel, written: &'k BTreeSet<ArrayId>) -> Fixed<'k> {
        let mut changed = BTreeSet::new();
        walk_stmts(&kernel.body, &mut |stmt| changed.extend(stmt.assigned()));
        Fixed { changed, written }
    }

    /// Whether a statement declares a local that has the same value if it is declared again.
    fn declares(&mut self, stmt: &Stmt) -> bool {
        let StmtKind::Let(id, value) = &stmt.kind else { return false };
        let is_fixed =
            !self.changed.contains(id) && is_invariant(value, &self.changed, self.written);
        if !is_fixed {
            self.changed.insert(*id);
        }
        is_fixed
    }

    /// Returns the declarations of the first statements that the second ones need, or `None` if
    /// they need a local that cannot be declared again.
    fn repeated(&mut self, first: &[Stmt], second: &[Stmt]) -> Option<Block> {
        let mut lets = BTreeMap::new();
        let mut declared = BTreeSet::new();
        for (at, stmt) in first.iter().enumerate() {
            walk_stmts(std::slice::from_ref(stmt), &mut |inner| declared.extend(inner.declares()));
            if let (true, StmtKind::Let(id, _)) = (self.declares(stmt), &stmt.kind) {
                lets.insert(*id, at);
            }
        }
        let mut needed = BTreeSet::new();
        let mut open: Vec<LocalId> = read(second).into_iter().collect();
        while let Some(id) = open.pop() {
            if !declared.contains(&id) {
                continue;
            }
            let at = *lets.get(&id)?;
            if needed.insert(at) {
                open.extend(read(std::slice::from_ref(&first[at])));
            }
        }
        Some(needed.into_iter().map(|at| first[at].clone()).collect())
    }
}

/// Returns the locals that statements read or assign.
fn read(block: &[Stmt]) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    walk_exprs(block, &mut |expr| found.extend(expr.local_read()));
    walk_stmts(block, &mut |stmt| {
        found.extend(stmt.assigned());
        if let StmtKind::StoreElement(element, _) = &stmt.kind {
            found.insert(element.array);
        }
    });
    found
}
