//! Finds accesses that violate the promise of a plain access.
//!
//! A plain access promises that no other agent touches the element meanwhile. *Agents* are what
//! runs at the same time: the iterations of the parallel loops of a launch, or its work-items. For
//! each element, the interpreter records which agents accessed it in the current launch, and how.
//! It reports an access that breaks the promise of another agent's access, unless both only read,
//! or a barrier of a group that contains both is between them.
//!
//! An iteration of a nested loop counts as the agent that it is nested in. If a later pass
//! distributes it over several work-items, such accesses are found in the distributed module.

/// An agent, and the number of barriers that it has passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Agent {
    /// Its number in the launch.
    pub(super) agent: u32,
    /// The number of its subgroup in the launch.
    pub(super) subgroup: u32,
    /// The number of its workgroup in the launch.
    pub(super) workgroup: u32,
    /// The number of barriers of its subgroup that it has passed.
    pub(super) subgroup_epoch: u32,
    /// The number of barriers of its workgroup that it has passed.
    pub(super) workgroup_epoch: u32,
}

impl Agent {
    /// An agent that is the only one in its subgroup and workgroup.
    pub(super) fn alone(agent: u32) -> Agent {
        Agent { agent, subgroup: agent, workgroup: agent, ..Agent::default() }
    }
}

/// The smallest group that contains some agents.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum SmallestGroup {
    #[default]
    Nobody,
    Agent,
    Subgroup,
    Workgroup,
    Launch,
}

/// The agents that made one kind of access since the last barrier of them all.
///
/// Only the last agent is stored. That is enough: an access that is ordered after the last one is
/// also ordered after the others in the smallest group that contains all of them. If a barrier was
/// between the others and the last one, an access that conflicts with them conflicts with the last
/// one, too.
#[derive(Clone, Copy, Default)]
pub(super) struct Agents {
    group: SmallestGroup,
    last: Agent,
}

impl Agents {
    /// Whether a barrier is between their accesses and this point of an agent.
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

    /// Adds an agent.
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

    /// Whether an agent other than this one is among them, with no barrier since.
    pub(super) fn others(&self, who: &Agent) -> bool {
        let alone = self.group == SmallestGroup::Agent && self.last.agent == who.agent;
        !alone && !self.precede(who)
    }
}

/// The kinds of accesses to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Read,
    Write,
}

/// An element of the memory of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Element {
    /// The position of the array among the arrays of the machine.
    pub(super) array: usize,
    /// The position in the array.
    pub(super) index: usize,
}

/// The accesses to one element in the launch of that number.
#[derive(Clone, Default)]
struct Cell {
    launch: u64,
    plain_reads: Agents,
    plain_writes: Agents,
    relaxed_reads: Agents,
    relaxed_writes: Agents,
}

/// The accesses to each element of each array.
pub(super) struct Shadow {
    arrays: Vec<Vec<Cell>>,
    launch: u64,
}

impl Shadow {
    /// Creates the records for arrays of these lengths.
    pub(super) fn new(lengths: impl Iterator<Item = usize>) -> Shadow {
        Shadow { arrays: lengths.map(|len| vec![Cell::default(); len]).collect(), launch: 0 }
    }

    /// Starts a launch: earlier accesses no longer conflict with later ones.
    pub(super) fn start_launch(&mut self) {
        self.launch += 1;
    }

    /// Records an access. Returns `false` if it and an earlier access break a promise.
    pub(super) fn touch(
        &mut self,
        Element { array, index }: Element,
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
