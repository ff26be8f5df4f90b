//! Checks outlined loops.
//!
//! [`Verifier::outlined`] checks each statement separately: names, types and scopes.
//! [`verify_outlined`] checks properties of all paths. It uses four analyses that share one
//! traversal ([`flow`]):
//!
//! | module | finds |
//! | --- | --- |
//! | [`conflicts`] | two statements that conflict in memory, without a grid barrier between them |
//! | [`buffers`] | a worklist that is read without a swap of its buffers, or swapped but not read |
//! | [`capacity`] | a loop that may run forever because a worklist lost a push |
//! | [`memory`] | local memory that a call uses while an earlier call may still use it |
//!
//! The analyses share no code with the passes that place barriers, swaps and checks, except the
//! model of memory accesses ([`hazards`](crate::ir::hazards), [`uses`](crate::ir::uses)). The
//! uniformity of control flow needs no analysis: the verifier rejects coordinates, shared memory
//! and conflicts in outlined loops, so every expression has the same value in all work-items.

mod buffers;
mod capacity;
mod conflicts;
mod flow;
mod memory;

use super::*;
use crate::ir::local_memory::local_needs;

/// Finds violations along the paths through an outlined loop that is otherwise well formed.
pub(super) fn verify_outlined(module: &Module, outlined: &OutlinedLoop) -> Vec<Violation> {
    let mut messages = conflicts::find(module, outlined);
    messages.extend(buffers::find(module, outlined));
    messages.extend(capacity::find(module, outlined));
    messages.extend(memory::find(module, outlined));
    let violation = |message| Violation { place: outlined.name.clone(), message };
    messages.into_iter().map(violation).collect()
}

impl Verifier<'_> {
    /// Checks the properties of an outlined loop that can be decided for each statement alone.
    pub(super) fn outlined(&mut self, outlined: &OutlinedLoop) {
        let distributed = self.module.stage == Stage::Distributed;
        self.check(distributed, || "an outlined loop before distribution".into());
        let fits = outlined.params.len() <= outlined.locals.len();
        self.check(fits, || "more parameters than locals".into());
        for param in 0..outlined.params.len().min(outlined.locals.len()) {
            self.declare(LocalId(param as u32));
        }
        let mut names = HashSet::new();
        for array in &outlined.memory {
            self.check(names.insert(&array.name), || {
                format!("two arrays of local memory are named `{}`", array.name)
            });
        }
        self.outlined_block(&outlined.body, &outlined.memory, false);
    }

    /// Checks a block. `in_loop` states whether a `break` or `continue` can refer to an enclosing
    /// loop.
    fn outlined_block(&mut self, block: &[OutlinedStmt], memory: &[LocalArray], in_loop: bool) {
        let depth = self.scope.len();
        for stmt in block {
            self.outlined_stmt(stmt, memory, in_loop);
        }
        self.scope.truncate(depth);
    }

    fn outlined_stmt(&mut self, stmt: &OutlinedStmt, memory: &[LocalArray], in_loop: bool) {
        // The condition of an `iterate` is evaluated outside of the scope of its body.
        for expr in stmt.exprs() {
            self.expr(expr);
        }
        let depth = self.scope.len();
        match stmt {
            OutlinedStmt::Act(action) => return self.action(action),
            OutlinedStmt::SwapBuffers(worklist) => self.worklist(*worklist),
            OutlinedStmt::Call { kernel, args, memory: given, .. } => {
                self.passes(*kernel, args);
                self.gives(*kernel, given, memory);
            }
            OutlinedStmt::Barrier(scope) => {
                let fits = *scope != Scope::Subgroup;
                self.check(fits, || "a barrier of the subgroup in an outlined loop".into());
            }
            OutlinedStmt::If(condition, ..) => {
                self.same("a condition", condition.ty, Type::Bool);
            }
            OutlinedStmt::While { condition, checked, .. }
            | OutlinedStmt::Iterate { condition, checked, .. } => {
                self.same("a condition", condition.ty, Type::Bool);
                checked.iter().for_each(|worklist| self.worklist(*worklist));
            }
            OutlinedStmt::For { var, start, end, .. } => {
                self.counts(*var, start, end);
                self.declare(*var);
            }
            OutlinedStmt::Single { flag, taken, .. } => {
                self.same("a condition", taken.ty, Type::Bool);
                self.same("a flag", self.local_type(*flag), Type::Bool);
                self.declare(*flag);
            }
            OutlinedStmt::Break | OutlinedStmt::Continue => {
                self.check(in_loop, || "a break or continue outside of a loop".into());
            }
            OutlinedStmt::Once(_)
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => {}
        }
        let inner = match stmt {
            OutlinedStmt::While { .. } | OutlinedStmt::For { .. } | OutlinedStmt::Single { .. } => {
                true
            }
            OutlinedStmt::Iterate { .. } | OutlinedStmt::Once(_) => false,
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::If(..)
            | OutlinedStmt::Scope(_)
            | OutlinedStmt::Break
            | OutlinedStmt::Continue
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => in_loop,
        };
        for block in stmt.blocks() {
            self.outlined_block(block, memory, inner);
        }
        self.scope.truncate(depth);
    }

    /// Checks that a call passes either no local memory or the arrays that its kernel needs.
    fn gives(&mut self, kernel: KernelId, given: &[MemoryId], memory: &[LocalArray]) {
        let Some(kernel) = self.module.kernels.get(kernel.index()) else { return };
        if given.is_empty() {
            return;
        }
        let needs = local_needs(self.module, kernel);
        let shape = |id: &MemoryId| memory.get(id.index()).map(|array| array.shape);
        let fits = given.len() == needs.len()
            && given.iter().zip(&needs).all(|(id, need)| shape(id) == Some(need.shape));
        self.check(fits, || format!("`{}` is given other local memory than it needs", kernel.name));
        let distinct: HashSet<&MemoryId> = given.iter().collect();
        self.check(distinct.len() == given.len(), || {
            format!("`{}` is given the same local memory twice", kernel.name)
        });
    }
}
