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
/// A run makes records in the order in which the rounds end: the rounds of an inner loop come before
/// the round of the outer loop that contains them. Reports [sort them](sort_by_start).
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
    /// The variants that a model chose in the round (`adaptive`), as `KERNEL: FLAGS`, separated by
    /// semicolons. Rounds inside of the round have variants of their own.
    pub variants: Option<String>,
}

/// Sorts records by their repetition and start. The record of a round precedes those of the rounds
/// inside of it.
pub fn sort_by_start(steps: &mut [StepRecord]) {
    let order = |a: &StepRecord, b: &StepRecord| {
        let start = a.start.total_cmp(&b.start);
        a.repetition.cmp(&b.repetition).then(start).then(a.loop_number.cmp(&b.loop_number))
    };
    // Two rounds of a loop that the clock cannot distinguish keep the order in which they ended.
    steps.sort_by(order);
}

/// Half of the unit of the host's clock, in seconds.
const HALF_TICK: f64 = 0.5e-9;

impl StepRecord {
    /// Whether another round of the same repetition ran inside of this one. Loops have larger
    /// numbers than the loops around them.
    pub fn contains(&self, other: &StepRecord) -> bool {
        let is_later = self.start <= other.start;
        is_later
            && self.loop_number < other.loop_number
            && other.start < self.start + self.time - HALF_TICK
    }
}

/// Returns the rounds without the rounds inside of them: of each round, the time and the launches of
/// inner rounds are subtracted. A round that launched no kernel besides those of inner rounds is left
/// out. `steps` are the records of one repetition, [sorted](sort_by_start).
pub fn own_parts(steps: &[StepRecord]) -> Vec<StepRecord> {
    let mut parts = steps.to_vec();
    let mut has_inner = vec![false; steps.len()];
    // The rounds around the next one, from the outermost on.
    let mut around: Vec<usize> = vec![];
    for (at, step) in steps.iter().enumerate() {
        while around.last().is_some_and(|outer| !steps[*outer].contains(step)) {
            around.pop();
        }
        if let Some(outer) = around.last() {
            parts[*outer].time = (parts[*outer].time - step.time).max(0.0);
            parts[*outer].launches = parts[*outer].launches.saturating_sub(step.launches);
            has_inner[*outer] = true;
        }
        around.push(at);
    }
    let parts = parts.into_iter().zip(has_inner);
    let own = parts.filter(|(part, has_inner)| !has_inner || part.launches > 0);
    own.map(|(part, _)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round of a loop with three launches, from `start` to `end`.
    fn step(loop_number: u32, start: f64, end: f64) -> StepRecord {
        StepRecord {
            repetition: 0,
            loop_number,
            kind: LoopKind::Pipe,
            entry: 0,
            step: 0,
            rounds: 1,
            start,
            time: end - start,
            launches: 3,
            worklist: None,
            frontier: None,
            frontier_edges: None,
            discovered: None,
            variants: None,
        }
    }

    #[test]
    fn rounds_are_sorted_by_their_start() {
        let later = StepRecord { repetition: 1, ..step(0, 0.0, 1.0) };
        let mut steps = [step(1, 1.0, 2.0), step(0, 1.0, 4.0), later, step(2, 0.0, 1.0)];
        sort_by_start(&mut steps);
        let order = steps.map(|step| (step.repetition, step.start, step.loop_number));
        assert_eq!(order, [(0, 0.0, 2), (0, 1.0, 0), (0, 1.0, 1), (1, 0.0, 0)]);
    }

    #[test]
    fn a_round_keeps_what_its_inner_rounds_do_not_have() {
        let outer = StepRecord { launches: 7, ..step(0, 0.0, 10.0) };
        let only_inner = step(0, 10.0, 13.0);
        let steps = [
            outer,
            step(1, 2.0, 4.0),
            step(1, 4.0, 7.0),
            only_inner,
            step(1, 10.0, 12.0),
            step(0, 13.0, 14.0),
        ];
        let parts = own_parts(&steps);
        let parts: Vec<_> = parts.iter().map(|p| (p.loop_number, p.time, p.launches)).collect();
        let expected = [(0, 5.0, 1), (1, 2.0, 3), (1, 3.0, 3), (1, 2.0, 3), (0, 1.0, 3)];
        assert_eq!(parts, expected);
    }

    #[test]
    fn of_three_loops_each_has_its_own_part() {
        let [outer, middle] = [(step(0, 0.0, 9.0), 9), (step(1, 1.0, 8.0), 6)]
            .map(|(step, launches)| StepRecord { launches, ..step });
        let steps = [outer, middle, step(2, 2.0, 4.0)];
        let parts: Vec<_> = own_parts(&steps).iter().map(|p| (p.time, p.launches)).collect();
        assert_eq!(parts, [(2.0, 3), (5.0, 3), (2.0, 3)]);
    }
}
