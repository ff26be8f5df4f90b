//! Operations of groups of work-items: barriers, collectives, queues and shared memory.
//!
//! All workgroups of a launch have the same size. The work-items of a workgroup run at the same
//! time and share memory ([`Shared`]). A workgroup consists of subgroups of the same size, except
//! that the last one may be smaller. A subgroup may consist of a single work-item. Kernels work
//! with all sizes, and read them as [`Coordinate`]s. After
//! [`distribute`](crate::passes::distribute), passes use these statements:
//!
//! * [`StmtKind::Barrier`]: the work-items of the group wait for each other. Afterwards, each of
//!   them sees all earlier writes of the group. Only an [outlined loop](super::OutlinedLoop) may
//!   contain a barrier of [`Scope::Grid`], which synchronises the whole launch.
//! * [`StmtKind::Collective`] and [`StmtKind::Scan`]: each work-item of a group contributes a value
//!   and gets a result. If the group is a workgroup, the operation is also a barrier.
//! * [`StmtKind::Enqueue`] and [`StmtKind::Flush`]: each workgroup may keep a queue for a worklist.
//!   A flush pushes all items of the queue, with one atomic that reserves room for all of them. A
//!   kernel must flush its queues before it ends. A flush is also a barrier.
//!
//! Control flow must be uniform for the group at each of these statements except `Enqueue`: all
//! work-items of the group reach it equally often, or none of them does
//! ([`verify`](super::verify)). Between two barriers, a work-item must not access an element of
//! [`Shared`] memory that another work-item writes, unless both use atomics.
//!
//! [`StmtKind::Barrier`]: super::StmtKind::Barrier
//! [`StmtKind::Collective`]: super::StmtKind::Collective
//! [`StmtKind::Scan`]: super::StmtKind::Scan
//! [`StmtKind::Enqueue`]: super::StmtKind::Enqueue
//! [`StmtKind::Flush`]: super::StmtKind::Flush

use crate::types::Type;

/// Memory that the work-items of a workgroup share. Its initial content is undefined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// The name, which is unique among the shared memory and the locals of the kernel.
    pub name: String,
    /// Type of the elements.
    pub ty: Type,
    /// The number of elements.
    pub extent: SharedExtent,
}

/// The number of elements of shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedExtent {
    /// One element.
    One,
    /// One element per work-item of the workgroup.
    Item,
    /// [`TILE`](SharedExtent::TILE) elements per work-item of the workgroup.
    Tile,
}

impl SharedExtent {
    /// The number of elements per work-item of a tile, as many as of the queues in
    /// `stdlib/device/queue.cl`.
    pub const TILE: u32 = 8;

    /// All extents with their names in the IR's text.
    pub const ALL: [(&'static str, SharedExtent); 3] =
        [("one", SharedExtent::One), ("item", SharedExtent::Item), ("tile", SharedExtent::Tile)];

    /// Returns the name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, e)| *e == self).map_or("", |(name, _)| name)
    }
}

/// A group of work-items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The work-items of a subgroup.
    Subgroup,
    /// The work-items of a workgroup.
    Workgroup,
    /// All work-items of a launch.
    Grid,
}

impl Scope {
    /// All scopes with their names in the IR's text.
    pub const ALL: [(&'static str, Scope); 3] =
        [("subgroup", Scope::Subgroup), ("workgroup", Scope::Workgroup), ("grid", Scope::Grid)];

    /// Returns the name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, s)| *s == self).map_or("", |(name, _)| name)
    }
}

/// The position of a work-item in its launch, or the size of a group that contains it (`u32`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coordinate {
    /// The number of the work-item in the launch.
    GlobalId,
    /// The number of work-items of the launch.
    GlobalSize,
    /// The [`GlobalId`](Coordinate::GlobalId) of the first work-item of the workgroup.
    GroupStart,
    /// The number of the work-item in its workgroup.
    LocalId,
    /// The number of work-items of a workgroup.
    LocalSize,
    /// The number of the subgroup in its workgroup.
    SubgroupId,
    /// The number of subgroups of a workgroup.
    SubgroupCount,
    /// The number of the work-item in its subgroup.
    Lane,
    /// The number of work-items of the subgroup.
    SubgroupSize,
}

impl Coordinate {
    /// All coordinates with their names in the IR's text. In OpenCL C, the names start with `igc_`.
    pub const ALL: [(&'static str, Coordinate); 9] = [
        ("global_id", Coordinate::GlobalId),
        ("global_size", Coordinate::GlobalSize),
        ("group_start", Coordinate::GroupStart),
        ("local_id", Coordinate::LocalId),
        ("local_size", Coordinate::LocalSize),
        ("subgroup_id", Coordinate::SubgroupId),
        ("subgroup_count", Coordinate::SubgroupCount),
        ("lane", Coordinate::Lane),
        ("subgroup_size", Coordinate::SubgroupSize),
    ];

    /// Returns the name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, c)| *c == self).map_or("", |(name, _)| name)
    }

    /// The largest group whose work-items all see the same value, or `None`.
    pub fn uniform(self) -> Option<Scope> {
        match self {
            Coordinate::GlobalSize | Coordinate::LocalSize | Coordinate::SubgroupCount => {
                Some(Scope::Grid)
            }
            Coordinate::GroupStart => Some(Scope::Workgroup),
            // The last subgroup of a workgroup may be smaller than the others.
            Coordinate::SubgroupId | Coordinate::SubgroupSize => Some(Scope::Subgroup),
            Coordinate::GlobalId | Coordinate::LocalId | Coordinate::Lane => None,
        }
    }
}
