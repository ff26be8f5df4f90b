//! Places capacity checks, which end a loop after a worklist ran out of room.
//!
//! If a worklist is full, a push is lost. Without outlining, the host detects this after a launch,
//! and restarts the run with a larger worklist. An outlined loop must detect it on the device,
//! because otherwise the loop might wait forever for the effect of the lost item. The head of each
//! `while` and `iterate` loop therefore checks every worklist that the outlined loop pushes to or
//! seeds. The check costs two loads per round and worklist.
//!
//! ```text
//! while (x[0u32] < 9u32) {         while (x[0u32] < 9u32) checks far {
//!   call expand()  // pushes far     call expand()
//! }                                }
//! ```
//!
//! The loop of a `pipe` already reads the number of waiting items. The number includes lost items,
//! so it shows when the worklist is full. Such a loop needs no separate check of its worklist if
//! the heads of such loops observe every push. This is the case if the outlined loop does not swap
//! the worklist with another one, and if, on every path, the head of a pipe over the worklist runs
//! between a push and the next swap of the buffers.
//!
//! # Limits
//!
//! A loop checks all worklists of the outlined loop, including those to which only later statements
//! push.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use crate::ir::outlined::walk_outlined;
use crate::ir::uses::{OutlinedUses, outlined_uses, uses};
use crate::ir::*;

/// Places the capacity checks of an outlined loop.
pub(super) fn place(module: &Module, outlined: &mut OutlinedLoop) {
    let uses = outlined_uses(module, &outlined.body);
    let filled = may_be_filled(&uses, &outlined.body);
    let in_sight = filled.iter().copied().filter(|id| {
        let sight = Sight { module, worklist: *id };
        !uses.swapped_worklists.contains(id) && sight.block(&outlined.body).keeps[0]
    });
    let in_sight = in_sight.collect();
    Checks { filled, in_sight }.block(&mut outlined.body);
}

/// Returns the worklists to which calls push, those that are seeded, and those that are swapped
/// with one of these.
fn may_be_filled(uses: &OutlinedUses, body: &[OutlinedStmt]) -> BTreeSet<WorklistId> {
    let pushed = uses.memory.worklists.iter().filter(|(_, used)| used.pushes);
    let mut filled: BTreeSet<WorklistId> = pushed.map(|(id, _)| *id).collect();
    let mut grown = true;
    while std::mem::take(&mut grown) {
        walk_outlined(body, &mut |stmt| match stmt {
            OutlinedStmt::Act(Action::Seed(id, _)) => grown |= filled.insert(*id),
            OutlinedStmt::Act(Action::SwapWorklists(a, b))
                if filled.contains(a) != filled.contains(b) =>
            {
                filled.extend([*a, *b]);
                grown = true;
            }
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::If(..)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::For { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Single { .. }
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => {}
        });
    }
    filled
}

struct Checks {
    /// The worklists that may run out of room.
    filled: BTreeSet<WorklistId>,
    /// The worklists in `filled` whose pushes are all observed by the heads of pipes.
    in_sight: BTreeSet<WorklistId>,
}

impl Checks {
    fn block(&self, block: &mut [OutlinedStmt]) {
        for stmt in block {
            match stmt {
                OutlinedStmt::While { condition, checked, .. } => {
                    let sees =
                        |id: &WorklistId| self.in_sight.contains(id) && is_piped(condition, *id);
                    *checked = self.filled.iter().copied().filter(|id| !sees(id)).collect();
                }
                OutlinedStmt::Iterate { checked, .. } => {
                    *checked = self.filled.iter().copied().collect()
                }
                OutlinedStmt::Act(_)
                | OutlinedStmt::SwapBuffers(_)
                | OutlinedStmt::Call { .. }
                | OutlinedStmt::Barrier(_)
                | OutlinedStmt::If(..)
                | OutlinedStmt::For { .. }
                | OutlinedStmt::Once(_)
                | OutlinedStmt::Single { .. }
                | OutlinedStmt::Scope(_)
                | OutlinedStmt::Break
                | OutlinedStmt::Continue
                | OutlinedStmt::PathStart
                | OutlinedStmt::PathEnd => {}
            }
            stmt.blocks_mut().into_iter().for_each(|inner| self.block(inner));
        }
    }
}

/// What statements do to the sight of one worklist's pushes. Both fields have two values: the first
/// for paths on which every push so far was seen by a head of a pipe, the second for paths with a
/// push that was not.
#[derive(Clone, Copy)]
struct Effect {
    /// Whether no swap of the buffers comes after a push that no head has seen.
    keeps: [bool; 2],
    /// Whether there is such a push after the statements.
    pushed: [bool; 2],
}

impl Effect {
    /// The effect of statements that do nothing to the worklist.
    const NONE: Effect = Effect { keeps: [true; 2], pushed: [false, true] };

    /// The effect of these statements, and then of others.
    fn then(self, next: Effect) -> Effect {
        let after = |start: usize| usize::from(self.pushed[start]);
        Effect {
            keeps: [0, 1].map(|start| self.keeps[start] && next.keeps[after(start)]),
            pushed: [0, 1].map(|start| next.pushed[after(start)]),
        }
    }

    /// The effect of either these statements or others.
    fn or(self, other: Effect) -> Effect {
        Effect {
            keeps: [0, 1].map(|start| self.keeps[start] && other.keeps[start]),
            pushed: [0, 1].map(|start| self.pushed[start] || other.pushed[start]),
        }
    }
}

/// Finds the effects of statements on one worklist.
struct Sight<'m> {
    module: &'m Module,
    worklist: WorklistId,
}

impl Sight<'_> {
    fn block(&self, block: &[OutlinedStmt]) -> Effect {
        block.iter().fold(Effect::NONE, |effect, stmt| effect.then(self.stmt(stmt)))
    }

    fn stmt(&self, stmt: &OutlinedStmt) -> Effect {
        match stmt {
            OutlinedStmt::SwapBuffers(id) | OutlinedStmt::Act(Action::Take(id))
                if *id == self.worklist =>
            {
                Effect { keeps: [true, false], ..Effect::NONE }
            }
            OutlinedStmt::If(_, then, otherwise) => self.block(then).or(self.block(otherwise)),
            OutlinedStmt::While { condition, body, .. } if is_piped(condition, self.worklist) => {
                // The head sees all pushes.
                let round = self.block(body);
                let leaves = body.iter().any(OutlinedStmt::leaves);
                Effect { keeps: [round.keeps[0]; 2], pushed: [round.pushed[0] && leaves; 2] }
            }
            _ if stmt.is_loop() => {
                // A later round comes after the pushes of an earlier one; there may be no round.
                let round = self.block(stmt.blocks()[0]);
                let rounds = round.then(round);
                Effect { pushed: Effect::NONE.or(rounds).pushed, ..rounds }
            }
            _ if self.fills(stmt) => Effect { pushed: [true; 2], ..Effect::NONE },
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::For { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Single { .. }
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => Effect::NONE,
        }
    }

    /// Whether a statement adds items to the worklist.
    fn fills(&self, stmt: &OutlinedStmt) -> bool {
        match stmt {
            OutlinedStmt::Call { kernel, .. } => {
                let uses = uses(self.module, &self.module.kernels[kernel.index()]);
                uses.worklists.get(&self.worklist).is_some_and(|used| used.pushes)
            }
            OutlinedStmt::Act(Action::Seed(id, _)) => *id == self.worklist,
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::If(..)
            | OutlinedStmt::While { .. }
            | OutlinedStmt::For { .. }
            | OutlinedStmt::Iterate { .. }
            | OutlinedStmt::Once(_)
            | OutlinedStmt::Single { .. }
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => false,
        }
    }
}

/// Whether a condition is the condition of a pipe over the worklist.
fn is_piped(condition: &Expr, worklist: WorklistId) -> bool {
    let ExprKind::Binary(BinaryOp::Gt, waiting, none) = &condition.kind else { return false };
    waiting.kind == ExprKind::Waiting(worklist) && none.kind == ExprKind::Const(Value::U32(0))
}
