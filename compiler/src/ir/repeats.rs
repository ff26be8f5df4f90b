//! Determines where repeated items of worklists change nothing.
//!
//! A program may push a node several times, and each item then has an iteration. If the repeated
//! iterations change nothing, passes may keep the nodes of a worklist as a set, such as a
//! [bitmap](crate::passes::orders).
//!
//! # Proof
//!
//! Let two iterations of a loop have the same item. Iterations run concurrently, in any order, and
//! their accesses are relaxed, so each interleaving of the two is allowed. Consider the one in which
//! both iterations evaluate the operands of a statement, then the first one executes it, and then
//! the second one. The outcome of the loop is the same as without the second iteration, if no
//! statement has a further effect when it is executed again:
//!
//! * Both iterations have equal locals, read the same values, and take the same branches.
//! * A store writes the same value to the same element again.
//! * An atomic `min`, `max`, `and`, `or` or `swap` stores the same value again. A `cas` either finds
//!   the value that the first one stored, or does nothing as the first one did. The old value must
//!   not be used.
//! * A push adds an item that was just pushed. Repeated items of this worklist must change nothing,
//!   either.
//! * A *claim* is an atomic whose old value is used only in the condition of the next conditional:
//!   `atomic min place, x → old; if old > x { … }`, and likewise `max` with `<`, and `swap` of
//!   integers with `!=`. The second iteration finds `x`, or a smaller value in the case of `min`. Its
//!   condition does not hold, and it skips the body. The body may do anything except leave loops and
//!   assign locals from outside, because the first iteration alone executes it. `cas` with the
//!   condition that it found the expected value is a claim, too. Here, the second iteration executes
//!   the body if the new value is the expected one, so the body must change nothing again.
//!
//! More than two equal items follow by induction. The outcomes of the program are a subset of those
//! that it has with the repeated items, so the program with sets is correct.
//!
//! A worklist is a *set* if its loops meet these conditions, and if nothing else depends on how
//! often it has an item: `main` compares its size only with 0, and no kernel reads it in another
//! way. The worklists that are sets are the largest solution, because a loop may push to its own
//! worklist.
//!
//! # Limits
//!
//! Worklists of pairs are never sets. Additions, exclusive nodes and prints count as changes.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};

use super::uses::uses;
use super::visit::{mentions, walk_exprs, walk_host, walk_host_exprs, walk_stmts};
use super::*;

/// The worklists of a module that are sets, and the reason for each other worklist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sets {
    /// The worklists that are not sets, each with the reason, in the words of a remark.
    others: BTreeMap<WorklistId, &'static str>,
}

impl Sets {
    /// Finds the worklists of a lowered module that are sets.
    pub fn of(module: &Module) -> Sets {
        let mut sets = Sets::default();
        for (id, worklist) in (0..).map(WorklistId).zip(&module.worklists) {
            if worklist.ty != ItemType::One(Type::Node) {
                sets.others.insert(id, "the items of the worklist are not nodes");
            }
        }
        sets.exclude_sizes(&module.main);
        for kernel in &module.kernels {
            sets.exclude_other_reads(module, kernel);
        }
        while sets.exclude_loops(module) {}
        sets
    }

    /// Returns the reason why a worklist is not a set, in the words of a remark, or `None` if it
    /// is one.
    fn obstacle(&self, worklist: WorklistId) -> Option<&'static str> {
        self.others.get(&worklist).copied()
    }

    /// Returns the reason why statements of an iteration change something if another iteration of
    /// the same item executes them again, in the words of a remark. Returns `None` if they do not.
    pub fn change(&self, block: &[Stmt]) -> Option<&'static str> {
        let mut at = 0;
        while let Some(stmt) = block.get(at) {
            let (count, change) = match claim(&block[at..]) {
                Some((body, may_repeat)) => (2, may_repeat.then(|| self.change(body)).flatten()),
                None => (1, self.change_of(stmt)),
            };
            if change.is_some() {
                return change;
            }
            at += count;
        }
        None
    }

    fn change_of(&self, stmt: &Stmt) -> Option<&'static str> {
        match &stmt.kind {
            StmtKind::Atomic { old: Some(_), .. } => Some("an item may repeat, and an iteration uses the old value of an atomic"),
            StmtKind::Atomic { op: AtomicOp::Add | AtomicOp::Xor, .. } => {
                Some("an item may repeat, and an iteration adds to a value")
            }
            StmtKind::Push(worklist, _) => self.obstacle(*worklist).map(|_| {
                "an item may repeat, and an iteration pushes to a worklist on which this matters"
            }),
            StmtKind::Exclusive { .. } => Some("an item may repeat, and an iteration owns nodes"),
            StmtKind::Print(_) => Some("an item may repeat, and an iteration prints"),
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => {
                stmt.blocks().into_iter().find_map(|inner| self.change(inner))
            }
        }
    }

    /// Excludes the worklists whose size `main` uses other than to test whether it is 0.
    fn exclude_sizes(&mut self, main: &Main) {
        let mut tested = vec![];
        walk_host_exprs(&main.body, &mut |expr| tested.extend(tested_size(expr)));
        walk_host_exprs(&main.body, &mut |expr| {
            if let ExprKind::Waiting(id) = expr.kind
                && !tested.iter().any(|test| std::ptr::eq(*test, expr))
            {
                self.others.insert(id, "`main` uses the size of the worklist");
            }
        });
    }

    /// Excludes the worklists that a kernel reads other than by a loop over its items.
    fn exclude_other_reads(&mut self, module: &Module, kernel: &Kernel) {
        let looped = looped(kernel).map(|(id, _)| id);
        for (id, used) in uses(module, kernel).worklists {
            if used.reads && looped != Some(id) {
                let reason = "a kernel reads the worklist other than by a loop over its items";
                self.others.entry(id).or_insert(reason);
            }
        }
    }

    /// Excludes the worklists whose loops would change something again, and those that `main` swaps
    /// with other worklists than sets. Returns whether there are any.
    fn exclude_loops(&mut self, module: &Module) -> bool {
        let mut found = vec![];
        for (id, body) in module.kernels.iter().filter_map(looped) {
            let is_set = self.obstacle(id).is_none();
            found.extend(is_set.then(|| self.change(body)).flatten().map(|reason| (id, reason)));
        }
        walk_host(&module.main.body, &mut |stmt| {
            let HostStmt::Act(Action::SwapWorklists(a, b)) = stmt else { return };
            for (one, other) in [(a, b), (b, a)] {
                if self.obstacle(*one).is_none() && self.obstacle(*other).is_some() {
                    found.push((
                        *one,
                        "`main` swaps the worklist with one on which repeated items matter",
                    ));
                }
            }
        });
        let are_any = !found.is_empty();
        self.others.extend(found);
        are_any
    }
}

/// Returns the worklist over whose items a kernel loops, and the statements of an iteration. Before
/// the loop, the kernel only declares locals.
fn looped(kernel: &Kernel) -> Option<(WorklistId, &Block)> {
    let (last, first) = kernel.body.split_last()?;
    if !first.iter().all(|stmt| matches!(stmt.kind, StmtKind::Let(..))) {
        return None;
    }
    let StmtKind::ForAll { domain: Domain::Worklist(id), mapping: Mapping::Parallel, body, .. } =
        &last.kind
    else {
        return None;
    };
    (!reads_worklist(body)).then_some((*id, body))
}

/// Whether statements read worklists.
pub fn reads_worklist(block: &Block) -> bool {
    let mut reads = false;
    walk_stmts(block, &mut |stmt| {
        reads |= matches!(
            stmt.kind,
            StmtKind::ForAll { domain: Domain::Worklist(_) | Domain::Positions(_), .. }
        );
    });
    walk_exprs(block, &mut |expr| {
        reads |= matches!(expr.kind, ExprKind::WorklistSize(_) | ExprKind::WorklistItem(..));
    });
    reads
}

/// Returns the size of a worklist in a comparison whose result says only whether the size is 0.
fn tested_size(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Binary(op, left, right) = &expr.kind else { return None };
    let is_zero = |expr: &Expr| expr.kind == ExprKind::Const(Value::U32(0));
    let is_size = |expr: &Expr| matches!(expr.kind, ExprKind::Waiting(_));
    let compares_left = matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Gt);
    let compares_right = matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt);
    if compares_left && is_size(left) && is_zero(right) {
        return Some(left);
    }
    (compares_right && is_zero(left) && is_size(right)).then_some(right)
}

/// Returns the body of a claim at the start of a block, which has two statements, and whether the
/// second iteration may execute the body as well.
pub fn claim(block: &[Stmt]) -> Option<(&Block, bool)> {
    let StmtKind::Atomic { op, operands, old: Some(old), .. } = &block.first()?.kind else {
        return None;
    };
    let StmtKind::If(condition, then, otherwise) = &block.get(1)?.kind else { return None };
    let compared = operands.first()?;
    let is_fixed = matches!(compared.kind, ExprKind::Local(_) | ExprKind::Const(_));
    let is_float = matches!(compared.ty, Type::F32 | Type::F64);
    let comparison = match op {
        AtomicOp::Min => BinaryOp::Gt,
        AtomicOp::Max => BinaryOp::Lt,
        AtomicOp::Swap if !is_float => BinaryOp::Ne,
        AtomicOp::Cas => BinaryOp::Eq,
        AtomicOp::Swap | AtomicOp::Add | AtomicOp::And | AtomicOp::Or | AtomicOp::Xor => {
            return None;
        }
    };
    let is_claimed = condition.compares(comparison, &Expr::local(*old, compared.ty), compared);
    let is_used_later = mentions(&block[2..], *old);
    let holds = is_fixed && is_claimed && otherwise.is_empty() && !is_used_later;
    (holds && is_closed(then)).then_some((then, *op == AtomicOp::Cas))
}

/// Whether a block assigns no locals from outside and leaves no loop around it.
fn is_closed(block: &Block) -> bool {
    let (mut own, mut assigned, mut leaves) = (BTreeSet::new(), BTreeSet::new(), false);
    walk_stmts(block, &mut |stmt| {
        own.extend(stmt.declares());
        assigned.extend(stmt.assigned());
        if let StmtKind::StoreElement(element, _) = &stmt.kind {
            assigned.insert(element.array);
        }
        leaves |= matches!(stmt.kind, StmtKind::Break | StmtKind::Continue);
    });
    !leaves && assigned.is_subset(&own)
}
