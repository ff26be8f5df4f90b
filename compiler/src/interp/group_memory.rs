//! The memory of one workgroup for one kernel: its shared memory, and its queues for worklists.
//!
//! Shared memory starts undefined: a kernel must not read an element that it has not written in the
//! same call. Races are errors, too: between two barriers, no work-item may touch an element that
//! another work-item writes, unless both do it by atomics.

use super::access::{Agent, Agents};
use crate::ir::*;

/// The memory of one workgroup for one kernel.
#[derive(Default)]
pub(super) struct GroupMemory {
    shared: Vec<Vec<Cell>>,
    /// One for each worklist that the kernel enqueues to.
    queues: Vec<Queue>,
}

/// Items on their way to a worklist.
struct Queue {
    worklist: WorklistId,
    items: Vec<u32>,
    capacity: usize,
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
    fn touch(&mut self, who: &Agent, touch: Touch) -> bool {
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
    /// The memory for a kernel and a workgroup of that size. Each queue has room for `room` items.
    pub(super) fn new(kernel: &Kernel, queues: &[WorklistId], size: u32, room: u32) -> GroupMemory {
        let elements = |shared: &Shared| {
            let cell = Cell {
                value: Value::zero(shared.ty),
                written: 0,
                reads: Agents::default(),
                writes: Agents::default(),
                atomics: Agents::default(),
            };
            match shared.extent {
                SharedExtent::One => vec![cell],
                SharedExtent::Item => vec![cell; size as usize],
            }
        };
        let queue =
            |id: &WorklistId| Queue { worklist: *id, items: vec![], capacity: room as usize };
        GroupMemory {
            shared: kernel.shared.iter().map(elements).collect(),
            queues: queues.iter().map(queue).collect(),
        }
    }

    /// The number of elements of shared memory.
    pub(super) fn shared_len(&self, id: SharedId) -> usize {
        self.shared[id.index()].len()
    }

    /// An element of shared memory that exists.
    pub(super) fn cell(&mut self, id: SharedId, index: usize) -> &mut Cell {
        &mut self.shared[id.index()][index]
    }

    /// Records that a work-item touches an element of shared memory in the given call of its kernel.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the touch: the index is past the end, it is a race, or it reads an
    /// element that the call has not written.
    pub(super) fn touch(
        &mut self,
        (id, index): (SharedId, usize),
        touch: Touch,
        who: &Agent,
        call: u64,
    ) -> Result<(), String> {
        let cells = &mut self.shared[id.index()];
        let len = cells.len();
        let Some(cell) = cells.get_mut(index) else {
            return Err(format!("which has {len} elements"));
        };
        if !cell.touch(who, touch) {
            return Err("which another work-item accesses without a barrier in between".into());
        }
        if touch != Touch::Write && cell.written != call {
            return Err("which no work-item has written".into());
        }
        Ok(())
    }

    /// Adds an item to the queue for a worklist. Returns `false` if the queue is full.
    pub(super) fn enqueue(&mut self, worklist: WorklistId, item: u32) -> bool {
        match self.queues.iter_mut().find(|queue| queue.worklist == worklist) {
            Some(queue) if queue.items.len() < queue.capacity => {
                queue.items.push(item);
                true
            }
            _ => false,
        }
    }

    /// Takes all items out of the queue for a worklist.
    pub(super) fn take_queue(&mut self, worklist: WorklistId) -> Vec<u32> {
        let queue = self.queues.iter_mut().find(|queue| queue.worklist == worklist);
        queue.map(|queue| std::mem::take(&mut queue.items)).unwrap_or_default()
    }

    /// The first worklist whose queue is not empty, and the number of items in that queue.
    pub(super) fn unflushed(&self) -> Option<(WorklistId, usize)> {
        let queue = self.queues.iter().find(|queue| !queue.items.is_empty());
        queue.map(|queue| (queue.worklist, queue.items.len()))
    }
}
