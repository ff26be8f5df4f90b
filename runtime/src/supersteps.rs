//! Records of a run, round by round: its supersteps.
//!
//! The total time of a run does not show that a frontier of ten nodes and a frontier of a million
//! nodes are different problems. A run can therefore record the time of each round of each loop of
//! `main`, and the size of the worklist before and after the round. This follows the experiment
//! database of Verstraaten, "Analysis and Prediction of GPU Graph Algorithm Performance" (appendix
//! A: step properties, and step timers that carry the number of the step).
//!
//! To record a round, the host waits for the device before and after it, which slows the run down.
//! Compare the times of steps with each other, and not their sum with other runs.

use serde::{Deserialize, Serialize};

/// The kind of a loop of `main`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopKind {
    /// Continues while a worklist has items.
    Pipe,
    /// Continues until a condition fails, which is evaluated after each round.
    Iterate,
    /// Continues while a condition holds, which is evaluated before each round.
    While,
    /// Counts from one number to another.
    For,
    /// Runs on the device as one kernel (`oitergb`), so that the host does not see its rounds.
    Outlined,
}

impl LoopKind {
    /// Every kind of loop.
    pub const ALL: [LoopKind; 5] =
        [LoopKind::Pipe, LoopKind::Iterate, LoopKind::While, LoopKind::For, LoopKind::Outlined];

    /// Returns the name of the kind in reports.
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

/// One round of a loop of `main`, or all rounds of an outlined loop.
///
/// Records are in the order in which the rounds ended: the rounds of an inner loop come before the
/// round of the outer loop that contains them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Number of the repetition of the program, from 0.
    pub repetition: u32,
    /// Number of the loop in the order of the schedule, from 0.
    #[serde(rename = "loop")]
    pub loop_number: u32,
    /// Kind of the loop.
    pub kind: LoopKind,
    /// Number of times that the repetition had entered this loop before.
    pub entry: u32,
    /// Number of the round since the loop was entered, from 0.
    pub step: u64,
    /// Number of rounds that the record covers: 1, or all rounds of an outlined loop.
    pub rounds: u64,
    /// Start of the round, in seconds since the start of `main`.
    pub start: f64,
    /// Time until the device had finished the round, in seconds.
    pub time: f64,
    /// Number of kernels launched in the round; in an outlined loop, the number of kernel calls.
    pub launches: u64,
    /// Name of the worklist of a `pipe`.
    pub worklist: Option<String>,
    /// Number of items on the worklist at the start of the round, which is its frontier. A program
    /// may push a node twice. In a loop without a worklist, the number of nodes of the frontier, if
    /// the program is adaptive and its model asked for it in this round.
    pub frontier: Option<u32>,
    /// Number of edges that leave these items, counted once per push. A round that visits the
    /// neighbours of its frontier visits this many edges.
    #[serde(rename = "frontier_arcs")]
    pub frontier_edges: Option<u64>,
    /// Number of items on the worklist at the end of the round, which is the next round's frontier.
    pub discovered: Option<u32>,
}
