//! Promotion: keeps an element of memory in a register during a loop, and writes it after the loop.
//!
//! A loop that updates the same element in each round loads and stores it in each round. The compilers
//! of drivers usually keep these accesses, because they cannot exclude that another pointer refers to
//! the element, and because they do not combine atomic operations. Nobre, Reis and Cardoso found that
//! this promotion causes most of the gain of good phase orders: "the removal of store operations within
//! the kernel loop" ("Impact of compiler phase ordering when targeting GPUs", 2017, section 3.2).
//!
//! Before and after, for loads and stores and for atomics, in the IR's text:
//!
//! ```text
//! for e: edge = a to b by 1u32 {           if (a < b) {
//!   sum[u] = (sum[u] + w[e])                 let kept: f32 = sum[u]
//! }                                          for e: edge = a to b by 1u32 {
//!                                              set kept = (kept + w[e])
//!                                            }
//!                                            sum[u] = kept
//!                                          }
//!
//! for e: edge = a to b by 1u32 {           let kept: u32 = 0u32
//!   atomic add count~[u], 1u32             for e: edge = a to b by 1u32 {
//! }                                          set kept = (kept + 1u32)
//!                                          }
//!                                          if (kept != 0u32) {
//!                                            atomic add count~[u], kept
//!                                          }
//! ```
//!
//! # When it applies
//!
//! All accesses of the loop to an array are to one element, whose indices are
//! [invariant](super::super::invariant). Nothing in the loop synchronises work-items. Then
//!
//! * **reductions** are combined if all accesses are atomics with the same associative and commutative
//!   operator whose old value is unused;
//! * **loads and stores** use a register if no access is an atomic and the index is proven, or if the
//!   loop only loads, only stores, or loads only to compute what it stores. The loop loads before
//!   its first round. The loop stores after its last round if it is certain that a round stored;
//!   otherwise, a flag records whether one did.
//!
//! # Why it is legal
//!
//! The numbers refer to the facts in the [list](super).
//!
//! *The loop is the only one of this work-item to access the element*, since all its accesses to the
//! array are known and have the same indices, so the register always has the value that the
//! work-item would find in memory, unless another work-item writes it.
//!
//! *Plain accesses* (fact 2): no other work-item writes the element while the accesses can run, nor
//! reads it if one of them is a write. The load before the loop happens only if the first round
//! certainly accesses the element, or if the element is *owned*: its index is the variable of a
//! loop over all nodes or edges that the launch shares, and all accesses of the kernel to the
//! array have this index, so no other iteration ever accesses it. The store happens only if a round has
//! stored. Both accesses therefore keep their promises.
//!
//! *Relaxed accesses* (fact 3): a load may be added. Accesses of the loop to other elements can be exchanged with those to
//! this one. Exchange all other accesses so that those to the element are adjacent: then each load
//! after the first may return the value of the load or store before it, and each store before the last
//! may be removed. What remains is one load at the start and one store at the end. The store happens
//! only if the loop has stored, so no write is added.
//!
//! *Reductions*: between adjacent atomics of one work-item, the modification order of the element may
//! contain none of another one. Such atomics have the effect of one atomic with the combined
//! operand, because the operator is associative. Sums of floats may be rounded differently, as with
//! `coop-cv`: the order of the atomics of a launch is open anyway. The final atomic is executed
//! only if the operands changed the [identity](crate::ir::build::identity), so that at least one of the
//! original atomics was executed.
//!
//! *Waiting* (fact 5): if the accesses are relaxed, no loop inside, nor the loop itself, may wait for
//! another work-item, which could wait for the delayed write. Counted loops end by themselves.
//!
//! *Indices*: past the end of an array, a load yields zero even after a store, so a register would
//! have another value. If the loop loads and stores, either the index must be proven, or the loaded
//! values may only be parts of values that are stored to the element: then only the register has
//! another value, and the store after the loop does nothing. A load that the first round might not
//! have executed is checked.
//!
//! *Order*: the bounds of a counted loop are evaluated before the loop. If they read the array, the
//! pass does not apply, because two reads of one element must not be exchanged.

mod accesses;
mod rewrite;

pub(super) use accesses::owned;
use accesses::{Accesses, accesses};
use rewrite::{Frame, promote_element, promote_reduction};

use super::{Facts, rewrite_kernels};
use crate::configuration::ScalarPass;
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::remarks::Remarks;

/// Keeps elements in registers during loops.
pub(super) fn promote(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, facts| {
        let owned = owned(kernel, facts.arrays);
        let Kernel { name, locals, body, .. } = kernel;
        Promotion { locals, facts, owned, kernel: name, remarks: &mut *remarks }.block(body);
    });
}

struct Promotion<'k> {
    locals: &'k mut Locals,
    facts: &'k Facts<'k>,
    /// The owner of each array: no two iterations access the same element.
    owned: Vec<Option<LocalId>>,
    kernel: &'k str,
    remarks: &'k mut Remarks,
}

impl Promotion<'_> {
    /// Promotes in the loops of a block, outer loops first.
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(block) {
            let is_loop = match &stmt.kind {
                StmtKind::While(..) | StmtKind::For { .. } => true,
                StmtKind::ForAll { mapping, .. } => *mapping == Mapping::Serial,
                _ => false,
            };
            let mut frame = Frame::default();
            if is_loop && !super::synchronises(std::slice::from_ref(&stmt)) {
                for found in accesses(&stmt, self.facts) {
                    self.promote(&mut stmt, &found, &mut frame);
                }
            }
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            frame.put_around(stmt, self.locals, block);
        }
    }

    /// Promotes the element of an array if that is legal, and says so.
    fn promote(&mut self, stmt: &mut Stmt, found: &Accesses, frame: &mut Frame) {
        let name = &self.facts.arrays[found.place.array.index()].name;
        let ty = self.facts.arrays[found.place.array.index()].ty;
        let outcome = match self.obstacle(stmt, found) {
            Some(reason) => Err(reason),
            None if found.reduction.is_some() => {
                promote_reduction(stmt, found, (self.locals, ty), frame);
                Ok(format!("the atomics on `{name}` become one atomic after the loop"))
            }
            None => {
                promote_element(stmt, found, (self.locals, ty), frame);
                Ok(match found.stores {
                    0 => format!("an element of `{name}` is read once, before the loop"),
                    _ => format!("an element of `{name}` is written once, after the loop"),
                })
            }
        };
        let (pass, origin) = (ScalarPass::Promote, stmt.origin);
        match outcome {
            Ok(message) => self.remarks.applied(pass, self.kernel, origin, message),
            Err(reason) => {
                let message = format!("an element of `{name}` stays in memory: {reason}");
                self.remarks.missed(pass, self.kernel, origin, message);
            }
        }
    }

    /// Returns why the accesses of a loop cannot use a register.
    fn obstacle(&self, stmt: &Stmt, found: &Accesses) -> Option<&'static str> {
        let is_owned = self.owned[found.place.array.index()].is_some();
        let is_load_safe = found.always_accessed || is_owned || !found.is_plain;
        if !found.is_one_place {
            Some("the loop accesses other elements of the array, too")
        } else if found.is_relaxed && may_wait(stmt) {
            Some("the loop may wait for another work-item")
        } else if found.reduction.is_some() {
            None
        } else if found.atomics > 0 {
            Some("its atomics differ, or the loop also reads it")
        } else if found.stores > 0 && found.in_forall {
            Some("the iterations of a `forall` have no order")
        } else if found.loads > found.accumulated && found.stores > 0 && found.is_checked {
            Some("its index may be past the end")
        } else if found.loads > 0 && !is_load_safe {
            Some("no access to it is certain in each round")
        } else {
            None
        }
    }
}

/// Whether a loop may wait until another work-item has written an element: it is or contains a
/// `while` loop that reads a relaxed element, in which another work-item's write can become visible.
fn may_wait(stmt: &Stmt) -> bool {
    let reads_relaxed = |stmt: &Stmt| {
        let mut found = false;
        walk_stmts(std::slice::from_ref(stmt), &mut |inner| {
            found |= matches!(inner.kind, StmtKind::Atomic { old: Some(_), .. });
            for expr in inner.exprs() {
                expr.walk(&mut |e| {
                    found |= matches!(&e.kind, ExprKind::Load(p) if p.access == Access::Relaxed);
                });
            }
        });
        found
    };
    let mut waits = false;
    walk_stmts(std::slice::from_ref(stmt), &mut |inner| {
        waits |= matches!(inner.kind, StmtKind::While(..)) && reads_relaxed(inner);
    });
    waits
}
