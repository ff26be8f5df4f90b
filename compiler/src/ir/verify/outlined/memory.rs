//! Finds local memory that is given to a call while an earlier call of the workgroup may still use it.
//!
//! The state is the local memory that was given since the last barrier of the workgroup. The head of a loop
//! is such a barrier, and so is a barrier of the grid.

use std::collections::BTreeSet;

use super::flow::{Analysis, Walk};
use crate::ir::*;

/// What is given too early in an outlined loop, each once.
pub(super) fn find(module: &Module, outlined: &OutlinedLoop) -> Vec<String> {
    let memory = Memory { module, outlined, found: vec![] };
    Walk::run(memory, &outlined.body, BTreeSet::new()).0.found
}

struct Memory<'m> {
    module: &'m Module,
    outlined: &'m OutlinedLoop,
    found: Vec<String>,
}

impl Analysis for Memory<'_> {
    type State = BTreeSet<MemoryId>;

    fn join(into: &mut BTreeSet<MemoryId>, other: &BTreeSet<MemoryId>) -> bool {
        let before = into.len();
        into.extend(other);
        into.len() > before
    }

    fn statement(&mut self, stmt: &OutlinedStmt, in_use: &mut BTreeSet<MemoryId>) {
        match stmt {
            OutlinedStmt::Barrier(_) => in_use.clear(),
            OutlinedStmt::Call { kernel, memory, .. } => {
                for id in memory {
                    if in_use.contains(id) {
                        self.note(*kernel, *id);
                    }
                }
                in_use.extend(memory);
            }
            _ => {}
        }
    }

    fn head(&mut self, _: &OutlinedStmt, _: Option<&Expr>, in_use: &mut BTreeSet<MemoryId>) {
        in_use.clear();
    }
}

impl Memory<'_> {
    fn note(&mut self, kernel: KernelId, id: MemoryId) {
        let kernel = &self.module.kernels[kernel.index()].name;
        let array = &self.outlined.memory[id.index()].name;
        let message =
            format!("`{kernel}` is given `%{array}`, which an earlier call may still use");
        if !self.found.contains(&message) {
            self.found.push(message);
        }
    }
}
