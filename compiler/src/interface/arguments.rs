//! The parameters of the functions of an artefact, and the results of outlined loops.

use crate::ir::uses::{OutlinedUses, Uses};
use crate::ir::{ArrayId, GraphArray, Kernel, LocalId, OutlinedLoop, ParamId, Passing, WorklistId};

/// The value to which a parameter of a function is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// An array of the graph.
    Graph(GraphArray),
    /// An array of the program.
    Array {
        /// The array.
        id: ArrayId,
        /// Whether the function writes it.
        written: bool,
    },
    /// A part of a worklist.
    Worklist(WorklistId, WorklistPart),
    /// The number of nodes (32 bits).
    NodeCount,
    /// The number of edges (32 bits, or 64 bits if edges are wide).
    EdgeCount,
    /// The computed length of an array (32 bits).
    Length(ArrayId),
    /// A parameter of the program.
    Param(ParamId),
    /// The locks for atomic accesses to 64-bit elements, which some devices need.
    Locks,
    /// A parameter of the kernel or outlined loop in the IR: a value that a launch passes, or a
    /// local that `main` passes.
    Passed(LocalId),
    /// The number of rounds that loops of `main` have executed so far (64 bits).
    Rounds,
    /// The maximum number of rounds of a run (64 bits).
    MostRounds,
    /// The words with which the workgroups of an outlined loop discover each other and synchronise.
    Environment,
    /// The number of times that a workgroup checks for further workgroups before it continues
    /// without them (32 bits).
    Patience,
    /// The buffer for the results of an outlined loop.
    Results,
}

/// A part of a worklist that a function has as a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorklistPart {
    /// The items of the front buffer.
    Front,
    /// The items of the back buffer.
    Back,
    /// Four words: three sizes that are used in rotation, and the capacity that a full worklist
    /// would have needed (0 if it had enough room).
    Sizes,
    /// The phase: the index of the front buffer's size among the three sizes: 0, 1 or 2.
    Phase,
    /// The maximum number of items in a buffer.
    Capacity,
}

/// A result of an outlined loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// The reason why the loop ended.
    Ending,
    /// The invalid node, if a seed contained one.
    Node,
    /// The worklist of the seed, if the seed contained an invalid node.
    SeededWorklist,
    /// The number of workgroups that took part.
    Groups,
    /// The number of rounds of all loops of `main`, including those before this loop.
    Rounds,
    /// The number of calls of kernels.
    Launches,
    /// The bits of the final value of a parameter, which `main` receives.
    Returned(LocalId),
    /// The array whose memory this array has at the end. It differs after a swap.
    ArrayPlace(ArrayId),
    /// The worklist whose memory this worklist has at the end. It differs after a swap.
    WorklistPlace(WorklistId),
    /// The index of the front buffer's size among the three sizes: 0, 1 or 2.
    Phase(WorklistId),
    /// Whether the front and the back buffer were swapped an odd number of times.
    BuffersSwapped(WorklistId),
}

/// Returns the parameters of a kernel.
pub(super) fn of_kernel(kernel: &Kernel, uses: &Uses) -> Vec<Argument> {
    let parts = |id| {
        let used = uses.worklists[&id];
        let front = used.reads.then_some(WorklistPart::Front);
        let back = used.pushes.then_some(WorklistPart::Back);
        front.into_iter().chain(back).chain(SIZES).collect()
    };
    let mut list = memory(uses, parts);
    list.extend((0..kernel.params as u32).map(|id| Argument::Passed(LocalId(id))));
    list
}

/// Returns the parameters of an outlined loop. It needs both buffers of each worklist, because it
/// swaps them.
pub(super) fn of_outlined(outlined: &OutlinedLoop, uses: &OutlinedUses) -> Vec<Argument> {
    let buffers = [WorklistPart::Front, WorklistPart::Back];
    let mut list = memory(&uses.memory, |_| buffers.into_iter().chain(SIZES).collect());
    list.extend((0..outlined.params.len() as u32).map(|id| Argument::Passed(LocalId(id))));
    list.extend([Argument::Rounds, Argument::MostRounds]);
    list.extend([Argument::Environment, Argument::Patience, Argument::Results]);
    list
}

/// The parts of a worklist that every function needs if it accesses the worklist.
const SIZES: [WorklistPart; 3] = [WorklistPart::Sizes, WorklistPart::Phase, WorklistPart::Capacity];

/// Returns the parameters for the data that a function accesses. `parts` chooses the parts of each
/// worklist.
fn memory(uses: &Uses, parts: impl Fn(WorklistId) -> Vec<WorklistPart>) -> Vec<Argument> {
    let mut list = vec![];
    list.extend(uses.graph.iter().map(|array| Argument::Graph(*array)));
    let arrays = uses.arrays.iter();
    list.extend(arrays.map(|(id, written)| Argument::Array { id: *id, written: *written }));
    for id in uses.worklists.keys() {
        list.extend(parts(*id).into_iter().map(|part| Argument::Worklist(*id, part)));
    }
    list.extend(uses.node_count.then_some(Argument::NodeCount));
    list.extend(uses.edge_count.then_some(Argument::EdgeCount));
    list.extend(uses.lengths.iter().map(|id| Argument::Length(*id)));
    list.extend(uses.params.iter().map(|id| Argument::Param(*id)));
    list.extend(uses.locks.then_some(Argument::Locks));
    list
}

/// Returns the results of an outlined loop.
pub(super) fn results(outlined: &OutlinedLoop, uses: &OutlinedUses) -> Vec<Output> {
    let mut list = vec![
        Output::Ending,
        Output::Node,
        Output::SeededWorklist,
        Output::Groups,
        Output::Rounds,
        Output::Launches,
    ];
    for (id, passing) in (0..).map(LocalId).zip(&outlined.params) {
        list.extend((*passing == Passing::InOut).then_some(Output::Returned(id)));
    }
    list.extend(uses.swapped.iter().map(|id| Output::ArrayPlace(*id)));
    list.extend(uses.swapped_worklists.iter().map(|id| Output::WorklistPlace(*id)));
    for id in uses.memory.worklists.keys() {
        list.extend([Output::Phase(*id), Output::BuffersSwapped(*id)]);
    }
    list
}
