//! Finds loops that may run forever because a worklist lost a push.
//!
//! If a worklist is full, a push is lost, and a loop might wait forever for its effect. If the
//! number of rounds of a loop is not fixed, the head of the loop must therefore check the capacity of
//! every worklist that may have lost a push. If the condition of the head reads the number of
//! waiting items, it detects lost pushes to the back buffer, but not those before the last swap of
//! the buffers.

use super::flow::{Analysis, Walk};
use crate::ir::uses::uses;
use crate::ir::*;

/// Returns the missing checks in an outlined loop, each once.
pub(super) fn find(module: &Module, outlined: &OutlinedLoop) -> Vec<String> {
    let start = vec![Filled::default(); module.worklists.len()];
    Walk::run(Capacity { module, found: vec![] }, &outlined.body, start).0.found
}

/// The pushes to a worklist that no condition has observed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Filled {
    /// Whether the current back buffer may have such pushes.
    back: bool,
    /// Whether an earlier back buffer, which has since been swapped, may have had such pushes.
    unseen: bool,
}

impl Filled {
    fn swap_buffers(&mut self) {
        *self = Filled { back: false, unseen: self.back || self.unseen };
    }
}

struct Capacity<'m> {
    module: &'m Module,
    found: Vec<String>,
}

impl Analysis for Capacity<'_> {
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
            OutlinedStmt::SwapBuffers(id) | OutlinedStmt::Act(Action::Take(id)) => {
                state[id.index()].swap_buffers();
            }
            OutlinedStmt::Call { kernel, .. } => {
                let kernel = &self.module.kernels[kernel.index()];
                for (id, used) in uses(self.module, kernel).worklists {
                    state[id.index()].back |= used.pushes;
                }
            }
            // The worklist becomes empty, so items that were lost before have no effect.
            OutlinedStmt::Act(Action::Clear(id)) => state[id.index()].back = false,
            OutlinedStmt::Act(Action::Seed(id, _)) => state[id.index()].back = true,
            OutlinedStmt::Act(Action::SwapWorklists(a, b)) => state.swap(a.index(), b.index()),
            OutlinedStmt::Act(_)
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
        }
    }

    fn head(&mut self, stmt: &OutlinedStmt, condition: Option<&Expr>, state: &mut Vec<Filled>) {
        let checked = match stmt {
            OutlinedStmt::While { checked, .. } | OutlinedStmt::Iterate { checked, .. } => checked,
            // Other loops have a fixed number of rounds.
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
            | OutlinedStmt::PathEnd => return,
        };
        for (id, filled) in (0..).map(WorklistId).zip(state) {
            if condition.is_some_and(|condition| asks(condition, id)) {
                filled.back = false;
            }
            if (filled.back || filled.unseen) && !checked.contains(&id) {
                let name = &self.module.worklists[id.index()].name;
                let message = format!("a loop does not check the capacity of `{name}`");
                if !self.found.contains(&message) {
                    self.found.push(message);
                }
            }
        }
    }
}

/// Whether the evaluation of an expression always reads the number of waiting items of a worklist.
fn asks(expr: &Expr, worklist: WorklistId) -> bool {
    match &expr.kind {
        ExprKind::Waiting(id) => *id == worklist,
        // A device need not evaluate all operands of these expressions.
        ExprKind::Select(..) | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => false,
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Element(_)
        | ExprKind::Param(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Load(_)
        | ExprKind::Graph(..)
        | ExprKind::NodeCount
        | ExprKind::EdgeCount
        | ExprKind::Length(_)
        | ExprKind::WorklistSize(_)
        | ExprKind::WorklistItem(..)
        | ExprKind::At(_)
        | ExprKind::Shared(..)
        | ExprKind::Search(..) => {
            expr.operands().into_iter().any(|operand| asks(operand, worklist))
        }
    }
}
