//! The types of the fields of a [configuration](super::Configuration). Their names, texts of help and sources are in
//! [`choices`](super::choices).

/// Nested parallelism: which work-items share the iterations of nested loops ("One Size Doesn't Fit
/// All", section V-B). Large loops go to the workgroup, medium ones to a subgroup, and the remaining
/// ones are linearised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Nested {
    /// Whether the workgroup processes nodes of high degree together.
    pub wg: bool,
    /// Whether a subgroup processes nodes of medium degree together.
    pub sg: bool,
    /// Whether, and how, the remaining edges are linearised.
    pub fine_grained: Option<FineGrained>,
}

impl Nested {
    /// Returns whether any scheme is on.
    pub fn is_on(self) -> bool {
        self != Nested::default()
    }

    /// Returns the schemes of both. If both linearise, the first says how.
    pub fn or(self, other: Nested) -> Nested {
        Nested {
            wg: self.wg || other.wg,
            sg: self.sg || other.sg,
            fine_grained: self.fine_grained.or(other.fine_grained),
        }
    }
}

/// The number of edges that each work-item takes per round of the fine-grained scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FineGrained {
    /// One edge.
    One,
    /// Eight edges.
    Eight,
}

impl FineGrained {
    /// Returns the number of edges.
    pub fn edges(self) -> u32 {
        match self {
            FineGrained::One => 1,
            FineGrained::Eight => 8,
        }
    }
}

/// How kernels visit edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visits {
    /// Each iteration has a node, and visits its edges.
    ByNode {
        /// The nodes; `None` means those of the program.
        order: Option<NodeOrder>,
        /// The work-items that share the edges of a node; `None` means that one work-item has them.
        sharing: Option<Sharing>,
        /// How selected nodes are kept; `None` means that a mask keeps them where some must be kept.
        frontier: Option<Frontier>,
    },
    /// Each iteration has an edge.
    ByEdge {
        /// The order of the edges, and where their ends come from.
        order: EdgeOrder,
        /// How selected nodes are kept.
        frontier: Option<Frontier>,
    },
    /// A [model](crate::model) chooses in each round.
    Adaptive,
}

impl Default for Visits {
    /// Returns the visits of the program.
    fn default() -> Visits {
        Visits::ByNode { order: None, sharing: None, frontier: None }
    }
}

/// An order of visits with one iteration for each node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeOrder {
    /// Each source visits its outgoing edges.
    Push,
    /// Each destination visits its incoming edges.
    Pull,
}

/// An order of visits with one iteration for each edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeOrder {
    /// In the order of the edges' ids. Both ends are in lists.
    Edge,
    /// As [`Edge`](EdgeOrder::Edge); a search in the offsets finds the source.
    StructEdge,
    /// Ordered by destination. Both ends are in lists.
    RevEdge,
    /// As [`RevEdge`](EdgeOrder::RevEdge); a search in the offsets finds the destination.
    RevStructEdge,
}

/// An order in which a kernel visits edges (Verstraaten, "Analysis and Prediction of GPU Graph
/// Algorithm Performance", section 4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VisitOrder {
    /// One iteration for each node.
    Nodes(NodeOrder),
    /// One iteration for each edge.
    Edges(EdgeOrder),
}

/// The work-items that share the edges of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// The work-items of a virtual warp.
    VirtualWarp(Lanes),
    /// Each workgroup has an equal share of the nodes and edges, in the order of a merge path.
    Merge,
    /// Nodes with many edges are on lists, and a subgroup or a workgroup has each of them.
    Classes,
}

/// The number of work-items of a virtual warp, a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// 2 work-items.
    Two = 2,
    /// 4 work-items.
    Four = 4,
    /// 8 work-items.
    Eight = 8,
    /// 16 work-items.
    Sixteen = 16,
    /// 32 work-items.
    ThirtyTwo = 32,
    /// 64 work-items.
    SixtyFour = 64,
}

/// How the nodes that a kernel selects are kept (the same thesis, section 4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Frontier {
    /// A number for each node.
    Mask,
    /// A bit for each node.
    Bitmap,
    /// A worklist.
    List,
}

/// The work-items that combine their values before one of them executes an atomic (the same thesis,
/// section 4.5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Each work-item combines its own values.
    WorkItem,
    /// The work-items of a subgroup.
    Subgroup,
    /// The work-items of a workgroup.
    Workgroup,
}

/// The parts of `main` that become one kernel with grid barriers ("One Size Doesn't Fit All",
/// section V-C).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Outlining {
    /// None.
    #[default]
    None,
    /// Loops that launch kernels.
    Loops,
    /// Whole runs of statements: kernels outside of loops, too.
    Program,
}

/// The number of work-items of a workgroup ("One Size Doesn't Fit All", section V-D).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum WorkgroupSize {
    /// 128 work-items.
    #[default]
    Of128 = 128,
    /// 256 work-items.
    Of256 = 256,
}

/// The number of workgroups that an outlined loop has for each compute unit of a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GroupsPerUnit {
    /// 2 workgroups.
    Two = 2,
    /// 4 workgroups.
    Four = 4,
}

/// The number of sweeps without a change after which a work-item stops to repeat its iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sweeps {
    /// 8 sweeps.
    Eight = 8,
    /// 64 sweeps.
    SixtyFour = 64,
}
