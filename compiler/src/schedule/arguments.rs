//! What kernels are given, and what outlined loops give back.

use serde::{Deserialize, Serialize};

use crate::ir::Type;

/// What an argument of a kernel is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// One of the graph's arrays.
    Graph(String),
    /// A buffer.
    Buffer(String),
    /// The front buffer of a worklist.
    WorklistFront(String),
    /// The back buffer of a worklist.
    WorklistBack(String),
    /// The worklist's four `uint`: three sizes that are used in rotation, and how much room was missing.
    WorklistSizes(String),
    /// Which of the three sizes is the front buffer's: 0, 1 or 2 (`uint`). The back buffer's is the
    /// next, the spare one follows it.
    WorklistTurn(String),
    /// How many items a buffer has room for (`uint`).
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
    /// Which of the three sizes is this worklist's front buffer's.
    WorklistTurn(String),
    /// Whether its two buffers have changed places.
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
