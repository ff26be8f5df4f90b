//! Lets the kernels that an outlined loop calls share local memory.
//!
//! In OpenCL C, only the kernel that is launched can declare local memory. An outlined loop
//! therefore declares the local memory of all kernels that it calls. Local memory is scarce: if a
//! kernel needs more of it, fewer workgroups can be resident. However, a workgroup executes the
//! calls one after the other. This pass therefore gives several kernels the same array if its type
//! and length fit. It places a workgroup barrier before a call if an earlier call may still use
//! local memory.
//!
//! ```text
//! outlined o() {               outlined o() local marks: u32[item] {
//!   call a()                     call a() with %marks
//!   call b()                     barrier workgroup
//! }                              call b() with %marks
//!                              }
//! ```
//!
//! A grid barrier also synchronises the workgroup, and so does the head of each loop. No other
//! barrier is needed there.
//!
//! # Limits
//!
//! The pass does not check which arrays two calls have in common. If no barrier separates two calls
//! that use local memory, it places one, even if the calls use different arrays.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use crate::ir::build::unique_name;
use crate::ir::local_memory::{LocalArray, local_needs};
use crate::ir::outlined::walk_outlined;
use crate::ir::*;

/// Assigns local memory to all calls in outlined loops.
pub fn share_local_memory(module: &mut Module) {
    let mut loops = std::mem::take(&mut module.outlined);
    for outlined in &mut loops {
        let mut kernels = BTreeSet::new();
        walk_outlined(&outlined.body, &mut |stmt| {
            if let OutlinedStmt::Call { kernel, .. } = stmt {
                kernels.insert(*kernel);
            }
        });
        outlined.memory.clear();
        for kernel in kernels {
            let given = reserve(module, kernel, &mut outlined.memory);
            give(&mut outlined.body, kernel, &given);
        }
        let body = std::mem::take(&mut outlined.body);
        outlined.body = Barriers::default().block(body, &mut false);
    }
    module.outlined = loops;
}

/// Returns the arrays of a loop's local memory that a kernel uses. Adds arrays to `memory` if it
/// has none of the right shape.
fn reserve(module: &Module, kernel: KernelId, memory: &mut Vec<LocalArray>) -> Vec<MemoryId> {
    let kernel = &module.kernels[kernel.index()];
    let mut given: Vec<MemoryId> = vec![];
    for need in local_needs(module, kernel) {
        let fits = |(id, array): &(u32, &LocalArray)| {
            array.shape == need.shape && !given.contains(&MemoryId(*id))
        };
        let found = (0..).zip(&*memory).find(fits).map(|(id, _)| id);
        let id = found.unwrap_or_else(|| {
            let is_taken = |name: &str| memory.iter().any(|array| array.name == name);
            let name = unique_name(&need.describe(module, kernel), is_taken);
            memory.push(LocalArray { name, shape: need.shape });
            memory.len() as u32 - 1
        });
        given.push(MemoryId(id));
    }
    given
}

/// Adds the arrays `given` to each call of a kernel.
fn give(block: &mut [OutlinedStmt], kernel: KernelId, given: &[MemoryId]) {
    for stmt in block {
        match stmt {
            OutlinedStmt::Call { kernel: called, memory, .. } if *called == kernel => {
                *memory = given.to_vec();
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
            | OutlinedStmt::PathEnd => {
                stmt.blocks_mut().into_iter().for_each(|inner| give(inner, kernel, given))
            }
        }
    }
}

/// Places workgroup barriers.
#[derive(Default)]
struct Barriers {
    /// Whether a call may still use local memory when a `break` leaves the innermost loop.
    at_break: bool,
}

impl Barriers {
    /// Returns the block with barriers. `in_use` states whether a call may still use local memory
    /// before the block, and is updated to the state after the block.
    fn block(&mut self, block: Vec<OutlinedStmt>, in_use: &mut bool) -> Vec<OutlinedStmt> {
        let mut out = vec![];
        for mut stmt in block {
            if stmt.is_loop() {
                self.rounds(&mut stmt, in_use);
            }
            match &mut stmt {
                OutlinedStmt::Call { memory, .. } if !memory.is_empty() => {
                    if *in_use {
                        out.push(OutlinedStmt::Barrier(Scope::Workgroup));
                    }
                    *in_use = true;
                }
                OutlinedStmt::Barrier(_) => *in_use = false,
                OutlinedStmt::Break => self.at_break |= *in_use,
                OutlinedStmt::If(_, then, otherwise) => {
                    let mut in_then = *in_use;
                    *then = self.block(std::mem::take(then), &mut in_then);
                    *otherwise = self.block(std::mem::take(otherwise), in_use);
                    *in_use |= in_then;
                }
                OutlinedStmt::Scope(body) => *body = self.block(std::mem::take(body), in_use),
                OutlinedStmt::Act(_)
                | OutlinedStmt::SwapBuffers(_)
                | OutlinedStmt::Call { .. }
                | OutlinedStmt::While { .. }
                | OutlinedStmt::For { .. }
                | OutlinedStmt::Iterate { .. }
                | OutlinedStmt::Once(_)
                | OutlinedStmt::Single { .. }
                | OutlinedStmt::Continue
                | OutlinedStmt::PathStart
                | OutlinedStmt::PathEnd => {}
            }
            out.push(stmt);
        }
        out
    }

    /// Places barriers in the body of a loop. Local memory is not in use at the start of a round,
    /// because the head of the loop is a barrier.
    fn rounds(&mut self, stmt: &mut OutlinedStmt, in_use: &mut bool) {
        let around = std::mem::take(&mut self.at_break);
        let mut at_end = false;
        for body in stmt.blocks_mut() {
            *body = self.block(std::mem::take(body), &mut at_end);
        }
        // These loops end without executing their head again.
        let ends_early = matches!(stmt, OutlinedStmt::Iterate { .. } | OutlinedStmt::Once(_));
        *in_use = std::mem::replace(&mut self.at_break, around) | (ends_early & at_end);
    }
}
