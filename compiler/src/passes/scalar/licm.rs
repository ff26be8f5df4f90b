//! Loop-invariant code motion: moves expressions in front of loops in which they do not change.
//!
//! A loop over the edges of a node often repeats a computation on the node. Drivers move arithmetic
//! out of loops themselves, but they often cannot move reads, because they do not know which arrays
//! a kernel never writes. The pass does both. It runs the analysis of [`hoist`](super::super::hoist),
//! which the native target uses for reads, on all expressions that compute something.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for e: edge = a to b by 1u32 {             let invariant: f32 = (rank[u] / degree[u])
//!   set sum = (sum + (rank[u] / degree[u]))  for e: edge = a to b by 1u32 {
//! }                                            set sum = (sum + invariant)
//!                                            }
//! ```
//!
//! # Why it is legal
//!
//! The moved expression has one value in all rounds: its locals do not change in the loop, and its
//! reads are those of [invariants](super::super::invariant), which are constant during the launch.
//! The loop may have no rounds. The expression is then evaluated although the program did not
//! evaluate it, which is legal, because its reads become checked (facts 1 and 2 of the
//! [list](super)). Relaxed reads do not move.
//!
//! # Limits
//!
//! An expression in a branch stays, because the branch may be rare. Items of worklists and shared
//! memory stay.

use super::{computes, rewrite_kernels};
use crate::configuration::ScalarPass;
use crate::ir::*;
use crate::passes::hoist::Hoist;
use crate::remarks::Remarks;

/// Moves invariant expressions in front of loops.
pub(super) fn move_invariants(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, facts| {
        let Kernel { name: kernel, locals, body, .. } = kernel;
        let written = facts.written.clone();
        let mut hoist = Hoist { written, locals, name: "invariant", is_worthwhile: computes };
        hoist.block(body, &mut |origin, count| {
            let message = match count {
                1 => "an expression is computed once, before the loop".to_string(),
                count => format!("{count} expressions are computed once, before the loop"),
            };
            remarks.applied(ScalarPass::Licm, kernel, origin, message);
        });
    });
}
