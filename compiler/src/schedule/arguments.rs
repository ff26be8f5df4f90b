//! The arguments of kernels and outlined loops, and the results of outlined loops.

use serde::{Deserialize, Serialize};

use crate::ir::Type;

/// The value or memory to which the host binds an argument of a kernel.
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
    /// The four `uint` of a worklist: three sizes that rotate, and the capacity that was needed if
    /// a push found no room.
    WorklistSizes(String),
    /// The index of the front buffer's size among the three sizes of a worklist: 0, 1 or 2
    /// (`uint`). The next size, modulo 3, is the back buffer's, and the one after it is spare.
    WorklistPhase(String),
    /// The capacity of each buffer of a worklist, in items (`uint`).
    WorklistCapacity(String),
    /// The number of nodes (`uint`).
    NodeCount,
    /// The number of edges (`uint`, or `ulong` if edges are wide).
    EdgeCount,
    /// The number of elements in each row of a buffer (`uint`).
    Length(String),
    /// A parameter of the program.
    Param(String),
    /// The locks of atomic accesses to 64 bits: `IGC_LOCKS` words of `uint`, all zero. Devices with
    /// 64-bit atomics do not use them.
    Locks,
    /// The value that a launch passes at this position, and its type.
    Launch(usize, Type),
    /// The current value of a local of the host, and its type.
    Local(String, Type),
    /// The number of rounds of the host's loops so far (`ulong`).
    Rounds,
    /// The maximum number of rounds of the host's loops (`ulong`).
    MostRounds,
    /// The state with which workgroups discover each other and synchronise. All words are zero
    /// before and after a launch.
    Environment,
    /// The number of times that a workgroup checks for other workgroups before it starts without
    /// them (`uint`).
    Patience,
    /// The buffer for the results.
    Results,
}

/// The meaning of one result of an outlined loop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// How the loop ended: see [`Ending`].
    Ending,
    /// The invalid node, if a seed was not a valid node of the graph.
    Node,
    /// The worklist with the invalid seed, by its position in the schedule.
    SeededWorklist,
    /// The number of workgroups that took part.
    Groups,
    /// The number of rounds of the host's loops, including the rounds before this loop.
    Rounds,
    /// The number of kernel calls that replaced launches.
    Launches,
    /// The value of a local of the host, as the bits of its type.
    Local(String, Type),
    /// The position, in the schedule, of the buffer whose memory this buffer has after the loop.
    BufferPlace(String),
    /// The position, in the schedule, of the worklist whose memory this worklist has after the
    /// loop.
    WorklistPlace(String),
    /// The index of the front buffer's size among the three sizes of a worklist.
    WorklistPhase(String),
    /// 1 if the two buffers of a worklist are swapped, otherwise 0.
    WorklistSwapped(String),
}

/// How an outlined loop ended. The numbers are those of `stdlib/device/outline.cl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The loop ended normally.
    Done = 0,
    /// A worklist ran out of room.
    Overflow = 1,
    /// The loop needed more rounds than allowed.
    Rounds = 2,
    /// The seed of a worklist was not a valid node.
    SeedNode = 3,
}

impl Ending {
    /// Returns the ending that a result represents, or `None` if it represents none.
    pub fn from_word(word: u64) -> Option<Ending> {
        let all = [Ending::Done, Ending::Overflow, Ending::Rounds, Ending::SeedNode];
        all.into_iter().find(|ending| *ending as u64 == word)
    }
}
