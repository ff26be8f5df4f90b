//! Measures the rounds of `main`'s loops for the [recorder](crate::backend::recorder).

use std::time::Instant;

use igc_compiler::schedule::{Frontier, Step};

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::expression::Surroundings;
use crate::backend::recorder::{Recorder, Round, Statement, edges_of};
use crate::supersteps::{LoopKind, StepRecord};

/// The measurements at the start of a round.
struct Begun {
    start: Instant,
    launches: u64,
    rounds: u64,
    frontier: Option<u32>,
    frontier_edges: Option<u64>,
}

impl Machine<'_> {
    /// Takes the rounds of the last repetition, if they are recorded.
    pub fn take_steps(&mut self) -> Option<Vec<StepRecord>> {
        self.recorder.as_mut().map(Recorder::take)
    }

    /// Notes that `main` enters a loop.
    pub(super) fn enter_loop(&mut self, step: &Step) {
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(step);
        }
    }

    /// Runs one round of the loop of this step, and records it if rounds are recorded. `worklist`
    /// is the position of the worklist that the loop pipes, if it pipes one.
    pub(super) fn recorded<T>(
        &mut self,
        step: &Step,
        worklist: Option<usize>,
        round: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.recorder.is_none() {
            return round(self);
        }
        let begun = self.begin_round(worklist)?;
        let done = round(self)?;
        self.end_round(step, worklist, begun)?;
        Ok(done)
    }

    fn begin_round(&mut self, worklist: Option<usize>) -> Result<Begun, Stop> {
        let frontier = worklist.map(|worklist| self.pushed(worklist)).transpose()?;
        self.settle()?;
        self.recorder.as_mut().map(Recorder::take_counted);
        let items = worklist.zip(frontier);
        let items = items.filter(|(worklist, _)| self.worklists[*worklist].ty.is_node());
        let frontier_edges = items.map(|(worklist, items)| self.edges_of(worklist, items));
        let frontier_edges = frontier_edges.transpose()?;
        let (launches, rounds) = (self.launches, self.rounds);
        Ok(Begun { start: Instant::now(), launches, rounds, frontier, frontier_edges })
    }

    /// Counts the edges that leave the items of a worklist.
    fn edges_of(&self, worklist: usize, items: u32) -> Result<u64, Error> {
        let pushed = self.worklists[worklist].pushed_nodes(items)?;
        let offsets = &self.graph_in_use().offsets;
        let offset = |node| (node < offsets.len()).then(|| offsets.at(node) as u64);
        Ok(edges_of(&pushed, offset))
    }

    /// Reads the numbers of nodes and edges of a frontier that a kernel has counted.
    fn counts(&mut self, at: usize) -> Result<Option<[u32; 2]>, Stop> {
        let schedule = self.schedule;
        let Some(Frontier { nodes, edges, .. }) = schedule.frontiers.get(at) else {
            return Ok(None);
        };
        let counts = [self.load(nodes, 0, 0)?.index(), self.load(edges, 0, 0)?.index()];
        Ok(self.recorder.as_mut().map(|recorder| recorder.new_counts(at, counts)))
    }

    fn end_round(
        &mut self,
        step: &Step,
        worklist: Option<usize>,
        begun: Begun,
    ) -> Result<(), Stop> {
        self.settle()?;
        let time = begun.start.elapsed();
        let discovered = worklist.map(|worklist| self.pushed(worklist)).transpose()?;
        let counts = match self.recorder.as_mut().and_then(Recorder::take_counted) {
            Some(frontier) if worklist.is_none() => self.counts(frontier)?,
            _ => None,
        };
        let round = Round {
            start: begun.start,
            time,
            launches: self.launches - begun.launches,
            rounds: self.rounds - begun.rounds,
            worklist: worklist.map(|worklist| self.worklists[worklist].name.clone()),
            frontier: counts.map(|[nodes, _]| nodes).or(begun.frontier),
            frontier_edges: counts.map(|[_, edges]| edges.into()).or(begun.frontier_edges),
            discovered,
        };
        match &mut self.recorder {
            Some(recorder) => Ok(recorder.add(step, round)?),
            None => Ok(()),
        }
    }
}

impl Statement for Step {
    fn loop_kind(&self) -> Option<LoopKind> {
        match self {
            Step::Pipe { .. } => Some(LoopKind::Pipe),
            Step::Iterate { .. } => Some(LoopKind::Iterate),
            Step::While { .. } => Some(LoopKind::While),
            Step::For { .. } => Some(LoopKind::For),
            Step::Outlined { .. } => Some(LoopKind::Outlined),
            _ => None,
        }
    }

    fn blocks(&self) -> Vec<&[Step]> {
        match self {
            Step::Pipe { body, .. }
            | Step::Iterate { body, .. }
            | Step::While { body, .. }
            | Step::For { body, .. } => vec![body],
            Step::If { then, otherwise, .. } => vec![then, otherwise],
            _ => vec![],
        }
    }
}
