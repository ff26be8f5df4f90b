//! Finds accesses that break the promise of a plain access.
//!
//! A plain access promises that nobody else touches the element meanwhile. Who runs at the same
//! time are the iterations of the parallel loops of a launch, or its work-items: the *agents*. For
//! each element it is remembered which agents did what in the current launch, and an access that
//! one of two different agents promised would not happen is reported, unless both only read, or a
//! barrier of a group of both is between.
//!
//! An iteration of a nested loop counts as the agent that it is nested in: what a later pass spreads
//! over several work-items shows once the module is distributed.

/// An agent, and how many barriers it has come through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Agent {
    /// Its number in the launch.
    pub(super) agent: u32,
    /// Its subgroup's number in the launch.
    pub(super) subgroup: u32,
    /// Its workgroup's number in the launch.
    pub(super) workgroup: u32,
    /// How many barriers of the subgroup it has come through.
    pub(super) subgroup_epoch: u32,
    /// How many barriers of the workgroup it has come through.
    pub(super) workgroup_epoch: u32,
}

impl Agent {
    /// An agent with nobody in its group.
    pub(super) fn alone(agent: u32) -> Agent {
        Agent { agent, subgroup: agent, workgroup: agent, ..Agent::default() }
    }
}

/// Among whom the agents are that did something.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum SmallestGroup {
    #[default]
    Nobody,
    Agent,
    Subgroup,
    Workgroup,
    Launch,
}

/// Which agents did something since the last barrier of them all.
///
/// The last one stands for all: whatever is ordered after it is ordered after the others of the
/// smallest group that has them all, and where a barrier was between them and the last, whatever
/// conflicts with them conflicts with it, too.
#[derive(Clone, Copy, Default)]
pub(super) struct Agents {
    group: SmallestGroup,
    last: Agent,
}

impl Agents {
    /// Whether a barrier is between what they did and now.
    fn precede(&self, who: &Agent) -> bool {
        let last = &self.last;
        let workgroup =
            last.workgroup == who.workgroup && last.workgroup_epoch < who.workgroup_epoch;
        let subgroup = last.subgroup == who.subgroup && last.subgroup_epoch < who.subgroup_epoch;
        match self.group {
            SmallestGroup::Nobody => true,
            SmallestGroup::Agent | SmallestGroup::Subgroup => workgroup || subgroup,
            SmallestGroup::Workgroup => workgroup,
            SmallestGroup::Launch => false,
        }
    }

    /// One more.
    pub(super) fn add(&mut self, who: &Agent) {
        let last = &self.last;
        self.group = if self.precede(who) {
            SmallestGroup::Agent
        } else if last.agent == who.agent {
            self.group
        } else if last.subgroup == who.subgroup {
            self.group.max(SmallestGroup::Subgroup)
        } else if last.workgroup == who.workgroup {
            self.group.max(SmallestGroup::Workgroup)
        } else {
            SmallestGroup::Launch
        };
        self.last = *who;
    }

    /// Whether another than that one did it, with no barrier since.
    pub(super) fn others(&self, who: &Agent) -> bool {
        let alone = self.group == SmallestGroup::Agent && self.last.agent == who.agent;
        !alone && !self.precede(who)
    }
}

/// What is done to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Read,
    Write,
}

/// What was done to one element in the launch of that number.
#[derive(Clone, Default)]
struct Cell {
    launch: u64,
    plain_reads: Agents,
    plain_writes: Agents,
    relaxed_reads: Agents,
    relaxed_writes: Agents,
}

/// What was done to each element of each array.
pub(super) struct Shadow {
    arrays: Vec<Vec<Cell>>,
    launch: u64,
}

impl Shadow {
    /// For arrays of that many elements.
    pub(super) fn new(lengths: impl Iterator<Item = usize>) -> Shadow {
        Shadow { arrays: lengths.map(|len| vec![Cell::default(); len]).collect(), launch: 0 }
    }

    /// What was done before is over.
    pub(super) fn start_launch(&mut self) {
        self.launch += 1;
    }

    /// Notes an access; `false` where it and an earlier one break a promise.
    pub(super) fn touch(
        &mut self,
        (array, index): (usize, usize),
        who: &Agent,
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
