//! The memory that generated code and this crate share. Generated code accesses the fields by their
//! offsets, so each structure has the layout of C.

use crate::worklist::{Front, Worklist};

/// Everything that generated code needs. There is one task for each thread.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Task {
    /// The memory of each array, by its id.
    pub arrays: *const *mut u8,
    /// The arrays of the graph, in the order of [`GraphArray::ALL`](igc_compiler::ir::GraphArray).
    /// An array that the program does not use is empty.
    pub graph: *const *const u8,
    /// The number of elements of each row of each array, by its id.
    pub lengths: *const u32,
    /// The bits of each parameter of the program.
    pub params: *const u64,
    /// The front buffer of each worklist.
    pub fronts: *const Front,
    /// The buffer of this thread for pushes to each worklist.
    pub pushes: *mut PushBuffer,
    /// The locals that the parts of a kernel share, and the bounds of its loops.
    pub frame: *mut u64,
    /// The values that this thread's iterations reduced so far.
    pub reductions: *mut u64,
    /// The memory of this thread for local arrays.
    pub local_arrays: *mut u8,
    /// Room for the items of a push buffer, for [fused rounds](crate::fusion).
    pub spare: *mut u32,
    /// Number of nodes.
    pub node_count: u32,
    /// Number of edges, for modules of narrow edges.
    pub edge_count: u32,
    /// Number of edges, for modules of wide edges.
    pub wide_edge_count: u64,
}

/// Number of items of a thread's buffer for pushes: large enough that the shared counter of the
/// worklist is rarely changed, and small enough for the first-level cache.
pub const PUSH_BUFFER: usize = 1024;

/// Pushes of one thread to one worklist that are not in the worklist yet.
#[repr(C)]
pub struct PushBuffer {
    /// Room for [`PUSH_BUFFER`] items.
    pub items: *mut u32,
    /// Number of items.
    pub length: u64,
    /// The worklist.
    pub worklist: *const Worklist,
}

// SAFETY: the pointers are set anew before each launch, and only the launch uses them.
unsafe impl Send for PushBuffer {}
