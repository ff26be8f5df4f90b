//! Keeps the rounds of `main`'s loops as [`StepRecord`]s.
//!
//! The recorder numbers the loops of `main` and counts their rounds. The
//! [machine](super::MainMachine) measures the rounds. A run without a recorder does not wait for its
//! rounds.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::HashMap;
use std::ptr;
use std::time::{Duration, Instant};

use igc_compiler::ir::HostStmt;

use crate::Error;
use crate::supersteps::{LoopKind, StepRecord};

/// Maximum number of rounds that are recorded in a run, which limits the memory for the records.
const MAX_RECORDS: usize = 250_000;

/// The records of a repetition, and the loops that they belong to.
pub struct Recorder {
    /// The loops by the address of their statement: statements have no names, and do not move
    /// during a run.
    loops: HashMap<usize, Loop>,
    /// The time at which `main` began.
    start: Instant,
    records: Vec<StepRecord>,
    /// What the launches of the current rounds have told, from the outermost round on.
    current: Vec<Noted>,
    /// The counts of the nodes and the edges of each frontier at the end of the previous round.
    earlier: HashMap<usize, [u32; 2]>,
}

/// What launches tell about the round around them.
#[derive(Debug, Default)]
pub struct Noted {
    /// The position, among the frontiers of the program, of the one that the round last counted.
    pub counted: Option<usize>,
    /// The positions, among the variants of the program, of those that the round launched.
    pub variants: Vec<usize>,
}

/// A loop of `main`.
#[derive(Debug, Clone, Copy)]
struct Loop {
    number: u32,
    kind: LoopKind,
    /// Number of times that `main` has entered the loop.
    entries: u32,
    /// Number of rounds since the loop was entered.
    step: u64,
}

/// The measurements of one round.
pub struct Round {
    /// The time at which the round began.
    pub start: Instant,
    /// Duration of the round.
    pub time: Duration,
    /// Number of kernels launched.
    pub launches: u64,
    /// Number of rounds, of any loop, that started while this record was measured. Only outlined
    /// loops use it, because all their rounds are one record.
    pub rounds: u64,
    /// The worklist of a `pipe`.
    pub worklist: Option<String>,
    /// Number of items on that worklist at the start of the round, or the number of nodes that the
    /// round counted.
    pub frontier: Option<u32>,
    /// Number of edges of these nodes.
    pub frontier_edges: Option<u64>,
    /// Number of items on that worklist at the end of the round.
    pub discovered: Option<u32>,
    /// The variants that a model chose.
    pub variants: Option<String>,
}

impl Recorder {
    /// Creates a recorder for the loops of `main`.
    pub fn new(main: &[HostStmt]) -> Recorder {
        let mut loops = HashMap::new();
        number(main, &mut loops);
        Recorder {
            loops,
            start: Instant::now(),
            records: vec![],
            current: vec![],
            earlier: HashMap::new(),
        }
    }

    /// Discards all records, because `main` restarts.
    pub fn restart(&mut self) {
        for known in self.loops.values_mut() {
            (known.entries, known.step) = (0, 0);
        }
        self.records.clear();
        self.current.clear();
        self.earlier.clear();
        self.start = Instant::now();
    }

    /// Notes that `main` enters the loop of this statement.
    pub fn enter(&mut self, statement: &HostStmt) {
        if let Some(entered) = self.loops.get_mut(&address(statement)) {
            entered.entries += 1;
            entered.step = 0;
        }
    }

    /// Begins a round.
    pub fn begin(&mut self) {
        self.current.push(Noted::default());
    }

    /// Returns what launches tell about the current round, or `None` outside of all loops.
    pub fn current(&mut self) -> Option<&mut Noted> {
        self.current.last_mut()
    }

    /// Ends the current round, and returns what its launches have told.
    pub fn end(&mut self) -> Noted {
        self.current.pop().unwrap_or_default()
    }

    /// Returns by how much the counts of a frontier have grown since the previous round.
    pub fn new_counts(&mut self, frontier: usize, counts: [u32; 2]) -> [u32; 2] {
        let earlier = self.earlier.insert(frontier, counts).unwrap_or_default();
        [0, 1].map(|at| counts[at].wrapping_sub(earlier[at]))
    }

    /// Adds a round of the loop of this statement.
    ///
    /// # Errors
    ///
    /// Returns an error if the run has more rounds than are recorded.
    pub fn add(&mut self, statement: &HostStmt, round: Round) -> Result<(), Error> {
        if self.records.len() >= MAX_RECORDS {
            return Err(Error::Steps(MAX_RECORDS));
        }
        let ended = self.loops.get_mut(&address(statement));
        let ended = ended.ok_or_else(|| Error::Internal("a loop has no number".into()))?;
        self.records.push(StepRecord {
            repetition: 0,
            loop_number: ended.number,
            kind: ended.kind,
            entry: ended.entries.saturating_sub(1),
            step: ended.step,
            rounds: if ended.kind == LoopKind::Outlined { round.rounds } else { 1 },
            start: round.start.duration_since(self.start).as_secs_f64(),
            time: round.time.as_secs_f64(),
            launches: round.launches,
            worklist: round.worklist,
            frontier: round.frontier,
            frontier_edges: round.frontier_edges,
            discovered: round.discovered,
            variants: round.variants,
        });
        ended.step += 1;
        Ok(())
    }

    /// Takes the records of the repetition.
    pub fn take(&mut self) -> Vec<StepRecord> {
        std::mem::take(&mut self.records)
    }
}

/// Counts the edges that leave the items of a worklist. `offset` returns the first edge of a node,
/// or one past the last edge for the number of nodes.
pub fn edges_of(items: &[u32], offset: impl Fn(usize) -> Option<u64>) -> u64 {
    let edges = |item: &u32| Some(offset(*item as usize + 1)? - offset(*item as usize)?);
    items.iter().filter_map(edges).sum()
}

fn address(statement: &HostStmt) -> usize {
    ptr::from_ref(statement).addr()
}

/// Numbers the loops in the order of the text.
fn number(statements: &[HostStmt], loops: &mut HashMap<usize, Loop>) {
    for statement in statements {
        if let Some(kind) = loop_kind(statement) {
            let number = u32::try_from(loops.len()).unwrap_or(u32::MAX);
            loops.insert(address(statement), Loop { number, kind, entries: 0, step: 0 });
        }
        statement.blocks().into_iter().for_each(|block| number(block, loops));
    }
}

/// Returns the kind of a loop, or `None` if the statement is not a loop.
fn loop_kind(statement: &HostStmt) -> Option<LoopKind> {
    match statement {
        HostStmt::Pipe { .. } => Some(LoopKind::Pipe),
        HostStmt::Iterate(..) => Some(LoopKind::Iterate),
        HostStmt::While(..) => Some(LoopKind::While),
        HostStmt::For { .. } => Some(LoopKind::For),
        HostStmt::Outline(..) => Some(LoopKind::Outlined),
        HostStmt::Act(_)
        | HostStmt::Launch { .. }
        | HostStmt::If(..)
        | HostStmt::Require(..)
        | HostStmt::Print(_)
        | HostStmt::Break
        | HostStmt::Continue
        | HostStmt::Contract(_) => None,
    }
}
