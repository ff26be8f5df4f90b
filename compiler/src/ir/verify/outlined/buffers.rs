//! Finds calls that read a worklist without a preceding swap of its buffers, and swaps without such
//! a call.
//!
//! A kernel that reads a worklist must get exactly the items that were pushed since the previous
//! kernel that read the worklist. Exactly one swap must therefore precede each call that reads the
//! worklist, and no other statement may access the worklist between the swap and the call. No swap
//! precedes a call that reads the items of the previous kernel again.

use super::flow::{Analysis, Walk};
use crate::ir::uses::uses;
use crate::ir::*;

/// Returns the violations, each once.
pub(super) fn find(module: &Module, outlined: &OutlinedLoop) -> Vec<String> {
    let start = vec![Swapped::No; module.worklists.len()];
    let buffers = Buffers { module, found: vec![] };
    let (mut buffers, end) = Walk::run(buffers, &outlined.body, start);
    for state in end.states() {
        for (id, swapped) in (0..).map(WorklistId).zip(state) {
            if *swapped != Swapped::No {
                buffers.note(id, "swaps the buffers of", "and ends");
            }
        }
    }
    buffers.found
}

/// Whether the buffers of a worklist were swapped for a later call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Swapped {
    No,
    Yes,
    /// Only on some paths.
    Perhaps,
}

struct Buffers<'m> {
    module: &'m Module,
    found: Vec<String>,
}

impl Analysis for Buffers<'_> {
    type State = Vec<Swapped>;

    fn join(into: &mut Vec<Swapped>, other: &Vec<Swapped>) -> bool {
        let mut grown = false;
        for (into, other) in into.iter_mut().zip(other) {
            if *into != *other && *into != Swapped::Perhaps {
                *into = Swapped::Perhaps;
                grown = true;
            }
        }
        grown
    }

    fn statement(&mut self, stmt: &OutlinedStmt, state: &mut Vec<Swapped>) {
        match stmt {
            OutlinedStmt::SwapBuffers(id) => {
                self.wants(*id, Swapped::No, state, "swaps the buffers of", "twice");
                state[id.index()] = Swapped::Yes;
            }
            OutlinedStmt::Call { kernel, again, .. } => {
                let kernel = &self.module.kernels[kernel.index()];
                for (id, used) in uses(self.module, kernel).worklists {
                    let (wanted, message) = match used.reads && !again {
                        true => (Swapped::Yes, "without a swap of its buffers"),
                        false => (Swapped::No, "after a swap of its buffers"),
                    };
                    let does = match (used.reads, again) {
                        (true, false) => "reads",
                        (true, true) => "reads again",
                        (false, _) => "pushes to",
                    };
                    self.wants(id, wanted, state, does, message);
                    state[id.index()] = Swapped::No;
                }
            }
            OutlinedStmt::Act(Action::Clear(id) | Action::Seed(id, _)) => {
                self.wants(
                    *id,
                    Swapped::No,
                    state,
                    "fills or clears",
                    "after a swap of its buffers",
                );
            }
            OutlinedStmt::Act(Action::Take(id)) => {
                self.wants(*id, Swapped::No, state, "takes the items of", "after a swap");
            }
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

    fn head(&mut self, _: &OutlinedStmt, _: Option<&Expr>, _: &mut Vec<Swapped>) {}
}

impl Buffers<'_> {
    fn wants(
        &mut self,
        id: WorklistId,
        wanted: Swapped,
        state: &[Swapped],
        does: &str,
        message: &str,
    ) {
        if state[id.index()] != wanted {
            self.note(id, does, message);
        }
    }

    fn note(&mut self, id: WorklistId, does: &str, message: &str) {
        let name = &self.module.worklists[id.index()].name;
        let message = format!("it {does} `{name}` {message}");
        if !self.found.contains(&message) {
            self.found.push(message);
        }
    }
}
