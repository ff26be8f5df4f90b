//! Legalisation: control flow with barriers gets the shapes that drivers compile correctly.
//!
//! OpenCL allows a barrier wherever all work-items of a workgroup come to it. CPU drivers cut kernels at
//! barriers and run each piece for one work-item after the other, and they are worst at barriers below
//! conditionals. This pass changes no result; it rewrites what drivers are known to miscompile. GPU drivers
//! need none of it, and lose nothing by it: they drop the marks, and a loop of one round is a branch.
//!
//! | shape | becomes | reason |
//! | --- | --- | --- |
//! | an `if` whose arms have barriers | a `single` loop for each arm | [`outlined`], "Arms" |
//! | a jump out of such an arm | a `break` of the arm, and a jump after it | [`outlined`], "Jumps" |
//! | `iterate` (a `do` loop in C) | `while` with a flag | [`outlined`], "No `do`" |
//! | `once` | a `single` loop | [`outlined`], "Arms" |
//! | paths that have barriers | `path start`, `path end` | [`paths`] |
//!
//! Outlined loops get all of these shapes. Kernels get the marks of paths only: their conditionals with
//! barriers come from [`np`](super::np) and [`coop_cv`](super::coop_cv), and have one arm.
//!
//! # Limits
//!
//! The shapes are the same for all devices, since one artefact serves every device. A backend that needs
//! none of them starts from the IR before this pass.

mod outlined;
mod paths;

use crate::ir::Module;

/// Gives control flow with barriers the shapes that drivers need.
pub fn legalise(module: &mut Module) {
    for kernel in &mut module.kernels {
        paths::mark_paths(&mut kernel.body);
    }
    for outlined in &mut module.outlined {
        outlined::shape(outlined);
    }
}
