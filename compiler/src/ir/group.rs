//! What work-items of one workgroup, and workgroups of one launch, do together.
//!
//! A launch has workgroups of one size, whose work-items run at the same time and share memory
//! ([`Shared`]); a workgroup is made of subgroups of one size, the last of which may be smaller, and
//! a subgroup may be a single work-item. Code does not depend on these sizes: it asks for them
//! ([`Coordinate`]). After [`distribute`](crate::passes::distribute), passes write:
//!
//! * [`StmtKind::Barrier`]: what any work-item of the group did to memory before, every one of it sees
//!   after; with [`Scope::Grid`], of the launch, which only an
//!   [outlined loop](super::OutlinedLoop) may ask for.
//! * [`StmtKind::Collective`] and [`StmtKind::Scan`]: all work-items of a group give a value and get
//!   a result. Those of a workgroup are barriers of it, too.
//! * [`StmtKind::Enqueue`] and [`StmtKind::Flush`]: each workgroup may keep a queue for a worklist.
//!   What is enqueued is pushed by the next flush at the latest, by one atomic for all. A kernel's end
//!   must be preceded by a flush. A flush is a barrier.
//!
//! All of them stand in control flow that is uniform for their group: all of its work-items come
//! there, or none, and as often ([`verify`](super::verify)). Between two barriers, no element of
//! [`Shared`] memory is written by one work-item and touched by another, but by atomics alone.

use super::Type;

/// Memory that the work-items of a workgroup share; what it holds at the start is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// Its name: unique among the kernel's shared memory and locals.
    pub name: String,
    /// The type of its elements.
    pub ty: Type,
    /// How many there are.
    pub extent: SharedExtent,
}

/// How many elements shared memory has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedExtent {
    /// One.
    One,
    /// One for each work-item of the workgroup.
    Item,
}

impl SharedExtent {
    /// All of them, with their names in the IR's text.
    pub const ALL: [(&'static str, SharedExtent); 2] =
        [("one", SharedExtent::One), ("item", SharedExtent::Item)];

    /// The name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, e)| *e == self).map_or("", |(name, _)| name)
    }
}

/// Which work-items do something together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Those of a subgroup.
    Subgroup,
    /// Those of a workgroup.
    Workgroup,
    /// All of a launch.
    Grid,
}

impl Scope {
    /// All of them, with their names in the IR's text.
    pub const ALL: [(&'static str, Scope); 3] =
        [("subgroup", Scope::Subgroup), ("workgroup", Scope::Workgroup), ("grid", Scope::Grid)];

    /// The name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, s)| *s == self).map_or("", |(name, _)| name)
    }
}

/// Where a work-item stands in its launch, or how large what it stands in is (`u32`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coordinate {
    /// The work-item's number among all of the launch: the group's start and the number in it.
    GlobalId,
    /// How many work-items the launch has.
    GlobalSize,
    /// The [`GlobalId`](Coordinate::GlobalId) of the workgroup's first work-item.
    GroupStart,
    /// The work-item's number in its workgroup.
    LocalId,
    /// How many work-items a workgroup has.
    LocalSize,
    /// The subgroup's number in its workgroup.
    SubgroupId,
    /// How many subgroups a workgroup has.
    SubgroupCount,
    /// The work-item's number in its subgroup.
    Lane,
    /// How many work-items the subgroup has.
    SubgroupSize,
}

impl Coordinate {
    /// All of them, with their names in the IR's text and, behind `igc_`, in OpenCL C.
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

    /// The name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, c)| *c == self).map_or("", |(name, _)| name)
    }

    /// The largest group whose work-items all see the same value; `None` where they do not.
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
