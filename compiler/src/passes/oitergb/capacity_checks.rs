//! Places capacity checks, which end a loop after a worklist ran out of room.
//!
//! If a worklist is full, a push is lost. Without outlining, the host detects this after a launch,
//! and restarts the run with a larger worklist. An outlined loop must detect it on the device,
//! because otherwise the loop might wait forever for the effect of the lost item. The head of each
//! `while` and `iterate` loop therefore checks every worklist that the outlined loop pushes to or
//! seeds. The check costs two loads per round and worklist.
//!
//! ```text
//! while (x[0u32] < 9u32) {         while (x[0u32] < 9u32) room far {
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
            _ => {}
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

/// A traversal that checks whether heads of pipes observe all pushes to one worklist.
struct Sight<'m> {
    module: &'m Module,
    worklist: WorklistId,
}

impl Sight<'_> {
    /// Whether a head of a pipe runs between each push and the next swap of the buffers. `pushed`
    /// states whether a push before the block has not been observed yet, and is updated to the
    /// state after the block.
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
                // The second traversal starts with the pushes of an earlier round. The loop may
                // also run no round.
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

/// Whether a condition is the condition of a pipe over the worklist.
fn is_piped(condition: &Expr, worklist: WorklistId) -> bool {
    let ExprKind::Binary(BinaryOp::Gt, waiting, none) = &condition.kind else { return false };
    waiting.kind == ExprKind::Waiting(worklist) && none.kind == ExprKind::Const(Value::U32(0))
}
