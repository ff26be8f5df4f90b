//! Cooperative conversion: a workgroup combines the values that its work-items send to one place in
//! memory, and sends the result once ("One Size Doesn't Fit All", section V-A, combined
//! read-modify-writes).
//!
//! * A **push** adds the item to a queue of the workgroup, by an atomic in local memory. At the end
//!   of each round of the kernel's outer loop, the workgroup flushes the queue: one atomic on the
//!   size of the worklist reserves room for all of its items ([`pushes`]).
//! * A **reduction** of a global goes to a private local. At the end of the kernel, the workgroup
//!   combines the values of its work-items, and the first work-item sends the result by one atomic
//!   ([`reductions`]). Conditions that only saved atomics are removed ([`filters`]).
//!
//! The published conversion combines the pushes of work-items that execute a push together. It must
//! therefore make control flow uniform: it uses predication for conditionals, and gives loops equal
//! trip counts. Atomics in local memory do not need this. Pushes stay where they are, in any
//! control flow. Only the outer loop must be [uniform](crate::ir::uniform_loop), because of the
//! flush at the end of each round.
//!
//! If a node has many neighbours, a queue may become full within a round. Further pushes then go
//! directly to the worklist. The size of a queue therefore does not depend on the graph.
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
//! The flags `count=wi`, `count=sg` and `count=wg` convert only reductions, and choose which
//! work-items combine their values before one of them executes an atomic: each work-item alone, a
//! subgroup or a workgroup. With no conversion, these are the four ways to count of Verstraaten's
//! thesis ("Analysis and Prediction of GPU Graph Algorithm Performance", section 4.5.1). With
//! `coop-cv`, they replace its way to reduce, which is that of `count=wg`.
//!
//! The collective of a workgroup combines the values of each subgroup first
//! (`stdlib/device/collective.cl`), so a flag for subgroups and then workgroups would be the same
//! as `count=wg`.
//!
//! Atomics whose old value is used stay as they are, because their order matters to the program.
//! Atomics whose place varies also stay, because few work-items share a place.

mod filters;
mod pushes;
mod reductions;

use crate::configuration::Configuration;
use crate::ir::*;
use crate::remarks::Remarks;
use reductions::Counting;

/// Combines the pushes and the reductions of every kernel, as its options or those of the
/// configuration select.
pub fn combine(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    let Module { kernels, arrays, .. } = module;
    for kernel in kernels {
        let options = kernel.options.as_ref().unwrap_or(options);
        let counting = Counting::of(options);
        if options.coop_cv {
            pushes::queue(kernel, remarks);
        }
        if let Some(counting) = counting {
            reductions::reduce(kernel, arrays, counting, remarks);
        }
    }
}
