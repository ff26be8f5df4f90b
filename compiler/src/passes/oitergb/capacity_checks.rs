//! Capacity checks: loops end when a worklist ran out of room.
//!
//! A push that finds no room is lost. The host notices that after a launch, and starts the run again with
//! more room. An outlined loop must notice by itself: what it waits for may be just the item that was lost.
//! So the head of each loop that may go on forever asks for the room of every worklist that the outlined loop
//! pushes to or seeds. This costs two loads a round for each worklist.
//!
//! ```text
//! while (x[0u32] < 9u32) {         while (x[0u32] < 9u32) room far {
//!   call expand()  // pushes far     call expand()
//! }                                }
//! ```
//!
//! A loop that pipes a worklist reads how many items wait anyway, and sees by that number that some found no
//! room. It does not ask again, as long as every push stays in sight: nowhere in the outlined loop are the
//! buffers swapped after a push that no such head has seen.
//!
//! # Limits
//!
//! A loop asks for all worklists of the outlined loop, also for those that only later statements push to.

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
        !uses.swapped_worklists.contains(id) && sight.keeps(&outlined.body, &mut false)
    });
    let in_sight = in_sight.collect();
    Checks { filled, in_sight }.block(&mut outlined.body);
}

/// The worklists that calls push to, those that are seeded, and those that are swapped with one of these.
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
            _ => {}
        });
    }
    filled
}

struct Checks {
    /// The worklists that may run out of room.
    filled: BTreeSet<WorklistId>,
    /// Those of them whose pushes the heads of pipes see.
    in_sight: BTreeSet<WorklistId>,
}

impl Checks {
    fn block(&self, block: &mut [OutlinedStmt]) {
        for stmt in block {
            match stmt {
                OutlinedStmt::While { condition, room, .. } => {
                    let sees =
                        |id: &WorklistId| self.in_sight.contains(id) && is_piped(condition, *id);
                    *room = self.filled.iter().copied().filter(|id| !sees(id)).collect();
                }
                OutlinedStmt::Iterate { room, .. } => *room = self.filled.iter().copied().collect(),
                _ => {}
            }
            stmt.blocks_mut().into_iter().for_each(|inner| self.block(inner));
        }
    }
}

/// A walk that follows the pushes to one worklist.
struct Sight<'m> {
    module: &'m Module,
    worklist: WorklistId,
}

impl Sight<'_> {
    /// Whether no swap of the buffers comes after a push that no head of a pipe has seen. `pushed` says
    /// whether there is such a push before the block, and then whether there is one at its end.
    fn keeps(&self, block: &[OutlinedStmt], pushed: &mut bool) -> bool {
        block.iter().all(|stmt| match stmt {
            OutlinedStmt::SwapBuffers(id) => *id != self.worklist || !*pushed,
            OutlinedStmt::If(_, then, otherwise) => {
                let (mut in_then, mut in_otherwise) = (*pushed, *pushed);
                let keeps =
                    self.keeps(then, &mut in_then) && self.keeps(otherwise, &mut in_otherwise);
                *pushed = in_then || in_otherwise;
                keeps
            }
            OutlinedStmt::While { condition, body, .. } if is_piped(condition, self.worklist) => {
                *pushed = false;
                let keeps = self.keeps(body, pushed);
                *pushed &= body.iter().any(OutlinedStmt::leaves);
                keeps
            }
            _ if stmt.is_loop() => {
                let (body, before) = (stmt.blocks()[0], *pushed);
                // A later round comes after the pushes of an earlier one; there may be no round.
                let keeps = self.keeps(body, pushed) && self.keeps(body, pushed);
                *pushed |= before;
                keeps
            }
            _ => {
                *pushed |= self.fills(stmt);
                true
            }
        })
    }

    /// Whether a statement adds items to the worklist.
    fn fills(&self, stmt: &OutlinedStmt) -> bool {
        match stmt {
            OutlinedStmt::Call { kernel, .. } => {
                let uses = uses(self.module, &self.module.kernels[kernel.index()]);
                uses.worklists.get(&self.worklist).is_some_and(|used| used.pushes)
            }
            OutlinedStmt::Act(Action::Seed(id, _)) => *id == self.worklist,
            _ => false,
        }
    }
}

/// Whether a condition is that of a pipe over the worklist.
fn is_piped(condition: &Expr, worklist: WorklistId) -> bool {
    let ExprKind::Binary(BinaryOp::Gt, waiting, none) = &condition.kind else { return false };
    waiting.kind == ExprKind::Waiting(worklist) && none.kind == ExprKind::Const(Value::U32(0))
}
