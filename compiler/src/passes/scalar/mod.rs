//! The scalar passes: optional rewrites of the code of one work-item.
//!
//! [`PASSES`](super::PASSES) decides which work-item does what. The passes in this module leave that
//! as it is, and rewrite the statements and expressions that one work-item executes. No single
//! order of them is best for all programs and devices, so a configuration lists the passes to run
//! in order (`--passes`). By default, none of them runs.
//!
//! | pass | file | effect |
//! | --- | --- | --- |
//! | `promote` | [`promote`] | keeps an element of memory in a register during a loop |
//! | `licm` | [`licm`] | moves invariant expressions in front of loops |
//! | `gvn` | [`gvn`] | computes equal expressions once |
//! | `dce` | [`dce`] | removes code without effect |
//! | `unroll2`, `unroll4`, `unroll8` | [`unroll`] | copies the bodies of innermost loops |
//! | `vector` | [`vector`] | reads neighbouring elements together |
//! | `fuse` | [`fuse`] | joins the kernels of consecutive launches |
//! | `fission` | [`fission`] | splits kernels whose loops are independent |
//!
//! # Where they run
//!
//! The passes run twice, on two forms of the program, because targets start from different forms:
//!
//! * after `coop-cv` and before `oitergb`, for the interpreter, OpenCL and host programs in C. All
//!   loops of a work-item are counted loops here. The pass [`legalise`](super::legalise) runs
//!   later, so drivers still get the control flow that they need, and `oitergb` computes the
//!   accesses between its grid barriers from the kernels that will run;
//! * on the form that the native target compiles, whose work is not distributed yet. Loops over
//!   elements are `forall`s there; `unroll` makes [counted loops](rounds) of the innermost ones.
//!
//! # Why they are legal
//!
//! Each pass contains a proof. The proofs use these facts about the [IR](crate::ir):
//!
//! 1. **Expressions** have no side effects, and every operation has a result for all operands. A pass
//!    may therefore evaluate an expression more often or less often, as long as its value stays the
//!    same. The exception is an access whose index is *proven* to be in range: the proof may
//!    rest on a condition. A pass that evaluates such an access without the condition makes it
//!    checked.
//! 2. **Plain accesses.** While a plain access can run, no other work-item writes the element, nor
//!    reads it if the access is a write. Between the accesses of one work-item to such an element,
//!    its value therefore changes only by the work-item's own writes.
//! 3. **Relaxed accesses** are relaxed atomic accesses of C11. Two relaxed accesses of a work-item
//!    to different elements have no order, so they may be exchanged. Of two adjacent reads of one
//!    element, the second may return the value of the first; a read after a write may return the
//!    value written; and of two adjacent writes, the first may be removed. These rewrites are sound
//!    (Vafeiadis and others, "Common compiler optimisations are invalid in the C11 memory model and
//!    what we can do about it", POPL 2015, section 7). A pass may also add a read whose result is
//!    not used, but never a write.
//! 4. **Synchronisation.** Barriers, collectives, scans, flushes and exclusive sections order
//!    accesses. No pass moves an access across one of them.
//! 5. **Waiting.** A `while` loop may end only after another work-item has written an element. A
//!    pass therefore neither delays a relaxed write past such a loop, nor keeps a value from before
//!    the loop for a relaxed read in it.
//! 6. **Calls.** A kernel runs alone, or between grid barriers if its accesses conflict with those
//!    of another kernel. No pass adds an array to those that a kernel reads or writes. A launch swaps
//!    the buffers of the worklists that its kernel reads, so no pass changes the worklists that a
//!    kernel uses.
//!
//! Kernels with virtual warps stay as they are before distribution, because the statements around
//! their visits have a fixed form.

pub mod dce;
pub mod fission;
pub mod fuse;
pub mod gvn;
pub mod licm;
pub mod promote;
mod rounds;
pub mod unroll;
pub mod vector;

use std::collections::BTreeSet;

use super::{BrokenPass, verified};
use crate::configuration::{PassKind, PassOrder, ScalarPass};
use crate::ir::uses::uses;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;
use crate::remarks::Remarks;

/// The pass before which the scalar passes run.
pub const BEFORE: &str = "oitergb";

/// A description of a scalar pass.
pub struct Description {
    /// The pass.
    pub pass: ScalarPass,
    /// What the pass does, in one line.
    pub summary: &'static str,
    run: fn(&mut Module, &mut Remarks),
}

/// All scalar passes.
pub const SCALAR_PASSES: &[Description] = &[
    Description {
        pass: ScalarPass::Promote,
        summary: "keeps an element of memory in a register during a loop, and writes it after the loop",
        run: promote::promote,
    },
    Description {
        pass: ScalarPass::Licm,
        summary: "moves expressions in front of loops in which they do not change",
        run: licm::move_invariants,
    },
    Description {
        pass: ScalarPass::Gvn,
        summary: "computes equal expressions once (value numbering)",
        run: gvn::number_values,
    },
    Description {
        pass: ScalarPass::Dce,
        summary: "removes code without effect",
        run: dce::remove_dead_code,
    },
    Description {
        pass: ScalarPass::Unroll2,
        summary: "unrolls innermost loops twice",
        run: |module, remarks| unroll::unroll(module, ScalarPass::Unroll2, remarks),
    },
    Description {
        pass: ScalarPass::Unroll4,
        summary: "unrolls innermost loops four times",
        run: |module, remarks| unroll::unroll(module, ScalarPass::Unroll4, remarks),
    },
    Description {
        pass: ScalarPass::Unroll8,
        summary: "unrolls innermost loops eight times",
        run: |module, remarks| unroll::unroll(module, ScalarPass::Unroll8, remarks),
    },
    Description {
        pass: ScalarPass::Vector,
        summary: "reads neighbouring elements of arrays together (vector loads)",
        run: vector::load_vectors,
    },
    Description {
        pass: ScalarPass::Fuse,
        summary: "joins the kernels of consecutive launches",
        run: fuse::fuse,
    },
    Description {
        pass: ScalarPass::Fission,
        summary: "splits kernels whose loops are independent",
        run: fission::split,
    },
];

/// The passes may enlarge the kernels of a program up to this number of statements and expressions.
const MAX_SIZE: usize = 100_000;

/// The passes may enlarge the kernels of a larger program up to this factor.
const GROWTH: usize = 4;

/// Runs scalar passes in order, and calls `observe` with the module after each of them. The verifier
/// runs after each pass. A pass that would enlarge the kernels too much is undone, so that repeated
/// passes cannot exhaust memory.
///
/// # Errors
///
/// Returns the first pass that violated an invariant.
pub fn run(
    module: &mut Module,
    order: &PassOrder,
    remarks: &mut Remarks,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<(), BrokenPass> {
    let mut size = size_of_kernels(module);
    let most = MAX_SIZE.max(GROWTH * size);
    for pass in order.passes() {
        for description in SCALAR_PASSES.iter().filter(|known| known.pass == *pass) {
            let (before, remarks_before) = (module.clone(), remarks.clone());
            (description.run)(module, remarks);
            let grown = size_of_kernels(module);
            if grown > most.max(size) {
                (*module, *remarks) = (before, remarks_before);
                let message = format!("the kernels would have more than {most} operations");
                remarks.missed(*pass, "main", Origin::default(), message);
            } else {
                size = grown;
            }
            verified(pass.name(), module)?;
            observe(pass.name(), module);
        }
    }
    Ok(())
}

/// What a pass needs to know about the module around a kernel.
struct Facts<'m> {
    arrays: &'m [Array],
    /// The arrays that the kernel writes.
    written: BTreeSet<ArrayId>,
}

/// Calls `rewrite` for every kernel that the passes may change.
fn rewrite_kernels(module: &mut Module, rewrite: &mut dyn FnMut(&mut Kernel, &Facts<'_>)) {
    for at in 0..module.kernels.len() {
        let written = uses(module, &module.kernels[at]).written();
        let Module { kernels, arrays, .. } = &mut *module;
        if kernels[at].lanes == 1 {
            rewrite(&mut kernels[at], &Facts { arrays, written });
        }
    }
}

/// Whether statements order the accesses of several work-items.
fn synchronises(block: &[Stmt]) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| {
        found |= matches!(
            stmt.kind,
            StmtKind::Barrier(_)
                | StmtKind::Collective { .. }
                | StmtKind::Scan { .. }
                | StmtKind::Flush(_)
                | StmtKind::Enqueue(..)
                | StmtKind::Exclusive { .. }
                | StmtKind::PathStart
        );
    });
    found
}

/// Number of statements and expressions of all kernels.
fn size_of_kernels(module: &Module) -> usize {
    module.kernels.iter().map(|kernel| size_of(&kernel.body)).sum()
}

/// Number of statements and expressions of a block.
fn size_of(block: &[Stmt]) -> usize {
    let mut size = 0;
    walk_stmts(block, &mut |_| size += 1);
    walk_exprs(block, &mut |_| size += 1);
    size
}

/// Whether an expression computes something: it is more than a conversion of a value that is
/// available anyway.
fn computes(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |e| {
        found |= matches!(
            e.kind,
            ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Select(..)
                | ExprKind::Load(_)
                | ExprKind::Graph(..)
                | ExprKind::WorklistItem(..)
                | ExprKind::Element(_)
        );
    });
    found
}
