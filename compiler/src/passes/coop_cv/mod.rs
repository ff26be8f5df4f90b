//! Cooperative conversion: what many work-items send to one place in memory goes there once for a
//! workgroup ("One Size Doesn't Fit All", section V-A, combined read-modify-writes).
//!
//! * A **push** goes to a queue of the workgroup, by an atomic in its local memory. At the end of
//!   each round of the kernel's outer loop the queue is flushed: one atomic on the worklist's size
//!   makes room for all that is in it ([`pushes`]).
//! * A **reduction** of a global goes to a private local. At the end of the kernel the workgroup
//!   combines its work-items' values, and the first sends the result, by one atomic
//!   ([`reductions`]); conditions that only saved atomics go ([`filters`]).
//!
//! The published conversion combines the pushes of those that come to them together, so it must
//! make them come together: it predicates what stands under conditions, and gives loops
//! equal trip counts. Atomics in local memory ask for no such thing. Pushes stay where they are,
//! under whatever control flow, and only the outer loop has to be [uniform](crate::ir::uniform_loop),
//! for the flush at the end of its rounds.
//!
//! A queue may run full within a round, where a node has many neighbours. Then pushes go to the
//! worklist at once, so that a queue needs no more room than local memory has.
//!
//! ```text
//! for i: u32 = @global_id to @size(w)          let nearest_part: u32 = 4294967295u32
//!     by @global_size {                        for base: u32 = @group_start to @size(w)
//!   let u: node = @item(w, i)                      by @global_size {
//!   if (d[u] > 9u32) {                           let i: u32 = (base + @local_id)
//!     push w u                                   if (i < @size(w)) {
//!   }                                              let u: node = @item(w, i)
//!   atomic min nearest~[0u32], d[u]                if (d[u] > 9u32) {
//! }                                                  enqueue w u
//!                                                  }
//!                                                  set nearest_part = min(nearest_part, d[u])
//!                                                }
//!                                                flush w
//!                                              }
//!                                              collective nearest_group: u32 =
//!                                                  min workgroup, nearest_part
//!                                              if ((@local_id == 0u32) &&
//!                                                  (nearest_group != 4294967295u32)) {
//!                                                atomic min nearest~[0u32], nearest_group
//!                                              }
//! ```
//!
//! Atomics whose old value is used, or whose place is not the same for all, stay as they are: who
//! comes first matters to the program, and few work-items share a place.

mod filters;
mod pushes;
mod reductions;

use crate::ir::*;
use crate::remarks::Remarks;

/// Combines the pushes and the reductions of every kernel.
pub fn combine(module: &mut Module, remarks: &mut Remarks) {
    let Module { kernels, arrays, .. } = module;
    for kernel in kernels {
        pushes::queue(kernel, remarks);
        reductions::reduce(kernel, arrays, remarks);
    }
}
