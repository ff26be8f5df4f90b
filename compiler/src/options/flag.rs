//! The optimisation flags, and which of them exclude each other.

use serde::{Deserialize, Serialize};

/// An optimisation flag, which is either on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Nested parallelism: the workgroup processes nodes of high degree together.
    Wg,
    /// Nested parallelism: a subgroup processes nodes of medium degree together.
    Sg,
    /// Nested parallelism: the remaining edges are linearised, and each work-item takes one per
    /// round.
    Fg1,
    /// Nested parallelism: the remaining edges are linearised, and each work-item takes eight per
    /// round.
    Fg8,
    /// Cooperative conversion: a workgroup combines its pushes and its reductions.
    CoopCv,
    /// Iteration outlining: loops of kernels become one kernel with a grid barrier.
    Oitergb,
    /// Workgroups have 256 work-items instead of 128.
    Sz256,
    /// Order of visits: each source visits its outgoing edges.
    Push,
    /// Order of visits: each destination visits its incoming edges.
    Pull,
    /// Order of visits: by edge, with both ends from lists.
    Edge,
    /// Order of visits: by edge, with a search for its source.
    StructEdge,
    /// Order of visits: by edge, ordered by destination, with both ends from lists.
    RevEdge,
    /// Order of visits: by edge, ordered by destination, with a search for its destination.
    RevStructEdge,
    /// Virtual warps of 2 work-items share the edges of a node.
    Vwarp2,
    /// Virtual warps of 4 work-items.
    Vwarp4,
    /// Virtual warps of 8 work-items.
    Vwarp8,
    /// Virtual warps of 16 work-items.
    Vwarp16,
    /// Virtual warps of 32 work-items.
    Vwarp32,
    /// Virtual warps of 64 work-items.
    Vwarp64,
    /// Each workgroup gets an equal share of the nodes and edges, in the order of a merge path.
    Merge,
    /// Nodes with many edges are on lists, and a subgroup or a workgroup has each of them.
    Classes,
    /// Selected nodes are kept as a mask: a number for each node.
    Mask,
    /// Selected nodes are kept as a bitmap: a bit for each node.
    Bitmap,
    /// Selected nodes are kept as a list: the items of a worklist.
    List,
    /// Each work-item reduces into a local, and executes one atomic at the end of the kernel.
    CountWi,
    /// Each subgroup combines the values of its work-items, and executes one atomic.
    CountSg,
    /// Each workgroup combines the values of its work-items, and executes one atomic.
    CountWg,
    /// A model chooses the order, the virtual warp and the frontier in each round.
    Adaptive,
    /// The ids and the number of edges have 64 bits.
    WideEdges,
    /// Iteration outlining of whole runs of statements of `main`: kernels outside of loops, too.
    Persistent,
    /// Repetition within a launch: a work-item repeats its iterations until eight sweeps over them
    /// have changed nothing.
    Async8,
    /// Repetition within a launch: the same, until 64 sweeps have changed nothing.
    Async64,
    /// State has 8 or 16 bits in memory where its values are proven to fit.
    Narrow,
    /// Workgroups keep the state of the first nodes in local memory.
    Hubs,
    /// The items of a short worklist are distributed over all workgroups.
    Spread,
    /// Outlined loops have 2 workgroups for each compute unit of a GPU.
    Grid2,
    /// Outlined loops have 4 workgroups for each compute unit.
    Grid4,
}

impl Flag {
    /// The flags of the 96 configurations with their names in `--opts`, in the order of the
    /// documentation.
    pub const ALL: [(&'static str, Flag); 7] = [
        ("wg", Flag::Wg),
        ("sg", Flag::Sg),
        ("fg1", Flag::Fg1),
        ("fg8", Flag::Fg8),
        ("coop-cv", Flag::CoopCv),
        ("oitergb", Flag::Oitergb),
        ("sz256", Flag::Sz256),
    ];

    /// The flags of nested parallelism, which distribute the iterations of nested loops.
    pub const NESTED: [Flag; 4] = [Flag::Wg, Flag::Sg, Flag::Fg1, Flag::Fg8];

    /// The flags that choose the order in which kernels visit edges, with their names in `--opts`.
    /// They exclude each other, and they are not part of the 96 configurations.
    pub const ORDERS: [(&'static str, Flag); 6] = [
        ("push", Flag::Push),
        ("pull", Flag::Pull),
        ("edge", Flag::Edge),
        ("struct-edge", Flag::StructEdge),
        ("rev-edge", Flag::RevEdge),
        ("rev-struct-edge", Flag::RevStructEdge),
    ];

    /// The flags for virtual warps, with their names in `--opts`. They exclude each other and the
    /// orders by edge, and they are not part of the 96 configurations.
    pub const WARPS: [(&'static str, Flag); 6] = [
        ("vwarp2", Flag::Vwarp2),
        ("vwarp4", Flag::Vwarp4),
        ("vwarp8", Flag::Vwarp8),
        ("vwarp16", Flag::Vwarp16),
        ("vwarp32", Flag::Vwarp32),
        ("vwarp64", Flag::Vwarp64),
    ];

    /// The flag that gives each workgroup an equal share of the nodes and edges, with its name in
    /// `--opts`. It excludes virtual warps, the orders by edge and lists, and it is not part of the
    /// 96 configurations.
    pub const MERGE: (&'static str, Flag) = ("merge", Flag::Merge);

    /// The flag that divides loops by the degree of their nodes, with its name in `--opts`. It
    /// excludes virtual warps, the orders by edge, shares of the merge path and models, and it is
    /// not part of the 96 configurations.
    pub const CLASSES: (&'static str, Flag) = ("classes", Flag::Classes);

    /// The flags that choose how the nodes that a kernel selects are kept, with their names in
    /// `--opts`. They exclude each other, and they are not part of the 96 configurations.
    pub const FRONTIERS: [(&'static str, Flag); 3] =
        [("mask", Flag::Mask), ("bitmap", Flag::Bitmap), ("list", Flag::List)];

    /// The flags that choose which work-items combine their values before they reduce into a
    /// global, with their names in `--opts`. They exclude each other, and they are not part of the
    /// 96 configurations.
    pub const COUNTS: [(&'static str, Flag); 3] =
        [("count-wi", Flag::CountWi), ("count-sg", Flag::CountSg), ("count-wg", Flag::CountWg)];

    /// The flag that lets a [model](crate::model) choose, with its name in `--opts`. It excludes
    /// the orders, the virtual warps and the frontiers, and it is not part of the 96
    /// configurations.
    pub const ADAPTIVE: (&'static str, Flag) = ("adaptive", Flag::Adaptive);

    /// The flag for graphs with more than 2³² edges, with its name in `--opts`. It is not part of
    /// the 96 configurations. A run on such a graph compiles with it.
    pub const WIDE_EDGES: (&'static str, Flag) = ("wide-edges", Flag::WideEdges);

    /// The flag that turns as much of `main` as possible into one kernel, with its name in
    /// `--opts`. It is not part of the 96 configurations.
    pub const PERSISTENT: (&'static str, Flag) = ("persistent", Flag::Persistent);

    /// The flags that set the number of workgroups of outlined loops, with their names in `--opts`.
    /// They exclude each other, and they are not part of the 96 configurations.
    pub const GRIDS: [(&'static str, Flag); 2] = [("grid2", Flag::Grid2), ("grid4", Flag::Grid4)];

    /// The flags that let work-items repeat iterations, with their names in `--opts`. They
    /// exclude each other, and they are not part of the 96 configurations.
    pub const ASYNC: [(&'static str, Flag); 2] =
        [("async8", Flag::Async8), ("async64", Flag::Async64)];

    /// The flag that stores state in fewer bits where its values fit, with its name in `--opts`. It
    /// is not part of the 96 configurations.
    pub const NARROW: (&'static str, Flag) = ("narrow", Flag::Narrow);

    /// The flag that keeps the state of the first nodes in local memory, with its name in `--opts`.
    /// It is not part of the 96 configurations.
    pub const HUBS: (&'static str, Flag) = ("hubs", Flag::Hubs);

    /// The flag that distributes the items of short worklists over all workgroups, with its name in
    /// `--opts`. It is not part of the 96 configurations.
    pub const SPREAD: (&'static str, Flag) = ("spread", Flag::Spread);

    /// Returns every flag with its name in `--opts`.
    pub fn every() -> impl Iterator<Item = (&'static str, Flag)> {
        let further = Self::visits().chain([Self::CLASSES]).chain(Self::FRONTIERS);
        let data = [Self::WIDE_EDGES, Self::NARROW, Self::HUBS, Self::SPREAD];
        let last = [Self::ADAPTIVE].into_iter().chain(data).chain([Self::PERSISTENT]);
        let counts = Self::COUNTS.into_iter().chain(last);
        Self::ALL.into_iter().chain(further).chain(counts).chain(Self::ASYNC).chain(Self::GRIDS)
    }

    /// Returns the flags that choose how a kernel visits edges, with their names in `--opts`: the
    /// orders, the virtual warps and the merge path.
    pub fn visits() -> impl Iterator<Item = (&'static str, Flag)> {
        Self::ORDERS.into_iter().chain(Self::WARPS).chain([Self::MERGE])
    }

    /// Returns the name of the flag in `--opts`.
    pub fn name(self) -> &'static str {
        Self::every().find(|(_, flag)| *flag == self).map_or("", |(name, _)| name)
    }

    /// Returns whether two flags exclude each other, because they are values of one choice.
    pub fn excludes(self, other: Flag) -> bool {
        let is_order = |flag| Self::ORDERS.iter().any(|(_, order)| *order == flag);
        let is_share = |flag| matches!(flag, Flag::Fg1 | Flag::Fg8);
        let is_warp = |flag| {
            let is_alone = matches!(flag, Flag::Merge | Flag::Classes);
            is_alone || Self::WARPS.iter().any(|(_, warp)| *warp == flag)
        };
        let is_frontier = |flag| Self::FRONTIERS.iter().any(|(_, frontier)| *frontier == flag);
        let is_count = |flag| Self::COUNTS.iter().any(|(_, count)| *count == flag);
        let is_grid = |flag| Self::GRIDS.iter().any(|(_, grid)| *grid == flag);
        let is_async = |flag| Self::ASYNC.iter().any(|(_, count)| *count == flag);
        let is_by_edge = |flag| is_order(flag) && !matches!(flag, Flag::Push | Flag::Pull);
        let is_chosen = |flag| is_order(flag) || is_warp(flag) || is_frontier(flag);
        let both = |is: &dyn Fn(Flag) -> bool| is(self) && is(other);
        let is_adaptive = |flag| flag == Flag::Adaptive;
        self != other
            && (both(&is_share)
                || both(&is_order)
                || both(&is_warp)
                || both(&is_frontier)
                || both(&is_count)
                || both(&is_async)
                || both(&is_grid)
                || is_adaptive(self) && is_chosen(other)
                || is_chosen(self) && is_adaptive(other)
                || is_warp(self) && is_by_edge(other)
                || is_by_edge(self) && is_warp(other)
                || self == Flag::Merge && other == Flag::List
                || self == Flag::List && other == Flag::Merge)
    }
}
