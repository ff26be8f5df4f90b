//! Cooperative conversion: a workgroup combines the pushes and reductions of its work-items ("One
//! Size Doesn't Fit All", section V-A, combined read-modify-writes).
//!
//! * A **push** adds the item to a queue of the workgroup, with an atomic in local memory. At the
//!   end of each round of the kernel's outer loop, the queue is flushed: one atomic on the
//!   worklist's size reserves room for all items of the queue ([`pushes`]).
//! * A **reduction** into a global uses a private local. At the end of the kernel, the workgroup
//!   combines the values of its work-items, and the first work-item combines the result with the
//!   global by one atomic ([`reductions`]). Conditions that only avoid atomics are removed
//!   ([`filters`]).
//!
//! The published conversion combines the pushes of work-items that reach them together. To this
//! end, it predicates the statements under conditions, and gives loops equal trip counts. Atomics
//! in local memory do not need this. Pushes stay where they are, in any control flow. Only the
//! outer loop must be [uniform](super::uniform_loop), for the flush at the end of its rounds.
//!
//! A queue may become full within a round if a node has many neighbours. Further pushes then go
//! directly to the worklist, so a queue can be small enough for local memory.
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
//! Atomics whose old value is used stay as they are, because the program depends on their order.
//! Atomics whose place varies also stay, because few work-items use the same place.

mod filters;
mod pushes;
mod reductions;

use super::Remarks;
use crate::ir::*;

/// Combines the pushes and the reductions of every kernel.
pub fn combine(module: &mut Module, remarks: &mut Remarks) {
    let Module { kernels, arrays, .. } = module;
    for kernel in kernels {
        pushes::queue(kernel, remarks);
        reductions::reduce(kernel, arrays, remarks);
    }
}
