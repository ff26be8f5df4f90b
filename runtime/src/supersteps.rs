//! What is recorded of a run round by round: its supersteps.
//!
//! The total time of a run hides that a frontier of ten nodes and one of a million are different
//! problems. So a run can be asked for the time of each round of each loop of `main`, and for what a
//! worklist held before and after it, as in the experiment database of Verstraaten, "Analysis and
//! Prediction of GPU Graph Algorithm Performance" (appendix A: step properties, and step timers that
//! are told apart by the number of the step).
//!
//! Recording waits for the device at both ends of a round, which a usual run does not: it makes runs
//! slower, so the times of steps are compared with each other, not their sum with other runs.

use serde::{Deserialize, Serialize};

/// A kind of loop of `main`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopKind {
    /// Goes on while a worklist has items.
    Pipe,
    /// Goes on until a condition fails that is looked at behind each round.
    Iterate,
    /// Goes on while a condition holds that is looked at before each round.
    While,
    /// Counts.
    For,
    /// Runs on the device as one kernel (`oitergb`), so that the host sees no round of it.
    Outlined,
}

impl LoopKind {
    /// Every kind.
    pub const ALL: [LoopKind; 5] =
        [LoopKind::Pipe, LoopKind::Iterate, LoopKind::While, LoopKind::For, LoopKind::Outlined];

    /// The word that reports have for it.
    pub fn name(self) -> &'static str {
        match self {
            LoopKind::Pipe => "pipe",
            LoopKind::Iterate => "iterate",
            LoopKind::While => "while",
            LoopKind::For => "for",
            LoopKind::Outlined => "outlined",
        }
    }
}

/// One round of a loop of `main`; of an outlined loop, the whole of it.
///
/// Records stand in the order in which rounds ended: those of an inner loop before the round of the
/// outer one that they are part of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// The repetition of the program, from 0.
    pub repetition: u32,
    /// The loop, by its place among those of `main` as they stand in the schedule, from 0.
    #[serde(rename = "loop")]
    pub loop_number: u32,
    /// The loop's kind.
    pub kind: LoopKind,
    /// How often the repetition had come to this loop before.
    pub entry: u32,
    /// The number of the round since then, from 0.
    pub step: u64,
    /// How many rounds this is: 1, and of an outlined loop all that it took.
    pub rounds: u64,
    /// When the round began, in seconds since `main` began.
    pub start: f64,
    /// How long it took until the device was done with it, in seconds.
    pub time: f64,
    /// Kernels launched in it; of an outlined loop, calls of kernels.
    pub launches: u64,
    /// The worklist of a `pipe`.
    pub worklist: Option<String>,
    /// How many items the worklist had when the round began: its frontier. Programs may push a node
    /// twice.
    pub frontier: Option<u32>,
    /// How many edges leave these items, each counted as often as it was pushed: what a round that goes
    /// over the neighbours of its frontier has to do.
    #[serde(rename = "frontier_arcs")]
    pub frontier_edges: Option<u64>,
    /// How many items it had when the round was over, which are the next round's frontier.
    pub discovered: Option<u32>,
}
