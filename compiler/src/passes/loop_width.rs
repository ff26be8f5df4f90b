//! Sets the width of [outlined loops](super::oitergb) (`grid=2`, `grid=4`): how many workgroups, the *grid*, a
//! launch on a GPU has for each compute unit.
//!
//! The workgroups of an outlined loop take part in every round, so that their
//! number suits all rounds of the loop or none. More workgroups hide more latency of memory, but a
//! grid barrier of more workgroups takes longer. Without these flags, the runtime chooses by the
//! number of edges and by whether the loop runs over worklists. The best number also depends on
//! barriers within workgroups and on registers, so that the flags make it part of a configuration.
//!
//! Before and after, with `grid=4`:
//!
//! ```text
//! outlined outlined_0(inout depth: u32) {        outlined outlined_0(inout depth: u32) groups 4 {
//! ```
//!
//! A number of workgroups never changes a result: kernels stride, and the loop runs with the
//! workgroups that are resident ("One Size Doesn't Fit All", section V-C). A device that is not a
//! GPU has one workgroup for each compute unit, whatever the flag says.

use crate::configuration::{Choice, Configuration};
use crate::ir::{LoopWidth, Module, Origin};
use crate::remarks::Remarks;

/// Sets the number of workgroups of every outlined loop.
pub fn set_width(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    let Some(groups) = options.width.map(|width| width as u32) else { return };
    if module.outlined.is_empty() {
        let reason = "no loop of `main` is one kernel, as with `oitergb` or `persistent`";
        return remarks.missed(Choice::Width, "main", Origin::default(), reason);
    }
    for outlined in &mut module.outlined {
        outlined.width = LoopWidth::PerUnit(groups);
        let message = format!(
            "`{}` has {groups} workgroups for each compute unit of a GPU, as far as they are resident",
            outlined.name
        );
        remarks.applied(Choice::Width, "main", Origin::default(), message);
    }
}
