//! The plan of a launch: what passes decide about the number of work-items.
//!
//! Kernels stride, so a launch of any size is correct, and the plan is about speed only. The pass
//! that makes a parallel loop states the [domain](Work) of the loop. The schedule, the printers and
//! the runtime read the plan, and derive nothing from the code.

use super::{LocalId, WorklistId};
use crate::configuration::WorkgroupSize;

/// What passes have decided about the launches of a kernel. Empty before distribution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The domain of each parallel loop, in order. A launch with one work-item for each element, up
    /// to the capacity of the device, is fastest. If the list is empty, a launch has the usual
    /// number of work-items for the device.
    pub work: Vec<Work>,
    /// Whether [few iterations](super::Kernel::expects_few_iterations) of the loops are expected to
    /// do work. A launch with several elements for each work-item is then faster.
    pub selective: bool,
    /// Whether a launch has no more work-items than can be resident. More work-items would only
    /// wait, because work-items of the program may repeat their iterations.
    pub resident: bool,
}

/// The domain of a parallel loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// The nodes.
    Nodes,
    /// The edges.
    Edges,
    /// The front buffer of a worklist.
    Worklist(WorklistId),
    /// The numbers below a parameter of the kernel, which is a `u32`.
    Passed(LocalId),
    /// A range that only the kernel can compute, or a loop that uses all work-items that there are.
    Other,
}

impl Plan {
    /// Returns the domains without repetitions.
    pub fn domains(&self) -> Vec<Work> {
        let mut domains = vec![];
        for work in &self.work {
            if !domains.contains(work) {
                domains.push(*work);
            }
        }
        domains
    }
}

/// The number of workgroups of an outlined loop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LoopWidth {
    /// As many as suit a loop that has much work in most rounds.
    #[default]
    Wide,
    /// As many as suit a loop over worklists, which are often short on graphs with few edges.
    Narrow,
    /// This number for each compute unit of a GPU.
    PerUnit(u32),
}

/// The usual number of work-items of a workgroup.
pub const WORKGROUP_SIZE: u32 = WorkgroupSize::Of128 as u32;
