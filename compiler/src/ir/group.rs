//! Operations that the work-items of a group perform together.
//!
//! A launch consists of workgroups of the same size. The work-items of a workgroup run concurrently
//! and share memory ([`Shared`]). A workgroup consists of subgroups of the same size, except that
//! its last subgroup may be smaller; a subgroup may be a single work-item. Code must not depend on
//! these sizes, but can read them ([`Coordinate`]). After
//! [`distribute`](crate::passes::distribute), passes can use these statements:
//!
//! * [`StmtKind::Barrier`] makes all earlier writes of the work-items of a group visible to the
//!   whole group. Only an [outlined](HostStmt::Outline) loop can use a barrier with
//!   [`Scope::Grid`], whose group is the launch.
//! * [`StmtKind::Collective`] and [`StmtKind::Scan`] take one value from each work-item of a group
//!   and return a result to each. For a workgroup, they are also barriers.
//! * [`StmtKind::Enqueue`] and [`StmtKind::Flush`] use a queue that each workgroup has for a
//!   worklist. A flush pushes all items of the queue with one atomic operation. A kernel must flush
//!   its queues before it ends. A flush is also a barrier of the workgroup.
//!
//! All of them must be in control flow that is uniform for their group: all work-items of the group
//! reach the statement equally often, or none does ([`verify`](super::verify)). Between two
//! barriers, if one work-item writes an element of [`Shared`] memory, no other work-item may access
//! the element. Only atomics may conflict with each other.

use super::Type;

/// Memory that the work-items of a workgroup share. It is not initialised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// Name, which is unique among the shared memory and the locals of the kernel.
    pub name: String,
    /// Type of the elements.
    pub ty: Type,
    /// Number of elements.
    pub extent: SharedExtent,
}

/// Number of elements of shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedExtent {
    /// One element.
    One,
    /// One element per work-item of the workgroup.
    Item,
}

impl SharedExtent {
    /// All extents with their names in the IR's text.
    pub const ALL: [(&'static str, SharedExtent); 2] =
        [("one", SharedExtent::One), ("item", SharedExtent::Item)];

    /// Returns the name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, e)| *e == self).map_or("", |(name, _)| name)
    }
}

/// A group of work-items that perform an operation together.
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

/// The position of a work-item in its launch, or the size of a group (`u32`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coordinate {
    /// Index of the work-item in the launch: the start of its workgroup plus its index there.
    GlobalId,
    /// Number of work-items of the launch.
    GlobalSize,
    /// The [`GlobalId`](Coordinate::GlobalId) of the first work-item of the workgroup.
    GroupStart,
    /// Index of the work-item in its workgroup.
    LocalId,
    /// Number of work-items of a workgroup.
    LocalSize,
    /// Index of the subgroup in its workgroup.
    SubgroupId,
    /// Number of subgroups of a workgroup.
    SubgroupCount,
    /// Index of the work-item in its subgroup.
    Lane,
    /// Number of work-items of the subgroup.
    SubgroupSize,
}

impl Coordinate {
    /// All coordinates with their names in the IR's text. OpenCL C uses the same names with the
    /// prefix `igc_`.
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

    /// Returns the largest group whose work-items all see the same value, or `None` if there is
    /// none.
    pub fn uniform(self) -> Option<Scope> {
        match self {
            Coordinate::GlobalSize | Coordinate::LocalSize | Coordinate::SubgroupCount => {
                Some(Scope::Grid)
            }
            Coordinate::GroupStart => Some(Scope::Workgroup),
            // The last subgroup of a workgroup may be smaller.
            Coordinate::SubgroupId | Coordinate::SubgroupSize => Some(Scope::Subgroup),
            Coordinate::GlobalId | Coordinate::LocalId | Coordinate::Lane => None,
        }
    }
}
