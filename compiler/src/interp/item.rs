//! The private state of a work-item: its position, the code that it runs, its locals. The host has
//! such a state, too.

use std::collections::BTreeMap;

use super::access::Agent;
use super::code::Pc;
use super::order::Permutation;
use super::worklist::View;
use crate::ir::{Coordinate, KernelId, Local, LocalId, Value, WorklistId};

/// The largest number of work-items of a launch. Together with the largest extent,
/// [`MAX_EXTENT`](crate::ir::MAX_EXTENT), it does not exceed 2³².
pub const MAX_WORK_ITEMS: u32 = 1 << 24;

/// The number of work-items of a launch, and their groups.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry {
    pub(super) groups: u32,
    pub(super) workgroup_size: u32,
    pub(super) subgroup_size: u32,
}

impl Geometry {
    /// A single work-item.
    pub(super) const ONE: Geometry = Geometry { groups: 1, workgroup_size: 1, subgroup_size: 1 };

    pub(super) fn global_size(self) -> u32 {
        self.groups * self.workgroup_size
    }

    pub(super) fn subgroups(self) -> u32 {
        self.workgroup_size.div_ceil(self.subgroup_size)
    }

    /// Returns the size of a subgroup. The last subgroup of a workgroup may be smaller than the
    /// others.
    fn size_of_subgroup(self, subgroup: u32) -> u32 {
        let start = subgroup * self.subgroup_size;
        (self.workgroup_size - start).min(self.subgroup_size)
    }
}

/// The position of a work-item in a launch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) workgroup: u32,
    pub(super) local_id: u32,
    /// The number of its workgroup among the resident workgroups.
    pub(super) slot: usize,
}

impl Position {
    pub(super) fn coordinate(self, of: Coordinate, geometry: Geometry) -> u32 {
        let subgroup = self.local_id / geometry.subgroup_size;
        match of {
            Coordinate::GlobalId => self.global_id(geometry),
            Coordinate::GlobalSize => geometry.global_size(),
            Coordinate::GroupStart => self.workgroup * geometry.workgroup_size,
            Coordinate::LocalId => self.local_id,
            Coordinate::LocalSize => geometry.workgroup_size,
            Coordinate::SubgroupId => subgroup,
            Coordinate::SubgroupCount => geometry.subgroups(),
            Coordinate::Lane => self.local_id % geometry.subgroup_size,
            Coordinate::SubgroupSize => geometry.size_of_subgroup(subgroup),
        }
    }

    pub(super) fn global_id(self, geometry: Geometry) -> u32 {
        self.workgroup * geometry.workgroup_size + self.local_id
    }

    /// Whether this is the work-item that acts for the whole launch where only one may.
    pub(super) fn is_first(self) -> bool {
        (self.workgroup, self.local_id) == (0, 0)
    }
}

/// A kernel or `main`, as one work-item executes it.
#[derive(Default)]
pub(super) struct Frame {
    /// Index of the next operation.
    pub(super) pc: Pc,
    pub(super) locals: Vec<Value>,
    /// The elements of the local arrays that were declared so far.
    arrays: BTreeMap<LocalId, Vec<Value>>,
    /// The loops that contain that operation, by their slots.
    loops: Vec<Loop>,
}

/// A loop in execution.
#[derive(Default)]
pub(super) enum Loop {
    #[default]
    None,
    /// `started`: whether the first round has started.
    Counted {
        count: i128,
        end: i128,
        step: i128,
        started: bool,
    },
    ForAll {
        order: Permutation,
        from: ElementSource,
    },
}

/// Where a `forall` takes its elements from.
#[derive(Clone, Copy)]
pub(super) enum ElementSource {
    Node,
    /// Consecutive edges that start with this one.
    Edge(u32),
    /// Consecutive entries of the list of incoming edges that start at this position.
    InEdge(u32),
    Front(WorklistId),
    /// Consecutive numbers that start with this one.
    U32(u32),
    I32(i32),
}

impl Frame {
    /// Starts at an operation, with all locals zero.
    pub(super) fn start(&mut self, pc: Pc, locals: &[Local]) {
        self.pc = pc;
        self.locals.clear();
        self.arrays.clear();
        self.locals.extend(locals.iter().map(|l| Value::zero(l.ty)));
    }

    /// Declares a local array.
    pub(super) fn declare_array(&mut self, id: LocalId, value: Value, length: u32) {
        self.arrays.insert(id, vec![value; length as usize]);
    }

    /// Returns the elements of a local array.
    pub(super) fn array(&mut self, id: LocalId) -> &mut Vec<Value> {
        self.arrays.entry(id).or_default()
    }

    /// Returns the state of the loop in a slot.
    pub(super) fn slot(&mut self, slot: usize) -> &mut Loop {
        if slot >= self.loops.len() {
            self.loops.resize_with(slot + 1, Loop::default);
        }
        &mut self.loops[slot]
    }
}

/// The private state of a work-item.
#[derive(Default)]
pub(super) struct Item {
    pub(super) position: Position,
    pub(super) who: Agent,
    /// The kernel that it runs; `None` in `main`.
    pub(super) kernel: Option<KernelId>,
    pub(super) frame: Frame,
    /// The frame of `main` while an outlined loop runs a kernel.
    pub(super) caller: Frame,
    /// What the names of arrays and worklists refer to.
    pub(super) view: View,
    /// Its value for a collective or a scan.
    pub(super) offer: Option<Value>,
    /// The elements of the owners of an `exclusive` that it owns.
    pub(super) owned: Vec<usize>,
    /// The number of kernels that it has started.
    pub(super) calls: u64,
    /// The number of grid barriers that it has passed in an outlined loop.
    pub(super) barriers: u64,
    /// Whether its loops must end because a worklist ran out of room.
    pub(super) overflowed: bool,
    /// The number of launches and calls of kernels, as this work-item counts them.
    pub(super) launches: u64,
    /// The number of rounds of the loops of `main`, as this work-item counts them.
    pub(super) rounds: u64,
    /// Whether it has finished.
    pub(super) ended: bool,
}

/// Identifies the launch or call of a kernel that a work-item executes.
#[derive(Clone, Copy)]
pub(super) struct Runs {
    /// The number of its workgroup among the resident workgroups.
    pub(super) slot: usize,
    pub(super) kernel: Option<KernelId>,
    /// The number of kernels that the work-item has started.
    pub(super) calls: u64,
    /// The call, if an outlined loop called the kernel.
    pub(super) called_at: Option<Pc>,
}

impl Item {
    /// Returns the launch or call of a kernel that this work-item executes.
    pub(super) fn runs(&self) -> Runs {
        // The caller continues with the operation after the call.
        let called_at = self.caller.pc.checked_sub(1);
        Runs { slot: self.position.slot, kernel: self.kernel, calls: self.calls, called_at }
    }

    /// Returns its place in the code: the next operation, and the next operation of the caller.
    pub(super) fn place(&self) -> (Pc, Pc) {
        (self.frame.pc, self.caller.pc)
    }
}
