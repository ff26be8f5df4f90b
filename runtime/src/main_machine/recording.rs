//! Measures the rounds of `main`'s loops for the [recorder](super::recorder).

use std::time::Instant;

use igc_compiler::ir::{HostStmt, KernelId, Variant, WorklistId};

use super::recorder::Round;
use super::{Run, Target};

/// The measurements at the start of a round.
struct Begun {
    start: Instant,
    launches: u64,
    rounds: u64,
    frontier: Option<u32>,
    frontier_edges: Option<u64>,
}

impl Run<'_> {
    /// Notes that `main` enters a loop.
    pub(super) fn enter_loop(&mut self, statement: &HostStmt) {
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(statement);
        }
    }

    /// Notes the launch of a kernel, which may count a frontier or be the choice of a model.
    pub(super) fn note_launch(&mut self, kernel: KernelId) {
        let current = self.recorder.as_mut().and_then(|recorder| recorder.current());
        let Some(noted) = current else { return };
        if let Some(at) = self.module.frontiers.iter().position(|f| f.kernel == kernel) {
            noted.counted = Some(at);
        }
        for (at, variant) in self.module.variants.iter().enumerate() {
            if variant.kernel == kernel && !noted.variants.contains(&at) {
                noted.variants.push(at);
            }
        }
    }

    /// Returns the names of variants, in the order of their launches.
    fn names(&self, variants: &[usize]) -> Option<String> {
        let mut names: Vec<String> = vec![];
        for at in variants {
            let Variant { of, options, .. } = &self.module.variants[*at];
            let name = format!("{of}: {options}");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (!names.is_empty()).then(|| names.join("; "))
    }

    /// Runs one round of a loop, and records it if rounds are recorded. `piped` is the worklist of
    /// a `pipe`.
    pub(super) fn recorded<T: Target, R>(
        &mut self,
        target: &mut T,
        statement: &HostStmt,
        piped: Option<WorklistId>,
        round: impl FnOnce(&mut Self, &mut T) -> Result<R, T::Stop>,
    ) -> Result<R, T::Stop> {
        if self.recorder.is_none() {
            return round(self, target);
        }
        let begun = self.begin_round(target, piped)?;
        let done = round(self, target)?;
        self.end_round(target, statement, piped, begun)?;
        Ok(done)
    }

    fn begin_round<T: Target>(
        &mut self,
        target: &mut T,
        piped: Option<WorklistId>,
    ) -> Result<Begun, T::Stop> {
        let frontier = piped.map(|worklist| target.waiting(worklist)).transpose()?;
        target.settle()?;
        let holds_nodes = |id: &WorklistId| self.module.worklists[id.index()].ty.is_node();
        let items = piped.filter(holds_nodes).zip(frontier);
        let frontier_edges =
            items.map(|(worklist, items)| target.edges_of_waiting(worklist, items));
        let frontier_edges = frontier_edges.transpose()?;
        let (launches, rounds) = (self.progress.launches, self.progress.rounds);
        if let Some(recorder) = &mut self.recorder {
            recorder.begin();
        }
        Ok(Begun { start: Instant::now(), launches, rounds, frontier, frontier_edges })
    }

    /// Reads the numbers of nodes and edges of a frontier that a kernel has counted, and returns
    /// those of this round.
    fn counts<T: Target>(&mut self, target: &T, at: usize) -> Result<Option<[u32; 2]>, T::Stop> {
        let frontier = self.module.frontiers[at];
        let nodes = target.load(frontier.nodes, 0, 0)?.index();
        let edges = target.load(frontier.edges, 0, 0)?.index();
        Ok(self.recorder.as_mut().map(|recorder| recorder.new_counts(at, [nodes, edges])))
    }

    fn end_round<T: Target>(
        &mut self,
        target: &mut T,
        statement: &HostStmt,
        piped: Option<WorklistId>,
        begun: Begun,
    ) -> Result<(), T::Stop> {
        target.settle()?;
        let time = begun.start.elapsed();
        let discovered = piped.map(|worklist| target.waiting(worklist)).transpose()?;
        let noted = self.recorder.as_mut().map(|recorder| recorder.end()).unwrap_or_default();
        let counts = match noted.counted {
            Some(frontier) if piped.is_none() => self.counts(target, frontier)?,
            _ => None,
        };
        let round = Round {
            start: begun.start,
            time,
            launches: self.progress.launches - begun.launches,
            rounds: self.progress.rounds - begun.rounds,
            worklist: piped.map(|id| self.module.worklists[id.index()].name.clone()),
            frontier: counts.map(|[nodes, _]| nodes).or(begun.frontier),
            frontier_edges: counts.map(|[_, edges]| edges.into()).or(begun.frontier_edges),
            discovered,
            variants: self.names(&noted.variants),
        };
        match &mut self.recorder {
            Some(recorder) => Ok(recorder.add(statement, round)?),
            None => Ok(()),
        }
    }
}
