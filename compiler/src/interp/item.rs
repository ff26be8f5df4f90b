//! What a work-item has for itself: where it stands, what it runs, its locals. The host is one, too.

use super::access::Who;
use super::code::Pc;
use super::order::Order;
use super::worklist::View;
use crate::ir::{Coordinate, KernelId, Local, Value, WorklistId};

/// How many work-items a launch has, and in what groups.
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

    /// The size of a workgroup's subgroup: the last may be smaller.
    fn size_of_subgroup(self, subgroup: u32) -> u32 {
        let start = subgroup * self.subgroup_size;
        (self.workgroup_size - start).min(self.subgroup_size)
    }
}

/// Where a work-item stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) workgroup: u32,
    pub(super) local_id: u32,
    /// The number of its workgroup among those that are resident.
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

    /// Whether it does what one does alone.
    pub(super) fn is_first(self) -> bool {
        (self.workgroup, self.local_id) == (0, 0)
    }
}

/// A kernel, or `main`, as one work-item goes through it.
#[derive(Default)]
pub(super) struct Frame {
    /// The next operation.
    pub(super) pc: Pc,
    pub(super) locals: Vec<Value>,
    /// The loops with a slot that it is in.
    loops: Vec<Loop>,
}

/// A loop that is going on.
#[derive(Default)]
pub(super) enum Loop {
    #[default]
    None,
    /// `started`: whether a round was.
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

/// Where the elements of a `forall` are.
#[derive(Clone, Copy)]
pub(super) enum From {
    Node,
    /// Consecutive edges from this one.
    Edge(u32),
    /// Consecutive entries of the list of incoming edges from this one.
    InEdge(u32),
    Front(WorklistId),
    /// Consecutive numbers from this one.
    U32(u32),
    I32(i32),
}

impl Frame {
    /// Starts something, with zeros.
    pub(super) fn start(&mut self, pc: Pc, locals: &[Local]) {
        self.pc = pc;
        self.locals.clear();
        self.locals.extend(locals.iter().map(|l| Value::zero(l.ty)));
    }

    /// The loop with that slot.
    pub(super) fn slot(&mut self, slot: usize) -> &mut Loop {
        if slot >= self.loops.len() {
            self.loops.resize_with(slot + 1, Loop::default);
        }
        &mut self.loops[slot]
    }
}

/// What a work-item has for itself.
#[derive(Default)]
pub(super) struct Item {
    pub(super) position: Position,
    pub(super) who: Who,
    /// The kernel that it runs; `None` in `main`.
    pub(super) kernel: Option<KernelId>,
    pub(super) frame: Frame,
    /// `main`, while an outlined loop runs a kernel.
    pub(super) caller: Frame,
    /// What names mean.
    pub(super) view: View,
    /// What it gives to a collective or a scan.
    pub(super) offer: Option<Value>,
    /// The elements of an `exclusive`'s owners that are its own.
    pub(super) owned: Vec<usize>,
    /// How many kernels it started.
    pub(super) calls: u64,
    /// How many barriers of the grid it has come through, in an outlined loop.
    pub(super) barriers: u64,
    /// Whether it knows that a worklist ran out of room: then its loops end.
    pub(super) overflowed: bool,
    /// How many launches and rounds of `main`'s loops there were, as it sees them.
    pub(super) launches: u64,
    pub(super) rounds: u64,
    /// Whether nothing is left to do.
    pub(super) ended: bool,
}

/// Which run of a kernel a work-item is in.
#[derive(Clone, Copy)]
pub(super) struct Runs {
    /// The number of its workgroup among those that are resident.
    pub(super) slot: usize,
    pub(super) kernel: Option<KernelId>,
    /// How many kernels it started.
    pub(super) calls: u64,
    /// The call, if an outlined loop runs it.
    pub(super) called_at: Option<Pc>,
}

impl Item {
    /// Which run of a kernel it is in.
    pub(super) fn runs(&self) -> Runs {
        // The caller goes on after the call.
        let called_at = self.caller.pc.checked_sub(1);
        Runs { slot: self.position.slot, kernel: self.kernel, calls: self.calls, called_at }
    }

    /// Where it is: in a kernel, and from where it was called.
    pub(super) fn place(&self) -> (Pc, Pc) {
        (self.frame.pc, self.caller.pc)
    }
}
