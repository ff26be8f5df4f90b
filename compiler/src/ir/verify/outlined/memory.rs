//! Finds calls that use local memory while an earlier call of the workgroup may still use it.
//!
//! The state of the analysis is the local memory that calls have used since the last workgroup
//! barrier. The head of a loop and a grid barrier are also workgroup barriers.

use std::collections::BTreeSet;

use super::flow::{Analysis, Walk};
use crate::ir::*;

/// Returns the violations, each once.
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
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
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
