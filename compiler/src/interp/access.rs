//! Finds accesses that break the promise of a plain access.
//!
//! A plain access promises that nobody else touches the element meanwhile. Who runs at the same
//! time are the iterations of the parallel loops of a launch, or its work-items: the *agents*. For
//! each element it is remembered which agents did what in the current launch, and an access that
//! one of two different agents promised would not happen is reported, unless both only read.
//!
//! An iteration of a nested loop counts as the agent that it is nested in: what a later pass spreads
//! over several work-items shows once the module is distributed.

/// Which agents did something: none of them, one, or several.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Agents {
    #[default]
    None,
    One(u32),
    Several,
}

impl Agents {
    fn add(&mut self, agent: u32) {
        *self = match *self {
            Agents::None => Agents::One(agent),
            Agents::One(other) if other == agent => Agents::One(agent),
            _ => Agents::Several,
        };
    }

    fn others(self, agent: u32) -> bool {
        !matches!(self, Agents::None) && self != Agents::One(agent)
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
        agent: u32,
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
            (Touch::Read, true) => cell.plain_reads.add(agent),
            (Touch::Read, false) => cell.relaxed_reads.add(agent),
            (Touch::Write, true) => cell.plain_writes.add(agent),
            (Touch::Write, false) => cell.relaxed_writes.add(agent),
        }
        let (write, any) = (touch == Touch::Write, |agents: Agents| agents.others(agent));
        !(any(cell.plain_writes)
            || plain && any(cell.relaxed_writes)
            || write && any(cell.plain_reads)
            || write && plain && any(cell.relaxed_reads))
    }
}
