//! Peeling of first rounds (`async=8`, `async=64`): the first round of a `pipe` over all
//! nodes loops over the nodes instead of a worklist.
//!
//! An [asynchronous kernel](super::repeat) decides about most of its items in the first round. If
//! the `pipe` starts with all nodes, a kernel first writes every node to the worklist, and the first
//! round reads it again. On a small graph, the launch takes longer than the decisions. On a large
//! graph, the round reads four bytes more for each node. With this pass, the first round is a copy of
//! the asynchronous kernel that has no worklist to read. (Loop peeling; the programs of Burtscher et
//! al. and of Alabandi et al., which [`repeat`](super::repeat) names, sweep over the nodes, too.)
//!
//! In the IR's text, before and after:
//!
//! ```text
//! pipe undecided nodes {              once pipe undecided {
//!   launch decide()                     launch decide_first()
//! }                                   }
//!                                     pipe undecided {
//!                                       launch decide()
//!                                     }
//! ```
//!
//! In `decide_first`, the parallel `forall` takes the nodes instead of the items. The kernel stays
//! asynchronous: a node that it pushes to `undecided` may run again at once.
//!
//! # Why it is legal
//!
//! * At the start of the `pipe`, item `i` of the worklist is node `i`. The copy therefore runs the
//!   same iterations. Later passes can prove more about them, because no two iterations have the same
//!   node: accesses at the node are [plain](super::access), for example.
//! * The back buffer is empty before the first round, as after a swap: either no earlier statement
//!   can have touched the worklist, or the pass adds `clear`.
//! * No other statement of the body can read the items of the front buffer, because the body has no
//!   launch with `again` and does not take the worklist.
//! * A graph without nodes has no rounds. A body that could have an effect then gets a condition.
//!
//! # Limits
//!
//! The first statement of the body must launch the kernel, with arguments that do not depend on the
//! number of waiting items. The body must not have loops or declare locals, because the pass copies it.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};

use crate::configuration::Choice;
use crate::ir::uses::uses;
use crate::ir::visit::{walk_host, walk_stmts_mut};
use crate::ir::*;
use crate::remarks::Remarks;

/// Peels the first round of pipes over all nodes whose kernel is asynchronous.
pub fn peel_first_rounds(module: &mut Module, remarks: &mut Remarks) {
    let body = std::mem::take(&mut module.main.body);
    let before = std::mem::take(&mut module.main.loops.0).into_iter();
    let (after, copies) = (vec![], BTreeMap::new());
    let mut peeling = Peeling { module, remarks, before, after, copies };
    let body = peeling.block(body, &mut BTreeSet::new());
    let origins = peeling.after;
    module.main.body = body;
    module.main.loops.0 = origins;
}

struct Peeling<'m> {
    module: &'m mut Module,
    remarks: &'m mut Remarks,
    /// The origins of the loops that follow.
    before: std::vec::IntoIter<Origin>,
    /// The origins of the loops of the new `main`.
    after: Vec<Origin>,
    /// The copies of kernels that loop over all nodes instead of a worklist.
    copies: BTreeMap<(KernelId, WorklistId), KernelId>,
}

impl Peeling<'_> {
    /// Rewrites a block. `touched` has the worklists that earlier statements may have touched.
    fn block(&mut self, block: Vec<HostStmt>, touched: &mut BTreeSet<WorklistId>) -> Vec<HostStmt> {
        let mut result = vec![];
        for mut stmt in block {
            let origin = if stmt.is_loop() { self.before.next() } else { None };
            if let Some(first) = self.first_round(&mut stmt, touched) {
                let at = origin.unwrap_or_default();
                let effect = "the first round of the pipe loops over the nodes, without a worklist";
                self.remarks.applied(Choice::Repetition, "main", at, effect);
                self.after.extend(origin);
                result.extend(first);
            }
            self.after.extend(origin);
            if stmt.is_loop() {
                touched.extend(worklists(self.module, &stmt));
            }
            let start = touched.clone();
            for inner in stmt.blocks_mut() {
                *inner = self.block(std::mem::take(inner), &mut start.clone());
            }
            touched.extend(worklists(self.module, &stmt));
            result.push(stmt);
        }
        result
    }

    /// Removes the seed of a pipe over all nodes, and returns statements that run its first round.
    fn first_round(
        &mut self,
        stmt: &mut HostStmt,
        touched: &BTreeSet<WorklistId>,
    ) -> Option<Vec<HostStmt>> {
        let HostStmt::Pipe { worklist, once: false, seed, body } = stmt else { return None };
        let worklist = *worklist;
        if *seed != Some(Seed::Nodes)
            || !body.iter().all(|stmt| can_copy(self.module, stmt, worklist))
        {
            return None;
        }
        let HostStmt::Launch { kernel, args, .. } = body.first()? else { return None };
        if args.iter().any(|arg| asks(arg, worklist)) {
            return None;
        }
        let copy = self.over_nodes(*kernel, worklist)?;
        let mut first = body.clone();
        first[0] = HostStmt::Launch { kernel: copy, args: args.clone(), again: false };
        let has_effect = first.len() > 1 || acts_without_nodes(&self.module.kernels[copy.index()]);
        let round = HostStmt::Pipe { worklist, once: true, seed: None, body: first };
        *seed = None;
        let clear = HostStmt::Act(Action::Clear(worklist));
        let clear = touched.contains(&worklist).then_some(clear);
        let round = match has_effect {
            true => {
                let none = Expr::constant(Value::U32(0));
                let some = Expr::binary(BinaryOp::Ne, Expr::u32(ExprKind::NodeCount), none);
                HostStmt::If(some, vec![round], vec![])
            }
            false => round,
        };
        Some(clear.into_iter().chain([round]).collect())
    }

    /// Returns the copy of an asynchronous kernel that loops over all nodes instead of the items of
    /// a worklist, or `None` if the kernel does not loop over this worklist alone.
    fn over_nodes(&mut self, id: KernelId, worklist: WorklistId) -> Option<KernelId> {
        if let Some(copy) = self.copies.get(&(id, worklist)) {
            return Some(*copy);
        }
        let kernel = &self.module.kernels[id.index()];
        let counts = self.module.frontiers.iter().any(|frontier| frontier.kernel == id);
        let used = uses(self.module, kernel).worklists;
        let read: Vec<WorklistId> =
            used.into_iter().filter(|(_, used)| used.reads).map(|(id, _)| id).collect();
        let is_node = self.module.worklists[worklist.index()].ty == ItemType::One(Type::Node);
        if kernel.asynchronous != Some(worklist) || counts || read != [worklist] || !is_node {
            return None;
        }
        let mut copy = kernel.clone();
        copy.name = self.module.free_name(&format!("{}_first", copy.name));
        walk_stmts_mut(&mut copy.body, &mut |stmt| {
            if let StmtKind::ForAll { domain, .. } = &mut stmt.kind
                && *domain == Domain::Worklist(worklist)
            {
                *domain = Domain::Nodes;
            }
        });
        self.module.kernels.push(copy);
        let new = KernelId(self.module.kernels.len() as u32 - 1);
        self.module.copy_variants(id, new);
        self.copies.insert((id, worklist), new);
        Some(new)
    }
}

/// Whether an expression asks how many items wait on a worklist.
fn asks(expr: &Expr, worklist: WorklistId) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= e.kind == ExprKind::Waiting(worklist));
    found
}

/// Whether a kernel, whose last statement loops over the nodes, may have an effect without nodes.
fn acts_without_nodes(kernel: &Kernel) -> bool {
    let before = kernel.body.split_last().map_or(&[][..], |(_, before)| before);
    !before.iter().all(|stmt| matches!(stmt.kind, StmtKind::Let(..)))
}

/// Whether the first round may have a copy of a statement, and the statement does not depend on the
/// items of the worklist's front buffer.
fn can_copy(module: &Module, stmt: &HostStmt, worklist: WorklistId) -> bool {
    let mut can = true;
    walk_host(std::slice::from_ref(stmt), &mut |stmt| {
        can &= match stmt {
            HostStmt::Launch { kernel, again, .. } => {
                !*again || !touches(module, *kernel).contains(&worklist)
            }
            HostStmt::Act(Action::Let(..) | Action::Take(_) | Action::SwapWorklists(..))
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Contract(_)
            | HostStmt::Outline(..)
            | HostStmt::While(..)
            | HostStmt::For { .. }
            | HostStmt::Iterate(..)
            | HostStmt::Pipe { .. } => false,
            HostStmt::Act(
                Action::Assign(..)
                | Action::Store(..)
                | Action::Fill(..)
                | Action::Swap(..)
                | Action::Clear(_)
                | Action::Seed(..),
            )
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::If(..) => true,
        };
    });
    can
}

/// Returns the worklists that a statement, or a statement inside of it, may touch.
fn worklists(module: &Module, stmt: &HostStmt) -> BTreeSet<WorklistId> {
    let mut found = BTreeSet::new();
    walk_host(std::slice::from_ref(stmt), &mut |stmt| match stmt {
        HostStmt::Launch { kernel, .. } => found.extend(touches(module, *kernel)),
        HostStmt::Act(Action::Clear(id) | Action::Take(id) | Action::Seed(id, _))
        | HostStmt::Pipe { worklist: id, .. } => found.extend([*id]),
        HostStmt::Act(Action::SwapWorklists(one, other)) => found.extend([*one, *other]),
        HostStmt::Act(
            Action::Let(..)
            | Action::Assign(..)
            | Action::Store(..)
            | Action::Fill(..)
            | Action::Swap(..),
        )
        | HostStmt::Require(..)
        | HostStmt::Print(_)
        | HostStmt::If(..)
        | HostStmt::While(..)
        | HostStmt::For { .. }
        | HostStmt::Break
        | HostStmt::Continue
        | HostStmt::Iterate(..)
        | HostStmt::Contract(_)
        | HostStmt::Outline(..) => {}
    });
    found
}

/// Returns the worklists that a kernel reads or pushes to.
fn touches(module: &Module, kernel: KernelId) -> BTreeSet<WorklistId> {
    uses(module, &module.kernels[kernel.index()]).worklists.into_keys().collect()
}
