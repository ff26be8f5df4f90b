//! Finds accesses that violate the promise of a plain access.
//!
//! A plain access promises that no other agent accesses the element concurrently, except that both
//! may read. *Agents* are the iterations of the parallel loops of a launch, or its work-items. For
//! each element, this module records which agents accessed it in the current launch, and how. It
//! reports two accesses by different agents if at least one writes, at least one is plain, and no
//! barrier of a group of both separates them.
//!
//! An iteration of a nested loop counts as the agent that contains it. If a later pass distributes
//! such a loop over several work-items, conflicts appear in the distributed module.

/// An agent and the number of barriers that it has passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Who {
    /// Index of the agent in the launch.
    pub(super) agent: u32,
    /// Index of its subgroup in the launch.
    pub(super) subgroup: u32,
    /// Index of its workgroup in the launch.
    pub(super) workgroup: u32,
    /// Number of barriers of the subgroup that it has passed.
    pub(super) subgroup_epoch: u32,
    /// Number of barriers of the workgroup that it has passed.
    pub(super) workgroup_epoch: u32,
}

impl Who {
    /// Creates an agent whose groups contain no other agent.
    pub(super) fn alone(agent: u32) -> Who {
        Who { agent, subgroup: agent, workgroup: agent, ..Who::default() }
    }
}

/// The smallest group that contains all recorded agents.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Spread {
    #[default]
    Nobody,
    Agent,
    Subgroup,
    Workgroup,
    Launch,
}

/// The agents that accessed an element since their last common barrier.
///
/// Only the last agent is stored, because it can represent the others. If a barrier of the smallest
/// group that contains all of them follows the last agent, it follows the others too. If a barrier
/// separates the others from the last agent, every agent that conflicts with them also conflicts
/// with the last one.
#[derive(Clone, Copy, Default)]
pub(super) struct Agents {
    spread: Spread,
    last: Who,
}

impl Agents {
    /// Returns whether a barrier separates the recorded accesses from `who`.
    fn precede(&self, who: &Who) -> bool {
        let last = &self.last;
        let workgroup =
            last.workgroup == who.workgroup && last.workgroup_epoch < who.workgroup_epoch;
        let subgroup = last.subgroup == who.subgroup && last.subgroup_epoch < who.subgroup_epoch;
        match self.spread {
            Spread::Nobody => true,
            Spread::Agent | Spread::Subgroup => workgroup || subgroup,
            Spread::Workgroup => workgroup,
            Spread::Launch => false,
        }
    }

    /// Records an agent.
    pub(super) fn add(&mut self, who: &Who) {
        let last = &self.last;
        self.spread = if self.precede(who) {
            Spread::Agent
        } else if last.agent == who.agent {
            self.spread
        } else if last.subgroup == who.subgroup {
            self.spread.max(Spread::Subgroup)
        } else if last.workgroup == who.workgroup {
            self.spread.max(Spread::Workgroup)
        } else {
            Spread::Launch
        };
        self.last = *who;
    }

    /// Returns whether another agent than `who` is recorded, with no barrier since.
    pub(super) fn others(&self, who: &Who) -> bool {
        let alone = self.spread == Spread::Agent && self.last.agent == who.agent;
        !alone && !self.precede(who)
    }
}

/// The kinds of accesses to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Read,
    Write,
}

/// The accesses to one element in a launch.
#[derive(Clone, Default)]
struct Cell {
    launch: u64,
    plain_reads: Agents,
    plain_writes: Agents,
    relaxed_reads: Agents,
    relaxed_writes: Agents,
}

/// The accesses to all elements of all arrays.
pub(super) struct Shadow {
    arrays: Vec<Vec<Cell>>,
    launch: u64,
}

impl Shadow {
    /// Creates records for arrays of the given lengths.
    pub(super) fn new(lengths: impl Iterator<Item = usize>) -> Shadow {
        Shadow { arrays: lengths.map(|len| vec![Cell::default(); len]).collect(), launch: 0 }
    }

    /// Starts a launch, which makes all earlier accesses irrelevant.
    pub(super) fn start_launch(&mut self) {
        self.launch += 1;
    }

    /// Records an access. Returns whether all promises hold; `false` means that it conflicts with
    /// an earlier access.
    pub(super) fn touch(
        &mut self,
        (array, index): (usize, usize),
        who: &Who,
        touch: Touch,
        plain: bool,
    ) -> bool {
        let launch = self.launch;
        let cell = self.arrays.get_mut(array).and_then(|a| a.get_mut(index));
        let Some(cell) = cell else { return true };
        if cell.launch != launch {
            *cell = Cell { launch, ..Cell::default() };
        }
        match (touch, plain) {
            (Touch::Read, true) => cell.plain_reads.add(who),
            (Touch::Read, false) => cell.relaxed_reads.add(who),
            (Touch::Write, true) => cell.plain_writes.add(who),
            (Touch::Write, false) => cell.relaxed_writes.add(who),
        }
        let (write, any) = (touch == Touch::Write, |agents: &Agents| agents.others(who));
        !(any(&cell.plain_writes)
            || plain && any(&cell.relaxed_writes)
            || write && any(&cell.plain_reads)
            || write && plain && any(&cell.relaxed_reads))
    }
}
