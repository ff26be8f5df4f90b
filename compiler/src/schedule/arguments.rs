//! What kernels are given, and what outlined loops give back.

use serde::{Deserialize, Serialize};

use crate::ir::uses::{Uses, uses};
use crate::ir::{self, Module, Type};

/// What an argument of a kernel is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// One of the graph's arrays.
    Graph(String),
    /// A buffer.
    Buffer(String),
    /// The buffer with the front side's items of a worklist.
    WorklistFront(String),
    /// The buffer with the back side's items.
    WorklistBack(String),
    /// The worklist's four `uint`: three sizes that take turns, and how much room was missing.
    WorklistSizes(String),
    /// Which of the three sizes is the front side's: 0, 1 or 2 (`uint`). The back side's is the
    /// next, the spare one follows it.
    WorklistTurn(String),
    /// How many items a side has room for (`uint`).
    WorklistCapacity(String),
    /// The number of nodes (`uint`).
    NodeCount,
    /// The number of edges (`uint`).
    EdgeCount,
    /// A parameter of the program.
    Param(String),
    /// The locks of atomic accesses to 64 bits, all open: `IGC_LOCKS` words of `uint`, of which nothing
    /// is used on a device that has such atomics.
    Locks,
    /// The value that a launch passes at this position, with its type.
    Launch(usize, Type),
    /// The present value of a local of the host, with its type.
    Local(String, Type),
    /// How many rounds the host's loops have had so far (`ulong`).
    Rounds,
    /// How many rounds they may have (`ulong`).
    MostRounds,
    /// The words by which workgroups find each other: all zero, and left so.
    Environment,
    /// How often a workgroup looks whether others come before it goes on without them (`uint`).
    Patience,
    /// Where the results go.
    Results,
}

/// What one of the results of an outlined loop says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// How the loop ended: see [`Ending`].
    Ending,
    /// Where a seed was no node of the graph: the node.
    Node,
    /// Where a seed was no node of the graph: the worklist, by its position in the schedule.
    SeededWorklist,
    /// How many workgroups took part.
    Groups,
    /// How many rounds the host's loops have had, with those before.
    Rounds,
    /// How many calls of kernels took the place of launches.
    Launches,
    /// The value of a local of the host, as the bits of its type.
    Local(String, Type),
    /// Which buffer of the schedule, by its position, has become this one.
    BufferPlace(String),
    /// Which worklist of the schedule, by its position, has become this one.
    WorklistPlace(String),
    /// Which of the three sizes is this worklist's front's.
    WorklistTurn(String),
    /// Whether its two sides have changed places.
    WorklistTurned(String),
}

/// How an outlined loop ended: the device library's `igc_status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// As it should.
    Done = 0,
    /// A worklist ran out of room.
    Overflow = 1,
    /// After more rounds than allowed.
    Rounds = 2,
    /// A worklist was to start with what is no node.
    SeedNode = 3,
}

impl Ending {
    /// The ending that a result stands for.
    pub fn from_word(word: u64) -> Option<Ending> {
        let all = [Ending::Done, Ending::Overflow, Ending::Rounds, Ending::SeedNode];
        all.into_iter().find(|ending| *ending as u64 == word)
    }
}

/// What each argument of a kernel is bound to, in the order in which the OpenCL C declares them.
pub fn arguments(module: &Module, kernel: &ir::Kernel) -> Vec<Argument> {
    let Uses { graph, arrays, worklists, params, node_count, edge_count, locks } =
        uses(module, kernel);
    let mut list = vec![];
    list.extend(graph.iter().map(|array| Argument::Graph(array.name().into())));
    let name = |id: &ir::ArrayId| module.arrays[id.index()].name.clone();
    list.extend(arrays.keys().map(|id| Argument::Buffer(name(id))));
    for (id, used) in &worklists {
        let name = || module.worklists[id.index()].name.clone();
        list.extend(used.reads.then(|| Argument::WorklistFront(name())));
        list.extend(used.pushes.then(|| Argument::WorklistBack(name())));
        list.push(Argument::WorklistSizes(name()));
        list.push(Argument::WorklistTurn(name()));
        list.push(Argument::WorklistCapacity(name()));
    }
    list.extend(node_count.then_some(Argument::NodeCount));
    list.extend(edge_count.then_some(Argument::EdgeCount));
    list.extend(params.iter().map(|id| Argument::Param(module.params[id.index()].name.clone())));
    list.extend(locks.then_some(Argument::Locks));
    let passed = kernel.locals[..kernel.params].iter().enumerate();
    list.extend(passed.map(|(i, local)| Argument::Launch(i, local.ty)));
    list
}
