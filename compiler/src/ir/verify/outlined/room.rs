//! Finds loops that may go on forever because a worklist lost a push.
//!
//! A push that finds no room is lost, and what a loop waits for may be just that item. So a loop whose
//! number of rounds is not fixed asks, at each head, for the room of every worklist that may have lost a
//! push by then. A head whose condition asks how many items wait sees the losses of the back buffer
//! by their number, unless a swap of the buffers came between.

use super::flow::{Analysis, Walk};
use crate::ir::uses::uses;
use crate::ir::*;

/// What is not asked for in an outlined loop, each once.
pub(super) fn find(module: &Module, outlined: &OutlinedLoop) -> Vec<String> {
    let start = vec![Filled::default(); module.worklists.len()];
    Walk::run(Room { module, found: vec![] }, &outlined.body, start).0.found
}

/// What may have been pushed to a worklist.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Filled {
    /// To its back buffer, since anybody asked how many items wait.
    back: bool,
    /// To a buffer that was swapped away since, with nobody having asked.
    unseen: bool,
}

impl Filled {
    fn swap_buffers(&mut self) {
        *self = Filled { back: false, unseen: self.back || self.unseen };
    }
}

struct Room<'m> {
    module: &'m Module,
    found: Vec<String>,
}

impl Analysis for Room<'_> {
    type State = Vec<Filled>;

    fn join(into: &mut Vec<Filled>, other: &Vec<Filled>) -> bool {
        let mut grown = false;
        for (into, other) in into.iter_mut().zip(other) {
            let joined =
                Filled { back: into.back || other.back, unseen: into.unseen || other.unseen };
            grown |= joined != *into;
            *into = joined;
        }
        grown
    }

    fn statement(&mut self, stmt: &OutlinedStmt, state: &mut Vec<Filled>) {
        match stmt {
            OutlinedStmt::SwapBuffers(id) => state[id.index()].swap_buffers(),
            OutlinedStmt::Call { kernel, .. } => {
                let kernel = &self.module.kernels[kernel.index()];
                for (id, used) in uses(self.module, kernel).worklists {
                    state[id.index()].back |= used.pushes;
                }
            }
            // What was lost before is cleared anyway.
            OutlinedStmt::Act(Action::Clear(id)) => state[id.index()].back = false,
            OutlinedStmt::Act(Action::Seed(id, _)) => state[id.index()].back = true,
            OutlinedStmt::Act(Action::SwapWorklists(a, b)) => state.swap(a.index(), b.index()),
            _ => {}
        }
    }

    fn head(&mut self, stmt: &OutlinedStmt, condition: Option<&Expr>, state: &mut Vec<Filled>) {
        let room = match stmt {
            OutlinedStmt::While { room, .. } | OutlinedStmt::Iterate { room, .. } => room,
            // They end by themselves.
            _ => return,
        };
        for (id, filled) in (0..).map(WorklistId).zip(state) {
            if condition.is_some_and(|condition| asks(condition, id)) {
                filled.back = false;
            }
            if (filled.back || filled.unseen) && !room.contains(&id) {
                let name = &self.module.worklists[id.index()].name;
                let message = format!("a loop does not ask for the room of `{name}`");
                if !self.found.contains(&message) {
                    self.found.push(message);
                }
            }
        }
    }
}

/// Whether an expression asks how many items wait on a worklist, whatever its other parts are.
fn asks(expr: &Expr, worklist: WorklistId) -> bool {
    match &expr.kind {
        ExprKind::Waiting(id) => *id == worklist,
        // A device need not evaluate all of these.
        ExprKind::Select(..) | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => false,
        _ => expr.operands().into_iter().any(|operand| asks(operand, worklist)),
    }
}
