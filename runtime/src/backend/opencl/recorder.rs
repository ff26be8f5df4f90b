//! Notes the rounds of `main`'s loops, for [`StepRecord`]s. Without a recorder nothing is waited for.

use std::collections::HashMap;
use std::ptr;
use std::time::Instant;

use igc_compiler::schedule::Step;

use super::machine::{Machine, Stop};
use crate::Error;
use crate::supersteps::{LoopKind, StepRecord};

/// The most rounds that are recorded of a run: what a program does in more than these is nothing that anyone
/// would look at round by round, and takes memory.
const MOST_RECORDS: usize = 250_000;

/// The records of a repetition, and which loop is where.
pub(super) struct Recorder {
    /// By the address of its step: steps have no names, and stay where they are during a run.
    loops: HashMap<*const Step, Loop>,
    /// When `main` began.
    start: Instant,
    records: Vec<StepRecord>,
}

#[derive(Debug, Clone, Copy)]
struct Loop {
    number: u32,
    kind: LoopKind,
    /// How often it was come to, and how many rounds it took since the last time.
    entries: u32,
    step: u64,
}

/// A round that has begun.
pub(super) struct Begun {
    at: *const Step,
    start: Instant,
    launches: u64,
    rounds: u64,
    worklist: Option<usize>,
    frontier: Option<u32>,
    frontier_edges: Option<u64>,
}

impl Recorder {
    /// A recorder for the loops of `main`.
    pub fn new(main: &[Step]) -> Recorder {
        let mut loops = HashMap::new();
        number(main, &mut loops);
        Recorder { loops, start: Instant::now(), records: vec![] }
    }

    /// Forgets what was recorded: `main` begins.
    pub fn restart(&mut self) {
        for known in self.loops.values_mut() {
            (known.entries, known.step) = (0, 0);
        }
        self.records.clear();
        self.start = Instant::now();
    }

    /// Notes that `main` has come to a loop.
    pub fn enter(&mut self, step: &Step) {
        if let Some(entered) = self.loops.get_mut(&ptr::from_ref(step)) {
            entered.entries += 1;
            entered.step = 0;
        }
    }

    /// The records of the repetition.
    pub fn take(&mut self) -> Vec<StepRecord> {
        std::mem::take(&mut self.records)
    }
}

/// Numbers the loops in the order of the text.
fn number(steps: &[Step], loops: &mut HashMap<*const Step, Loop>) {
    for step in steps {
        let (kind, bodies): (_, [&[Step]; 2]) = match step {
            Step::Pipe { body, .. } => (Some(LoopKind::Pipe), [body, &[]]),
            Step::Iterate { body, .. } => (Some(LoopKind::Iterate), [body, &[]]),
            Step::While { body, .. } => (Some(LoopKind::While), [body, &[]]),
            Step::For { body, .. } => (Some(LoopKind::For), [body, &[]]),
            Step::Outlined { .. } => (Some(LoopKind::Outlined), [&[], &[]]),
            Step::If { then, otherwise, .. } => (None, [then, otherwise]),
            _ => (None, [&[], &[]]),
        };
        if let Some(kind) = kind {
            let number = u32::try_from(loops.len()).unwrap_or(u32::MAX);
            loops.insert(ptr::from_ref(step), Loop { number, kind, entries: 0, step: 0 });
        }
        bodies.into_iter().for_each(|body| number(body, loops));
    }
}

impl Machine<'_> {
    /// The last repetition's rounds, where they are recorded.
    pub fn take_steps(&mut self) -> Option<Vec<StepRecord>> {
        self.recorder.as_mut().map(Recorder::take)
    }

    /// Notes that a loop begins.
    pub(super) fn enter_loop(&mut self, step: &Step) {
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(step);
        }
    }

    /// One round of the loop that is this step, which pipes a worklist or none; its record, where rounds
    /// are recorded.
    pub(super) fn recorded<T>(
        &mut self,
        step: &Step,
        worklist: Option<usize>,
        round: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.recorder.is_none() {
            return round(self);
        }
        let begun = self.begin(step, worklist)?;
        let done = round(self)?;
        self.end(begun)?;
        Ok(done)
    }

    fn begin(&mut self, step: &Step, worklist: Option<usize>) -> Result<Begun, Stop> {
        let frontier = worklist.map(|worklist| self.pushed(worklist)).transpose()?;
        self.settle()?;
        let items = worklist.zip(frontier);
        let frontier_edges = items.map(|(worklist, items)| self.edges_of(worklist, items));
        let frontier_edges = frontier_edges.transpose()?;
        let (launches, rounds) = (self.launches, self.rounds);
        let (at, start) = (ptr::from_ref(step), Instant::now());
        Ok(Begun { at, start, launches, rounds, worklist, frontier, frontier_edges })
    }

    /// How many edges leave the items that wait on a worklist.
    fn edges_of(&self, worklist: usize, items: u32) -> Result<u64, Error> {
        let offsets = &self.input.graph.offsets;
        let edges = |item: &u32| match offsets.get(*item as usize..) {
            Some([from, to, ..]) => u64::from(to - from),
            _ => 0,
        };
        Ok(self.worklists[worklist].waiting(items)?.iter().map(edges).sum())
    }

    fn end(&mut self, begun: Begun) -> Result<(), Stop> {
        self.settle()?;
        let time = begun.start.elapsed();
        let discovered = begun.worklist.map(|worklist| self.pushed(worklist)).transpose()?;
        let (launches, rounds) = (self.launches - begun.launches, self.rounds - begun.rounds);
        let worklist = begun.worklist.map(|worklist| self.worklists[worklist].name.clone());
        let Some(recorder) = &mut self.recorder else { return Ok(()) };
        if recorder.records.len() >= MOST_RECORDS {
            return Err(Error::Steps(MOST_RECORDS).into());
        }
        let ended = recorder.loops.get_mut(&begun.at);
        let ended = ended.ok_or_else(|| Error::Internal("a loop has no number".into()))?;
        recorder.records.push(StepRecord {
            repetition: 0,
            loop_number: ended.number,
            kind: ended.kind,
            entry: ended.entries.saturating_sub(1),
            step: ended.step,
            rounds: if ended.kind == LoopKind::Outlined { rounds } else { 1 },
            start: begun.start.duration_since(recorder.start).as_secs_f64(),
            time: time.as_secs_f64(),
            launches,
            worklist,
            frontier: begun.frontier,
            frontier_edges: begun.frontier_edges,
            discovered,
        });
        ended.step += 1;
        Ok(())
    }
}
