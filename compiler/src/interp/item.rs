//! The state of a work-item: its position, the code that it runs, and its locals. The host has the
//! same state.

use super::access::Who;
use super::code::Pc;
use super::order::Order;
use super::worklist::View;
use crate::ir::{Coordinate, KernelId, Local, Value, WorklistId};

/// The number of work-items of a launch and of its groups.
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

    /// Returns the size of a subgroup. The last subgroup of a workgroup may be smaller.
    fn size_of_subgroup(self, subgroup: u32) -> u32 {
        let start = subgroup * self.subgroup_size;
        (self.workgroup_size - start).min(self.subgroup_size)
    }
}

/// The position of a work-item in its launch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) workgroup: u32,
    pub(super) local_id: u32,
    /// Index of its workgroup among the resident workgroups.
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

    /// Returns whether this is the first work-item of the launch.
    pub(super) fn is_first(self) -> bool {
        (self.workgroup, self.local_id) == (0, 0)
    }
}

/// The state of one call of a kernel, or of `main`, in one work-item.
#[derive(Default)]
pub(super) struct Frame {
    /// Index of the next operation.
    pub(super) pc: Pc,
    pub(super) locals: Vec<Value>,
    /// State of the enclosing loops that use a slot.
    loops: Vec<Loop>,
}

/// The state of a running loop.
#[derive(Default)]
pub(super) enum Loop {
    #[default]
    None,
    /// A counted loop. `started` is true after the first round has started.
    Counted {
        count: i128,
        end: i128,
        step: i128,
        started: bool,
    },
    ForAll {
        order: Order,
        from: From,
    },
}

/// Describes how a position of a `forall` is converted to an element.
#[derive(Clone, Copy)]
pub(super) enum From {
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
    /// Starts a kernel or `main`. All locals are zero.
    pub(super) fn start(&mut self, pc: Pc, locals: &[Local]) {
        self.pc = pc;
        self.locals.clear();
        self.locals.extend(locals.iter().map(|l| Value::zero(l.ty)));
    }

    /// Returns the state of the loop in a slot.
    pub(super) fn slot(&mut self, slot: usize) -> &mut Loop {
        if slot >= self.loops.len() {
            self.loops.resize_with(slot + 1, Loop::default);
        }
        &mut self.loops[slot]
    }
}

/// The state of a work-item.
#[derive(Default)]
pub(super) struct Item {
    pub(super) position: Position,
    pub(super) who: Who,
    /// The kernel that it runs, or `None` in `main`.
    pub(super) kernel: Option<KernelId>,
    pub(super) frame: Frame,
    /// The frame of `main` while an outlined loop runs a kernel.
    pub(super) caller: Frame,
    /// The memory that names refer to.
    pub(super) view: View,
    /// Its value for a collective or a scan.
    pub(super) offer: Option<Value>,
    /// Indices of the nodes that it owns for an `exclusive`.
    pub(super) owned: Vec<usize>,
    /// Number of kernels that it has started.
    pub(super) calls: u64,
    /// Number of launches and of rounds of `main`'s loops from its point of view.
    pub(super) launches: u64,
    pub(super) rounds: u64,
    /// Whether it has ended.
    pub(super) ended: bool,
}

impl Item {
    /// Returns the position in its code and in that of its caller.
    pub(super) fn place(&self) -> (Pc, Pc) {
        (self.frame.pc, self.caller.pc)
    }
}
