//! The local memory of a workgroup: the arrays of shared memory, and the queues for worklists.
//!
//! Shared memory starts undefined: a kernel must not read an element that it has not written in the
//! same call. Races are errors, too: between two barriers, no work-item may touch an element that
//! another work-item writes, unless both do it by atomics. The calls of an outlined loop share
//! arrays, so a race can also be between two calls.

use super::access::{Agent, Agents};
use super::worklist::Words;
use crate::ir::local_memory::{LocalLength, LocalShape};
use crate::ir::*;

/// The local arrays of one workgroup.
pub(super) struct GroupMemory(pub(super) Vec<LocalData>);

/// The content of a local array.
pub(super) enum LocalData {
    Cells(Vec<Cell>),
    Queue(Queue),
    /// Scratch space, which no statement of the IR accesses.
    Opaque,
}

/// Items on their way to a worklist.
pub(super) struct Queue {
    pub(super) items: Vec<Words>,
    /// Maximum number of values of all items.
    pub(super) capacity: usize,
}

impl Queue {
    /// Takes all items out of the queue.
    pub(super) fn take(&mut self) -> Vec<Words> {
        std::mem::take(&mut self.items)
    }
}

/// An element of shared memory.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// Its value.
    pub(super) value: Value,
    /// The call of the kernel that wrote it last; 0 before the first write.
    pub(super) written: u64,
    reads: Agents,
    writes: Agents,
    atomics: Agents,
}

/// How an element is touched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Read,
    Write,
    Atomic,
}

impl Cell {
    /// Records a touch by a work-item. Returns `false` if it is a race.
    pub(super) fn touch(&mut self, who: &Agent, touch: Touch) -> bool {
        match touch {
            Touch::Read => self.reads.add(who),
            Touch::Write => self.writes.add(who),
            Touch::Atomic => self.atomics.add(who),
        }
        let race = self.writes.others(who)
            || touch != Touch::Read && self.reads.others(who)
            || touch != Touch::Atomic && self.atomics.others(who);
        !race
    }
}

impl GroupMemory {
    /// Creates arrays of these shapes for a workgroup of `size` work-items. Each queue has room for
    /// `capacity` items.
    pub(super) fn new(
        shapes: impl Iterator<Item = LocalShape>,
        size: u32,
        capacity: u32,
    ) -> GroupMemory {
        let cells = |ty, count| {
            let cell = Cell {
                value: Value::zero(ty),
                written: 0,
                reads: Agents::default(),
                writes: Agents::default(),
                atomics: Agents::default(),
            };
            LocalData::Cells(vec![cell; count])
        };
        let data = |LocalShape { ty, length }| match length {
            LocalLength::One => cells(ty, 1),
            LocalLength::Item => cells(ty, size as usize),
            LocalLength::Tile => cells(ty, size as usize * SharedExtent::TILE as usize),
            LocalLength::Queue => {
                LocalData::Queue(Queue { items: vec![], capacity: capacity as usize })
            }
            LocalLength::Counts | LocalLength::Scratch => LocalData::Opaque,
        };
        GroupMemory(shapes.map(data).collect())
    }
}
