//! What functions of an artefact are given, and what outlined loops return.

use crate::ir::uses::{OutlinedUses, Uses};
use crate::ir::{ArrayId, GraphArray, Kernel, LocalId, OutlinedLoop, ParamId, Passing, WorklistId};

/// What a parameter of a function is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// One of the graph's arrays.
    Graph(GraphArray),
    /// An array of the program.
    Array {
        /// Which one.
        id: ArrayId,
        /// Whether the function writes it.
        written: bool,
    },
    /// A part of a worklist.
    Worklist(WorklistId, WorklistPart),
    /// The number of nodes (32 bits).
    NodeCount,
    /// The number of edges (32 bits).
    EdgeCount,
    /// A parameter of the program.
    Param(ParamId),
    /// The locks of atomic accesses to 64 bits, which some devices need.
    Locks,
    /// The function's own parameter: a value that a launch passes, or a local that `main` passes.
    Passed(LocalId),
    /// How many rounds the loops of `main` have had so far (64 bits).
    Rounds,
    /// How many rounds they may have (64 bits).
    MostRounds,
    /// The words by which the workgroups of an outlined loop find each other.
    Environment,
    /// How often a workgroup looks whether others come before it continues without them (32 bits).
    Patience,
    /// Where the results of an outlined loop go.
    Results,
}

/// A part of a worklist that a function is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorklistPart {
    /// The items of the front buffer.
    Front,
    /// The items of the back buffer.
    Back,
    /// Four words: three sizes that are used in rotation, and how much room was missing.
    Sizes,
    /// The index of the front buffer's size among the three sizes: 0, 1 or 2.
    Phase,
    /// How many items a buffer has room for.
    Capacity,
}

/// What one of the results of an outlined loop says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// How the loop ended.
    Ending,
    /// The node, where a seed was not a node of the graph.
    Node,
    /// The worklist, where a seed was not a node of the graph.
    SeededWorklist,
    /// How many workgroups took part.
    Groups,
    /// How many rounds the loops of `main` have had, with those before.
    Rounds,
    /// How many calls of kernels there were.
    Launches,
    /// The value of a parameter that `main` gets back, as its bits.
    Returned(LocalId),
    /// Which array's memory this array has in the end.
    ArrayPlace(ArrayId),
    /// Which worklist's memory this worklist has in the end.
    WorklistPlace(WorklistId),
    /// The index of the front buffer's size among the three sizes.
    Phase(WorklistId),
    /// Whether the front and the back buffer are swapped.
    BuffersSwapped(WorklistId),
}

/// What a kernel is given.
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

/// What an outlined loop is given. Its buffers change places while it runs, so it has both of each worklist.
pub(super) fn of_outlined(outlined: &OutlinedLoop, uses: &OutlinedUses) -> Vec<Argument> {
    let buffers = [WorklistPart::Front, WorklistPart::Back];
    let mut list = memory(&uses.memory, |_| buffers.into_iter().chain(SIZES).collect());
    list.extend((0..outlined.params.len() as u32).map(|id| Argument::Passed(LocalId(id))));
    list.extend([Argument::Rounds, Argument::MostRounds]);
    list.extend([Argument::Environment, Argument::Patience, Argument::Results]);
    list
}

/// The parts of a worklist that every function needs that accesses the worklist.
const SIZES: [WorklistPart; 3] = [WorklistPart::Sizes, WorklistPart::Phase, WorklistPart::Capacity];

/// What a function needs of memory and of the run.
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
    list.extend(uses.params.iter().map(|id| Argument::Param(*id)));
    list.extend(uses.locks.then_some(Argument::Locks));
    list
}

/// What an outlined loop returns.
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
