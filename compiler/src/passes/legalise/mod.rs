//! Legalisation: rewrites control flow with barriers so that all known drivers compile it
//! correctly.
//!
//! OpenCL allows a barrier wherever all work-items of a workgroup reach it together. CPU drivers
//! split a kernel at its barriers, and run each part for one work-item after the other. Several of
//! them miscompile barriers inside conditionals. This pass replaces such control flow with
//! equivalent control flow, so results do not change. GPU drivers do not need this pass, but it
//! costs nothing there: the marks generate no code, and a loop of one round is compiled to a
//! branch.
//!
//! | control flow | becomes | reason |
//! | --- | --- | --- |
//! | an `if` whose arms contain barriers | a `single` loop for each arm | [`outlined`], "Arms" |
//! | a jump out of such an arm | a `break`, and a jump after the arm | [`outlined`], "Jumps" |
//! | `iterate` (a `do` loop in C) | `while` with a flag | [`outlined`], "No `do`" |
//! | `once` | a `single` loop | [`outlined`], "Arms" |
//! | a path that contains barriers | the path between `path start` and `path end` | [`paths`] |
//!
//! All of these apply to outlined loops. In kernels, the pass only marks the start of paths: the
//! conditionals with barriers in kernels come from [`np`](super::np) and
//! [`coop_cv`](super::coop_cv), and have one arm.
//!
//! # Limits
//!
//! The result is the same for all devices, because one artefact serves every device. A backend that
//! does not need this pass can start from the IR before it.

mod outlined;
mod paths;

use crate::ir::Module;

/// Rewrites control flow with barriers so that drivers compile it correctly.
pub fn legalise(module: &mut Module) {
    for kernel in &mut module.kernels {
        paths::mark_paths(&mut kernel.body);
    }
    for outlined in &mut module.outlined {
        outlined::shape(outlined);
    }
}
